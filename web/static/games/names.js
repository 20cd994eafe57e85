// The rules call places by short ids ("home-ann"); people by their names.

/** @typedef {import("../messages.js").GameView} GameView */

/** A terrain's name said twice: "Feyland City (frontier) (Feyland City, at 1)". */
const twice = /([\p{L} ]+) \(([^()]+)\) \(\1, at (\d)\)/gu;

/** @type {WeakMap<object, [RegExp, Map<string, string>] | null>} */
const made = new WeakMap();

/**
 * A sentence of the rules with the terrains called by their names.
 * @param {GameView} view @param {string | undefined} text
 */
export function told(view, text) {
  const names = namesOf(view);
  if (!names || !text) return text ?? "";
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
    names.set(t.id, t.home ? `${kind} (${view.seats[t.home - 1]?.name ?? ""}’s home)` : `${kind} (frontier)`);
  }
  // Terrains that are not in play yet: they are rolled for before they lie there.
  for (const p of st.players ?? []) {
    if (!names.has(`home-${p.slug}`)) names.set(`home-${p.slug}`, `${p.name}’s home`);
    if (!names.has(`frontier-${p.slug}`)) names.set(`frontier-${p.slug}`, `${p.name}’s frontier`);
  }
  /** @type {[RegExp, Map<string, string>]} */
  const out = [new RegExp(`(?<![\\p{L}\\p{N}])(${[...names.keys()].map((id) => id.replace(/[\\^$.*+?()[\]{}|/]/gu, "\\$&")).join("|")})(?![\\p{L}\\p{N}])`, "gu"), names];
  made.set(st, out);
  return out;
}
