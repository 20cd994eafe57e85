// The big screen of a hall. It chooses by itself what to show: before a round where everybody plays, during a round
// the standings and the tables, after it the standings. It pages through what doesn't fit. Sizes follow the screen's
// height, so that it can be read from across the hall.
import { html, useEffect, useState } from "../view.js";
import { figureOf, figureWord, Timer, wrong } from "./parts.js";
import { ended, said } from "./says.js";
import { heard, language, tr, trn } from "../language.js";

/** @typedef {import("./messages.js").View} View */
/** @typedef {import("./messages.js").TableView} TableView */
/** @typedef {import("./messages.js").Standing} Standing */
/** @typedef {import("./link.js").Seen} Seen */

const pageFor = 9000; // ms that a page is shown
const tickerFor = 6000;

/** Counts up while the page lives. @param {number} ms @returns {number} */
function useTurns(ms) {
  const [n, turn] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => turn((x) => x + 1), ms);
    return () => clearInterval(timer);
  }, [ms]);
  return n;
}

/**
 * The page of a list that is shown, and its number.
 * @template T
 * @param {T[]} list @param {number} each @param {number} turn
 */
function pageOf(list, each, turn) {
  const pages = Math.max(1, Math.ceil(list.length / each));
  const at = turn % pages;
  return { part: list.slice(at * each, (at + 1) * each), at, pages, from: at * each };
}

/** @param {{at: number, pages: number}} props */
function Pages({ at, pages }) {
  return pages > 1 && html`<span class="scr-pages">${tr("page {n} of {pages}", { n: at + 1, pages })}</span>`;
}

/** @param {{v: View, seen: Seen}} props */
export function Screen({ v, seen }) {
  const turn = useTurns(pageFor);
  const playing = !!v.round && !v.round.over;
  const sent = !playing && v.contest.paired && v.contest.tables > 0 && v.contest.ended === 0;
  const mode = sent ? "sent" : v.round?.over ? "over" : "play";
  return html`<main class=${`scr ${mode}`} data-mode=${mode}>
    <header class="scr-head"><h1>${v.event}</h1>${sent ? html`<span class="scr-note">${tr("Round {next} begins soon", { next: v.contest.next })}</span>` : html`<${Timer} round=${v.round} />`}
      ${v.contest.tables > 0 && playing && html`<span class="scr-note" id="games-over">${trn(v.contest.tables, "{ended} of {n} game over", "{ended} of {n} games over", { ended: v.contest.ended })}</span>`}
      ${!seen.linked && html`<span class="scr-lost" role="status">Not live: the hub can’t be reached</span>`}</header>
    ${sent ? html`<${Sent} v=${v} turn=${turn} />` : html`<${Ranking} v=${v} turn=${turn} wide=${mode === "over"} />`}
    ${mode === "play" && html`<${Tiles} v=${v} turn=${turn} />`}
    <${Ticker} v=${v} /></main>`;
}

/** A figure with more characters is written smaller, so that a name has room beside it. */
const longFigure = 5;

/** How many rows of players fit on a page. */
const rowsOf = { narrow: 8, wide: 16 };

/** @param {{v: View, turn: number, wide: boolean}} props */
function Ranking({ v, turn, wide }) {
  const { part, at, pages } = pageOf(v.standings, wide ? rowsOf.wide : rowsOf.narrow, turn);
  return html`<section class="scr-ranking"><h2>Standings <small>${figureWord(v.contest.ranks)}</small> <${Pages} at=${at} pages=${pages} /></h2>
    ${part.length === 0 ? html`<p class="scr-empty">Nobody has rolled yet</p>` : html`<ol class=${part.length > rowsOf.narrow ? "scr-rows" : "scr-rows few"}>${part.map((s) => html`<li key=${s.player} data-player=${s.player}><span class="scr-place">${s.place}</span><span class=${!wide && s.player.length > 36 ? "scr-name long" : "scr-name"}>${s.player}</span><span class=${String(figureOf(s, v.contest.ranks)).length > longFigure ? "scr-figure long" : "scr-figure"}>${figureOf(s, v.contest.ranks)}</span></li>`)}</ol>`}</section>`;
}

/** How tiles are laid out: columns and rows, by how many tables there are. @param {number} n */
function layout(n) {
  if (n <= 2) return { cols: 1, rows: 2 };
  if (n <= 4) return { cols: 2, rows: 2 };
  if (n <= 9) return { cols: 3, rows: 3 };
  if (n <= 12) return { cols: 3, rows: 4 };
  return { cols: 3, rows: 5 };
}

/** @param {{v: View, turn: number}} props */
function Tiles({ v, turn }) {
  const { cols, rows } = layout(v.tables.length);
  const { part, at, pages } = pageOf(v.tables, cols * rows, turn);
  // A roll of the round before is no news of those who play there now, and a roll that waits is nobody's yet.
  const round = v.round && !v.round.over ? v.round.n : 0;
  const shown = part.map((t) => (t.last && (round > 0 && t.last.round !== round || t.last.waits && !t.last.counts) ? { ...t, last: null } : t));
  return html`<section class="scr-tables"><h2>Tables ${part.length > 0 && pages > 1 && html`<small>${tr("{name} to {name2}", { name: part[0].name, name2: part[part.length - 1].name })}</small>`} <${Pages} at=${at} pages=${pages} /></h2>
    ${v.tables.length === 0 ? html`<p class="scr-empty">No table has come yet</p>`
      : html`<ul class=${`scr-tiles cols${cols} rows${rows}`}>${shown.map((t) => html`<li key=${t.name} data-table=${t.name} class=${stateOf(t).kind}><${Tile} t=${t} /></li>`)}</ul>`}</section>`;
}

/** What goes on at a table, in words and as a kind. @param {TableView} t */
export function stateOf(t) {
  if (t.calls) return { kind: "calls", text: tr("judge called") };
  if (t.ended) return { kind: "ended", text: ended(t.ended, t.players) };
  if (!t.online) return { kind: "gone", text: t.rolls > 0 || t.seen ? tr("not connected") : "" };
  if (wrong(t).length > 0) return { kind: "ask", text: wrong(t)[0] };
  return { kind: "well", text: "" };
}

/** In a tile with room for more lines, names with more letters are written smaller. */
const longName = 24;

/** A name on one line. If it is too wide, its middle is left out: people of one family or club differ at the end. Kept is how many letters at the end stay. @param {{name: string, kept: number}} props */
function OneLine({ name, kept }) {
  const letters = Array.from(new Intl.Segmenter(language, { granularity: "grapheme" }).segment(name), (l) => l.segment);
  if (letters.length <= 2 * kept) return name;
  return html`<span class="scr-cut" dir="auto"><span>${letters.slice(0, -kept).join("")}</span><span>${letters.slice(-kept).join("")}</span></span>`;
}

/** @param {{t: TableView}} props */
function Tile({ t }) {
  const last = t.last;
  const who = last && last.player !== t.name ? last.player : "";
  // The player whose roll is shown is bold.
  const at = !who || t.players.includes(who) ? t.players : [...t.players, who];
  const state = stateOf(t);
  // A roll of icons has no number: its words stand there while nothing else is to be said.
  const words = state.text || (last && last.total === null && last.counts ? heard(last.text) : "");
  const lines = at.length <= 2 ? "lines" : at.length <= 4 ? "two" : at.length <= 6 ? "three" : "";
  const kept = at.length <= 2 ? 8 : at.length <= 4 ? 4 : 2;
  const long = at.some((p) => p.length > longName) ? " long" : "";
  return html`<div class="scr-tile-head"><b>${t.name}</b></div>
    ${at.length > 0 && html`<div class=${`scr-at ${lines}${long}`}>${at.map((p, i) => html`${i > 0 && html`<i> · </i>`}<span key=${p}>${p === who && at.length > 1 ? html`<b><${OneLine} name=${p} kept=${kept} /></b>` : html`<${OneLine} name=${p} kept=${kept} />`}</span>`)}</div>`}
    ${last && (last.total !== null || !last.text) && html`<div class="scr-last"><span class=${`scr-total${last.counts ? "" : " out"}${String(last.total).length > longFigure ? " long" : ""}`}>${last.total ?? "–"}</span></div>`}
    ${words && html`<div class="scr-state">${words}</div>`}`;
}

/** @param {{v: View, turn: number}} props */
function Sent({ v, turn }) {
  const order = new Intl.Collator(language, { numeric: true });
  const list = v.tables.flatMap((t) => t.players.map((name) => ({ name, table: t.name }))).concat(v.contest.byes.map((name) => ({ name, table: tr("no opponent") }))).sort((a, b) => order.compare(a.name, b.name));
  const { part, at, pages } = pageOf(list, 16, turn);
  return html`<section class="scr-sent"><h2>Where do I play? <${Pages} at=${at} pages=${pages} /></h2>
    <ul class=${`few${Math.min(2, Math.ceil(list.length / 8))}`}>${part.map((p) => html`<li key=${p.name} data-sent=${p.name}><span class=${p.name.length > 30 ? "scr-name long" : "scr-name"}>${p.name}</span><b class=${p.table.length > 14 ? "long" : ""}>${p.table}</b></li>`)}</ul></section>`;
}

/** @param {{v: View}} props */
function Ticker({ v }) {
  const turn = useTurns(tickerFor);
  const list = v.great ?? [];
  if (list.length === 0) return "";
  const g = list[turn % list.length];
  return html`<footer class="scr-ticker" id="ticker"><span><b>${g.player}</b>${g.table !== g.player && html` ${tr("at {table}", { table: g.table })}`}</span><span>: ${said(g.text)}</span></footer>`;
}
