// How each kind of game's board looks.
import { html } from "../vendor/preact-htm.js";
import { later } from "../later.js";
import { PlainBoard } from "./board.js";

/**
 * Boards, by the kind's form. Each gets the game's view.
 * @type {Record<string, any>}
 */
export const boards = { tally: TallyBoard, dragondice: later(async () => (await import("../dragons/board.js")).DragonBoard), vera: later(async () => (await import("../vera/board.js")).VeraBoard) };

/** @param {string} form */
export const boardOf = (form) => boards[form] ?? PlainBoard;

/** @param {{view: import("../messages.js").GameView}} p */
function TallyBoard({ view }) {
  const state = view.play.state;
  if (!state) return null;
  return html`<ul class="seats">${(state.standings ?? []).map((/** @type {any} */ s) => html`<li key=${s.seat} class="standing">
    <span class="name">${s.name || "All rolls"}</span><span class="count">${s.rolls} rolls</span><span class="sum">${s.total ?? ""}</span></li>`)}</ul>`;
}
