// The battlefield of Vera Discordia: two sides of four columns with the terrains between them, what a
// unit could attack and why, and how the last attack went.
import { html, useState } from "../vendor/preact-htm.js";
import { Attacks } from "./attacks.js";
import { Look } from "../dragons/reference.js";
import { Hands } from "./hands.js";
import { OwnDice } from "./owndice.js";
import { Side } from "./side.js";
import { capital } from "./words.js";

const phases = /** @type {Record<string, string>} */ ({ setup: "Before the game", deployment: "Deployment", beginning: "Beginning of the round", initiative: "Initiative", drawing: "Drawing orders", orders: "Laying orders", keeping: "Keeping a card", resolution: "Resolution", "clean up": "Clean up", over: "Over" });

/** @param {{view: import("../messages.js").GameView, may?: boolean, act?: (a: any) => void}} p */
export function VeraBoard({ view, may = false, act = () => {} }) {
  const [chosen, setChosen] = useState("");
  const st = view.play.state;
  if (!st?.sides) return null;
  if (st.sides.length < 2) return html`<p class="how">The armies are put together. The battlefield comes when both players have one.</p>${st.dice && html`<${OwnDice} view=${view} may=${may} act=${act} />`}`;
  // Whoever sits opposite sees the table from there.
  const turned = view.mine.length === 1 && view.mine[0] === 2;
  const near = st.sides[turned ? 1 : 0], far = st.sides[turned ? 0 : 1];
  const cols = turned ? [3, 2, 1, 0] : [0, 1, 2, 3];
  const auto = st.fight ? `${st.fight.seat}.${st.fight.by}` : "";
  const at = chosen || auto;
  const unit = st.sides.flatMap((/** @type {any} */ s) => [...s.vanguard, ...s.rearguard].filter(Boolean).map((u) => ({ ...u, seat: s.seat, side: s }))).find((/** @type {any} */ u) => `${u.seat}.${u.at}` === at);
  const targets = new Set((unit?.attacks ?? []).map((/** @type {any} */ a) => `${unit.seat === 1 ? 2 : 1}.${a.on}`));
  const common = { targets, st, cols, at, choose: (/** @type {string} */ to) => setChosen(to === chosen ? "" : to), turn: st.turn };
  return html`<div class="vera"><${Hands} view=${view} />
    <p class="dd-turn">${st.round > 0 ? html`<strong>Round ${st.round}</strong> · ` : ""}${phases[st.phase] ?? capital(st.phase)}${st.turn ? html` · <strong>${view.seats[st.turn - 1]?.name}’s turn</strong>` : ""}</p>
    <${Side} side=${far} far=${true} ...${common} />
    <div class="vera-row vera-lands" role="list" aria-label="Terrains">${cols.map((i) => html`<${Land} key=${i} c=${st.columns[i]} i=${i} view=${view} />`)}</div>
    <${Side} side=${near} far=${false} ...${common} />
    ${unit ? html`<${Attacks} key=${at} u=${unit} st=${st} name=${unit.side.name} close=${chosen ? () => setChosen("") : null} />` : html`<p class="how">Tap a unit to see what it can do and what it could attack, with how many dice and why.</p>`}
    ${st.last && html`<${Last} last=${st.last} view=${view} />`}
    ${st.dice && html`<${OwnDice} view=${view} may=${may} act=${act} />`}
  </div>`;
}

/** @param {any} p */
function Land({ c, i, view }) {
  const hinders = c.hinders ?? [];
  return html`<div class=${`vera-land ${c.terrain || "hidden"}`} role="listitem"><span><small>${i + 1}</small> ${c.terrain ? html`<${Look} rule=${`vera.terrain.${c.terrain}`}>${capital(c.terrain)}<//>` : "face down"}</span>
    ${hinders.length > 0 && html`<small title="These attacks lose a die here">${hinders.join(", ")} −1</small>`}${c.holder ? html`<small class="held">held by ${view.seats[c.holder - 1]?.name}</small>` : ""}</div>`;
}

/** The latest attack, colour by colour. @param {any} p */
function Last({ last, view }) {
  return html`<section class="vera-last" aria-label="The last attack"><h3>The last attack</h3>
    <p>${last.by} on ${last.on}: <strong>${last.hits === 0 ? "no hit" : last.hits === 1 ? "1 hit" : `${last.hits} hits`}</strong></p>
    <table><thead><tr><th>Dice</th><th>show</th><th>shield</th><th>hits</th></tr></thead>
      <tbody>${last.colors.map((/** @type {any} */ c) => html`<tr key=${c.color}><td>${view.play.state.dice?.[c.color] && view.play.state.dice[c.color] !== c.color ? `${c.color} (${view.play.state.dice[c.color]})` : c.color}</td>
        <td>${c.values.map((/** @type {number} */ v, /** @type {number} */ i) => html`<span key=${i} class=${c.shield !== "X" && v >= c.shield ? "hit" : "miss"}>${v}</span>`)}</td><td>${c.shield}</td><td>${c.hits}</td></tr>`)}</tbody></table></section>`;
}
