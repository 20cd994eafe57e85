// The battlefield of Vera Discordia: two sides of four columns, with the terrains between them.
import { html } from "../vendor/preact-htm.js";
import { plasticOf } from "../dice.js";

/** @param {{view: import("../messages.js").GameView}} p */
export function VeraBoard({ view }) {
  const st = view.play.state;
  if (!st?.sides || st.sides.length < 2) return null;
  const [one, two] = st.sides;
  return html`<div class="vera"><p class="dd-turn">${st.round ? `Round ${st.round} · ` : ""}${st.phase}${st.turn ? html` · <strong>${view.seats[st.turn - 1]?.name}</strong>` : ""}</p>
    <${Head} side=${two} st=${st} /><${Row} units=${two.rearguard} what="rearguard" /><${Row} units=${two.vanguard} what="vanguard" />
    <div class="vera-row">${(st.columns ?? []).map((/** @type {any} */ c, /** @type {number} */ i) => html`<div key=${i} class="vera-land"><span>${c.terrain || "face down"}</span>${c.holder ? html`<small>${view.seats[c.holder - 1]?.name}</small>` : ""}</div>`)}</div>
    <${Row} units=${one.vanguard} what="vanguard" /><${Row} units=${one.rearguard} what="rearguard" /><${Head} side=${one} st=${st} /></div>`;
}

/** @param {any} p */
function Head({ side, st }) {
  return html`<p class="vera-head"><strong>${side.name}</strong> ${side.faction ? `${side.faction}${side.made_up ? " (made up)" : ""} · ` : ""}Motivation ${side.motivation} · hand ${side.hand}, deck ${side.deck}${st.initiative === side.seat ? " · has the initiative" : ""}${side.lost?.length ? ` · lost ${side.lost.join(", ")}` : ""}</p>`;
}

/** @param {any} p */
function Row({ units, what }) {
  const four = [0, 1, 2, 3].map((i) => units?.[i] ?? null);
  return html`<div class="vera-row" aria-label=${what}>${four.map((u, i) => html`<div key=${i} class=${u ? `vera-unit ${u.status ?? ""}` : "vera-unit opening"}>
    ${u ? html`<strong>${u.name || (u.closed ? "face down" : "unit")}${u.general ? " ★" : ""}</strong><span class="how">${[u.rank, u.most_life ? `life ${u.life ?? u.most_life} of ${u.most_life}` : "", u.order ? `order ${u.order}` : "", u.status].filter(Boolean).join(" · ")}</span>
      <span class="vera-dice">${(u.dice ?? []).map((/** @type {string} */ c, /** @type {number} */ k) => html`<i key=${k} title=${c} style=${{ background: plasticOf(c) }}></i>`)}</span>` : html`<span class="how">opening</span>`}</div>`)}</div>`;
}
