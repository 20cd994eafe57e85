// All of these, in order: they are tapped first to last, or moved.
import { html, useState } from "../vendor/preact-htm.js";
import { LookMark } from "../dragons/reference.js";
import { told } from "./names.js";
import { DieMark } from "./dice.js";

/** @param {any} p */
export function Arrange({ q, view, ready, answer, before }) {
  const items = /** @type {import("../messages.js").Option[]} */ (q.arrange.items);
  const old = before?.chosen?.length === items.length && before.chosen.every((/** @type {string} */ id) => items.some((o) => o.id === id)) ? before.chosen : [];
  const [order, setOrder] = useState(/** @type {string[]} */ (old));
  /** @param {string} id */
  const turn = (id) => {
    if (ready) setOrder((old) => (old.includes(id) ? old.filter((x) => x !== id) : [...old, id]));
  };
  return html`<p class="now-how">Tap them in their order, first to last.</p>
    <div class="options" role="group" aria-label=${told(view, q.text)}>${items.map((o) => {
      const at = order.indexOf(o.id);
      return html`<div key=${o.id} class="with-look"><button class="option" data-option=${o.id} aria-pressed=${at >= 0 ? "true" : "false"} aria-disabled=${ready ? "false" : "true"} onClick=${() => turn(o.id)}>
        <b class="place" aria-label=${at >= 0 ? `Place ${at + 1}` : "No place yet"}>${at >= 0 ? at + 1 : ""}</b>${o.die && html`<${DieMark} view=${view} id=${o.die} />`}<span>${told(view, o.text) || o.id}</span></button><${LookMark} id=${o.id} /></div>`;
    })}</div>
    <div class="row foot"><button type="button" class="quiet" onClick=${() => setOrder([])} disabled=${order.length === 0}>Begin again</button>
      <button type="button" class="quiet" data-do="rest" onClick=${() => setOrder([...order, ...items.map((o) => o.id).filter((id) => !order.includes(id))])} disabled=${order.length === items.length}>The rest as listed</button>
      <button class="main" data-do="take" disabled=${order.length !== items.length || !ready} onClick=${() => answer({ chosen: order })}>In this order</button></div>`;
}
