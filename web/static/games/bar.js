// The bar over the board: where the turn is, who is asked for what, and how to answer. It carries what is nowhere on
// the board: alternatives, the dice to roll, what is chosen so far, and the button that sends it.
import { html } from "../view.js";
import { later } from "../later.js";
import { Look } from "../dragons/reference.js";
import { Glyph, optionGlyph } from "../glyphs.js";
import { handedTo } from "./cover.js";
import { SumLine } from "./moment.js";
import { told } from "./names.js";
import { Told } from "./told.js";
import { Ways } from "./spots.js";
import { listed, tr, trn } from "../language.js";

const Tiles = later(async () => (await import("./tiles.js")).Tiles);

/** @typedef {import("../messages.js").GameView} GameView */
/** @typedef {import("./choice.js").Choice} Choice */
/** @typedef {import("./choice.js").Item} Item */
/** @typedef {{rule?: string, name: string, now?: boolean, within?: Stage[]}} Stage a step of the way, as every rulebook's state has it */

/**
 * @param {object} p
 * @param {GameView} p.view
 * @param {Choice[]} p.choices
 * @param {Set<string>} p.drawn the ids of what the board draws
 * @param {(a: any) => Promise<boolean>} p.act
 * @param {(seat: number) => void} p.setAs
 * @param {import("./boards.js").Look | null} p.look
 * @param {import("./boards.js").HandsStep | null} p.hands what hands must do before anything else is asked
 * @param {() => void} p.handsDone
 * @param {any} [p.children] the button that takes the last answer back
 */
export function Bar({ view, choices, drawn, act, setAs, look, hands, handsDone, children }) {
  const c = choices.find((x) => x.own) ?? choices[0];
  const also = choices.filter((x) => x !== c);
  return html`<section class=${`bar${c?.own ? " own" : ""}`} aria-label="Now" data-eye=".bar-text" data-asked=${c?.own ? c.q.id : ""}>
    <${Track} view=${view} hands=${hands} />
    <div class="bar-now"><${Says} view=${view} c=${c} also=${also} hands=${hands} />${children}</div>
    <${Before} view=${view} look=${look} />
    ${hands && html`<div class="bar-act" data-ready="yes"><button type="button" class="main" data-chip="hands-done" onClick=${handsDone}>${hands.done}</button></div>`}
    ${!c && !hands && html`<${Handing} view=${view} setAs=${setAs} />`}
    ${c?.own && html`<div class="bar-act" key=${c.q.id} data-ready=${c.ready ? "yes" : "no"}>${c.q.roll ? html`<${Tiles} c=${c} view=${view} act=${act} />` : html`<${Chips} c=${c} view=${view} drawn=${drawn} />`}</div>`}
    ${c && !c.own && c.q.roll && html`<div class="bar-act idle"><${Tiles} c=${c} view=${view} act=${act} /></div>`}
  </section>`;
}

/** The way through the turn: where it is, and what comes. @param {{view: GameView, hands: import("./boards.js").HandsStep | null}} p */
function Track({ view, hands }) {
  const all = /** @type {Stage[]} */ (view.play.state?.track ?? []), stages = hands ? all.map((s) => ({ ...s, now: s.name === hands.step })) : all;
  const asked = view.play.pending[0]?.part ?? [];
  const st = view.play.state, whose = st?.marching || st?.turn_seat || 0;
  const turn = asked[0] ?? "";
  if (stages.length === 0 || view.play.outcome) return null;
  const now = stages.findIndex((s) => s.now);
  return html`<div class="bar-when">${turn && html`<strong class=${`bar-turn seat-${whose || 0}`}>${told(view, turn)}</strong>`}<ol class="track" aria-label="Steps of the turn">${stages.map((s, i) => html`<li key=${i} class=${s.now ? "now" : i < now ? "past" : ""} aria-current=${s.now ? "step" : undefined}>
    <span class="step-name"><${Look} rule=${s.rule}>${told(view, s.name)}<//></span>${(s.within ?? []).length > 0 && html`<ol class="within">${s.within?.map((w, k) => html`<li key=${k} class=${w.now ? "now" : ""} aria-current=${w.now ? "step" : undefined}><${Look} rule=${w.rule}>${told(view, w.name)}<//></li>`)}</ol>`}</li>`)}</ol><button type="button" class="quiet to-board" id="to-board" onClick=${toBoard}>The table</button></div>`;
}

/** Shows the board, which lies below the question on a phone. The focus moves there too. */
function toBoard() {
  document.querySelector(".a-board")?.scrollIntoView();
  document.getElementById("board-title")?.focus({ preventScroll: true });
}

/** Who is asked, and for what, in one sentence. @param {{view: GameView, c: Choice | undefined, also: Choice[], hands: import("./boards.js").HandsStep | null}} p */
function Says({ view, c, also, hands }) {
  const [who, text] = hands ? [hands.who, hands.text] : nowWords(view, c);
  return html`<p class="bar-say"><span class="bar-who">${who}</span><span class="bar-text" tabindex="-1">${text}</span>${also.length > 0 && html`<span class="bar-also">${tr("{also} too", { also: also.map((x) => nowWords(view, x)[0]).filter(Boolean).join(", ") })}</span>`}</p>`;
}

const lately = 4; // of so many facts the one with a result is told, or else the last one

/** What just happened, in one line. @param {{view: GameView, look: import("./boards.js").Look | null}} p */
function Before({ view, look }) {
  const last = view.play.trail.slice(-lately), fact = [...last].reverse().find((f) => f.sum) ?? last.at(-1);
  if (!fact || view.play.outcome) return null;
  const text = told(view, fact.text), adds = fact.sum && (fact.sum.terms ?? []).length > 0 && fact.sum.makes.n && !text.includes(" = ");
  return html`<p class="bar-last"><span class="unseen">Just now: </span><${Told} view=${view} look=${look} text=${fact.text} />${adds ? html` <${SumLine} sum=${fact.sum} />` : ""}</p>`;
}

/** @param {GameView} view @param {Choice | undefined} c @returns {[string, string]} */
function nowWords(view, c) {
  if (view.play.outcome) return ["", told(view, view.play.outcome.text)];
  if (view.game.status === "paused") return ["", tr("The game is paused.")];
  if (view.ask) return ["", tr("Somebody must agree first.")];
  if (!c) {
    const secret = view.seats.filter((s) => s.secret);
    if (secret.length > 0) return [listed(secret.map((s) => s.name)), tr("Something secret is asked. The others look away.")];
    return ["", ""];
  }
  const names = (c.q.seats ?? []).map((s) => view.seats[s - 1]?.name).filter(Boolean), name = listed(names, "disjunction");
  let text = told(view, c.q.text);
  if (names.length === 1) text = [`${name}: `, `${name}, `, `${name}'s `, `${name}’s `].reduce((t, head) => (t.startsWith(head) ? t.slice(head.length) : t), text);
  return [name || tr("The table"), text.charAt(0).toUpperCase() + text.slice(1)];
}

/** To whom the screen is handed. @param {{view: GameView, setAs: (seat: number) => void}} p */
function Handing({ view, setAs }) {
  const secret = handedTo(view).filter((s) => s.secret);
  if (secret.length === 0 || view.game.status !== "playing") return null;
  return html`<div class="bar-act">${secret.map((s) => html`<button type="button" key=${s.seat} class="chip-option main" data-chip=${`hand ${s.seat}`} onClick=${() => setAs(s.seat)}>${tr("I am {name}", { name: s.name })}</button>`)}</div>`;
}

/** What can be chosen and is nowhere on the board, and what is chosen so far. @param {{c: Choice, view: GameView, drawn: Set<string>}} p */
function Chips({ c, view, drawn }) {
  const loose = c.items.filter((o) => !o.on.some((id) => drawn.has(id))), placed = c.items.length - loose.length;
  const allot = c.q.allot;
  return html`${placed > 0 && html`<p class="bar-hint">${trn(placed, "Tap what is lit", "Tap one that is lit")}${loose.length > 0 ? tr(", or") : ""}</p>`}
    ${loose.length > 0 && html`<div class="chips" role="group" aria-label="Choose">${loose.map((o) => {
      const i = allot?.rows.findIndex((r) => r.id === o.id) ?? -1;
      return html`<button type="button" key=${o.id} class="chip-option" data-chip=${o.id} aria-pressed=${c.takes ? (o.state === "chosen" ? "true" : "false") : undefined} disabled=${o.state === "shut" && !allot} onClick=${() => c.tapOnce(o.id)}>
        ${optionGlyph(o) && html`<${Glyph} name=${optionGlyph(o)} />`}${c.q.arrange && o.n > 0 && html`<b class="place">${o.n}</b>`}<span>${told(view, o.text)}</span>${o.note && html`<small>${told(view, o.note)}</small>`}${allot && html`<b class="points">${o.n}<small>/${allot.rows[i]?.max}</small></b>`}</button>`;
    })}</div>`}
    ${c.takes && html`<div class="bar-take"><span class=${c.good ? "tally good" : "tally"}>${c.tally}</span>
      ${(c.q.pick?.most || c.q.arrange) && html`<button type="button" class="quiet" data-chip="fill" onClick=${c.fill}>${c.q.arrange ? tr("The rest as listed") : tr("Choose for me")}</button>`}
      ${(c.draft.chosen?.length ?? 0) + (c.draft.points ?? []).reduce((a, b) => a + b, 0) > 0 && html`<button type="button" class="quiet" data-chip="clear" onClick=${c.clear}>Begin again</button>`}
      <${Ways} id="" where="" /><button type="button" class="main" data-chip="take" disabled=${!c.good || !c.ready} onClick=${c.send}>${c.take}</button></div>`}`;
}
