// The rules name places by short ids ("home-ann"), people by their names.
import { heard, tr } from "../language.js";

/** @typedef {import("../messages.js").GameView} GameView */

/** A terrain's name said twice: "Feyland City (frontier) (Feyland City, at 1)". */
const twice = /([\p{L} ]+) \(([^()]+)\) \(\1, at (\d)\)/gu;

/** @type {WeakMap<object, [RegExp, Map<string, string>] | null>} */
const made = new WeakMap();

/** What players call themselves, and what is printed on cards. @type {WeakMap<object, string[]>} */
const printed = new WeakMap();

/** @param {GameView} view */
function printedOf(view) {
  let out = printed.get(view);
  if (!out) {
    const cards = (view.play.state?.sides ?? []).flatMap((/** @type {any} */ s) => [s.general?.strategy?.text, s.general?.leadership?.text]).filter(Boolean);
    printed.set(view, out = [...view.seats.map((s) => s.name), ...cards]);
  }
  return out;
}

/**
 * A sentence of the rules in the page's language, with the terrains called by their names.
 * @param {GameView} view @param {string | undefined} text
 */
export function told(view, text) {
  const names = namesOf(view);
  if (!text) return "";
  text = heard(text, printedOf(view));
  if (!names) return text;
  return text.replace(names[0], (id) => names[1].get(id) ?? id).replace(twice, "$1 ($2), at $3");
}

/** @param {GameView} view @returns {[RegExp, Map<string, string>] | null} */
function namesOf(view) {
  const st = view.play.state;
  if (!st?.terrains || !st.kinds) return null;
  const known = made.get(st);
  if (known !== undefined) return known;
  const names = new Map();
  for (const t of st.terrains) {
    const kind = st.kinds[t.kind]?.name ?? t.id;
    names.set(t.id, t.home ? tr("{kind} ({name}’s home)", { kind, name: view.seats[t.home - 1]?.name ?? "" }) : tr("{kind} (frontier)", { kind }));
  }
  // Terrains that aren't in play yet: they are rolled for before they lie there.
  for (const p of st.players ?? []) {
    if (!names.has(`home-${p.slug}`)) names.set(`home-${p.slug}`, tr("{name}’s home", { name: p.name }));
    if (!names.has(`frontier-${p.slug}`)) names.set(`frontier-${p.slug}`, tr("{name}’s frontier", { name: p.name }));
  }
  /** @type {[RegExp, Map<string, string>]} */
  const out = [new RegExp(`(?<![\\p{L}\\p{N}])(${[...names.keys()].map((id) => id.replace(/[\\^$.*+?()[\]{}|/]/gu, "\\$&")).join("|")})(?![\\p{L}\\p{N}])`, "gu"), names];
  made.set(st, out);
  return out;
}
