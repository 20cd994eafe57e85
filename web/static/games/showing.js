// Shows the table's coloured dice to the camera: a throw that is no roll, and which die has which colour.
import { html, useEffect, useState } from "../view.js";
import { Swatch } from "./dice.js";
import { at as addressOf } from "../where.js";
import { listed, tr } from "../language.js";

/** @param {{view: import("../messages.js").GameView, may: boolean, act: (a: any) => Promise<boolean>}} p */
export function Showing({ view, may, act }) {
  const tray = view.shown > 0 && view.tray?.id === view.shown ? view.tray : null;
  const [said, setSaid] = useState(/** @type {Record<number, string>} */ ({}));
  useEffect(() => setSaid(guess(tray, view.showing)), [tray?.id]);
  if (!may) return html`<section class="card now"><p class="now-who">The table</p><h2 class="now-text">The dice are shown to the camera</h2></section>`;
  const dice = tray?.dice ?? [];
  const missing = view.showing.filter((c) => !Object.values(said).includes(c));
  const keep = () => act({ do: "dyes", game: view.game.id, throw: view.shown, dyes: dice.filter((d) => said[d.n]).map((d) => ({ die: d.n, color: said[d.n] })) });
  return html`<section class="card now" id="showing" aria-labelledby="showing-title"><p class="now-who">The table’s dice</p>
    <h2 class="now-text" id="showing-title">${tray ? tr("Which die is which?") : tr("Show your dice")}</h2>
    <p class="now-how">${tray ? tr("Check the colour of each die, then keep them. Dice of the same colour may lie there twice; what doesn’t belong is left out.") : `${tr("Throw at least one die of each colour on the tray: {showing}. It is no roll.", { showing: view.showing.join(", ") })}${view.eye.virtual ? ` ${tr("Here the virtual table does it: press “Throw the dice”.")}` : ""}`}</p>
    <ul class="showing-dice">${dice.map((d) => html`<li key=${d.n} data-shown=${d.n}>${d.crop ? html`<img class="crop" src=${addressOf(d.crop)} alt=${tr("Die {n}, looks {colors}", { n: d.n, colors: listed(d.colors) })} />` : html`<${Swatch} colors=${d.colors} shape="d6" />`}
      <select aria-label=${tr("The colour of die {n}", { n: d.n })} value=${said[d.n] ?? ""} onChange=${(/** @type {any} */ e) => setSaid({ ...said, [d.n]: e.target.value })}><option value="">left out</option>${view.showing.map((c) => html`<option key=${c} value=${c}>${c}</option>`)}</select></li>`)}</ul>
    ${tray && missing.length > 0 && html`<p class="word" id="showing-missing">${tr("No die is {missing} yet: choose, or throw again with those too.", { missing: missing.join(", ") })}</p>`}
    <div class="row foot"><button class="quiet" id="stop-showing" onClick=${() => act({ do: "tray", game: view.game.id })}>Not now</button>
      <button class="main" id="keep-dyes" disabled=${!tray || missing.length > 0} onClick=${keep}>These are our dice</button></div></section>`;
}

/**
 * The camera's name for each die's colour, if that is one of the wanted ones.
 * @param {any} tray @param {string[]} wanted
 */
function guess(tray, wanted) {
  /** @type {Record<number, string>} */
  const out = {};
  for (const d of tray?.dice ?? []) out[d.n] = d.colors.find((/** @type {string} */ c) => wanted.includes(c)) ?? "";
  return out;
}
