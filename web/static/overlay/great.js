// What a streamer calls a great roll. Each rule is a word in the overlay's address.

import { valueWords } from "../dice.js";
import { told } from "../games/names.js";
import { tr } from "../language.js";

/** @typedef {import("../messages.js").OverlayShown} OverlayShown */

/** What is highlighted if the address says nothing. */
export const usualGreat = ["d20", "same", "word:slain"];

const shapes = ["d4", "d6", "d8", "d10", "d12", "d20"];

/** Why a rule isn't valid, empty if it is. @param {string} rule */
export function wrongGreat(rule) {
  const [kind, of] = rule.split(":");
  const fine = kind === "same" || shapes.includes(kind) || kind === "word" && !!of || kind === "total" && /^\d+$/.test(of ?? "");
  return fine ? "" : tr("great={rule}: there is same, {shapes}, total:NUMBER, word:WORD and no", { rule, shapes: shapes.join(", ") });
}

/**
 * Why a roll is highlighted, in words, empty if it isn't.
 * @param {string[]} rules @param {OverlayShown | null} shown
 */
export function greatOf(rules, shown) {
  if (!shown) return "";
  const dice = facesOf(shown);
  const number = shown.game ? shown.result?.value : shown.rolls[0]?.total;
  const { game } = shown;
  const said = game ? shown.told.map((text) => told(game, text)) : [shown.rolls[0]?.text ?? ""];
  for (const rule of rules) {
    const [kind, of] = rule.split(":");
    if (kind === "same" && dice.length > 2 && dice.every((d) => d.face && d.face === dice[0].face)) return tr("All the same!");
    if (shapes.includes(kind) && dice.some((d) => d.shape === kind && d.face === highest(kind))) return kind === "d20" ? "A natural 20!" : tr("A {kind} shows its highest!", { kind });
    if (kind === "total" && typeof number === "number" && number >= Number(of)) return `${number}!`;
    const sentence = kind === "word" && said.find((t) => t.toLowerCase().includes(of.toLowerCase()));
    if (sentence) return sentence;
  }
  return "";
}

/** @param {string} shape */
const highest = (shape) => shape.slice(1);

/** The dice of a roll with the face that is up, as printed. The face is empty if it isn't known. @param {OverlayShown} shown @returns {{shape: string, face: string}[]} */
function facesOf(shown) {
  if (!shown.game) return (shown.rolls[0]?.dice ?? []).map((d) => ({ shape: d.shape ?? "", face: d.value === null || d.value === undefined ? "" : valueWords(d.shape ?? "", d.value, d.kind) }));
  return shown.dice.map((d) => ({ shape: d.shape, face: d.face.icon ? `${d.face.count} ${d.face.icon}` : String(d.face.value ?? "") }));
}
