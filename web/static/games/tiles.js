// The dice to roll as tiles in the bar, and the faces of a die to tap.
import { html } from "../view.js";
import { Glyph, glyphName } from "../glyphs.js";
import { at as addressOf } from "../where.js";
import { faceWords, shownColors } from "./dice.js";
import { DrawnDie, glyphOf } from "./drawn.js";
import { told } from "./names.js";
import { distinct, hand, lastCounts, rolledOf, say } from "./rolled.js";
import { RollKeys } from "./rollkeys.js";
import { useSpots } from "./spots.js";
import { heard, tr, trn } from "../language.js";

/** @typedef {import("../messages.js").GameView} GameView */
/** @typedef {import("../messages.js").Face} Face */
/** @typedef {import("./choice.js").Choice} Choice */
/** @typedef {import("./rolled.js").Row} Row */

/** The dice to roll, as they must be rolled. @param {{c: Choice, view: GameView, act: (a: any) => Promise<boolean>}} p */
export function Tiles({ c, view, act }) {
  const spots = useSpots();
  const roll = /** @type {import("../messages.js").Roll} */ (c.q.roll);
  if ((roll.dice ?? []).length === 0) return html`<p class="bar-hint">${roll.min === roll.max ? trn(roll.max ?? 0, "{n} die: throw it on the tray.", "{n} dice: throw them on the tray.") : trn(roll.max ?? 0, "{min} to {n} die: throw it on the tray.", "{min} to {n} dice: throw them on the tray.", { min: roll.min ?? 0 })}</p>${c.own && view.eye.virtual && html`<button type="button" class="main" data-chip="throw" onClick=${() => act({ do: "throw" })}>Throw the dice</button>`}`;
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

/** The faces of a die to tap; the next die that nobody has said anything of follows by itself. @param {{id: string, close: () => void}} p */
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
