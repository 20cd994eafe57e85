// The table's own coloured dice: which stand for which attack dice. They are shown to the camera once.
import { html } from "../view.js";
import { Swatch, shownColors } from "../games/dice.js";
import { dieNames } from "./words.js";
import { sees } from "../words.js";
import { tr } from "../language.js";

/** @param {{view: import("../messages.js").GameView, may: boolean, act: (a: any) => void}} p */
export function OwnDice({ view, may, act }) {
  const own = /** @type {Record<string, string>} */ (view.play.state.dice);
  const kinds = Object.keys(dieNames);
  const shown = kinds.filter((c) => view.dyes.some((d) => d.color === own[c])).length;
  const camera = sees(view.eye);
  return html`<section class="vera-own" aria-label="Your dice"><h3>Your attack dice</h3>
    <ul>${kinds.map((c) => html`<li key=${c}><${Swatch} colors=${shownColors(view, [own[c]])} shape="d6" /><span>${dieNames[c]}${own[c] !== c ? html` <small>${own[c]}</small>` : ""}</span></li>`)}</ul>
    <p class="how">${shown === kinds.length ? tr("The camera has seen your dice: it tells them apart by how they look here.") : tr("Show the camera your dice once, in any five colours that differ, and it knows them all evening.")}</p>
    ${may && camera && view.showing.length === 0 && view.game.status === "playing" && html`<div class="row"><button class="quiet" id="show-dice" onClick=${() => act({ do: "showing", game: view.game.id, colors: kinds.map((c) => own[c]) })}>${shown > 0 ? tr("Show them again") : tr("Show your dice")}</button></div>`}
  </section>`;
}
