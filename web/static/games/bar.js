// The bar over the board: where the turn is, who is asked for what, and how to answer. It carries what is nowhere on
// the board: alternatives, the dice to roll, what is chosen so far, and the button that sends it.
import { html } from "../view.js";
import { Look } from "../dragons/reference.js";
import { Glyph, glyphName } from "../glyphs.js";
import { at as addressOf } from "../where.js";
import { handedTo } from "./cover.js";
import { faceWords, shownColors } from "./dice.js";
import { DrawnDie, glyphOf } from "./drawn.js";
import { SumLine } from "./moment.js";
import { told } from "./names.js";
import { distinct, hand, lastCounts, rolledOf, say } from "./rolled.js";
import { RollKeys } from "./rollkeys.js";
import { useSpots, Ways } from "./spots.js";
import { heard, listed, tr, trn } from "../language.js";

/** @typedef {import("../messages.js").GameView} GameView */
/** @typedef {import("../messages.js").Face} Face */
/** @typedef {import("./choice.js").Choice} Choice */
/** @typedef {import("./choice.js").Item} Item */
/** @typedef {import("./rolled.js").Row} Row */
/** @typedef {{rule?: string, name: string, now?: boolean, within?: Stage[]}} Stage a step of the way, as every rulebook's state has it */

/**
 * @param {object} p
 * @param {GameView} p.view
 * @param {Choice[]} p.choices
 * @param {Set<string>} p.drawn the ids of what the board draws
 * @param {(a: any) => Promise<boolean>} p.act
 * @param {(seat: number) => void} p.setAs
 * @param {any} [p.children] the button that takes the last answer back
 */
export function Bar({ view, choices, drawn, act, setAs, children }) {
  const c = choices.find((x) => x.own) ?? choices[0];
  const also = choices.filter((x) => x !== c);
  return html`<section class=${`bar${c?.own ? " own" : ""}`} aria-label="Now" data-eye=".bar-text" data-asked=${c?.own ? c.q.id : ""}>
    <${Track} view=${view} />
    <div class="bar-now"><${Says} view=${view} c=${c} also=${also} />${children}</div>
    <${Before} view=${view} />
    ${!c && html`<${Handing} view=${view} setAs=${setAs} />`}
    ${c?.own && html`<div class="bar-act" key=${c.q.id} data-ready=${c.ready ? "yes" : "no"}>${c.q.roll ? html`<${Tiles} c=${c} view=${view} act=${act} />` : html`<${Chips} c=${c} view=${view} drawn=${drawn} />`}</div>`}
    ${c && !c.own && c.q.roll && html`<div class="bar-act idle"><${Tiles} c=${c} view=${view} act=${act} /></div>`}
  </section>`;
}

/** The stages of the turn: the current one, and what comes. @param {{view: GameView}} p */
function Track({ view }) {
  const stages = /** @type {Stage[]} */ (view.play.state?.track ?? []);
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

/** Who is asked, and for what, in one sentence. @param {{view: GameView, c: Choice | undefined, also: Choice[]}} p */
function Says({ view, c, also }) {
  const [who, text] = nowWords(view, c);
  return html`<p class="bar-say"><span class="bar-who">${who}</span><span class="bar-text" tabindex="-1">${text}</span>${also.length > 0 && html`<span class="bar-also">${tr("{also} too", { also: also.map((x) => nowWords(view, x)[0]).filter(Boolean).join(", ") })}</span>`}</p>`;
}

const lately = 4; // of so many facts the one with a result is told, or else the last one

/** What just happened, in one line. @param {{view: GameView}} p */
function Before({ view }) {
  const last = view.play.trail.slice(-lately), fact = [...last].reverse().find((f) => f.sum) ?? last.at(-1);
  if (!fact || view.play.outcome) return null;
  const text = told(view, fact.text), adds = fact.sum && (fact.sum.terms ?? []).length > 0 && fact.sum.makes.n && !text.includes(" = ");
  return html`<p class="bar-last"><span class="unseen">Just now: </span>${text}${adds ? html` <${SumLine} sum=${fact.sum} />` : ""}</p>`;
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
        ${glyphName(o.id) && html`<${Glyph} name=${o.id} />`}${c.q.arrange && o.n > 0 && html`<b class="place">${o.n}</b>`}<span>${told(view, o.text)}</span>${o.note && html`<small>${told(view, o.note)}</small>`}${allot && html`<b class="points">${o.n}<small>/${allot.rows[i]?.max}</small></b>`}</button>`;
    })}</div>`}
    ${c.takes && html`<div class="bar-take"><span class=${c.good ? "tally good" : "tally"}>${c.tally}</span>
      ${(c.q.pick?.most || c.q.arrange) && html`<button type="button" class="quiet" data-chip="fill" onClick=${c.fill}>${c.q.arrange ? tr("The rest as listed") : tr("Choose for me")}</button>`}
      ${(c.draft.chosen?.length ?? 0) + (c.draft.points ?? []).reduce((a, b) => a + b, 0) > 0 && html`<button type="button" class="quiet" data-chip="clear" onClick=${c.clear}>Begin again</button>`}
      <${Ways} id="" where="" /><button type="button" class="main" data-chip="take" disabled=${!c.good || !c.ready} onClick=${c.send}>${c.take}</button></div>`}`;
}

/** The dice to roll, as they must be rolled. @param {{c: Choice, view: GameView, act: (a: any) => Promise<boolean>}} p */
function Tiles({ c, view, act }) {
  const spots = useSpots();
  const roll = /** @type {import("../messages.js").Roll} */ (c.q.roll);
  if ((roll.dice ?? []).length === 0) return html`<p class="bar-hint">${roll.min === roll.max ? tr("{min} dice: throw them on the tray.", { min: roll.min }) : tr("{min} to {max} dice: throw them on the tray.", { min: roll.min ?? 0, max: roll.max })}</p>${c.own && view.eye.virtual && html`<button type="button" class="main" data-chip="throw" onClick=${() => act({ do: "throw" })}>Throw the dice</button>`}`;
  const { rows, made, open, guessed, sum } = rolledOf(c, view);
  const tapped = rows.some((r) => r.face !== undefined);
  return html`<div class="tiles" role="group" aria-label="The dice to roll">${rows.map((row) => html`<${Tile} key=${row.die.id} row=${row} view=${view} tap=${c.own && !row.at?.kept ? (/** @type {Element} */ at) => spots.open(at, (/** @type {() => void} */ close) => html`<${FacePick} id=${row.die.id} close=${close} />`) : null} />`)}</div>
    <div class="bar-take"><${RollKeys} c=${c} rows=${rows} view=${view} act=${act} />${sum !== null && open < rows.length && html`<span class="so-far"><b>${sum}</b> ${tr("{counts} so far", { counts: heard(c.q.counts ?? "") })}</span>`}
    ${c.own && html`${(roll.else ?? []).map((o) => html`<button type="button" key=${o.id} class="quiet" data-chip=${o.id} onClick=${() => c.tap(o.id)}>${told(view, o.text)}</button>`)}
      ${made?.again && made.earlier.length > 0 && html`<button type="button" class="main" data-chip="last-counts" onClick=${() => lastCounts(made, act)}>The last throw counts</button>`}
      ${made && !made.again && made.doubts.length > 0 && made.countable && html`<button type="button" class="main" data-chip="confirm" onClick=${() => act({ do: "confirm", throw: made.throw, rev: made.rev })}>Count the roll</button>`}
      ${open > 0 && guessed === open && html`<button type="button" class="main" data-chip="as-guessed" disabled=${!c.ready} onClick=${() => hand(c, rows, true, view, act)}>All as marked</button>`}
      ${tapped && html`<button type="button" class=${open === 0 ? "main" : ""} data-chip="hand" disabled=${!c.ready} onClick=${() => hand(c, rows, false, view, act)}>${open === 0 ? tr("Count the roll") : tr("Keep these")}</button>`}
      ${view.eye.virtual && view.game.tray && open === rows.length && !tapped && html`<button type="button" class="main" data-chip="throw" onClick=${() => act({ do: "throw" })}>Throw the dice</button>`}`}</div>`;
}

/** A die of the roll with what is known of it. @param {{row: Row, view: GameView, tap: ((at: Element) => void) | null}} p */
function Tile({ row, view, tap }) {
  const { die, name, shows, face, guess, asks, at } = row;
  const now = shows ?? (face !== undefined ? faceOf(row, face) : guess !== undefined ? faceOf(row, guess) : null);
  const what = shows ? faceWords(shows) : face !== undefined && now ? tr("{face}, typed", { face: faceWords(now) }) : asks ? (now ? tr("not sure: {face}?", { face: faceWords(now) }) : tr("not sure")) : tr("not rolled yet");
  const inside = html`${at?.crop && asks ? html`<img class="tile-crop" src=${addressOf(at.crop)} alt="" />` : ""}<${DrawnDie} shape=${die.shape} colors=${shownColors(view, die.colors)} ...${now ? showsOf(now) : { glyph: glyphOf(view.play.state?.kinds?.[die.kind ?? ""]), faint: true }} />${asks && html`<i class="tile-ask">?</i>`}`;
  const cls = `tile${shows ? " known" : face !== undefined ? " typed" : asks ? " asks" : ""}${at?.kept ? " kept" : ""}`;
  if (!tap) return html`<span class=${cls} title=${name} role="img" aria-label=${`${name}: ${what}`}>${inside}</span>`;
  return html`<button type="button" class=${cls} title=${name} data-tile=${die.id} aria-label=${`${name}: ${what}`} onClick=${(/** @type {any} */ e) => tap(e.currentTarget)}>${inside}</button>`;
}

/** @param {Row} row @param {number} i */
const faceOf = (row, i) => distinct(row.die, []).find((f) => f.i === i)?.face ?? (row.die.faces?.[i] ?? null);

/** How a face stands on a die. @param {Face} f */
function showsOf(f) {
  if (f.icon && glyphName(f.icon)) return { glyph: f.icon, count: f.value !== null && f.value !== undefined ? String(f.value) : (f.count ?? 1) > 1 ? String(f.count) : "" };
  return { text: faceWords(f) };
}

/** The faces of a die, for tapping. The next die of which nothing is known follows by itself. @param {{id: string, close: () => void}} p */
export function FacePick({ id, close }) {
  const spots = useSpots(), { view, act } = spots;
  const c = spots.choices.find((x) => x.own && x.q.roll?.dice?.some((d) => d.id === id));
  const rows = c ? rolledOf(c, view).rows : [];
  const i = rows.findIndex((r) => r.die.id === id), row = rows[i];
  if (!c || !row) return null;
  const pick = (/** @type {number} */ f) => {
    say(c, row, f, act);
    const next = [...rows.slice(i + 1), ...rows.slice(0, i)].find((r) => !r.shows && r.face === undefined && !r.at?.kept);
    const tile = next && document.querySelector(`[data-tile="${CSS.escape(next.die.id)}"]`);
    close();
    if (next && tile) setTimeout(() => spots.open(tile, (/** @type {() => void} */ shut) => html`<${FacePick} key=${next.die.id} id=${next.die.id} close=${shut} />`));
  };
  const now = row.face ?? row.guess;
  return html`<div class="face-pick" data-picks=${id}><p class="bubble-title">${row.at?.crop && html`<img class="crop" src=${addressOf(row.at.crop)} alt="" />`}<strong>${row.name}</strong>${row.at?.why && html`<small>${heard(row.at.why)}</small>`}</p>
    <div class="pick-faces" role="group" aria-label=${tr("What does {name} show?", { name: row.name })}>${distinct(row.die, row.at?.likely ?? []).map((f) => html`<button type="button" key=${f.i} data-pick-face=${f.i} aria-pressed=${now === f.i ? "true" : "false"} aria-label=${faceWords(f.face)} onClick=${() => pick(f.i)}>
      ${f.face.icon && glyphName(f.face.icon) ? html`<${Glyph} name=${f.face.icon} />${(f.face.count ?? 1) > 1 && html`<b>${f.face.count}</b>`}` : html`<b>${faceWords(f.face)}</b>`}<small>${f.face.icon ? faceWords({ icon: f.face.icon }) : ""}</small></button>`)}</div></div>`;
}
