// The referee's sheet: the latest numbers, line by line, each with its rule and page.
import { html } from "../vendor/preact-htm.js";

/** @typedef {import("../messages.js").Fact} Fact */
/** @typedef {import("../messages.js").Line} Line */

const few = 12;

/** @param {{view: import("../messages.js").GameView}} p */
export function Sheet({ view }) {
  const facts = view.play.trail.slice(-few).reverse();
  return html`<section class="card a-sheet" aria-labelledby="sheet-title"><h2 id="sheet-title">How it came about</h2>
    ${facts.length === 0 && html`<p class="how">Every number will be explained here, step by step.</p>`}
    <ol class="sheet-facts">${facts.map((f, i) => html`<${FactLines} key=${view.play.trail.length - i} fact=${f} newest=${i === 0} />`)}</ol>
  </section>`;
}

/** @param {{fact: Fact, newest?: boolean}} p */
export function FactLines({ fact, newest = false }) {
  const lines = fact.lines ?? [];
  return html`<li class=${`fact ${fact.kind}${newest ? " newest" : ""}`}>
    <p class="fact-text">${fact.text}</p>
    ${lines.length > 0 && html`<ol class="lines">${lines.map((l, i) => html`<li key=${i}><span>${l.text}${l.cite && html` <small>${l.cite}</small>`}</span><${Step} line=${l} /></li>`)}</ol>`}
    ${fact.cite && html`<p class="cite">${fact.cite}</p>`}
  </li>`;
}

/** What a step did to the number. @param {{line: Line}} p */
function Step({ line }) {
  const { before, after } = line;
  if (after === null || after === undefined) return null;
  const by = before === null || before === undefined ? null : after - before;
  return html`<b>${by === null || by === 0 ? "" : html`<small>${by > 0 ? `+${by}` : `−${-by}`}</small>`}${after}</b>`;
}
