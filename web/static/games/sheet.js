// The referee's sheet: the latest numbers, line by line, each with its rule and page.
import { html, useState } from "../view.js";
import { Look, useBook } from "../dragons/reference.js";
import { SumLine } from "./moment.js";
import { Told } from "./told.js";
import { placeIn } from "./cite.js";
import { tr, trn } from "../language.js";

/** @typedef {import("../messages.js").Fact} Fact */
/** @typedef {import("../messages.js").Line} Line */

const few = 6, many = 30;

/** @param {{view: import("../messages.js").GameView, look: import("./boards.js").Look | null}} p */
export function Sheet({ view, look }) {
  const [more, setMore] = useState(false);
  const facts = view.play.trail.slice(more ? -many : -few).reverse();
  return html`<section class="card a-sheet" aria-labelledby="sheet-title"><h2 id="sheet-title">How it came about</h2>
    ${facts.length === 0 && html`<p class="how">Every number will be explained here, step by step.</p>`}
    <ol class="sheet-facts">${facts.map((f, i) => html`<${FactLines} key=${view.play.trail.length - i} view=${view} look=${look} fact=${f} newest=${i === 0} />`)}</ol>
    ${view.play.trail.length > few && html`<button class="quiet" id="more-facts" aria-expanded=${more ? "true" : "false"} onClick=${() => setMore(!more)}>${more ? tr("Show less") : tr("Show what came before")}</button>`}
  </section>`;
}

/** @param {{view: import("../messages.js").GameView, look: import("./boards.js").Look | null, fact: Fact, newest?: boolean}} p */
function FactLines({ view, look, fact, newest = false }) {
  const lines = fact.lines ?? [];
  const book = useBook() || view.game.kind;
  const does = lines.filter(changes), idle = lines.filter((l) => !changes(l));
  const one = (/** @type {Line} */ l, /** @type {number} */ i) => html`<li key=${i} class=${changes(l) ? "" : "idle"}><span><${Told} view=${view} look=${look} text=${l.text} />${l.cite && html` <small title=${l.cite}><${Look} rule=${l.rule}>${placeIn(book, l.cite)}<//></small>`}</span><${Step} line=${l} /></li>`;
  return html`<li class=${`fact ${fact.kind}${newest ? " newest" : ""}`}>
    <p class="fact-text"><${Told} view=${view} look=${look} text=${fact.text} /></p>
    ${fact.sum && html`<p class="fact-sum"><${SumLine} sum=${fact.sum} /></p>`}
    ${does.length > 0 && html`<ol class="lines">${does.map(one)}</ol>`}
    ${idle.length > 0 && (idle.length < 2 ? html`<ol class="lines">${idle.map(one)}</ol>` : html`<details class="idle-lines"><summary>${trn(idle.length, "1 step changed nothing", "{n} steps changed nothing")}</summary><ol class="lines">${idle.map(one)}</ol></details>`)}
    ${fact.cite && html`<p class="cite" title=${fact.cite}><${Look} rule=${fact.rule}>${placeIn(book, fact.cite)}<//></p>`}
  </li>`;
}

/** @param {Line} l */
const changes = (l) => l.after !== null && l.after !== undefined && l.after !== l.before;

/** What a step did to the number. @param {{line: Line}} p */
function Step({ line }) {
  const { before, after } = line;
  if (after === null || after === undefined) return null;
  const by = before === null || before === undefined ? null : after - before;
  return html`<b>${by === null || by === 0 ? "" : html`<small>${by > 0 ? `+${by}` : `−${-by}`}</small>`}${after}</b>`;
}
