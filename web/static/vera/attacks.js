// A unit's card, and what it can attack from its place, with which dice and why.
import { Look } from "../dragons/reference.js";
import { html } from "../view.js";
import { Dice, Shields, capital, inWords, space, words } from "./words.js";
import { heard, tr, trn } from "../language.js";

/** @param {{u: any, st: any, name: string, close: (() => void) | null}} p */
export function Attacks({ u, st, name, close }) {
  const fight = st.fight && st.fight.seat === u.seat && st.fight.by === u.at ? st.fight : null;
  return html`<section class="vera-detail" aria-label=${tr("{name}’s {unit}", { name, unit: u.name || tr("face-down unit") })}>
    <header><strong>${u.name || tr("A face-down unit")}</strong><span class="how">${name}, ${space(u.at)}${u.rank ? ` · ${heard(u.rank)}` : ""}</span>${close && html`<button class="quiet" onClick=${close}>Close</button>`}</header>
    ${u.closed ? html`<p class="how">Nobody but its owner knows it yet. It is asked for when it is turned up.</p>` : html`<dl>
      <div><dt>Attack dice</dt><dd><${Dice} dice=${u.dice} /> ${inWords(u.dice ?? [])}</dd></div>
      <div><dt>Shields</dt><dd><${Shields} shields=${u.shields} /></dd></div>
      <div><dt>Life</dt><dd>${u.decimated ? (u.abilities?.includes("endurance") ? tr("{life} of {most_life}, decimated: Endurance keeps its die", { life: u.life, most_life: u.most_life }) : tr("{life} of {most_life}, decimated: one die less", { life: u.life, most_life: u.most_life })) : tr("{life} of {most_life}", { life: u.life, most_life: u.most_life })}</dd></div></dl>`}
    ${(u.abilities ?? []).length > 0 && html`<p>${u.abilities.map((/** @type {string} */ a) => html`<span key=${a} class="vera-ability"><${Look} rule=${`vera.ability.${a}`}>${words(a)}<//></span>`)}</p>`}
    ${fight?.dice?.length > 0 && html`<${Attack} title=${fight.counter ? tr("Now: counterattack on {space}", { space: space(fight.on) }) : tr("Now: {kind} attack on {space}", { kind: heard(fight.kind), space: space(fight.on) })} dice=${fight.dice} lines=${fight.lines} open=${true} />`}
    ${!u.closed && html`<h3>What it could attack now</h3>${(u.attacks ?? []).length === 0 && html`<p class="how">Nothing from here.</p>`}`}
    ${(u.attacks ?? []).map((/** @type {any} */ a, /** @type {number} */ i) => html`<${Attack} key=${`${a.kind}:${a.on}`} title=${tr("{capital} on {targetName}", { capital: heard(`${capital(a.kind)} attack`), targetName: targetName(st, u.seat, a.on) })} dice=${a.dice} lines=${a.lines} open=${i === 0} supports=${a.supports} />`)}
  </section>`;
}

/** @param {any} st @param {number} seat @param {string} on */
function targetName(st, seat, on) {
  const foe = st.sides.find((/** @type {any} */ s) => s.seat !== seat);
  const unit = (on.startsWith("v") ? foe?.vanguard : foe?.rearguard)?.[Number(on.slice(1)) - 1];
  return `${unit?.name || tr("a face-down unit")} (${space(on)})`;
}

/** @param {any} p */
function Attack({ title, dice, lines, open, supports = 0 }) {
  return html`<details class="vera-attack" open=${open}><summary><span>${title}</span><${Dice} dice=${dice} /><b>${(dice ?? []).length} ${trn((dice ?? []).length, "die", "dice")}</b></summary>
    <ul>${(lines ?? []).map((/** @type {any} */ l, /** @type {number} */ i) => html`<li key=${i}>${heard(l.text).replace(/^-(?=\d)/u, "−")}${l.after !== null && l.after !== undefined ? html` <b>→ ${l.after}</b>` : ""}${l.cite ? html` <small>${l.cite.replace(/^Vera Discordia /u, "")}</small>` : ""}</li>`)}
      ${supports > 0 && html`<li>${trn(supports, "One unit may add a die by Support", "Up to {n} units may add a die by Support")}</li>`}</ul></details>`;
}
