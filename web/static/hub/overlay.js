// The overlay for a stream of one table of an event, from the hub: it shows what the hub counts, held
// back like a table's own overlay. docs/streamers.md says what its address may hold.
import { html } from "../view.js";
import { Swatch } from "../games/dice.js";
import { events } from "../link.js";
import { drawn } from "../overlay/parts.js";
import { present } from "../overlay/stage.js";
import { enterByAddress } from "./enter.js";
import { Timer } from "./parts.js";
import { tr } from "../language.js";

/** @typedef {import("./messages.js").OverlayView} OverlayView */
/** @typedef {import("./messages.js").DieLine} DieLine */

/** Dice with icons are named, dice with numbers are drawn. @param {any} p */
function Dice({ shown, lines }) {
  /** @type {DieLine[]} */
  const dice = shown.rolls[0]?.dice ?? [];
  if (!dice.some((d) => d.shows && d.value === null)) return html`<${drawn.dice} shown=${shown} lines=${lines} />`;
  return html`<ul class="ov-dice ov-faces">${dice.map((d, i) => html`<li key=${d.id} style=${{ "--i": i }}><${Swatch} colors=${d.colors} shape=${d.shape} />${d.shows || d.value}</li>`)}</ul>`;
}

/** The round's timer. @param {{view: OverlayView | null}} p */
function Round({ view }) {
  return view?.round ? html`<${Timer} round=${view.round} />` : null;
}

/** Turns what the hub sends into what the parts of a table's overlay show. @param {import("./messages.js").OverlayShown} sent @returns {any} */
function adapt(sent) {
  return {
    game: null, asks: [], dice: [], by: "", corrected: false, result: null, told: [], throw: 0, roll: sent.rolls[0]?.n ?? 0,
    count: { teams: [], seats: sent.players.map((p) => ({ name: p.name, team: "", total: p.total, up: false })) },
    rolls: sent.rolls.map((r) => ({ ...r, seat: r.player, lines: r.lines.map((text) => ({ text })) })),
  };
}

await enterByAddress();
present({ drawn: { dice: Dice, total: drawn.total, trail: drawn.trail, log: drawn.log, board: drawn.board, round: Round }, wire: events, from: tr("hub"), adapt });
