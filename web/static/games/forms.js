// What each kind of game wants to know before it begins, and how its board looks.
import { html } from "../vendor/preact-htm.js";
import { DragonBoard } from "../dragons/board.js";
import { DragonForm } from "../dragons/form.js";
import { VeraBoard } from "../vera/board.js";
import { VeraForm } from "../vera/form.js";
import { PlainBoard } from "./board.js";

/**
 * Forms for a new game, by the kind's form. Each gets players, setup, setSetup and say.
 * @type {Record<string, any>}
 */
export const forms = { tally: TallyForm, dragondice: DragonForm, vera: VeraForm };

/**
 * Boards, by the kind's form. Each gets the game's view.
 * @type {Record<string, any>}
 */
export const boards = { tally: TallyBoard, dragondice: DragonBoard, vera: VeraBoard };

/** @param {string} form */
export const boardOf = (form) => boards[form] ?? PlainBoard;

/** @param {any} p */
function TallyForm({ setup, setSetup }) {
  const s = setup ?? {};
  /** @param {any} change */
  const set = (change) => setSetup({ ...s, ...change });
  return html`<div class="fields">
    <label>Who rolls<select value=${s.order ?? "free"} onChange=${(/** @type {any} */ e) => set({ order: e.target.value })}><option value="free">whoever is asked</option><option value="turns">one after the other</option></select></label>
    <label>Rounds (0: until it is ended)<input type="number" min="0" max="1000" value=${s.rounds ?? 0} onInput=${(/** @type {any} */ e) => set({ rounds: Number(e.target.value) || 0 })} /></label>
  </div>`;
}

/** @param {{view: import("../messages.js").GameView}} p */
function TallyBoard({ view }) {
  const state = view.play.state;
  if (!state) return null;
  return html`<ul class="seats">${(state.standings ?? []).map((/** @type {any} */ s) => html`<li key=${s.seat} class="standing">
    <span class="name">${s.name || "All rolls"}</span><span class="count">${s.rolls} rolls</span><span class="sum">${s.total ?? ""}</span></li>`)}</ul>`;
}
