// A unit's card, and what it could attack from where it stands: with which dice, and why.
import { Look } from "../dragons/reference.js";
import { html } from "../vendor/preact-htm.js";
import { Dice, Shields, capital, inWords, space, words } from "./words.js";

/** @param {{u: any, st: any, name: string, close: (() => void) | null}} p */
export function Attacks({ u, st, name, close }) {
  const fight = st.fight && st.fight.seat === u.seat && st.fight.by === u.at ? st.fight : null;
  return html`<section class="vera-detail" aria-label=${`${name}’s ${u.name || "face-down unit"}`}>
    <header><strong>${u.name || "A face-down unit"}</strong><span class="how">${name}, ${space(u.at)}${u.rank ? ` · ${u.rank}` : ""}</span>${close && html`<button class="quiet" onClick=${close}>Close</button>`}</header>
    ${u.closed ? html`<p class="how">Nobody but its owner knows it yet. It is asked for when it is turned up.</p>` : html`<dl>
      <div><dt>Attack dice</dt><dd><${Dice} dice=${u.dice} /> ${inWords(u.dice ?? [])}</dd></div>
      <div><dt>Shields</dt><dd><${Shields} shields=${u.shields} /></dd></div>
      <div><dt>Life</dt><dd>${u.life} of ${u.most_life}${u.decimated ? `, decimated: ${u.abilities?.includes("endurance") ? "Endurance keeps its die" : "one die less"}` : ""}</dd></div></dl>`}
    ${(u.abilities ?? []).length > 0 && html`<p>${u.abilities.map((/** @type {string} */ a) => html`<span key=${a} class="vera-ability"><${Look} rule=${`vera.ability.${a}`}>${words(a)}<//></span>`)}</p>`}
    ${fight?.dice?.length > 0 && html`<${Attack} title=${`Now: ${fight.counter ? "counterattack" : `${fight.kind} attack`} on ${space(fight.on)}`} dice=${fight.dice} lines=${fight.lines} open=${true} />`}
    ${!u.closed && html`<h3>What it could attack now</h3>${(u.attacks ?? []).length === 0 && html`<p class="how">Nothing from here.</p>`}`}
    ${(u.attacks ?? []).map((/** @type {any} */ a, /** @type {number} */ i) => html`<${Attack} key=${`${a.kind}:${a.on}`} title=${`${capital(a.kind)} on ${targetName(st, u.seat, a.on)}`} dice=${a.dice} lines=${a.lines} open=${i === 0} supports=${a.supports} />`)}
  </section>`;
}

/** @param {any} st @param {number} seat @param {string} on */
function targetName(st, seat, on) {
  const foe = st.sides.find((/** @type {any} */ s) => s.seat !== seat);
  const unit = (on.startsWith("v") ? foe?.vanguard : foe?.rearguard)?.[Number(on.slice(1)) - 1];
  return `${unit?.name || "a face-down unit"} (${space(on)})`;
}

/** @param {any} p */
function Attack({ title, dice, lines, open, supports = 0 }) {
  return html`<details class="vera-attack" open=${open}><summary><span>${title}</span><${Dice} dice=${dice} /><b>${(dice ?? []).length} ${(dice ?? []).length === 1 ? "die" : "dice"}</b></summary>
    <ul>${(lines ?? []).map((/** @type {any} */ l, /** @type {number} */ i) => html`<li key=${i}>${l.text.replace(/^-(?=\d)/u, "−")}${l.after !== null && l.after !== undefined ? html` <b>→ ${l.after}</b>` : ""}${l.cite ? html` <small>${l.cite.replace(/^Vera Discordia /u, "")}</small>` : ""}</li>`)}
      ${supports > 0 && html`<li>${supports === 1 ? "One unit" : `Up to ${supports} units`} may add a die by Support</li>`}</ul></details>`;
}
