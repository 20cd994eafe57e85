// What lay on the tray before the throw and isn't counted.
import { html } from "./view.js";
import { Crop } from "./fix.js";
import { tr, trn } from "./language.js";

/** @typedef {import("./messages.js").ThrowView} ThrowView */

/**
 * What lay there before the throw: it isn't counted, unless somebody says that one of these things is a die.
 * @param {{tray: ThrowView, may: boolean, chosen: number | null, choose: (n: number) => void}} p
 */
export function Before({ tray, may, chosen, choose }) {
  const dice = tray.before;
  if (dice.length === 0 || tray.status === "offered" || tray.status === "discarded") return null;
  return html`<div class="lay-before" id="lay-before">
    <p class="how">${trn(dice.length, "{n} thing lay here before the throw and didn’t move: not counted.", "{n} things lay here before the throw and didn’t move: not counted.")}</p>
    ${may && html`<details><summary>${tr("One of them is a die")}</summary><div class="choices thrown" role="group" aria-label=${tr("What lay here before the throw")}>
      ${dice.map((d) => html`<button key=${d.n} data-before=${d.n} aria-pressed=${chosen === d.n ? "true" : "false"} onClick=${() => choose(d.n)}><${Crop} d=${d} /></button>`)}
    </div></details>`}
  </div>`;
}
