// A die's card: what it is and all its faces, as it lies in the hand. The name of a die opens it.
import { html } from "../view.js";
import { faceWords, Swatch } from "../games/dice.js";
import { Glyph, glyphName } from "../glyphs.js";
import { isTerrain, useEdition, word, words } from "./edition.js";

/** @typedef {import("../messages.js").Face} Face */
/** @typedef {import("../messages.js").KindOfDie} KindOfDie */

/**
 * A face as a small die: its icon's glyph with its count, or a terrain's number.
 * @param {{face: Face}} p
 */
export function FaceTile({ face }) {
  const many = Math.max(face.count ?? 1, /** @type {{results?: number | null}} */ (face).results ?? 1);
  const n = face.value ?? (many > 1 ? many : null);
  const said = faceWords({ ...face, count: many });
  return html`<span class="face-tile" role="img" aria-label=${said} title=${said}>
    ${glyphName(face.icon) ? html`<${Glyph} name=${face.icon} />` : html`<i>${faceWords({ ...face, value: undefined, count: 1 })}</i>`}${n !== null && n !== undefined && html`<b>${n}</b>`}</span>`;
}

/**
 * What a die is, in words with their glyphs: whose, what, how large.
 * @param {{kind: KindOfDie, own?: Record<string, string>}} p own: the edition's names for things
 */
export function DieWords({ kind: k, own }) {
  const what = glyphName(`class/${k.class}`) && k.kind === "unit" ? `class/${k.class}` : k.kind;
  return html`<span class="die-words">
    ${k.race && html`<span class="bit"><${Glyph} name=${`species/${k.race}`} />${words(k.race)}</span>`}
    <span class="bit"><${Glyph} name=${what} />${[...new Set([words(k.kind === "unit" ? k.class || k.kind : k.kind), k.size && k.size !== k.class && k.size !== k.kind && words(word(own, k.size))])].filter(Boolean).join(", ")}</span>
  </span>`;
}

/**
 * The card's inside. @param {{edition: string, id: string, name?: string, Face: any}} p Face wraps what a face shows: its rule opens from it
 */
export function Card({ edition: of, id, Face }) {
  const edition = useEdition(of, () => {});
  if (!edition) return html`<p class="how" role="status">…</p>`;
  const k = edition.kinds.find((x) => x.id === id);
  if (!k) return html`<p class="how">Nothing is known of this die.</p>`;
  const own = edition.words;
  return html`<div class="die-card" data-card=${k.id}>
    <p class="die-what"><${Swatch} colors=${k.colors} shape=${k.shape} /><${DieWords} kind=${k} own=${own} /></p>
    <dl class="die-facts">
      ${k.health > 0 && html`<div><dt>${words(word(own, "health"))}</dt><dd>${k.health}</dd></div>`}
      ${k.points > 0 && !isTerrain(k) && html`<div><dt>${words(word(own, "points"))}</dt><dd>${k.points}</dd></div>`}
      ${k.elements.length > 0 && html`<div><dt>${words(word(own, "element"))}</dt><dd>${k.elements.map((e) => html`<span class="bit" key=${e}><${Glyph} name=${e} />${words(word(own, e))}</span>`)}</dd></div>`}
    </dl>
    <ol class="die-faces" aria-label="Its faces">${k.faces.map((f, i) => html`<li key=${i}><${FaceTile} face=${f} /><${Face} kind=${k.id} face=${f}><span class="face-name">${faceWords(f)}</span><//></li>`)}</ol>
  </div>`;
}
