// All of these, in order: they are tapped from first to last, or moved.
import { html } from "../view.js";
import { LookMark } from "../dragons/reference.js";
import { told } from "./names.js";
import { DieMark } from "./diemark.js";
import { tr } from "../language.js";

/** @param {{c: import("./choice.js").Choice, view: any}} p */
export function Arrange({ c, view }) {
  const { q, ready } = c;
  const dice = (q.arrange?.items ?? []).map((o) => o.die);
  const some = c.items.some((o) => o.n > 0), all = c.items.every((o) => o.n > 0);
  return html`<p class="now-how">Tap them in their order, first to last.</p>
    <div class="options" role="group" aria-label=${told(view, q.text)}>${c.items.map((o, i) => html`<div key=${o.id} class="with-look"><button class="option" data-option=${o.id} aria-pressed=${o.n > 0 ? "true" : "false"} aria-disabled=${ready ? "false" : "true"} onClick=${() => c.tap(o.id)}>
        <b class="place" aria-label=${o.n > 0 ? tr("Place {n}", { n: o.n }) : tr("No place yet")}>${o.n || ""}</b>${dice[i] && html`<${DieMark} view=${view} id=${dice[i]} />`}<span>${told(view, o.text)}</span></button><${LookMark} id=${o.id} /></div>`)}</div>
    <div class="row foot"><button type="button" class="quiet" onClick=${c.clear} disabled=${!some}>Begin again</button>
      <button type="button" class="quiet" data-do="rest" onClick=${c.fill} disabled=${all}>The rest as listed</button>
      <button class="main" data-do="take" disabled=${!c.good || !ready} onClick=${c.send}>${c.take}</button></div>`;
}
