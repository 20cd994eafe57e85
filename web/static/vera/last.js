// The latest attack, colour by colour.
import { html } from "../view.js";
import { told } from "../games/names.js";
import { heard, tr, trn } from "../language.js";

/** @param {any} p */
export function Last({ last, view }) {
  return html`<section class="vera-last" aria-label="The last attack"><h3>The last attack</h3>
    <p>${tr("{by} on {on}:", { by: told(view, last.by), on: told(view, last.on) })} <strong>${last.hits === 0 ? tr("no hit") : trn(last.hits, "1 hit", "{n} hits")}</strong></p>
    <table><thead><tr><th>Dice</th><th>show</th><th>shield</th><th>hits</th></tr></thead>
      <tbody>${last.colors.map((/** @type {any} */ c) => html`<tr key=${c.color}><td>${view.play.state.dice?.[c.color] && view.play.state.dice[c.color] !== c.color ? `${heard(c.color)} (${heard(view.play.state.dice[c.color])})` : heard(c.color)}</td>
        <td>${c.values.map((/** @type {number} */ v, /** @type {number} */ i) => html`<span key=${i} class=${c.shield !== "X" && v >= c.shield ? "hit" : "miss"}>${v}</span>`)}</td><td>${c.shield}</td><td>${c.hits}</td></tr>`)}</tbody></table></section>`;
}
