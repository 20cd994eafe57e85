// Dice as small drawings: the solid's outline with its number.
import { useKeys } from "./eye.js";
import { html, useEffect, useRef, useState } from "./view.js";
import { tr } from "./language.js";

/** @typedef {import("./messages.js").DieView} DieView */

/** Outlines in a square of 40. @type {Record<string, string>} */
const outlines = {
  d4: "20,3 37.5,34 2.5,34",
  d8: "20,2 37,20 20,38 3,20",
  d10: "20,2 38,17 34,27 20,38 6,27 2,17",
  d12: "20,2 37.5,15 31,36 9,36 2.5,15",
  d20: "20,2 36,11 36,29 20,38 4,29 4,11",
};

/** The plastic's names as colours to draw with: body, figure. @type {Record<string, [string, string]>} */
const plastics = {
  white: ["#f6f5f1", "#1d2226"], ivory: ["#efe4c8", "#2b2417"], grey: ["#8d9296", "#ffffff"],
  black: ["#2a2d31", "#ffffff"], red: ["#b5302c", "#ffffff"], pink: ["#e59ab4", "#3a1120"],
  orange: ["#dd7a22", "#221200"], brown: ["#7a5233", "#ffffff"], yellow: ["#ecc935", "#2a2300"],
  gold: ["#c39a3a", "#241b00"], green: ["#2f7d4a", "#ffffff"], teal: ["#1f7f80", "#ffffff"],
  cyan: ["#53bdd0", "#062529"], "light blue": ["#8dbde8", "#0c2136"], blue: ["#2b58a6", "#ffffff"],
  purple: ["#6d4596", "#ffffff"], silver: ["#c3c8cc", "#1d2226"],
};

/** The colour to draw a plastic with, given by its name or as a hex value. @param {string | undefined} name */
export const plasticOf = (name) => (name?.startsWith("#") ? name : plastics[name ?? ""]?.[0] ?? "var(--chip)");

/** @param {string} shape @param {string[]} colors */
function paint(shape, colors) {
  const [body, ink] = plastics[colors[0]] ?? ["var(--chip)", "var(--chip-ink)"];
  const second = colors[1] && plastics[colors[1]]?.[0];
  const points = outlines[shape];
  return { body, ink, second, points };
}

/** The lower right corner of an outline, beside the number: where the second colour of a two-coloured die is drawn. @param {string} points */
function corner(points) {
  const p = points.split(" ").map((xy) => xy.split(",").map(Number));
  return p.flatMap(([x, y], i) => {
    const [nextX, nextY] = p[(i + 1) % p.length];
    const [here, next] = [x + y - 51, nextX + nextY - 51];
    const t = here / (here - next);
    return [...(here >= 0 ? [`${x},${y}`] : []), ...(here * next < 0 ? [`${x + t * (nextX - x)},${y + t * (nextY - y)}`] : [])];
  }).join(" ");
}

const aWord = 5, longest = 9; // letters from which a word is drawn narrower, and of which no more are drawn

/**
 * One die as a chip: a two-coloured one has its second colour in a corner.
 * @param {{shape: string, kind?: string, value: number | null, shows?: string, colors?: string[], small?: boolean}} die
 */
export function Chip({ shape, kind = "", value, shows = "", colors = [], small = false }) {
  const solid = shape === "d%" ? "d10" : shape;
  const { body, ink, second, points } = paint(solid, colors);
  const words = shows || valueWords(shape, value, kind), round = shape === "coin" || shape === "d100";
  return html`<svg class=${small ? "chip s" : "chip"} viewBox="0 0 40 40" role="img" aria-label=${!shows && (value === null || value === undefined) ? tr("{shape}: not known", { shape: shapeWords(shape) || tr("die") }) : `${shapeWords(shape) || tr("die")}: ${words}`}>
    ${points
      ? html`<polygon class="body" points=${points} fill=${body} stroke-linejoin="round" />`
      : html`<rect class="body" x="3" y="3" width="34" height="34" rx=${round ? 17 : 8} fill=${body} />`}
    ${second && (points
      ? html`<polygon class="second" points=${corner(points)} fill=${second} />`
      : html`<path class="second" d="M36.5 14.5V29a7.5 7.5 0 0 1-7.5 7.5H14.5z" fill=${second} />`)}
    <text x="20" y=${shape === "d4" ? 24 : 20.5} fill=${ink} class=${words.length > 2 ? "long" : ""} textLength=${words.length > aWord ? 32 : undefined} lengthAdjust=${words.length > aWord ? "spacingAndGlyphs" : undefined}>${words.length > longest ? `${words.slice(0, longest - 1)}…` : words}</text>
  </svg>`;
}

/**
 * The dice of a throw, side by side.
 * @param {{dice: (DieView & {kind?: string})[], small?: boolean}} props
 */
export function Chips({ dice, small = false }) {
  return html`<div class="dice">
    ${dice.map((d) => html`<${Chip} key=${d.n} shape=${d.shape} kind=${d.kind} value=${d.value} shows=${d.shows} colors=${d.colors ?? []} small=${small} />`)}
  </div>`;
}

/** What can be rolled, by the names that the table takes: "d%" is the ten-sided die with tens. */
export const shapes = ["d4", "d6", "d8", "d10", "d%", "d12", "d20", "d100", "d3", "dF", "coin"];

const named = /** @type {Record<string, string>} */ ({ "d%": tr("d10 tens"), "d100": "d100", "dF": tr("Fate"), "coin": tr("coin") });

/** A die's name for people. @param {string} shape */
export const shapeWords = (shape) => named[shape] ?? shape;

/** The values that a die shows, lowest first; none where it is not known. @param {string} shape */
export function valuesOf(shape) {
  if (shape === "d%") return Array.from({ length: 10 }, (_, i) => 10 * i);
  if (shape === "dF") return [-1, 0, 1];
  if (shape === "coin") return [1, 0];
  return shapes.includes(shape) ? Array.from({ length: Number(shape.slice(1)) }, (_, i) => i + 1) : [];
}

/**
 * What a die shows, as it is printed on it: the tens' 00, a coin's heads. The kind tells the two dice of a d100.
 * @param {string} shape @param {number | null | undefined} value @param {string} [kind]
 */
export function valueWords(shape, value, kind = "") {
  if (value === null || value === undefined) return "?";
  if (shape === "coin") return value === 1 ? tr("heads") : tr("tails");
  if (shape === "dF") return value > 0 ? "+" : value < 0 ? "−" : "0";
  if ((shape === "d10" || shape === "d%") && value === 0) return "00";
  return kind === "d100 ones" && value === 10 ? "0" : String(value);
}

const mostKeys = 20;

/**
 * What digits come to as a value of a die: the value as soon as no further digit could follow, else what is wanted still.
 * @param {number[]} values @param {string} digits
 * @returns {{value?: number, more: boolean}} more: another digit may follow
 */
export function keyed(values, digits) {
  const value = Number(digits);
  const more = values.some((v) => v !== value && String(v).startsWith(digits));
  return { more, ...(digits !== "" && values.includes(value) ? { value } : {}) };
}

/**
 * Digits on the keyboard tap a die's values: at once where nothing could follow, else with Enter.
 * @param {number[]} values @param {(value: number) => void} tap @param {string} first a digit that was pressed before
 * @param {(() => void) | undefined} enter is what Enter does when nothing is typed
 * @param {{current: Element | null}} box the keys: the first on the page take what is typed
 */
function useDigits(values, tap, first, enter, box) {
  const [digits, setDigits] = useState("");
  /** @param {string} text */
  const type = (text) => {
    const { value, more } = keyed(values, text);
    if (value !== undefined && !more) tap(value);
    setDigits(value !== undefined && !more ? "" : more ? text : "");
  };
  useEffect(() => { if (first) type(first); }, []);
  useKeys((e) => {
    const on = /** @type {Element} */ (e.target);
    if (e.defaultPrevented || e.ctrlKey || e.metaKey || e.altKey || on.closest?.("input, select, textarea, dialog") || document.querySelector(".keys") !== box.current) return;
    if (/^\d$/u.test(e.key)) return type(digits + e.key);
    if (e.key === "Backspace" && digits) return setDigits(digits.slice(0, -1));
    if (e.key !== "Enter") return;
    const { value } = keyed(values, digits);
    if (value !== undefined) tap(value);
    else if (on.closest?.("button, a") || !enter) return;
    else enter();
    setDigits("");
    e.preventDefault();
  });
  return digits;
}

/**
 * A key for each value of a die; a field where there are too many. Digits on the keyboard tap them too.
 * @param {{shape: string, label: string, tap: (value: number) => void, first?: string, enter?: () => void}} p first: a digit that was typed already; enter: what Enter does when no digit waits
 */
export function Keys({ shape, label, tap, first = "", enter }) {
  const values = valuesOf(shape);
  const box = useRef(/** @type {Element | null} */ (null));
  const [typed, setTyped] = useState("");
  const digits = useDigits(values, tap, first, enter, box);
  if (values.length <= mostKeys) {
    return html`<div class="keys" ref=${box} role="group" aria-label=${label}>${values.map((value) => html`<button type="button" key=${value} data-key=${value} data-value=${value}
      class=${digits && String(value).startsWith(digits) ? "likely" : ""} aria-label=${tr("{shape} showing {value}", { shape: shapeWords(shape), value: valueWords(shape, value) })} onClick=${() => tap(value)}>${valueWords(shape, value)}</button>`)}</div>`;
  }
  /** @param {Event} e */
  const send = (e) => {
    e.preventDefault();
    if (values.includes(Number(typed))) tap(Number(typed));
    setTyped("");
  };
  return html`<form class="row keys" ref=${box} aria-label=${label} onSubmit=${send}><label>Shows<input type="number" inputmode="numeric" data-keyed min=${values[0]} max=${values[values.length - 1]} value=${typed} onInput=${(/** @type {any} */ e) => setTyped(e.target.value)} /></label>
    <button disabled=${typed === ""}>Add</button></form>`;
}
