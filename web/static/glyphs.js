// The glyphs: one drawing for each thing that rules name. web/glyphs/list.txt says what each is.
import { html } from "./view.js";
import { tr } from "./language.js";

/** Each glyph's path in a square of 512, or the two glyphs that it is made of, one above the other. @type {Record<string, string | [string, string]>} */
export const glyphs = await fetch(new URL("./glyphs/paths.json", import.meta.url)).then((r) => (r.ok ? r.json() : {})).catch(() => ({})); // without them the words stand alone

/** Rule items named after what they are about: "sai/smite" is the icon smite. */
const about = /^(?:sai|icon|eighth|minor|step|breath|element|class|species|kind|order)\//u;

/**
 * The glyph's own name for what the engine calls a thing: an icon ("smite", "dragon_claw"), a rule item
 * ("sai/smite", "dragon-icon/claws"), an element ("fire"), what a unit is ("class/cavalry"), whose it is
 * ("species/dwarf"), or "order/attack", "die/white", "terrain/river". Empty if there is none.
 * @param {string | undefined} name
 */
export function glyphName(name = "") {
  const plain = name.replace(/^dragon-icon\/(?:claws$)?/u, (all) => (all.endsWith("claws") ? "dragon_claw" : "dragon_")).replaceAll("-", "_");
  return [plain, plain.replace(about, "")].find((n) => Object.hasOwn(glyphs, n)) ?? "";
}

/** The glyph of what can be chosen: what its rulebook draws beside it, or what its id means ("smite", an order). @param {{id: string, icon?: string}} option */
export const optionGlyph = ({ id, icon }) => [icon, id, `order/${id}`].map((n) => glyphName(n)).find(Boolean) ?? "";

/**
 * The drawings that a glyph is made of, in a square of 512: a path, and where it stands.
 * @param {string} name as glyphName gives it
 * @returns {{d: string, at?: string}[]}
 */
export function drawn(name) {
  const it = Object.hasOwn(glyphs, name) ? glyphs[name] : "";
  if (typeof it === "string") return it ? [{ d: it }] : [];
  return [{ d: String(glyphs[it[0]]), at: "translate(154 -28) scale(.4)" }, { d: String(glyphs[it[1]]), at: "translate(102 172) scale(.65)" }];
}

/**
 * A thing's glyph, as large as the letters beside it. Without a label the words beside it say what it is.
 * @param {{name: string | undefined, label?: string}} p
 */
export function Glyph({ name, label = "" }) {
  const parts = drawn(glyphName(name));
  if (parts.length === 0) return null;
  const said = label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" };
  return html`<svg class="glyph" viewBox="0 0 512 512" data-glyph=${glyphName(name)} ...${said}>${label && html`<title>${label}</title>`}${parts.map((p) => html`<path d=${p.d} transform=${p.at} />`)}</svg>`;
}

/** Whose drawings they are. */
export const Credit = () => html`<p class="how credit">${tr("Icons by Lorc, Delapouite and the other authors of {site}, {licence}.", { site: html`<a href="https://game-icons.net" rel="noreferrer">game-icons.net</a>`, licence: html`<a href="https://creativecommons.org/licenses/by/3.0/" rel="noreferrer">CC BY 3.0</a>` })}</p>`;
