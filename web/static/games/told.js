// A sentence of the rules in which each name of a die or a unit opens its card.
import { html } from "../view.js";
import { told } from "./names.js";

/** @typedef {import("../messages.js").GameView} GameView */
/** @typedef {import("./boards.js").Look} Look */

/** What splits a sentence at the names that open a card, and those names with their ids. @type {WeakMap<object, {at: RegExp, ids: Map<string, string>} | {at: null}>} */
const known = new WeakMap();

/** @param {GameView} view @param {Look} look */
function splits(view, look) {
  const st = view.play.state ?? view;
  let found = known.get(st);
  if (!found) {
    const people = new Set(view.seats.map((s) => s.name));
    const ids = new Map([...(look.cards?.(view) ?? [])].filter(([name, id]) => id && !people.has(name)));
    // The longest first: "Night Heron" is not "Night".
    const names = [...ids.keys()].sort((a, b) => b.length - a.length).map((n) => n.replace(/[\\^$.*+?()[\]{}|/]/gu, "\\$&"));
    known.set(st, found = names.length > 0 ? { at: new RegExp(`(?<![\\p{L}\\p{N}])(${names.join("|")})(?![\\p{L}\\p{N}])`, "u"), ids } : { at: null });
  }
  return found;
}

/** @param {{view: GameView, look: Look | null, text: string | undefined}} p */
export function Told({ view, look, text }) {
  const words = told(view, text), split = look?.Card ? splits(view, look) : { at: null };
  const ids = split.at ? split.ids : null;
  // An element of its own holds the words, so that names in them are isolated.
  const parts = split.at ? words.split(split.at) : [words];
  return html`<span>${parts.map((part, i) => (i % 2 === 1 ? html`<${look?.Card} key=${i} view=${view} id=${ids?.get(part)}>${part}<//>` : part))}</span>`;
}
