// A board for rulebooks without their own board: their state as it is.
import { html } from "../view.js";
import { tr } from "../language.js";

/** @param {{view: import("../messages.js").GameView}} p */
export function PlainBoard({ view }) {
  const state = view.play.state;
  if (state === null || state === undefined) return html`<p class="how">Nothing to show yet.</p>`;
  return html`<div class="plain-board"><${Value} value=${state} /></div>`;
}

/** @param {{value: any}} p */
function Value({ value }) {
  if (Array.isArray(value)) {
    if (value.length === 0) return html`<span class="how">none</span>`;
    return html`<ul>${value.map((v, i) => html`<li key=${i}><${Value} value=${v} /></li>`)}</ul>`;
  }
  if (value && typeof value === "object") {
    return html`<dl>${Object.entries(value).filter(([, v]) => v !== "" && v !== null).map(([k, v]) => html`<div key=${k}><dt>${words(k)}</dt><dd><${Value} value=${v} /></dd></div>`)}</dl>`;
  }
  return html`<span>${value === true ? tr("yes") : value === false ? tr("no") : String(value)}</span>`;
}

/** @param {string} key */
const words = (key) => key.replaceAll("_", " ");
