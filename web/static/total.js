// The last roll: its total, large, and how it came about, line by line.
import { html } from "./view.js";
import { Chips, valueWords } from "./dice.js";
import { clock } from "./words.js";
import { heard, tr } from "./language.js";

/** @typedef {import("./messages.js").View} View */
/** @typedef {import("./messages.js").RollView} RollView */

/** @param {{view: View}} p */
export function Total({ view }) {
  const roll = view.rolls[0];
  if (!roll) {
    return html`<section class="card total" aria-label="Total">
      <h2>Total</h2><p class="whose">Nothing was counted yet. Throw the dice.</p>
    </section>`;
  }
  return html`<section class="card total" aria-label="Total">
    <div class="card-head"><h2>${tr("Roll {n}", { n: roll.n })}${roll.seat ? ` · ${roll.seat}` : ""}</h2>
      <span class="whose">${clock(roll.throw.at)}${roll.corrected ? ` · ${tr("corrected")}` : ""}${roll.throw.by === "typed" ? ` · ${tr("typed")}` : ""}</span></div>
    ${iconsAlone(roll) ? html`<p class="figure-words" id="total">${named(roll).map((d) => d.shows).join(", ")}</p>` : html`<p class="figure" id="total">${figure(roll)}</p>`}
    <${Chips} dice=${named(roll)} />
    <${Trail} roll=${roll} />
  </section>`;
}

/** The number that stands for a roll. @param {RollView} roll */
export const figure = (roll) => (iconsAlone(roll) ? "–" : roll.total ?? "–");

/** Whether no die of a roll shows a number: then nothing adds up, and a total of 0 says nothing. @param {RollView} roll */
const iconsAlone = (roll) => roll.dice.length > 0 && roll.dice.every((d) => d.icon && (d.value ?? null) === null);

/** The dice of a roll as chips want them. @param {RollView} roll */
export const named = (roll) => roll.dice.map((d, i) => ({ ...d, n: i, shows: d.icon ? `${(d.count ?? 1) > 1 ? `${d.count} ` : ""}${d.icon.replaceAll("_", " ")}` : "" }));

/** @param {{roll: RollView}} p */
export function Trail({ roll }) {
  if (roll.lines.length === 0) return null;
  return html`<ol class="trail" aria-label="How it came about">
    ${roll.lines.map((l, i) => html`<li key=${i}><span>${heard(l.text)}</span>${adds(l) && html`<b>${l.after}</b>`}</li>`)}
  </ol>`;
}

/** Whether a line's words don't begin with its number. @param {import("./messages.js").Line} l */
const adds = (l) => l.after !== undefined && l.after !== null && !l.text.startsWith(`${l.after} `);

/** One sentence for a screen reader. @param {View} view */
export function spoken(view) {
  const roll = view.rolls[0];
  if (view.waiting.length > 0) return tr("A roll needs you: a die was not read for sure.");
  if (!roll) return "";
  const dice = named(roll).map((d) => d.shows || valueWords(d.shape ?? "", d.value)).join(", ");
  if (iconsAlone(roll)) return roll.seat ? tr("Roll {n}, {seat}: {text}.", { n: roll.n, seat: roll.seat, text: dice }) : tr("Roll {n}: {text}.", { n: roll.n, text: dice });
  return roll.seat ? (roll.total === null ? tr("Roll {n}, {seat}: {text}. Dice: {dice}.", { n: roll.n, seat: roll.seat, text: heard(roll.text), dice }) : tr("Roll {n}, {seat}: total {total}. Dice: {dice}.", { n: roll.n, seat: roll.seat, total: roll.total, dice })) : (roll.total === null ? tr("Roll {n}: {text}. Dice: {dice}.", { n: roll.n, text: heard(roll.text), dice }) : tr("Roll {n}: total {total}. Dice: {dice}.", { n: roll.n, total: roll.total, dice }));
}
