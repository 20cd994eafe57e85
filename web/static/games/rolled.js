// What is known of a roll's dice, and what must still be said of them. The list, the bar and the board share it.
import { dieName, faceShown, faceWords, printed } from "./dice.js";
import { valuesOf } from "../dice.js";

/** @typedef {import("../messages.js").Die} Die */
/** @typedef {import("../messages.js").Face} Face */
/** @typedef {import("../messages.js").GameView} GameView */
/** @typedef {import("../messages.js").RollDie} RollDie */
/** @typedef {import("./choice.js").Choice} Choice */

/**
 * A die of a roll.
 * @typedef {object} Row
 * @property {Die} die
 * @property {string} name
 * @property {RollDie | undefined} at where it lies
 * @property {any} was what it showed before, if it is rolled again
 * @property {number | undefined} face what was tapped but not sent yet
 * @property {number | undefined} guess what the camera thinks that it shows, without being sure
 * @property {Face | null} shows what it surely shows
 * @property {boolean} asks it lies there, and somebody must say what it shows
 */

/**
 * The dice of an exact roll as they stand.
 * @param {Choice} c @param {GameView} view
 */
export function rolledOf(c, view) {
  const roll = /** @type {import("../messages.js").Roll} */ (c.q.roll), dice = roll.dice ?? [];
  const made = view.roll?.question === c.q.id ? view.roll : null;
  const rows = dice.map((die) => {
    const at = made?.dice.find((d) => d.id === die.id), tap = c.draft.tapped?.[die.id];
    const asks = at !== undefined && at.throw > 0 && !at.shows;
    return /** @type {Row} */ ({
      die, at, asks, name: dieName(die, view), was: (roll.lying ?? []).find((t) => t.id === die.id), shows: faceShown(die, at?.shows),
      face: tap && tap.before === seen(at) ? tap.face : undefined, guess: asks ? at.likely[0] : undefined,
    });
  });
  const open = rows.filter((r) => !r.shows && r.face === undefined).length;
  const guessed = rows.filter((r) => !r.shows && r.face === undefined && r.guess !== undefined).length;
  return { rows, made, open, guessed, sum: sumOf(c, rows), left: made ? made.left : dice.length, throws: made?.throws ?? 0 };
}

/** What is known of a die. If that changes, an earlier tap is forgotten. @param {RollDie | undefined} at */
export const seen = (at) => JSON.stringify([at?.shows ?? null, at?.throw ?? 0, at?.n ?? 0]);

/** Says what a die shows: to the table for a die on the tray, to the draft for one that was thrown by hand. @param {Choice} c @param {Row} row @param {number} face @param {(a: any) => any} act */
export function say(c, row, face, act) {
  if (!c.ready) return;
  const { at, die } = row;
  if (at && at.throw > 0) return act({ do: "show", throw: at.throw, rev: at.rev, die: at.n, as: die.id, face });
  c.put((old) => {
    const { [die.id]: _, ...rest } = old.tapped ?? {};
    return { tapped: row.face === face ? rest : { ...rest, [die.id]: { face, before: seen(at) } } };
  });
}

/** Sends what was tapped, and with guesses also what the camera thinks. @param {Choice} c @param {Row[]} rows @param {boolean} guesses @param {GameView} view @param {(a: any) => any} act */
export function hand(c, rows, guesses, view, act) {
  const shown = rows.flatMap((r) => (r.face !== undefined ? [{ die: r.die.id, face: r.face }] : !r.shows && guesses && r.guess !== undefined ? [{ die: r.die.id, face: r.guess }] : []));
  act({ do: "hand", game: view.game.id, question: c.q.id, shown });
  c.put({ tapped: {} });
}

/** How many of what the question counts the known faces are worth by themselves. Null if the question doesn't say. @param {Choice} c @param {Row[]} rows */
function sumOf(c, rows) {
  const worth = c.q.roll?.worth;
  if (!worth || !c.q.counts) return null;
  return rows.reduce((sum, r, i) => {
    const known = r.at?.shows?.face ?? r.at?.shows?.value, face = r.face ?? (r.shows ? known : undefined);
    return sum + (face === undefined || face === null ? 0 : worth[i]?.[face] ?? 0);
  }, 0);
}

/**
 * The different faces of a die, the camera's guesses first. A die without faces shows numbers.
 * @param {Die} die @param {number[]} likely
 * @returns {{i: number, face: Face}[]}
 */
export function distinct(die, likely) {
  const shape = die.shape || "d6";
  const faces = die.faces?.length ? die.faces.map((face, i) => ({ i, face: printed(die, face) })) : valuesOf(shape).map((v) => ({ i: v, face: printed(die, { value: v }) }));
  const met = new Set();
  const ordered = [...likely.map((i) => faces.find((f) => f.i === i)).filter(Boolean), ...faces];
  return /** @type {any} */ (ordered.filter((f) => {
    const key = f ? faceWords(f.face) : "";
    if (!f || met.has(key)) return false;
    met.add(key);
    return true;
  }));
}

/** Forgets the throws before the last one. @param {any} made @param {(a: any) => Promise<boolean>} act */
export async function lastCounts(made, act) {
  for (const t of made.earlier) if (!(await act({ do: "discard", throw: t.throw, rev: t.rev }))) return;
}
