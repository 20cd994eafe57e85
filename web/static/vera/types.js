// What a file of cards holds; docs/vera-discordia.md describes it.

/**
 * @typedef {object} Unit
 * @property {string} name
 * @property {string} rank
 * @property {number} [copies]
 * @property {string[]} dice
 * @property {Record<string, number | string>} shields
 * @property {string[]} [abilities]
 * @property {number} [life]
 * @property {number} [number]
 */
/**
 * @typedef {object} General
 * @property {string} name
 * @property {{abilities?: string[], dice?: string[]}} [heroism]
 * @property {{ranks?: string[], recruit?: Record<string, number>, without?: string[], closed?: number, text?: string}} [leadership]
 * @property {{kind: string, when?: string, dice?: number, life?: number, motivation?: number, text?: string}} [strategy]
 */
/**
 * @typedef {object} Faction
 * @property {string} name
 * @property {boolean} [made_up]
 * @property {Unit[]} units
 * @property {General[]} [generals]
 */
/**
 * What the table knows of cards.
 * @typedef {object} Known
 * @property {Faction[]} made_up
 * @property {string[]} colors
 * @property {string[]} abilities
 * @property {{rank: string, cards: number, copies: number, recruited: number}[]} ranks
 * @property {{id: string, name: string, section: string, choices: string[]}[]} rulings
 */

/** The rulebook's id, under which factions are kept. */
export const book = "vera-discordia";

/** How many cards of a rank a faction has. @param {Faction} f @param {string} rank @param {Known} known */
export function cardsOf(f, rank, known) {
  const usual = known.ranks.find((r) => r.rank === rank)?.copies ?? 1;
  return f.units.filter((u) => u.rank === rank).reduce((n, u) => n + (u.copies || usual), 0);
}

/** @returns {Unit} */
export const newUnit = () => ({ name: "", rank: "basic", dice: ["white"], shields: { white: 4, blue: 4, purple: 4, orange: 4 } });
