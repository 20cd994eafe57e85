// One of a few alternatives: one tap.
import { html } from "../vendor/preact-htm.js";
import { LookMark } from "../dragons/reference.js";
import { told } from "./names.js";

/** @param {any} p */
export function Declare({ q, view, ready, answer, before }) {
  return html`<div class="options" role="group" aria-label="Choose one">${q.declare.options.map((/** @type {any} */ o) => html`<div key=${o.id} class="with-look"><button class="option" data-option=${o.id}
    aria-disabled=${ready ? "false" : "true"} onClick=${() => ready && answer({ chosen: [o.id] })}>
    <span>${told(view, o.text) || o.id}</span>${before?.chosen?.includes(o.id) && html`<small>chosen before</small>`}</button><${LookMark} id=${o.id} /></div>`)}</div>`;
}
