// Dice as they lie on a table: the solid in its two colours, with the glyph of what it is or shows.
import { html } from "../view.js";
import { drawn, glyphName } from "../glyphs.js";
import { plasticOf } from "../dice.js";

/** The solids' outlines in a square of 100, and the lines of the faces beside the upper one. @type {Record<string, [string, string]>} */
const solids = {
  d4: ["50,6 95,88 5,88", ""],
  d6: ["14,8 86,8 92,14 92,86 86,92 14,92 8,86 8,14", ""],
  d8: ["50,3 91,27 91,73 50,97 9,73 9,27", "M50 3 91 73H9z"],
  d10: ["50,4 94,40 94,60 50,96 6,60 6,40", "M50 4 74 56 50 72 26 56zM6 60 26 56M94 60 74 56M50 72V96"],
  d12: ["50,4 80,13 97,38 97,66 80,89 50,97 20,89 3,66 3,38 20,13", "M50 22 78 42 67 75H33L22 42zM50 22V4M78 42 97 38M67 75 80 89M33 75 20 89M22 42 3 38"],
  d20: ["50,4 92,27 92,73 50,96 8,73 8,27", "M50 26 76 71H24zM50 26V4M76 71 92 73M24 71 8 73"],
};

/** The upper face of each solid, where its glyph stands. @type {Record<string, [number, number, number]>} centre and side */
const faces = { d4: [50, 62, 40], d6: [50, 46, 60], d8: [50, 54, 44], d10: [50, 44, 46], d12: [50, 51, 46], d20: [50, 57, 34] };

/** The colour for print on a plastic: dark or light. @param {string} colour #rrggbb */
function inkOn(colour) {
  const m = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})/iu.exec(colour);
  if (!m) return "#1d2226";
  const [r, g, b] = m.slice(1).map((x) => parseInt(x, 16));
  return 0.3 * r + 0.59 * g + 0.11 * b > 138 ? "#1d2226" : "#ffffff";
}

/** A glyph inside another drawing. @param {{name: string, x: number, y: number, side: number, fill: string}} p the middle and the side */
function Inlaid({ name, x, y, side, fill }) {
  return html`<g transform=${`translate(${x - side / 2} ${y - side / 2}) scale(${side / 512})`} fill=${fill}>${drawn(glyphName(name)).map((d) => html`<path d=${d.d} transform=${d.at} />`)}</g>`;
}

/**
 * A die.
 * @param {object} p
 * @param {string} p.shape
 * @param {string[]} [p.colors]
 * @param {string} [p.glyph] a glyph's name
 * @param {string} [p.text] is drawn if there is no glyph
 * @param {number} [p.pips] health
 * @param {string} [p.count] how many of the glyph there are
 * @param {boolean} [p.faint] nobody knows what it shows
 */
export function DrawnDie({ shape, colors = [], glyph = "", text = "", pips = 0, count = "", faint = false }) {
  const solid = solids[shape] ? shape : "d6";
  const body = plasticOf(colors[0]), edge = plasticOf(colors[1] ?? colors[0]), ink = inkOn(body);
  const [points, lines] = solids[solid], [x, y, side] = faces[solid];
  const known = glyph !== "" && glyphName(glyph) !== "";
  return html`<svg class=${faint ? "drawn faint" : "drawn"} viewBox="0 0 100 100" aria-hidden="true">
    <polygon class="drawn-body" points=${points} fill=${body} stroke=${edge} />${lines && html`<path class="drawn-lines" d=${lines} stroke=${ink} />`}
    ${known ? html`<${Inlaid} name=${glyph} x=${x} y=${pips ? y - 4 : y} side=${count ? side * 0.86 : side} fill=${ink} />` : text && html`<text x=${x} y=${y} class=${text.length > 2 ? "drawn-text long" : "drawn-text"} fill=${ink}>${text}</text>`}
    ${count && html`<g class="drawn-count"><circle cx="79" cy="77" r="18" /><text x="79" y="78">${count}</text></g>`}
    ${pips > 0 && html`<g class="drawn-pips">${Array.from({ length: pips }, (_, i) => html`<circle cx=${50 + (i - (pips - 1) / 2) * 15} cy=${solid === "d6" ? 83 : 85} r="5.2" fill=${ink} stroke=${body} />`)}</g>`}
  </svg>`;
}

/**
 * A terrain die: the number that it shows, large, in its two colours.
 * @param {{colors: string[] | undefined, number: number, icon: string}} p
 */
export function TerrainDie({ colors = [], number, icon }) {
  const body = plasticOf(colors[0]), edge = plasticOf(colors[1] ?? colors[0]), ink = inkOn(body);
  return html`<svg class="drawn terrain-die" viewBox="0 0 100 100" aria-hidden="true">
    <polygon class="drawn-body" points=${solids.d8[0]} fill=${edge} stroke=${edge} />
    <polygon points="50,6 89,73 11,73" fill=${body} stroke=${inkOn(edge)} stroke-opacity=".35" stroke-width="1.5" stroke-linejoin="round" />
    <text x="50" y="40" class="terrain-number" fill=${ink}>${number}</text><${Inlaid} name=${icon} x=${50} y=${60} side=${22} fill=${ink} />
  </svg>`;
}

/**
 * What a unit is, as a glyph's name: its class, or else its species, or else its kind.
 * @param {{kind: string, race?: string, class?: string, size?: string} | undefined} k
 */
export function glyphOf(k) {
  if (!k) return "";
  const tries = k.kind === "unit" ? [k.size === "monster" ? "class/monster" : `class/${k.class}`, `species/${k.race}`, "unit"] : k.kind === "drake" || k.kind === "wyrm" ? [k.kind] : k.kind === "dragonkin" ? ["species/dragonkin", k.kind] : [k.kind];
  return tries.find((n) => glyphName(n)) ?? "";
}
