// An edition of Dragon Dice with the dice that it has rules for. It is fetched once.
import { useEffect, useState } from "../view.js";
import { ask } from "../games/fetch.js";

/** @typedef {import("../messages.js").EditionView} EditionView */
/** @typedef {import("../messages.js").KindOfDie} KindOfDie */

/**
 * What a player brings: ids of kinds. The armies are divided at the table.
 * @typedef {{dice: string[], pool: string[], terrain: string, frontier: string}} Force
 */

/** @type {Map<string, EditionView>} */
const known = new Map();

/** @param {string} id @param {(text: string) => void} say @returns {EditionView | null} */
export function useEdition(id, say) {
  const [edition, setEdition] = useState(/** @type {EditionView | null} */ (known.get(id) ?? null));
  useEffect(() => {
    const have = known.get(id);
    setEdition(have ?? null);
    if (have || !id) return;
    let wanted = true; // until another edition is chosen, whose answer may come first
    ask(`/api/editions/${encodeURIComponent(id)}`).then((r) => {
      if (r.ok) known.set(id, r.data);
      if (!wanted) return;
      if (r.ok) setEdition(r.data);
      else say(r.why);
    });
    return () => { wanted = false; };
  }, [id]);
  return edition && edition.id === id ? edition : null;
}

/** @returns {Force} */
export const emptyForce = () => ({ dice: [], pool: [], terrain: "", frontier: "" });

/** @param {KindOfDie} k */
export const isDragon = (k) => k.kind === "drake" || k.kind === "wyrm";
/** @param {KindOfDie} k */
export const isTerrain = (k) => k.kind === "major_terrain";
/** @param {KindOfDie} k */
export const inArmy = (k) => ["unit", "equipment", "artifact", "medallion", "relic", "royalty"].includes(k.kind);

/** @param {string} word */
export const words = (word) => (word.charAt(0).toUpperCase() + word.slice(1)).replaceAll("_", " ");

/**
 * What an edition calls a thing: race or species, gold or yellow, common or small.
 * @param {Record<string, string> | undefined} own @param {string} thing
 */
export const word = (own, thing) => own?.[thing] ?? thing;

/** @template T @param {T[]} list @returns {T} */
const any = (list) => list[Math.floor(Math.random() * list.length)];

/** @param {KindOfDie} k */
const magical = (k) => k.faces.some((f) => ["magic", "cantrip", "create_fireminions"].includes(f.icon ?? ""));

/**
 * A force of one species at random, of exactly that many points if its dice allow it. It follows the strictest
 * edition: half of it is without magic, and it has no champions, who need dragons of their own.
 * @param {EditionView} e @param {number} size @param {number} dragons
 * @returns {Force}
 */
export function randomForce(e, size, dragons) {
  const units = e.kinds.filter((k) => k.kind === "unit" && k.points > 0 && k.class !== "champion");
  const races = shuffled([...new Set(units.map((k) => k.race))]);
  // Some races have too few kinds for some sizes. Then another race is taken.
  const drawn = races.map((race) => army(units.filter((k) => k.race === race), size));
  const dice = drawn.find((d) => d.left === 0) ?? drawn.sort((x, y) => x.left - y.left)[0];
  const beasts = e.kinds.filter((k) => isDragon(k) && k.class === "elemental"), fields = e.kinds.filter(isTerrain);
  return { dice: dice.dice.sort(), pool: Array.from({ length: dragons }, () => any(beasts).id), terrain: any(fields.filter((k) => k.home)).id, frontier: any(fields).id };
}

/** Units of a race at random until none fits, and the points that are left. @param {KindOfDie[]} own @param {number} size */
function army(own, size) {
  let spells = Math.floor(size / 2), left = size;
  /** @type {string[]} */
  const dice = [];
  for (;;) {
    const fits = own.filter((k) => k.points <= left && (!magical(k) || k.points <= spells));
    if (fits.length === 0) return { dice, left };
    const k = any(fits);
    dice.push(k.id);
    if (magical(k)) spells -= k.points;
    left -= k.points;
  }
}

/** @template T @param {T[]} list */
const shuffled = (list) => list.map((x) => ({ x, at: Math.random() })).sort((p, q) => p.at - q.at).map(({ x }) => x);

/**
 * Dice counted by kind, in the order of the catalogue.
 * @param {EditionView} e @param {string[]} ids
 * @returns {{kind: KindOfDie, n: number}[]}
 */
export function counted(e, ids) {
  return e.kinds.map((kind) => ({ kind, n: ids.filter((id) => id === kind.id).length })).filter((c) => c.n > 0);
}
