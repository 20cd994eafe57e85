// One player's side: the general and the Motivation, and two rows of four spaces.
import { Look } from "../dragons/reference.js";
import { html } from "../vendor/preact-htm.js";
import { Dice, Shields, inWords, space, words } from "./words.js";

const most = 10; // Motivation at the start

/** @param {{side: any, far: boolean, st: any, cols: number[], at: string, choose: (at: string) => void, turn: number, targets: Set<string>}} p */
export function Side({ side, far, st, cols, at, choose, turn, targets }) {
  const rows = [["rearguard", side.rearguard], ["vanguard", side.vanguard]];
  if (!far) rows.reverse();
  const head = html`<${Head} key="head" side=${side} st=${st} turn=${turn} />`;
  return html`<div class="vera-side" data-vera-side=${side.seat}>${far && head}
    ${rows.map(([what, units]) => html`<div class="vera-row" role="list" key=${what} aria-label=${`${side.name}’s ${what}`}>${cols.map((i) => html`<${Space} key=${i} u=${units?.[i]} what=${`${what[0]}${i + 1}`} seat=${side.seat} at=${at} choose=${choose} targets=${targets} ordered=${st.round > 0} />`)}</div>`)}
    ${side.waiting?.length > 0 && html`<p class="vera-head">Not deployed yet: ${side.waiting.map((/** @type {any} */ u) => u.name || "a closed unit").join(", ")}</p>`}
    ${!far && head}</div>`;
}

/** @param {any} p */
function Head({ side, st, turn }) {
  const gone = side.discards > 0 ? `, ${side.discards} discarded${side.top ? ` (on top: ${side.top})` : ""}` : "";
  return html`<div class="vera-head"><p><strong>${side.name}</strong>${turn === side.seat ? html`<span class="badge playing">to move</span>` : ""}${st.initiative === side.seat ? html`<span class="badge">initiative</span>` : ""}
      ${side.faction ? `${side.faction}${side.made_up ? " (made up)" : ""}` : ""}${side.general ? html` · <${Look} rule="vera.general.leadership">general<//> ${side.general.name}` : ""}</p>
    <p class="vera-will" role="img" aria-label=${`Motivation ${side.motivation} of ${most}`}><span>Motivation <b>${side.motivation}</b></span>${Array.from({ length: most }, (_, i) => html`<i key=${i} class=${i < side.motivation ? "on" : ""}></i>`)}</p>
    <p><${Look} rule="vera.phase.issuing">Orders<//>: ${side.hand} in hand, ${side.deck} in the deck${gone}${side.lost?.length > 0 ? ` · lost: ${side.lost.join(", ")}` : ""}</p></div>`;
}

/** A space of the area: a unit, or an opening. @param {any} p */
function Space({ u, what, seat, at, choose, targets, ordered }) {
  if (!u) return html`<div role="listitem" class="vera-unit opening"><span class="vera-at">${what}</span><span class="how">opening</span></div>`;
  const key = `${seat}.${what}`;
  const signs = [u.general && "★ general", u.holds && "holds the terrain", u.decimated && "decimated", u.enraged && "enraged", u.chaotic && "chaotic", targets.has(key) && "can be attacked"].filter(Boolean);
  return html`<div role="listitem"><button type="button" class=${`vera-unit ${u.status ?? ""} ${at === key ? "chosen" : ""} ${targets.has(key) ? "target" : ""}`} data-unit=${key} aria-pressed=${at === key ? "true" : "false"} aria-label=${spoken(u, what, ordered, signs)} onClick=${() => choose(key)}>
    <span class="vera-at">${what}</span><strong>${u.name || "face down"}</strong>
    ${!u.closed && html`<span class="vera-life" title=${`${u.life} of ${u.most_life} life points`}><b>${u.life}</b>/${u.most_life} life</span><${Dice} dice=${u.dice} /><${Shields} shields=${u.shields} />`}
    ${u.closed && (u.abilities ?? []).length > 0 && html`<span class="how">${u.abilities.map(words).join(", ")}</span>`}
    ${ordered && html`<span class="vera-order">${orderWords(u)}</span>`}${signs.length > 0 && html`<span class="vera-signs">${signs.join(" · ")}</span>`}</button></div>`;
}

/** A space for those who hear it. @param {any} u @param {string} what @param {boolean} ordered @param {any[]} signs */
function spoken(u, what, ordered, signs) {
  const parts = [u.name || "Face-down unit", space(what)];
  if (!u.closed) parts.push(`${u.life} of ${u.most_life} life points`, inWords(u.dice ?? []));
  if (ordered && orderWords(u)) parts.push(orderWords(u));
  return [...parts, ...signs.map((s) => s.replace("★ ", "with the "))].join(", ");
}

/** What is known of a unit's order. @param {any} u */
function orderWords(u) {
  if (!u.status) return "";
  if (u.status === "exhausted") return "no order";
  if (!u.order) return u.marker ? "a marker" : "order face down";
  return `${u.tactic ? "Tactic as " : ""}${u.order}, face ${u.status === "busy" ? "up" : "down"}`;
}
