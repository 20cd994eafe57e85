// One of a few alternatives: one tap.
import { html } from "../vendor/preact-htm.js";

/** @param {any} p */
export function Declare({ q, ready, answer, before }) {
  return html`<div class="options" role="group" aria-label="Choose one">${q.declare.options.map((/** @type {any} */ o) => html`<button key=${o.id} class="option" data-option=${o.id}
    aria-disabled=${ready ? "false" : "true"} onClick=${() => ready && answer({ chosen: [o.id] })}>
    <span>${o.text || o.id}</span>${before?.chosen?.includes(o.id) && html`<small>chosen before</small>`}</button>`)}</div>`;
}
