// Playing again: what a game began with, read from its saved log.
import { at } from "../where.js";

/** What a new game starts from. @typedef {{rulebook: string, title: string, players: import("../messages.js").Player[], setup: any}} Start */

/** @param {number} id @returns {Promise<Start | null>} null if this screen can't read it */
export async function startOf(id) {
  try {
    const r = await fetch(at(`/games/${id}/game.jsonl`));
    if (!r.ok) return null;
    const { header } = JSON.parse((await r.text()).split("\n", 1)[0]);
    return { rulebook: header.rulebook, title: header.title ?? "", players: header.players ?? [], setup: setupOf(header) };
  } catch {
    return null;
  }
}

/** @param {any} header */
function setupOf({ settings = {}, dice = [] }) {
  if (!settings.forces) return Object.keys(settings).length > 0 ? settings : null;
  // A game's forces name its own dice. A new game needs kinds.
  const kinds = new Map(dice.map((/** @type {any} */ d) => [d.id, d.kind]));
  const kind = (/** @type {string} */ id) => kinds.get(id) ?? id;
  return { size: settings.size, forces: settings.forces.map((/** @type {any} */ f) => ({
    dice: [f.dice, f.home, f.campaign, f.horde].flatMap((list) => list ?? []).map(kind), pool: (f.pool ?? []).map(kind), terrain: kind(f.terrain), frontier: kind(f.frontier) })) };
}
