// The parts of an overlay. Each gets what was counted (`shown`) and shows one aspect of it.
import { html } from "../view.js";
import { Chip } from "../dice.js";
import { FaceMark, Swatch } from "../games/dice.js";
import { useLook } from "../games/boards.js";
import { told } from "../games/names.js";
import { called } from "./choices.js";
import { figure } from "../total.js";
import { Clip } from "./clip.js";
import { heard, listed, tr } from "../language.js";

/** @typedef {import("../messages.js").OverlayShown} OverlayShown */
/** @typedef {{shown: OverlayShown, lines: number, choices?: import("./choices.js").Choices}} Part */

/** The result of the game's last roll. @param {OverlayShown} shown */
const result = (shown) => shown.result;

/** The key of the roll: a new roll has a new one. @param {OverlayShown | null} shown */
export function rollKey(shown) {
  if (!shown) return "none";
  return shown.game ? `game ${shown.game.game.id}, ${shown.roll}` : `roll ${shown.roll}`;
}

/** What the roll shows and its result. A correction changes it. @param {OverlayShown | null} shown */
export function rollShows(shown) {
  if (!shown) return "";
  return JSON.stringify(shown.game ? [shown.dice, shown.result?.value] : [shown.rolls[0]?.dice, shown.rolls[0]?.total]);
}

/** Whose roll it is. @param {OverlayShown | null} shown */
export function whose(shown) {
  if (!shown) return "";
  if (shown.game) return shown.by || shown.game.game.title;
  const roll = shown.rolls[0];
  return roll ? roll.seat || tr("Roll {n}", { n: roll.n }) : "";
}

/** A roll's sum in one line, as players say it. @param {OverlayShown} shown */
export function sumOf(shown) {
  if (!shown.game) return shown.rolls[0]?.lines[0]?.text ?? shown.rolls[0]?.text ?? "";
  const fact = result(shown);
  /** @param {import("../messages.js").Term} t */
  const term = (t) => [t.op, t.n, t.of].filter((w) => w !== undefined && w !== null && w !== "").join(" ");
  // A result that stands alone has no terms.
  if (fact?.sum?.terms?.length) return `${fact.sum.terms.map(term).join(" ")} = ${term(fact.sum.makes)}`;
  return told(shown.game, fact?.text ?? shown.told.at(-1));
}

/** Whether the roll was changed after it was counted. @param {OverlayShown | null} shown */
export const corrected = (shown) => (shown?.game ? shown.corrected : shown?.rolls[0]?.corrected) ?? false;

/** @param {Part} p */
function Dice({ shown }) {
  if (shown.game) {
    if (shown.dice.length === 0) return null;
    return html`<ul class="ov-dice ov-faces">${shown.dice.map((d, i) => html`<li key=${d.id} style=${{ "--i": i }}><${Swatch} colors=${d.colors} shape=${d.shape} /><${FaceMark} face=${d.face} /></li>`)}</ul>`;
  }
  const dice = shown.rolls[0]?.dice ?? [];
  return html`<div class="ov-dice">${dice.map((d, i) => html`<span key=${i} style=${{ "--i": i }}><${Chip} shape=${d.shape} kind=${d.kind} value=${d.value} colors=${d.colors ?? []} /></span>`)}</div>`;
}

/** @param {Part} p */
function Total({ shown }) {
  const value = shown.game ? result(shown)?.value : shown.rolls[0]?.total === null ? null : shown.rolls[0] && figure(shown.rolls[0]);
  if (value == null && shown.dice.length + shown.rolls.length === 0) return null; // nothing was rolled yet
  const text = shown.game ? told(shown.game, result(shown)?.text) : shown.rolls[0]?.total === null ? shown.rolls[0].text : "";
  // A roll that comes to no number is its words, and no dash above them.
  return html`<div class="ov-total">${(value != null || !text) && html`<div class="ov-figure" id="total">${value ?? "–"}</div>`}${text && html`<div class="ov-text">${text}</div>`}</div>`;
}

/** @param {Part} p */
function TrailOf({ shown }) {
  const lines = shown.game ? result(shown)?.lines ?? [] : shown.rolls[0]?.lines ?? [];
  if (lines.length === 0) return null;
  return html`<ol class="ov-trail">${lines.map((l, i) => html`<li key=${i}><span>${shown.game ? told(shown.game, l.text) : l.text}</span>${l.after !== undefined && l.after !== null && !l.text.startsWith(`${l.after} `) && html`<b>${l.after}</b>`}</li>`)}</ol>`;
}

/** @param {Part} p */
function Question({ shown, choices }) {
  const { game } = shown;
  const asked = game ? game.play.pending.map((q) => told(game, q.text)) : shown.asks.map((q) => q.text);
  const up = shown.count.seats.find((s) => s.up);
  if (game?.play.outcome) asked.unshift(told(game, game.play.outcome.text));
  else if (!game && asked.length === 0 && up && shown.count.seats.length > 1) asked.push(`${called(choices, up.name)} rolls`);
  if (game && asked.length === 0 && game.play.waiting.length > 0) asked.push(tr("{waiting} must choose", { waiting: listed(game.play.waiting.map((s) => called(choices, game.seats[s - 1]?.name))) }));
  if (asked.length === 0) return null;
  return html`<div class="ov-question">${asked.slice(0, 2).map((text, i) => html`<p key=${i}>${text}</p>`)}</div>`;
}

/** @param {Part} p */
function Log({ shown, lines, choices }) {
  const { game } = shown;
  const said = game
    ? game.log.filter((l) => l.stands && !l.amended).slice(0, lines).map((l) => ({ n: l.n, who: l.who, text: told(game, l.told.at(-1) || l.answer) }))
    : shown.rolls.slice(0, lines).map((r) => ({ n: r.n, who: r.seat || tr("Roll {n}", { n: r.n }), text: `${r.total ?? r.text}${r.corrected ? " (corrected)" : ""}` }));
  return html`<ol class="ov-log">${said.map((l) => html`<li key=${l.n}><b style=${{ color: choices?.players[l.who]?.color }}>${called(choices, l.who)}</b> ${l.text}</li>`)}</ol>`;
}

/** @param {Part} p */
function Board({ shown, choices }) {
  if (shown.game) return html`<${Drawn} key=${shown.game.game.form} game=${shown.game} />`;
  const rows = shown.count.teams.length > 0 ? shown.count.teams : shown.count.seats;
  if (rows.length === 0) return null;
  return html`<ul class="ov-board ov-seats">${rows.map((s, i) => html`<li key=${i} class=${s.up ? "up" : ""}><span style=${{ color: choices?.players[s.name]?.color }}>${called(choices, s.name) || s.team || tr("Table")}</span><b>${s.total ?? heard(s.faces)}</b></li>`)}</ul>`;
}

/** A game's board. @param {{game: import("../messages.js").GameView}} p */
function Drawn({ game }) {
  const look = useLook(game.game.form);
  return html`<div class="ov-board">${look && html`<${look.Board} view=${game} />`}</div>`;
}

/** @param {Part} p */
const Replay = ({ shown }) => (shown.throw > 0 ? html`<${Clip} n=${shown.throw} />` : null);

/** @type {Record<string, any>} */
export const drawn = { clip: Replay, dice: Dice, total: Total, trail: TrailOf, question: Question, log: Log, board: Board };
