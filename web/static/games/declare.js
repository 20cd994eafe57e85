// One of a few alternatives: one tap.
import { html } from "../view.js";
import { LookMark } from "../dragons/reference.js";
import { Glyph, optionGlyph } from "../glyphs.js";
import { told } from "./names.js";
import { Ways } from "./spots.js";

/** @param {{c: import("./choice.js").Choice, view: any, before?: any, About?: any}} p About opens the card of what lies somewhere */
export function Declare({ c, view, before = c.q.before, About }) {
  return html`<div class="options" role="group" aria-label="Choose one">${c.items.map((o) => html`<div key=${o.id} class="with-look"><button class="option" data-option=${o.id}
    aria-disabled=${c.ready ? "false" : "true"} onClick=${() => c.tap(o.id)}>
    ${optionGlyph(o) && html`<${Glyph} name=${optionGlyph(o)} />`}<span>${told(view, o.text)}</span>${o.note && html`<small>${told(view, o.note)}</small>`}${before?.chosen?.includes(o.id) && html`<small>chosen before</small>`}</button><${LookMark} id=${o.id} />${About && html`<${About} view=${view} id=${o.on[0]} />`}${before ? "" : html`<${Ways} id=${o.on[0]} where=${told(view, o.text)} />`}</div>`)}</div>`;
}
