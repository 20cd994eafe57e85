// What Vera Discordia's pages call things, and the small drawings that they share.
import { html } from "../view.js";
import { plasticOf } from "../dice.js";
import { heard, tr } from "../language.js";

/** What the dice are called, by their colour. @type {Record<string, string>} */
export const dieNames = { white: tr("Melee"), blue: tr("Range"), purple: tr("Magic"), red: tr("Breaker"), yellow: tr("Artillery") };

/** The shields, and the dice that are compared with them. @type {[string, string][]} */
export const shields = [["white", tr("white dice")], ["blue", tr("blue dice")], ["purple", tr("purple dice")], ["orange", tr("red and yellow dice")]];

/** An ability or terrain for people. @param {string} id */
export const words = (id) => capital(id.replaceAll("_", " ").replace("affinity ", "affinity: "));

/** @param {string} text */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** The dice of a unit or an attack, from left to right. @param {{dice: string[], empty?: string}} p */
export function Dice({ dice, empty = tr("no dice") }) {
  if (!dice || dice.length === 0) return html`<span class="vera-none">${empty}</span>`;
  return html`<span class="vera-dice" role="img" aria-label=${inWords(dice)} title=${inWords(dice)}>${dice.map((c, i) => html`<i key=${i} style=${{ background: plasticOf(c) }}></i>`)}</span>`;
}

/** "2 white, 1 blue". @param {string[]} dice */
export function inWords(dice) {
  /** @type {Map<string, number>} */
  const n = new Map();
  for (const c of dice) n.set(c, (n.get(c) ?? 0) + 1);
  return [...n].map(([c, k]) => `${k} ${heard(c)}`).join(", ") || tr("no dice");
}

/** A unit's four shields: the least number that hits. @param {{shields: Record<string, number | string>}} p */
export function Shields({ shields: own }) {
  return html`<span class="vera-shields" role="img" aria-label=${shields.map(([c, dice]) => `${own[c] === "X" ? tr("immune to {dice}", { dice }) : tr("{dice} hit with {own} or more", { dice, own: own[c] })}`).join(", ")}>
    ${shields.map(([c, dice]) => html`<b key=${c} title=${own[c] === "X" ? tr("Immune to {dice}", { dice }) : tr("{capital} hit with {own} or more", { capital: capital(dice), own: own[c] })} style=${{ "--of": plasticOf(c) }}>${own[c]}</b>`)}</span>`;
}

/** A space for people: "v2" is the second of the vanguard. @param {string} at */
export const space = (at) => `${heard(at.startsWith("v") ? "vanguard" : "rearguard")} ${at.slice(1)}`;
