// One of a few alternatives: one tap.
import { html } from "../vendor/preact-htm.js";
import { told } from "./names.js";

/** @param {any} p */
export function Declare({ q, view, ready, answer, before }) {
  return html`<div class="options" role="group" aria-label="Choose one">${q.declare.options.map((/** @type {any} */ o) => html`<button key=${o.id} class="option" data-option=${o.id}
    aria-disabled=${ready ? "false" : "true"} onClick=${() => ready && answer({ chosen: [o.id] })}>
    <span>${told(view, o.text) || o.id}</span>${before?.chosen?.includes(o.id) && html`<small>chosen before</small>`}</button>`)}</div>`;
}
