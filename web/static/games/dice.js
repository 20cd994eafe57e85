// Dice of a game: what a face shows, as our own small drawing with its name in words.
import { html } from "../view.js";
import { plasticOf, valueWords } from "../dice.js";
import { Glyph, glyphName } from "../glyphs.js";
import { tr } from "../language.js";

/** @typedef {import("../messages.js").Die} Die */
/** @typedef {import("../messages.js").Face} Face */
/** @typedef {import("../messages.js").GameView} GameView */
/** @typedef {import("../messages.js").Thrown} Thrown */

/** An icon's name for people. @param {string} icon */
export const iconWords = (icon) => icon.replaceAll("_", " ");

/** What a face shows, in words. @param {Face} f */
export function faceWords(f) {
  if (f.icon && f.value !== null && f.value !== undefined) return `${iconWords(f.icon)} ${f.value}`;
  if (f.icon === "id") return "ID";
  if (f.icon) return (f.count ?? 1) > 1 ? `${f.count} ${iconWords(f.icon)}` : iconWords(f.icon);
  return String(f.value ?? "?");
}

/** @param {{face: Face}} p */
export function FaceMark({ face }) {
  const numbered = face.icon && face.value !== null && face.value !== undefined;
  if (!glyphName(face.icon)) return html`<span class="face-mark plain">${faceWords(face)}</span>`;
  return html`<span class="face-mark"><${Glyph} name=${face.icon} />${numbered ? html`<b>${face.value}</b>` : (face.count ?? 1) > 1 && html`<b>${face.count}</b>`}${" "}<span>${face.icon === "id" ? tr("ID") : iconWords(face.icon ?? "")}</span></span>`;
}

/**
 * A face as it is printed: a d100's tens have 00, its ones 0, a coin heads.
 * @param {{shape: string, kind?: string}} die @param {Face} face @returns {Face}
 */
export function printed(die, face) {
  if (face.icon || face.value === undefined || face.value === null) return face;
  const words = valueWords(die.shape, face.value, die.kind);
  return words === String(face.value) ? face : { icon: words };
}

/** The face that a die shows, or what stands for it. @param {Die | undefined} die @param {Thrown | null | undefined} t @returns {Face | null} */
export function faceShown(die, t) {
  if (!t || t.how === "unread") return null;
  if (t.face !== null && t.face !== undefined && die?.faces?.[t.face]) return printed(die, die.faces[t.face]);
  if (t.icon) return { icon: t.icon, count: t.count, value: t.value };
  return t.value === null || t.value === undefined ? null : printed({ shape: t.shape ?? "", kind: t.kind }, { value: t.value });
}

/**
 * A die's name: its kind's name if the state knows it, with its number if there are several.
 * @param {{id: string, kind?: string}} die @param {GameView} view
 */
export function dieName(die, view) {
  const kind = view.play.state?.kinds?.[die.kind ?? ""];
  if (!kind) return die.id.replaceAll("-", " ").replaceAll("_", " ").replace(/^d1$/u, "die").replace(/^d(?=\d+$)/u, "die ").replace(/([a-z]{3,})(\d+)$/u, "$1 $2");
  const n = die.id.match(/-(\d+)$/)?.[1];
  return n && n !== "1" ? `${kind.name} ${n}` : kind.name;
}

/** A die's colours as a swatch. @param {{colors: string[] | undefined, shape: string}} p */
export function Swatch({ colors = [], shape }) {
  const [body, edge] = [plasticOf(colors[0]), plasticOf(colors[1] ?? colors[0])];
  return html`<svg class="swatch" viewBox="0 0 20 20" aria-hidden="true"><rect x="1.5" y="1.5" width="17" height="17" rx=${shape === "d6" ? 4 : 8} fill=${body} stroke=${edge} stroke-width="3" /></svg>`;
}

/**
 * A die's colours as the table's own dice have them, if they were shown to the camera.
 * @param {GameView} view @param {string[] | undefined} colors
 */
export function shownColors(view, colors) {
  const dye = view.dyes.find((d) => d.color === colors?.[0]);
  return dye && dye.rgb.length === 3 ? [`#${dye.rgb.map((v) => v.toString(16).padStart(2, "0")).join("")}`] : colors;
}
