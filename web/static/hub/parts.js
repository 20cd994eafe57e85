// The parts of the hub's pages.
import { since } from "../clock.js";
import { html, useEffect, useState } from "../view.js";
import { Chip } from "../dice.js";
import { heard, language, percent, tr, trn } from "../language.js";

/** @typedef {import("./messages.js").RollLine} RollLine */
/** @typedef {import("./messages.js").DieLine} DieLine */
/** @typedef {import("./messages.js").Standing} Standing */
/** @typedef {import("./messages.js").RoundView} RoundView */
/** @typedef {import("./messages.js").TableView} TableView */

/** @param {{dice: DieLine[]}} props */
export function Dice({ dice }) {
  return html`<div class="dice">${dice.map((d) => html`<${OneDie} key=${d.id} die=${d} />`)}</div>`;
}

/** @param {{die: DieLine}} props */
export function OneDie({ die }) {
  if (die.shows && die.value === null) return html`<span class="hub-icon">${die.shows}</span>`;
  return html`<${Chip} shape=${die.shape} value=${die.value} shows=${die.shows} colors=${die.colors} small=${true} />`;
}

/** A roll's figure, and why it doesn't count, if it doesn't. With words, what a roll without a number shows. @param {{roll: RollLine, words?: boolean}} props */
export function Figure({ roll, words = false }) {
  return html`${(roll.total !== null || !roll.text) && html`<span class=${roll.counts ? "hub-figure" : "hub-figure out"}>${roll.total ?? "–"}</span>`}${words && roll.total === null && html`<span class="soft">${heard(roll.text)}</span>`}
    ${roll.corrected && html`<span class="hub-tag">corrected</span>`}
    ${roll.why && html`<span class="hub-tag ask">${heard(roll.why)}</span>`}`;
}

/** The newest roll of a table. @param {{roll: RollLine}} props */
export function Roll({ roll }) {
  return html`<div class="hub-roll" data-roll=${roll.n}>
    ${roll.player !== roll.table && html`<div class="hub-who">${roll.player}</div>`}
    <div><${Figure} roll=${roll} /></div>
    <${Dice} dice=${roll.dice} />
    ${roll.counts && roll.dice.length === 0 && ["pending", "refused", "otherwise"].includes(roll.ruled) && html`<p class="soft">as the judge ruled</p>`}
    ${roll.total === null && roll.text && html`<p class="soft">${heard(roll.text)}</p>`}
  </div>`;
}

/** What is wrong at a table, in words. Empty if nothing is. @param {TableView} t */
export function wrong(t) {
  const words = [];
  if (!t.online) words.push(tr("not connected"));
  if (t.trouble) words.push(heard(t.trouble));
  if (t.online && t.problem) words.push(heard(t.problem));
  if (t.online && t.camera === "no camera") words.push(tr("no camera"));
  if (t.online && t.light.length > 0) words.push(t.light.map((w) => heard(w)).join(", "));
  if (t.online && t.clock_off !== 0) words.push(tr("clock off by {clock_off} s", { clock_off: t.clock_off }));
  if (t.online && t.behind > 5) words.push(trn(t.behind, "1 message behind", "{n} messages behind"));
  if (t.online && t.waiting > 0) words.push(trn(t.waiting, "a throw waits for an answer", "{n} throws wait for an answer"));
  return words;
}

/** Share of dice that a person had to look at. @param {TableView} t */
export const doubtRate = (t) => (t.dice === 0 ? "–" : percent(t.doubts / t.dice, 1));

/** What decides the standings, in a word. @type {Record<string, string>} */
const rankWords = { total: tr("total"), best: tr("best roll"), hits: tr("hits"), wins: tr("won"), points: tr("points") };

/** The word behind a figure. @param {string} by */
export const figureWord = (by) => rankWords[by] ?? "total";

/** The figure that decides the standings. @param {Standing} s @param {string} by */
export const figureOf = (s, by) => (by === "points" ? s.points : by === "wins" ? s.wins : by === "hits" ? s.hits : by === "best" ? s.best ?? "–" : s.total);

/**
 * The other columns, depending on what decides the standings.
 * @param {string} by @param {Standing[]} list
 * @returns {[string, (s: Standing) => string | number][]}
 */
function columns(by, list) {
  /** @type {[string, (s: Standing) => string | number][]} */
  const games = [[tr("Won"), (s) => s.wins], [tr("Drawn"), (s) => s.draws], [tr("Lost"), (s) => s.losses]];
  /** @type {[string, (s: Standing) => string | number][]} */
  const rolls = [[tr("Rolls"), (s) => s.rolls], [tr("Best"), (s) => s.best ?? "–"], [tr("Total"), (s) => s.total]];
  const byes = list.some((s) => s.byes > 0) ? [/** @type {[string, (s: Standing) => string | number]} */ ([tr("Byes"), (s) => s.byes])] : [];
  /** @type {[string, (s: Standing) => string | number][]} */
  const ties = [[tr("Opponents’ points"), (s) => s.opponents], [tr("Of those beaten"), (s) => s.beaten], ...(list.some((s) => s.total !== 0) ? rolls.slice(2) : [])];
  const rest = by === "points" ? [...games, ...byes, ...ties] : by === "wins" ? [...games, ...byes, ...(list.some((s) => s.total !== 0) ? rolls : [])] : [...rolls, ...games, ...byes];
  return rest.filter(([name]) => name.toLowerCase() !== figureWord(by).split(" ")[0]);
}

/** @param {{list: Standing[], by: string, most?: number, brief?: boolean, me?: string}} props */
export function Standings({ list, by, most = 200, brief = false, me = "" }) {
  if (list.length === 0) return html`<p class="soft">Nobody has rolled yet.</p>`;
  const more = brief ? [] : columns(by, list);
  const word = figureWord(by);
  const head = word[0].toUpperCase() + word.slice(1);
  return html`<table class="hub-table"><thead><tr><th scope="col">Place</th><th scope="col">Player</th><th scope="col">${head}</th>${more.map(([name]) => html`<th scope="col" key=${name}>${name}</th>`)}</tr></thead>
    <tbody>${list.slice(0, most).map((s) => html`<tr key=${s.player} data-player=${s.player} class=${s.player === me ? "hub-me" : ""} aria-current=${s.player === me ? "true" : undefined}><td>${s.place}</td><th scope="row">${s.player}${s.out && html` <span class="hub-tag">gave up</span>`}</th><td class="hub-total" data-what=${head}>${figureOf(s, by)}</td>
      ${more.map(([name, of]) => html`<td key=${name} data-what=${name}>${of(s)}</td>`)}</tr>`)}</tbody></table>`;
}

/** The time left of a round, ticking. @param {{round: RoundView | null}} props */
export function Timer({ round }) {
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => tick((n) => n + 1), 250);
    return () => clearInterval(timer);
  }, []);
  if (!round) return html`<div class="hub-timer" id="timer"><span>No round yet</span></div>`;
  const left = round.paused ? round.left : Math.round(-since(round.ends) / 1000);
  const state = round.over ? tr("over") : round.paused ? tr("paused") : left <= 0 ? tr("time is up") : "";
  return html`<div class=${`hub-timer${!round.over && left <= 60 ? " short" : ""}`} id="timer">
    <span>${round.name}</span>${!round.over && html`<time role="timer" aria-label=${tr("time left in {name}", { name: round.name })}>${clock(left)}</time>`}${state && html`<span class="hub-tag">${state}</span>`}</div>`;
}

/** @param {number} s */
function clock(s) {
  const a = Math.abs(s);
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  const hours = Math.floor(a / 3600);
  return `${s < 0 ? "−" : ""}${hours > 0 ? `${hours}:` : ""}${two(Math.floor(a / 60) % 60)}:${two(a % 60)}`;
}

/** A time for people. @param {string} at */
export const time = (at) => (at ? new Date(at).toLocaleTimeString(language, { hour: "2-digit", minute: "2-digit", second: "2-digit" }) : "");
