// Which choices of a Pick can be made. It tables sums and never lists subsets.

/** @typedef {import("../messages.js").Pick} P */

const mostSteps = 4e6; // beyond that nothing is greyed out, and the table still says what is wrong

/** @param {P} pick @param {string[]} ids */
export const weightOf = (pick, ids) => pick.options.reduce((sum, o) => sum + (ids.includes(o.id) ? o.weight ?? 0 : 0), 0);

/**
 * The choice of min to max options that weighs the most within the limit. It tables sums and never lists subsets.
 * @param {P} pick @returns {string[]}
 */
export function fill(pick) {
  const limit = pick.limit ?? 0;
  /** @type {Map<string, string[]>} by count and sum, one way to reach them */
  let reach = new Map([["0,0", []]]);
  for (const o of pick.options) {
    const next = new Map(reach);
    for (const [key, ids] of reach) {
      const [n, s] = key.split(",").map(Number);
      const to = `${n + 1},${s + (o.weight ?? 0)}`;
      if (n + 1 <= pick.max && s + (o.weight ?? 0) <= limit && !next.has(to)) next.set(to, [...ids, o.id]);
    }
    reach = next;
  }
  let best = -1;
  /** @type {string[]} */
  let chosen = [];
  for (const [key, ids] of reach) {
    const [n, s] = key.split(",").map(Number);
    if (n >= pick.min && s > best) [best, chosen] = [s, ids];
  }
  return chosen;
}

/** The greatest sum within the limit. @param {P} pick */
export const most = (pick) => weightOf(pick, fill(pick));

/**
 * The options that can be added to what is chosen so that a choice is still possible. If none is possible at all,
 * these are all options.
 * @param {P} pick @param {string[]} picked @returns {Set<string>}
 */
export function openFor(pick, picked) {
  const others = pick.options.map((o) => o.id).filter((id) => !picked.includes(id));
  if (!completes(pick, [])) return new Set(others);
  return new Set(others.filter((id) => completes(pick, [...picked, id])));
}

/** Whether the remaining options can be divided as they must be. @param {P} pick @param {string[]} picked */
export function ends(pick, picked) {
  return !pick.parts || !divides(pick, [], false) || divides(pick, picked, true);
}

/** Whether a choice with these is possible. @param {P} pick @param {string[]} ids */
function completes(pick, ids) {
  const rest = pick.options.filter((o) => !ids.includes(o.id));
  if (ids.length > pick.max || ids.length + rest.length < pick.min) return false;
  if (pick.parts && !divides(pick, ids, false)) return false;
  if (pick.limit === null || pick.limit === undefined) return true;
  const limit = pick.limit, n = Math.min(pick.max, pick.options.length), from = weightOf(pick, ids);
  if (from > limit) return false;
  if (rest.length * (n + 1) * (limit + 1) > mostSteps / pick.options.length) return true;
  const reach = new Uint8Array((n + 1) * (limit + 1));
  reach[ids.length * (limit + 1) + from] = 1;
  for (const o of rest) {
    const w = o.weight ?? 0;
    for (let k = n; k > 0; k--) for (let s = limit; s >= w; s--) if (reach[(k - 1) * (limit + 1) + s - w]) reach[k * (limit + 1) + s] = 1;
  }
  const least = pick.most ? most(pick) : 0;
  for (let k = pick.min; k <= n; k++) for (let s = Math.max(least, 0); s <= limit; s++) if (reach[k * (limit + 1) + s]) return true;
  return false;
}

/**
 * Whether the options can be divided with these in the first part, and with no others if it is closed. For each sum
 * of the first and of the second part, the table holds which of the three parts have what each needs: a set of such
 * triples, as bits. What is in neither is the last part's.
 * @param {P} pick @param {string[]} ids @param {boolean} closed
 */
function divides(pick, ids, closed) {
  const parts = /** @type {import("../messages.js").Parts} */ (pick.parts), limit = pick.limit ?? 0;
  const all = weightOf(pick, pick.options.map((o) => o.id)), wide = limit + 1, deep = parts.more === 2 ? wide : 1;
  if (parts.more > 2 || wide * deep * pick.options.length > mostSteps / (closed ? 1 : pick.options.length)) return true;
  let reach = new Uint8Array(wide * deep);
  reach[0] = 1;
  for (const o of pick.options) {
    const w = o.weight ?? 0, need = parts.of.includes(o.id), must = ids.includes(o.id), next = new Uint8Array(reach.length);
    for (let two = 0; two < deep; two++) {
      for (let one = 0; one < wide; one++) {
        const has = reach[two * wide + one];
        if (has === 0) continue;
        if ((must || !closed) && one + w <= limit) next[two * wide + one + w] |= need ? given[0][has] : has;
        if (must) continue;
        if (two + w < deep) next[(two + w) * wide + one] |= need ? given[1][has] : has;
        next[two * wide + one] |= need ? given[2][has] : has;
      }
    }
    reach = next;
  }
  const whole = 1 << (parts.more === 2 ? 7 : 5);
  return reach.some((has, at) => (has & whole) !== 0 && all - (at % wide) - Math.floor(at / wide) <= limit);
}

/** What a set of triples becomes if a part gets what it needs, by part and set. */
const given = [0, 1, 2].map((part) => Uint8Array.from({ length: 256 }, (_, set) => {
  let to = 0;
  for (let has = 0; has < 8; has++) if (set & (1 << has)) to |= 1 << (has | (1 << part));
  return to;
}));
