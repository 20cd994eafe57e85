// A game before it begins, on every screen that takes part: the rules, who plays, and what each player brings. Each
// player chooses on their own screen, and the others see that they are ready.
import { Code } from "../invite.js";
import { lostWords, useInert, waitWords } from "../pulse.js";
import { connect, keepCurrent, nothing } from "../table.js";
import { html, useEffect, useMemo, useRef, useState } from "../view.js";
import { at } from "../where.js";
import { ask, sentence } from "./fetch.js";
import { brings, forms } from "./forms.js";
import { Head } from "./head.js";
import { heard, tr, trn } from "../language.js";

/** @typedef {import("../messages.js").KindView} KindView */
/** @typedef {import("../messages.js").LobbyAct} LobbyAct */
/** @typedef {import("../messages.js").LobbySeat} LobbySeat */
/** @typedef {import("../messages.js").LobbyView} LobbyView */
/** @typedef {(a: LobbyAct) => Promise<boolean>} Do */

const hash = document.querySelector("script[data-hash]")?.getAttribute("data-hash") ?? "";

/** Opens a lobby and goes there. @param {any} from what it starts from @param {(why: string) => void} say */
export async function openLobby(from, say) {
  const r = await ask("/api/lobbies", { body: from });
  if (r.ok) location.assign(at(`/begin/${r.data.lobby}`));
  else say(r.why);
}

/** @param {{id: number, say: (text: string) => void}} p */
export function Lobby({ id, say }) {
  const [seen, setSeen] = useState(nothing);
  const [kinds, setKinds] = useState(/** @type {KindView[]} */ ([]));
  const table = useMemo(() => connect(setSeen, `?lobby=${id}`, say), []);
  useEffect(() => () => table.close(), [table]);
  useEffect(() => { ask("/api/games").then((r) => (r.ok ? setKinds(r.data.kinds) : say(r.why))); }, []);
  const { view, act, why } = useActs(id, seen.lobby, kinds);
  useInert(seen.linked);
  useEffect(() => {
    if (view) keepCurrent(view, hash);
    if (view?.game) location.replace(at(`/games/${view.game}`));
  }, [view?.page, view?.game]);
  if (!view || view.game) return html`<${Head} at="/games" pulse=${false} /><main><p class="starting" role="status">${seen.gone ? html`${sentence(seen.gone)}. <a href=${at("/games")}>Look at the table’s games.</a>` : waitWords(seen)}</p></main>`;
  const own = view.seats.some((s) => s.mine);
  return html`<${Head} at="/games" pulse=${false} />
    <div class="words">${!seen.linked && html`<p class="word bad" id="lost" role="alert">${lostWords(seen.why)}</p>`}
      ${view.closed && html`<p class="word" id="closed" role="status">This was closed: no game came of it. <a href=${at("/games")}>Look at the table’s games.</a></p>`}
      ${!view.plays && !view.closed && html`<p class="word" id="looking-on">This screen only looks on. Scan the QR code that the table’s screen shows here to play.</p>`}</div>
    <main class=${`lobby ${view.may ? "arranges" : "joins"}`}>
      <${Rules} view=${view} kinds=${kinds} act=${act} say=${say} />
      <${Players} view=${view} act=${act} say=${say} own=${own} />
      <div class="lobby-aside">${!view.closed && html`<${Foot} view=${view} act=${act} why=${why} />`}
      ${view.may && !view.closed && html`<section class="card a-code" aria-labelledby="others-title"><h2 id="others-title">Others choose on their own phones</h2>
        ${view.network ? html`<p class="how">They scan this, take a seat, choose what they bring in secret, and say that they are ready. Seats that nobody takes are chosen for here.</p><${Code} query=${`lobby=${id}`} alt="QR code with which others join this game" />`
          : html`<p class="how">Only this machine can open the table now, so everybody chooses here. If the table is started with --listen :8437, phones may join.</p>`}</section>`}</div>
    </main>`;
}

/**
 * Sends this screen's acts to the table one after the other, and shows them at once.
 * @param {number} id @param {LobbyView | null} told @param {KindView[]} kinds
 */
function useActs(id, told, kinds) {
  const [view, setView] = useState(told);
  const [why, setWhy] = useState("");
  const waiting = useRef(/** @type {{a: LobbyAct, done: (ok: boolean) => void}[]} */ ([]));
  const busy = useRef(false);
  const newest = useRef(told);
  useEffect(() => {
    if (!told || told.rev < (newest.current?.rev ?? 0)) return; // it was on its way while something was done here
    newest.current = told;
    if (!busy.current) setView(told);
  }, [told]);
  useEffect(() => setWhy((old) => (told && old === told.waits ? old : "")), [told?.waits]); // others may have mended what was refused
  const run = async () => {
    if (busy.current) return;
    busy.current = true;
    for (let next = waiting.current.shift(); next; next = waiting.current.shift()) {
      const r = await ask(`/api/lobbies/${id}`, { body: next.a });
      if (r.ok) newest.current = r.data.lobby;
      setWhy(r.why);
      next.done(r.ok);
    }
    busy.current = false;
    setView(newest.current);
  };
  /** @type {Do} */
  const act = (a) => {
    setView((old) => old && after(old, a, kinds));
    const last = waiting.current.at(-1);
    if (last && last.a.do === a.do && last.a.seat === a.seat && ["name", "bring", "rules"].includes(a.do)) {
      waiting.current.pop();
      last.done(false); // the new act replaces it
    }
    const came = new Promise((/** @type {(ok: boolean) => void} */ done) => waiting.current.push({ a, done }));
    run();
    return came;
  };
  return { view, act, why };
}

/** The lobby as it will be after the table has done that. @param {LobbyView} v @param {LobbyAct} a @param {KindView[]} kinds @returns {LobbyView} */
function after(v, a, kinds) {
  /** @param {Partial<LobbySeat>} change */
  const seat = (change) => ({ ...v, seats: v.seats.map((s) => (s.seat === a.seat ? { ...s, ...change } : s)) });
  if (a.do === "name") return seat({ name: a.name ?? "" });
  if (a.do === "bring") return seat({ force: a.force, has: a.force !== null, ready: false, why: "" });
  if (a.do !== "rules") return v;
  const k = kinds.find((x) => x.id === a.rulebook);
  if (!k || k.id === v.rulebook) return { ...v, title: a.title ?? "", setup: a.setup };
  const seats = v.seats.map((s) => ({ ...s, force: null, has: false, why: "", ready: false }));
  return { ...v, rulebook: k.id, kind: k.name, form: k.form, least: k.least, most: k.most, title: a.title ?? "", setup: null, brings: k.form in brings, seats };
}

/** @param {{view: LobbyView, kinds: KindView[], act: Do, say: (text: string) => void}} p */
function Rules({ view, kinds, act, say }) {
  const Form = forms[view.form];
  /** @param {any} change */
  const rules = (change) => act({ do: "rules", rulebook: view.rulebook, title: view.title, setup: view.setup, ...change });
  /** The current setup may have changed since the form was drawn. @param {any} to */
  const setSetup = (to) => rules({ setup: typeof to === "function" ? to(view.setup) : to });
  if (!view.may) {
    return html`<section class="card a-rules" aria-labelledby="rules-title"><h2 id="rules-title">${view.title || tr("The game")}</h2><p>${view.kind}${view.setup?.size ? ` · ${trn(view.setup.size, "{n} point", "{n} points")}` : ""}</p></section>`;
  }
  return html`<section class="card a-rules" aria-labelledby="rules-title"><h2 id="rules-title">Begin a game</h2>
    <div class="fields">
      <label>Rules<select id="rulebook" value=${view.rulebook} onChange=${(/** @type {any} */ e) => rules({ rulebook: e.target.value, setup: null })}>${(kinds.length > 0 ? kinds : [{ id: view.rulebook, name: view.kind }]).map((k) => html`<option key=${k.id} value=${k.id}>${k.name}</option>`)}</select></label>
      <${Field} label="Name of the game" id="game-name" most=${100} placeholder="none" value=${view.title} put=${(/** @type {string} */ title) => rules({ title })} />
    </div>
    ${Form && html`<${Form} key=${view.rulebook} kind=${{ id: view.rulebook }} players=${view.seats} setup=${view.setup} setSetup=${setSetup} say=${say} />`}
  </section>`;
}

/** A field whose text is sent to the table when it is complete. @param {any} p */
function Field({ label, value, put, most, id = undefined, placeholder = undefined, player = undefined }) {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  return html`<label>${label}<input type="text" id=${id} maxlength=${most} placeholder=${placeholder} data-player=${player} autocomplete="off" value=${text} onInput=${(/** @type {any} */ e) => setText(e.target.value)}
    onChange=${(/** @type {any} */ e) => e.target.value.trim() !== value && put(e.target.value.trim())} /></label>`;
}

/** @param {{view: LobbyView, act: Do, say: (text: string) => void, own: boolean}} p */
function Players({ view, act, say, own }) {
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  const bounds = view.most === 0 ? "" : view.least === view.most ? `${view.least} players` : `${view.least} to ${view.most} players`;
  const choosing = view.plays && !view.may && !own;
  const free = view.seats.some((s) => !s.held);
  const seats = view.may ? view.seats : [...view.seats].sort((a, b) => Number(b.mine) - Number(a.mine)); // one’s own first
  /** Does that, then moves the focus to the player. @param {LobbyAct} a @param {number} seat */
  const go = async (a, seat) => {
    if (!(await act(a))) return;
    setTimeout(() => {
      const row = list.current?.querySelector(`[data-seat="${seat}"]`);
      /** @type {HTMLElement | null | undefined} */ (row?.querySelector("input") ?? row?.querySelector("h3"))?.focus();
    });
  };
  return html`<section class="card a-players" aria-labelledby="players-title" ref=${list}>
    <h2 id="players-title">${choosing ? tr("Which seat is yours?") : tr("Who plays")} <span class="how">${bounds}</span></h2>
    <ol class="lobby-seats">${seats.map((s) => html`<${Player} key=${s.seat} s=${s} view=${view} act=${act} say=${say} go=${go} choosing=${choosing} own=${own} />`)}</ol>
    ${view.seats.length < view.most && view.may && html`<div class="row"><button type="button" class="quiet" id="add-player" onClick=${() => go({ do: "add" }, view.seats.length + 1)}>Add a player</button></div>`}
    ${choosing && !free && (view.seats.length < view.most ? html`<div class="row"><button type="button" class="main" data-sit=${view.seats.length + 1} onClick=${() => go({ do: "sit", seat: view.seats.length + 1 }, view.seats.length + 1)}>Play too</button></div>` : html`<p class="word" role="status">All seats are taken. Whoever sits at a wrong one may leave it.</p>`)}
  </section>`;
}

/** How a player stands, for everybody. @param {LobbySeat} s */
const standing = (s) => (s.ready ? (s.held || s.has ? tr("ready") : "") : s.held && !s.here ? tr("their screen is gone") : s.held && !s.mine ? tr("chooses on another screen") : s.held ? tr("not ready yet") : "");

/** @param {any} p */
function Player({ s, view, act, say, go, choosing, own }) {
  const name = s.name || tr("Player {seat}", { seat: s.seat });
  const Brings = brings[view.form];
  const take = view.plays && !view.closed && !s.held && (choosing || !own);
  const stands = standing(s);
  return html`<li data-seat=${s.seat} class=${s.mine ? "mine" : ""}>
    <div class="lobby-line"><h3 tabindex="-1">${name}${s.mine && html`<span class="how"> · you</span>`}</h3>
      ${stands && html`<span class=${s.ready ? "badge playing" : "badge"} data-stands=${s.seat}>${s.ready ? "✓ " : ""}${stands}</span>`}
      ${take && html`<button type="button" class=${choosing ? "main" : "quiet"} data-sit=${s.seat} onClick=${() => go({ do: "sit", seat: s.seat }, s.seat)}>${s.name ? tr("I am {name}", { name: s.name }) : choosing ? tr("This is my seat") : tr("I sit here")}<span class="unseen">${s.name ? "" : ` ${tr("(player {seat})", { seat: s.seat })}`}</span></button>`}
      ${(s.mine || (view.may && s.held && !s.here)) && html`<button type="button" class="quiet" data-leave=${s.seat} onClick=${() => go({ do: "leave", seat: s.seat }, s.seat)}>${s.mine ? tr("Leave the seat") : tr("Free the seat")}</button>`}
      ${view.may && view.seats.length > view.least && (!s.held || s.mine) && html`<button type="button" class="quiet" aria-label=${tr("Take player {seat} out", { seat: s.seat })} onClick=${() => go({ do: "drop", seat: s.seat }, Math.max(1, s.seat - 1))}>✕</button>`}</div>
    ${s.own && !view.closed && html`${!(s.mine && s.ready) && html`<div class="lobby-own"><div class="fields"><${Field} label=${s.mine ? tr("Your name") : tr("Name {ofWhom}", { ofWhom: html`<span class="unseen">${tr("of player {seat}", { seat: s.seat })}</span>` })} most=${40} player=${s.seat} value=${s.name} put=${(/** @type {string} */ text) => act({ do: "name", seat: s.seat, name: text })} /></div>
      ${Brings && html`<${Brings} edition=${view.rulebook} setup=${view.setup} seat=${s.seat} name=${s.mine ? "You" : name} mine=${s.mine} force=${s.force} may=${view.may} say=${say} bring=${(/** @type {any} */ force) => act({ do: "bring", seat: s.seat, force })} />`}</div>`}
      ${s.mine && html`<div class="row end"><button type="button" class=${s.ready ? "" : "main"} data-be-ready=${s.seat} aria-pressed=${s.ready ? "true" : "false"} onClick=${() => act({ do: s.ready ? "wait" : "ready", seat: s.seat })}>${s.ready ? tr("Change something") : tr("I am ready")}</button></div>`}`}
  </li>`;
}

/** What is missing, and the button that begins. On a wide screen it always stays in sight. @param {{view: LobbyView, act: Do, why: string}} p */
function Foot({ view, act, why }) {
  return html`<section class="card lobby-foot" aria-label="Beginning">
    <p role="status" id="waits" class=${view.waits ? "how" : "ready"}>${view.waits ? heard(view.waits) : (view.may ? tr("Everybody is ready.") : tr("Everybody is ready: the table’s screen begins the game."))}</p>
    ${why && html`<p class="word bad" role="alert" id="new-refused">${why}</p>`}
    ${view.may && html`<div class="row end"><button type="button" class="quiet" id="close-lobby" onClick=${async () => { if (await act({ do: "close" })) location.assign(at("/games")); }}>Don’t begin</button>
      <button type="button" class="main" id="begin-game" onClick=${() => act({ do: "begin" })}>Begin</button></div>`}
  </section>`;
}
