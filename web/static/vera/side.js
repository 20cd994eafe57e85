// One player's side: the general and the Motivation, the order cards, and two rows of four spaces.
import { Look } from "../dragons/reference.js";
import { html } from "../view.js";
import { spotProps, useSpots } from "../games/spots.js";
import { Glyph } from "../glyphs.js";
import { Dice, Shields, capital, inWords, space, words } from "./words.js";
import { heard, tr, trn } from "../language.js";

const most = 10; // Motivation at the start

/** @param {{side: any, far: boolean, st: any, cols: number[], at: string, look: (key: string, where: Element) => void, turn: number, targets: Set<string>}} p */
export function Side({ side, far, st, cols, at, look, turn, targets }) {
  const rows = [["rearguard", side.rearguard], ["vanguard", side.vanguard]];
  if (!far) rows.reverse();
  const head = html`<${Head} key="head" side=${side} st=${st} turn=${turn} />`;
  return html`<div class=${`vera-side seat-${side.seat}`} data-vera-side=${side.seat}>${far && head}
    ${rows.map(([what, units]) => html`<div class=${`vera-row ${what}`} role="list" key=${what} aria-label=${`${side.name}, ${heard(what)}`}>${cols.map((i) => html`<${Space} key=${i} u=${units?.[i]} what=${`${what[0]}${i + 1}`} seat=${side.seat} at=${at} look=${look} targets=${targets} ordered=${st.round > 0} />`)}</div>`)}
    ${side.waiting?.length > 0 && html`<p class="vera-waiting">${tr("Not deployed yet: {waiting}", { waiting: side.waiting.map((/** @type {any} */ u) => u.name || tr("a closed unit")).join(", ") })}</p>`}
    ${!far && head}</div>`;
}

/** @param {any} p */
function Head({ side, st, turn }) {
  return html`<div class="vera-head"><p class="vera-name"><strong>${side.name}</strong>${turn === side.seat ? html`<span class="badge playing">to move</span>` : ""}${st.initiative === side.seat ? html`<span class="badge" title="initiative"><${Glyph} name="initiative" /><span class="unseen">initiative</span></span>` : ""}
      <span>${side.faction ? (side.made_up ? tr("{faction} (made up)", { faction: side.faction }) : side.faction) : ""}</span>${side.general ? html`<span><${Glyph} name="general" /> <${Look} rule="vera.general.leadership">general<//> ${side.general.name}</span>` : ""}</p>
    <p class="vera-will" role="img" aria-label=${tr("Motivation {motivation} of {most}", { motivation: side.motivation, most })}><span>${tr("Motivation {n}", { n: html`<b>${side.motivation}</b>` })}</span>${Array.from({ length: most }, (_, i) => html`<i key=${i} class=${i < side.motivation ? "on" : ""}></i>`)}</p>
    <p class="vera-decks"><${Look} rule="vera.phase.issuing">Orders<//> <${Deck} n=${side.deck} name=${tr("deck")} /><${Deck} n=${side.hand} name=${tr("hand")} /><${Deck} n=${side.discards} name=${side.top ? tr("discards, {top} on top", { top: capital(side.top) }) : tr("discards")} />${side.lost?.length > 0 ? html`<span class="lost-units" title=${side.lost.join(", ")}>${tr("✝ {n} lost", { n: side.lost.length })}</span>` : ""}</p></div>`;
}

/** @param {{n: number, name: string}} p */
const Deck = ({ n, name }) => html`<span class=${n > 0 ? "deck" : "deck none"}><b>${n}</b> ${name}</span>`;

/** A space of the area: a unit, or an opening. @param {any} p */
function Space({ u, what, seat, at, look, targets, ordered }) {
  const key = `${seat}.${what}`, spot = useSpots().of(key);
  if (!u) {
    const inside = html`<span class="vera-at">${what}</span>${spot.state ? html`<span class="how">here</span>` : ""}`;
    return html`<div role="listitem">${spot.tap ? html`<button class="vera-unit opening" ...${spotProps(spot, key, tr("Opening, {space}", { space: space(what) }))}>${inside}</button>` : html`<div class="vera-unit opening">${inside}</div>`}</div>`;
  }
  const signs = [u.general && tr("★ general"), u.holds && tr("holds the terrain"), u.decimated && tr("decimated"), u.enraged && tr("enraged"), u.chaotic && tr("chaotic"), targets.has(key) && !spot.state && tr("can be attacked")].filter(Boolean);
  return html`<div role="listitem"><button class=${`vera-unit ${u.status ?? ""} ${at === key ? "chosen" : ""} ${targets.has(key) ? "target" : ""}`} data-unit=${key} ...${spotProps(spot, key, spoken(u, what, ordered, [u.general && tr("with the general"), ...signs.slice(u.general ? 1 : 0)].filter(Boolean)), (where) => look(key, where))}>
    <span class="vera-at">${what}</span><strong>${u.name || tr("face down")}</strong>
    ${!u.closed && html`<span class="vera-life" title=${trn(u.most_life, "{life} of {n} life point", "{life} of {n} life points", { life: u.life })}><i class="life-bar"><i style=${{ width: `${(100 * u.life) / Math.max(u.most_life, 1)}%` }}></i></i><b>${u.life}</b>/${u.most_life}</span><span class="vera-arms"><${Dice} dice=${u.dice} /><${Shields} shields=${u.shields} /></span>`}
    ${u.closed && (u.abilities ?? []).length > 0 && html`<span class="how">${u.abilities.map(words).join(", ")}</span>`}
    ${(ordered || signs.length > 0) && html`<span class="vera-foot">${ordered && u.status && html`<span class=${`vera-order ${u.status}`}>${u.status !== "exhausted" && html`<${Glyph} name=${u.order ? `order/${u.order}` : ""} />`}${orderWords(u)}</span>`}${signs.length > 0 && html`<span class="vera-signs">${signs.join(" · ")}</span>`}</span>`}${spot.badge && html`<b class="spot-badge">${spot.badge}</b>`}</button></div>`;
}

/** A space in words, for people who hear it. @param {any} u @param {string} what @param {boolean} ordered @param {any[]} signs */
function spoken(u, what, ordered, signs) {
  const parts = [u.name || tr("Face-down unit"), space(what)];
  if (!u.closed) parts.push(trn(u.most_life, "{life} of {n} life point", "{life} of {n} life points", { life: u.life }), inWords(u.dice ?? []));
  if (ordered && orderWords(u)) parts.push(orderWords(u));
  return [...parts, ...signs].join(", ");
}

/** What is known of a unit's order. @param {any} u */
function orderWords(u) {
  if (!u.status) return "";
  if (u.status === "exhausted") return tr("no order");
  const order = u.order && capital(u.order);
  if (!order) return u.marker ? tr("a marker") : tr("order face down");
  return u.tactic ? (u.status === "busy" ? tr("Tactic as {order}, face up", { order }) : tr("Tactic as {order}, face down", { order })) : (u.status === "busy" ? tr("{order}, face up", { order }) : tr("{order}, face down", { order }));
}
