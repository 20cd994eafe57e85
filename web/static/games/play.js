// A game at the table: the current question, the board, how the numbers came about, the log.
import { Guard, html, useEffect, useMemo, useRef, useState } from "../view.js";
import { AloudSwitch, Said } from "../aloud.js";
import { LookAll, Reference } from "../dragons/reference.js";
import { later } from "../later.js";
import { lostWords, useInert, waitWords } from "../pulse.js";
import { connect, keepCurrent, nothing } from "../table.js";
import { gameEyeWords, sees } from "../words.js";
import { Cover } from "./cover.js";
import { sentence } from "./fetch.js";
import { Bar } from "./bar.js";
import { useLook } from "./boards.js";
import { useChoices } from "./choice.js";
import { Head } from "./head.js";
import { Moment, useNews } from "./moment.js";
import { told } from "./names.js";
import { Question } from "./question.js";
import { setSounds, sounds } from "./sound.js";
import { Spots } from "./spots.js";
import { Undo } from "./undo.js";
import { heard, tr } from "../language.js";

/** @typedef {import("../messages.js").Act} Act */
/** @typedef {import("../messages.js").GameView} GameView */

const FacePick = later(async () => (await import("./tiles.js")).FacePick);
const LinkLine = later(async () => (await import("../eventlink.js")).LinkLine);
const LinkTrouble = later(async () => (await import("../eventlink.js")).LinkTrouble);
const LinkWaits = later(async () => (await import("../eventlink.js")).LinkWaits);
const GameTray = later(async () => (await import("./gametray.js")).GameTray);
const Consent = later(async () => (await import("./agree.js")).Consent);
const Diverged = later(async () => (await import("./agree.js")).Diverged);
const Offer = later(async () => (await import("../offer.js")).Offer);
const EventWords = later(async () => (await import("./event.js")).EventWords);
const EventFoot = later(async () => (await import("./event.js")).EventFoot);
const Teaching = later(async () => (await import("../offer.js")).Teaching);
const Sheet = later(async () => (await import("./sheet.js")).Sheet);
const Log = later(async () => (await import("./log.js")).Log);
const Seats = later(async () => (await import("./seats.js")).Seats);
const Showing = later(async () => (await import("./showing.js")).Showing);
const Compare = later(async () => (await import("./compare.js")).Compare);

/** A screen that only shows: as large as a television, without controls. */
const big = new URLSearchParams(location.search).has("big");

/** Nothing is drawn until the board is loaded. @type {Set<string>} */
const nowhere = new Set();

const hash = document.querySelector("script[data-hash]")?.getAttribute("data-hash") ?? "";

/** @param {{id: number, say: (text: string) => void}} p */
export function Play({ id, say }) {
  // The seat as which this screen looks: 0 for whoever it is, else the seat to which it was handed.
  const [as, setAs] = useState(0);
  const [seen, setSeen] = useState(nothing);
  const table = useMemo(() => connect(setSeen, `?game=${id}${as ? `&seat=${as}` : ""}`, say), [as]);
  useEffect(() => () => table.close(), [table]);
  useEffect(() => {
    if (seen.game) keepCurrent(seen.game, hash);
  }, [seen.game?.page]);
  /** @param {Act} a */
  const act = async (a) => {
    const reply = await table.act(a);
    if (reply.type === "refused") say(sentence(reply.why ? heard(reply.why) : tr("That was refused.")));
    return reply.type !== "refused";
  };
  if (!seen.game) {
    return html`<${Head} pulse=${false} /><main><p class="starting" role="status">${seen.gone ? html`${sentence(seen.gone)}. <a href="games">Look at the table’s games.</a>` : waitWords(seen)}</p></main>`;
  }
  return html`<${Game} view=${seen.game} may=${seen.may} linked=${seen.linked} why=${seen.why} act=${act} say=${say} as=${as} setAs=${setAs} />`;
}

/** @param {{view: GameView, may: boolean, linked: boolean, why: string, act: (a: Act) => Promise<boolean>, say: (text: string) => void, as: number, setAs: (to: number | ((now: number) => number)) => void}} p */
function Game({ view, may: mayAct, linked, why, act, say, as, setAs }) {
  useInert(linked);
  const { game, play, eye } = view;
  const may = mayAct && !big;
  const look = useLook(game.form);
  const asked = useChoices(view, act).map((c) => (big ? { ...c, own: false } : c));
  const [laid, setLaid] = useState(""); // the last step of hands that somebody said is done
  const step = look?.hands?.(view) ?? null, hands = step && step.key !== laid && game.status === "playing" ? step : null;
  const alone = hands?.alone && !big ? hands : null, choices = alone ? [] : asked;
  const news = useNews(view);
  const handed = as > 0 && view.seat === as && view.mine.length !== 1;
  // A screen that was handed over is covered again once the secret is answered, or another seat is asked.
  const hidden = view.seats.some((s) => s.seat === as && s.secret);
  const was = useRef(0); // the seat to which it was handed
  useEffect(() => {
    if (handed ? !hidden : was.current === as) setAs((now) => (now === as ? 0 : now)); // somebody may have taken it meanwhile
    was.current = handed ? as : 0;
  }, [as, handed, hidden]);
  useEffect(() => {
    document.documentElement.classList.toggle("big", big);
  }, []);
  const rolling = play.pending.some((q) => q.kind === "roll");
  const mayRoll = may && (view.table || play.pending.some((q) => q.kind === "roll" && view.own.includes(q.id)));
  const picture = view.tray || ((rolling || view.showing.length > 0) && sees(eye));
  const stage = !game.single;
  return html`<${Reference} edition=${game.form === "dragondice" || game.form === "vera" ? game.rulebook : ""}><${Spots} view=${view} choices=${choices} act=${act} roll=${(/** @type {string} */ id, /** @type {() => void} */ close) => html`<${FacePick} id=${id} close=${close} />`}>
    <div class=${`game-page${stage ? " staged" : ""}${picture ? "" : " no-picture"}`} data-entries=${play.entries}>
    <${Head} title=${game.title} pulse=${false}>
      <span class=${`state ${linked ? eye.state.replaceAll(" ", "-") : "no-camera"}`} id="state" role="status">${!linked ? tr("Not live") : game.status === "playing" && view.game.tray ? gameEyeWords(eye, rolling) : statusWords(view)}</span><${AloudSwitch} />
    <//>
    <div class="words">
      ${!linked && html`<p class="word bad" id="lost" role="alert">${lostWords(why)}</p>`}
      ${view.trouble && html`<p class="word bad" role="alert">${heard(view.trouble)}</p>`}
      ${view.link && html`<${EventWords} link=${view.link} may=${may} act=${act} />`}
      ${game.tray && html`<${Teaching} eye=${eye} />`}
      ${!mayAct && !big && html`<p class="word" id="looking-on">This screen only looks on. To play from here, scan the QR code of a seat.</p>`}
      ${view.mine.length > 0 && html`<p class="unseen" id="my-seat">${view.mine.map((s) => view.seats[s - 1]?.name).join(", ")}</p>`}
      ${handed && html`<p class="word" id="handed">${tr("This screen is {name}’s for now.", { name: view.seats[as - 1]?.name })} <button class="quiet" id="cover-again" onClick=${() => setAs(0)}>Cover it</button></p>`}
      ${play.diverged && html`<${Diverged} view=${view} may=${may} act=${act} />`}
      ${play.problem && html`<p class="word bad" role="alert">${tr("{sentence}. Take the last answer back in the log.", { sentence: sentence(heard(play.problem)) })}</p>`}
      ${view.told && html`<p class="word" id="told" role="status">${heard(view.told)}</p>`}
    </div>
    <main class=${linked ? "table" : "table lost"}>
      ${stage && html`<${Guard}><${Bar} view=${view} choices=${choices} drawn=${look?.drawn(view) ?? nowhere} act=${act} setAs=${setAs} look=${look} hands=${alone} handsDone=${() => setLaid(alone?.key ?? "")}><${Undo} view=${view} may=${may} act=${act} /><//><//>`}
      ${stage && html`<section class="card a-board" data-eye=".bar-text" aria-labelledby="board-title"><h2 id="board-title" class="unseen" tabindex="-1">The table</h2><${Guard}>${look && html`<${look.Board} view=${view} may=${view.table && may} act=${act} />`}<//><${Guard} instead=${null}><${Moment} view=${view} news=${news} /><//></section>`}
      <div class="side">
        <div class="a-now">
          ${view.ask && html`<${Consent} view=${view} may=${may} act=${act} />`}
          ${look?.Now && hands && html`<${look.Now} view=${view} step=${hands} done=${() => setLaid(hands.key)} />`}
          ${play.outcome && html`<section class="card over" aria-labelledby="over-title"><h2 id="over-title">${game.single ? tr("Counted") : tr("The game is over")}</h2><p class="now-text" id="outcome">${told(view, play.outcome.text)}</p>${game.single && html`<div class="row"><a class="button main" href="roll">Count another roll</a></div>`}${!game.single && (view.table || game.again > 0) && html`<div class="row"><a class="button main" id="play-again" href=${game.again > 0 ? `begin/${game.again}` : `games?again=${game.id}`}>Play again</a></div>`}</section>`}
          ${play.outcome && game.single && game.form === "dragondice" && html`<${Compare} view=${view} />`}
          ${game.status === "paused" && html`<section class="card now"><h2>Paused</h2><p class="now-text">The game waits for another evening.</p>
            ${view.table && may && html`<div class="row"><button class="main" id="resume" onClick=${() => act({ do: "resume", game: game.id })}>Go on</button></div>`}</section>`}
          ${view.showing.length > 0 && game.status === "playing" && html`<${Showing} view=${view} may=${view.table && may} act=${act} />`}
          <${Offer} eye=${eye} tray=${view.tray} may=${mayRoll} roll=${true} act=${act} />
          ${choices.map((c) => html`<${Guard} key=${c.q.id}><${Question} c=${c} view=${view} act=${act} say=${say} look=${look} /><//>`)}
          <${Cover} view=${view} setAs=${setAs} act=${act} />
        </div>
        ${picture && html`<div class=${rolling || view.showing.length > 0 ? "a-pic" : "a-pic idle"}><${Guard}><${GameTray} view=${view} may=${mayRoll} linked=${linked} act=${act} rolling=${rolling} /><//></div>`}
        ${look?.Aside && html`<div class="a-aside"><${Guard}><${look.Aside} view=${view} may=${view.table && may} act=${act} /><//></div>`}
        <${Guard}><${Sheet} view=${view} look=${look} /><//>
        ${!game.single && html`<${Guard}><${Seats} view=${view} may=${may} act=${act} say=${say} /><//>`}
        <${Guard}><${Log} view=${view} look=${look} may=${may} act=${act} say=${say} /><//>
        ${view.link && html`<${EventFoot} link=${view.link} may=${may} act=${act} />`}
        ${stage && html`<p class="row table-tools"><${LookAll} /><${SoundSwitch} /><a class="button quiet" href=${`games/${game.id}?big`}>For a television</a></p>`}
      </div>
    </main></div>
    <${Guard} instead=${null}><${Speaker} view=${view} hands=${alone} /><//><//><//>`;
}

/** Sounds, on or off. */
function SoundSwitch() {
  const [on, setOn] = useState(sounds());
  return html`<button type="button" class="quiet" id="sound" aria-pressed=${on ? "true" : "false"} onClick=${() => { setSounds(!on); setOn(!on); }}>${on ? tr("Sounds are on") : tr("Sounds are off")}</button>`;
}

/** @param {GameView} view */
const statusWords = (view) => ({ playing: tr("Playing"), paused: tr("Paused"), over: tr("Over"), stopped: tr("Needs a look") })[view.game.status] ?? view.game.status;

/** Says what is asked, and new results, to a screen reader. @param {{view: GameView, hands: import("./boards.js").HandsStep | null}} p */
function Speaker({ view, hands }) {
  const last = told(view, view.play.trail.at(-1)?.text);
  const asked = hands ? `${hands.who}: ${hands.text}` : view.play.pending.map((q) => [q.text, q.aside].filter(Boolean).map((text) => told(view, text)).join(" ")).join(" ");
  const first = useRef(last);
  const words = [last === first.current ? "" : last, told(view, view.play.outcome?.text) || asked].filter(Boolean).join(" ");
  return html`<${Said} words=${words} />`;
}
