// The plate of an overlay: its parts in one of the layouts. It is never larger than the picture.
import { Guard, html } from "../view.js";
import { called, colored } from "./choices.js";
import { Dots } from "./dots.js";
import { corrected, rollKey, sumOf, whose } from "./parts.js";
import { heard, language, tr } from "../language.js";

/** @typedef {import("./choices.js").Choices} Choices */
/** @typedef {import("../messages.js").OverlayShown} OverlayShown */

/**
 * @typedef {object} PlateOf
 * @property {Choices} choices
 * @property {Record<string, any>} drawn the parts, by name
 * @property {OverlayShown | null} shown
 * @property {any} view all that was sent
 * @property {string} from what sends the rolls, in a word
 * @property {string[]} wrong sentences about the address
 * @property {string} great why the roll is highlighted, empty if it isn't
 * @property {boolean} linked
 * @property {Date | null} lost since when nothing was received, null while something is
 * @property {string} refused why nothing is sent
 * @property {boolean} away the roll has been shown for long enough
 */

/** @param {PlateOf} p */
export function Plate(p) {
  const { choices, shown, great, away, lost } = p;
  const Lay = laid[choices.layout] ?? Stacked;
  const classes = ["plate", `lay-${choices.layout}`, lost && "stale", great && "great", away && "away"].filter(Boolean).join(" ");
  return html`<div class=${classes}>
    ${shown ? html`<${Guard} instead=${undrawn()}><${Lay} ...${p} shown=${shown} /><//>` : html`<${Head} ...${p} /><div class="ov-total"><div class="ov-figure" id="total">–</div></div>`}
    ${great && html`<p class="ov-great" key=${rollKey(shown)}>${great}</p>`}
    <${Tags} ...${p} />
  </div>`;
}

/** Stands for a roll that can't be drawn: the roll before would look like it. */
const undrawn = () => html`<p class="ov-tag" id="undrawn">This roll can’t be shown here. The table’s page has it.</p>`;

/** Whose roll it is, and what goes on. @param {PlateOf} p */
function Head({ choices, shown, view, linked }) {
  const name = whose(shown);
  return html`<div class="ov-head"><span class="ov-who" style=${{ color: choices.players[name]?.color }}>${called(choices, name) || tr("Astragal")}</span>
    ${linked && view?.state === "moving" && html`<${Dots} />`}
    ${corrected(shown) && html`<span class="ov-tag" id="corrected">corrected</span>`}</div>`;
}

/** What the streamer must know. @param {PlateOf} p */
function Tags({ lost, refused, from, linked, view, wrong }) {
  return html`${lost && html`<p class="ov-tag" id="stale" role="status">${refused || tr("Not live since {clock}: the {from} can’t be reached", { clock: clock(lost), from })}</p>`}
    ${linked && view?.problem && html`<p class="ov-tag" id="problem">${heard(view.problem)}</p>`}
    ${wrong.map((text) => html`<p class="ov-tag" key=${text} data-wrong>${text}</p>`)}`;
}

/** One part, if it is chosen. @param {PlateOf & {name: string}} p */
function Part({ name, choices, drawn, shown, view }) {
  return choices.parts.includes(name) && drawn[name] ? html`<div class=${`ov-part ov-is-${name}`}><${drawn[name]} shown=${shown} lines=${choices.lines} view=${view} choices=${choices} /></div>` : null;
}

/** All parts, one below the other. @param {PlateOf} p */
const Stacked = (p) => html`<${Head} ...${p} /><div class="ov-parts" key=${rollKey(p.shown)}>${p.choices.parts.map((name) => html`<${Part} ...${p} key=${name} name=${name} />`)}</div>`;

/** A bar: who, the dice, the sum in one line, the number. @param {PlateOf} p */
function Lower(p) {
  const rest = p.choices.parts.filter((n) => n !== "dice" && n !== "total");
  return html`<div class="ov-bar" key=${rollKey(p.shown)}>
    <div class="ov-fit ov-bar-who"><${Head} ...${p} />${p.shown && html`<div class="ov-text">${sumOf(p.shown)}</div>`}</div>
    <div class="ov-fit ov-bar-dice"><${Part} ...${p} name="dice" /></div>
    <${Part} ...${p} name="total" />
  </div>${rest.length > 0 && html`<div class="ov-parts">${rest.map((name) => html`<${Part} ...${p} key=${name} name=${name} />`)}</div>`}`;
}

/** Two columns between scenes: the board and the last roll. @param {PlateOf} p */
const Full = (p) => html`<div class="ov-columns"><div><${Part} ...${p} name="board" /></div>
  <div><${Head} ...${p} /><div class="ov-parts" key=${rollKey(p.shown)}>${p.choices.parts.filter((n) => n !== "board").map((name) => html`<${Part} ...${p} key=${name} name=${name} />`)}</div></div></div>`;

const inLine = ["dice", "total", "question", "log"];
const diceInLine = 8;

/** One line with the last rolls, newest first. Parts that are higher than a line stand above it. @param {PlateOf} p */
function Ticker(p) {
  const thrown = (p.shown?.game ? p.shown.dice : p.shown?.rolls[0]?.dice)?.length ?? 0;
  /** @param {boolean} line */
  const parts = (line) => p.choices.parts.filter((n) => (inLine.includes(n) && (n !== "dice" || thrown <= diceInLine)) === line).map((name) => html`<${Part} ...${p} key=${name} name=${name} />`);
  const high = parts(false);
  return html`${high.length > 0 && html`<div class="ov-parts">${high}</div>`}<div class="ov-line ov-fit" key=${rollKey(p.shown)}>${parts(true)}</div>`;
}

/** @type {Record<string, any>} */
const laid = { lower: Lower, full: Full, ticker: Ticker };

/** @param {Date} t */
const clock = (t) => t.toLocaleTimeString(language, { hour: "2-digit", minute: "2-digit" });

/** Gives the stage the looks that were chosen. @param {HTMLElement} root @param {Choices} choices */
export function dress(root, choices) {
  root.className = [...choices.corner, `theme-${choices.theme}`, `on-${choices.layout}`, ...(choices.colors.behind ? ["keyed"] : [])].join(" ");
  root.style.setProperty("--scale", String(choices.size));
  for (const [name, variable] of Object.entries(colored)) {
    if (choices.colors[name]) root.style.setProperty(variable, choices.colors[name]);
    else root.style.removeProperty(variable);
  }
  if (choices.font) root.style.setProperty("--ov-font", `"${choices.font}", var(--text)`);
  else root.style.removeProperty("--ov-font");
}

/** Watches the plate's own size, which changes when a picture arrives or the log grows. */
const sizes = new ResizeObserver((seen) => seen.forEach((s) => s.target.parentElement && fit(s.target.parentElement)));
/** @type {Set<HTMLElement>} */
const roots = new Set();

/** Keeps the plate within the picture, from now on. @param {HTMLElement} root */
export function fitWithin(root) {
  roots.add(root);
  const plate = root.firstElementChild;
  if (plate) sizes.observe(plate);
  fit(root);
}

/** Shrinks what is in a bar, and then the plate, until all of it is in the picture. @param {HTMLElement} root */
function fit(root) {
  root.style.setProperty("--u", `${Math.min(root.clientWidth, root.clientHeight) / 100}px`);
  const plate = root.firstElementChild;
  if (!(plate instanceof HTMLElement)) return;
  atRest(plate, () => {
    for (const e of plate.querySelectorAll(".ov-fit")) if (e instanceof HTMLElement) shrink(e);
  });
  const { paddingLeft, paddingTop } = getComputedStyle(root);
  const wide = root.clientWidth - 2 * parseFloat(paddingLeft), high = root.clientHeight - 2 * parseFloat(paddingTop);
  const by = Math.min(1, wide / plate.offsetWidth, high / plate.offsetHeight);
  plate.style.transform = by < 1 ? `scale(${by})` : "";
}

/** Does something while everything is where its motion ends: dice that still fall reach beyond their place. @param {HTMLElement} plate @param {() => void} measure */
function atRest(plate, measure) {
  const moving = plate.getAnimations({ subtree: true }).filter((a) => a instanceof CSSAnimation && a.playState !== "finished" && Number.isFinite(Number(a.effect?.getComputedTiming().endTime)));
  const times = moving.map((a) => a.currentTime);
  for (const a of moving) a.currentTime = Number(a.effect?.getComputedTiming().endTime);
  measure();
  moving.forEach((a, i) => { a.currentTime = times[i]; });
}

const least = 0.3; // share of its normal size

/** Shrinks letters and dice until they fit their place. @param {HTMLElement} e */
function shrink(e) {
  let by = 1;
  e.style.fontSize = "";
  while (by > least && (e.scrollWidth > e.clientWidth || e.scrollHeight > e.clientHeight)) {
    by -= 0.1;
    e.style.fontSize = `${by}em`;
  }
}

addEventListener("resize", () => roots.forEach(fit));
