// A unit's card: name, rank, attack dice in their order, shields, abilities, life points.
import { html } from "../view.js";
import { plasticOf } from "../dice.js";
import { dieNames, shields, words } from "./words.js";
import { tr } from "../language.js";

/** @typedef {import("./types.js").Known} Known */

/** @param {{u: import("./types.js").Unit, known: Known, set: (u: any) => void, out: () => void}} p */
export function UnitForm({ u, known, set, out }) {
  /** @param {any} change */
  const put = (change) => set(tidy({ ...u, ...change }));
  const rank = known.ranks.find((r) => r.rank === u.rank);
  return html`<div class="card-edit"><div class="fields">
      <label>Name<input type="text" data-field="name" maxlength="60" value=${u.name} onInput=${(/** @type {any} */ e) => put({ name: e.target.value })} /></label>
      <label>Rank<select data-field="rank" value=${u.rank} onChange=${(/** @type {any} */ e) => put({ rank: e.target.value })}>${known.ranks.map((r) => html`<option key=${r.rank} value=${r.rank}>${r.rank}</option>`)}</select></label>
      <label>Copies of the card<input type="number" data-field="copies" min="1" max="9" placeholder=${rank?.copies} value=${u.copies ?? ""} onInput=${(/** @type {any} */ e) => put({ copies: number(e) })} /></label>
      <label>Life points<input type="number" data-field="life" min="1" max="12" placeholder="6" value=${u.life ?? ""} onInput=${(/** @type {any} */ e) => put({ life: number(e) })} /></label>
      <label>Printed number<input type="number" data-field="number" min="0" placeholder="none" value=${u.number ?? ""} onInput=${(/** @type {any} */ e) => put({ number: number(e) })} /></label></div>
    <${DiceField} dice=${u.dice} known=${known} set=${(/** @type {string[]} */ dice) => put({ dice })} legend=${tr("Attack dice, from left to right (the order matters)")} />
    <fieldset><legend>Shields: the least number that hits, X for immune</legend><div class="shield-fields">${shields.map(([c, dice]) => html`<label key=${c} title=${tr("against {dice}", { dice })}>${c}<select data-shield=${c} value=${String(u.shields[c] ?? 4)}
      onChange=${(/** @type {any} */ e) => put({ shields: { ...u.shields, [c]: e.target.value === "X" ? "X" : Number(e.target.value) } })}>${["1", "2", "3", "4", "5", "6", "X"].map((v) => html`<option key=${v} value=${v}>${v}</option>`)}</select></label>`)}</div></fieldset>
    <${AbilityField} own=${u.abilities ?? []} from=${known.abilities.filter((a) => a !== "guards")} set=${(/** @type {string[]} */ abilities) => put({ abilities })} />
    <div class="row end"><button class="quiet" data-do="out" onClick=${out}>Take this card out</button></div></div>`;
}

/** Dice in their order. A tap on one removes it. @param {{dice: string[], known: Known, set: (dice: string[]) => void, legend: string}} p */
export function DiceField({ dice, known, set, legend }) {
  return html`<fieldset><legend>${legend}</legend><div class="dice-line">${dice.map((c, i) => html`<button type="button" key=${i} data-own-die=${i} aria-label=${tr("Take the {c} die at place {n} out", { c, n: i + 1 })} onClick=${() => set(dice.filter((_, k) => k !== i))}><i style=${{ background: plasticOf(c) }}></i>✕</button>`)}${dice.length === 0 && html`<span class="how">none</span>`}</div>
    <div class="dice-line">${known.colors.map((c) => html`<button type="button" key=${c} class="quiet" data-add-die=${c} onClick=${() => set([...dice, c])}><i style=${{ background: plasticOf(c) }}></i>+ ${dieNames[c]}</button>`)}</div></fieldset>`;
}

/** @param {{own: string[], from: string[], set: (list: string[]) => void, legend?: string}} p */
export function AbilityField({ own, from, set, legend = tr("Abilities") }) {
  return html`<fieldset><legend>${legend}</legend><div class="abilities">${from.map((a) => html`<label class="check" key=${a}><input type="checkbox" data-ability=${a} checked=${own.includes(a)} onChange=${(/** @type {any} */ e) => set(from.filter((x) => (x === a ? e.target.checked : own.includes(x))))} />${words(a)}</label>`)}</div></fieldset>`;
}

/** @param {any} e */
export const number = (e) => (e.target.value === "" ? undefined : Number(e.target.value));

/** Leaves out what the file leaves out. @param {any} u */
function tidy(u) {
  for (const key of ["copies", "life", "number"]) if (u[key] === undefined) delete u[key];
  if (u.abilities?.length === 0) delete u.abilities;
  return u;
}
