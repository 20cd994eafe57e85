// Dice as small drawings: the solid's outline with its number.
import { html } from "./vendor/preact-htm.js";

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

/**
 * One die as a chip: a two-coloured one has its second colour in a corner.
 * @param {{shape: string, value: number | null, colors?: string[], small?: boolean}} die
 */
export function Chip({ shape, value, colors = [], small = false }) {
  const { body, ink, second, points } = paint(shape, colors);
  return html`<svg class=${small ? "chip s" : "chip"} viewBox="0 0 40 40" role="img" aria-label=${`${shape || "die"}: ${value ?? "not known"}`}>
    ${points
      ? html`<polygon class="body" points=${points} fill=${body} stroke-linejoin="round" />`
      : html`<rect class="body" x="3" y="3" width="34" height="34" rx="8" fill=${body} />`}
    ${second && (points
      ? html`<polygon class="second" points=${corner(points)} fill=${second} />`
      : html`<path class="second" d="M36.5 14.5V29a7.5 7.5 0 0 1-7.5 7.5H14.5z" fill=${second} />`)}
    <text x="20" y=${shape === "d4" ? 24 : 20.5} fill=${ink}>${value ?? "?"}</text>
  </svg>`;
}

/**
 * The dice of a throw, side by side.
 * @param {{dice: DieView[], small?: boolean}} props
 */
export function Chips({ dice, small = false }) {
  return html`<div class="dice">
    ${dice.map((d) => html`<${Chip} key=${d.n} shape=${d.shape} value=${d.value} colors=${d.colors ?? []} small=${small} />`)}
  </div>`;
}

export const shapes = ["d4", "d6", "d8", "d10", "d12", "d20"];

/** How many sides a solid has; 0 where it is not known. @param {string} shape */
export const sides = (shape) => (shapes.includes(shape) ? Number(shape.slice(1)) : 0);
