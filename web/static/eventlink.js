// How the table stands with the hub of its event.
import { html } from "./view.js";
import { judgeName } from "./judge.js";
import { clock, counted } from "./words.js";
import { heard, tr, trn } from "./language.js";

/** @typedef {import("./messages.js").EventLink} EventLink */

/** What waits here and when the hub was heard. @param {EventLink} link */
function facts(link) {
  const waits = link.behind > 0 ? trn(link.behind, "{n} message waits in this table’s file", "{n} messages wait in this table’s file") : tr("nothing waits");
  return link.heard ? tr("{waits}, the hub was last heard at {clock}", { waits, clock: clock(link.heard) }) : tr("{waits}, the hub was not heard yet", { waits });
}

/** What is wrong, for everybody at the table to see; nothing while all is well. @param {{link: EventLink | null}} p */
export function LinkTrouble({ link }) {
  if (!link || (link.connected && !link.problem)) return null;
  return html`<p class="word bad" id="hub-away" role="alert"><b>${link.event}:</b> ${link.problem ? heard(link.problem) : tr("Going to the hub at {server}…", { server: link.server })}
    ${!link.connected && html` <span class="hub-facts">${tr("Play on; {facts}.", { facts: facts(link) })}</span>`}</p>`;
}

/** What of this table waits for a judge. @param {{link: EventLink | null}} p */
export function LinkWaits({ link }) {
  if (!link || !link.waits) return null;
  return html`<p class="word" id="hub-waits" role="status"><b>${link.event}:</b> ${tr("{waits}. It doesn’t count at the event before that.", { waits: heard(link.waits) })}</p>`;
}

/** That all is well, small. @param {{link: EventLink | null}} p */
export function LinkLine({ link }) {
  if (!link || !link.connected) return null;
  return html`<p class="how hub-line" id="hub-line">${tr("Sent to the hub of {event} as {table}: {facts}.", { event: html`<b>${link.event}</b>`, table: html`<b>${link.table}</b>`, facts: facts(link) })}</p>`;
}

/** @typedef {import("./messages.js").JudgeRuling} JudgeRuling */

/** What judges ruled on rolls of this table, and why; nothing if they ruled on none. @param {{link: EventLink | null, rolls?: import("./messages.js").RollView[]}} p */
export function Rulings({ link, rolls = [] }) {
  if (!link || link.rulings.length === 0) return null;
  return html`<section class="card a-rulings" aria-labelledby="rulings-title"><h2 id="rulings-title">What judges ruled</h2>
    <ul class="rulings">${link.rulings.map((r, i) => html`<li key=${i} data-ruled=${r.do}>${ruled(r, rolls)} <span class="how">${tr("{judge}, {clock}: “{reason}”", { judge: judgeName(r.judge), clock: clock(r.at), reason: r.reason })}</span></li>`)}</ul></section>`;
}

/** What became of the roll. @param {JudgeRuling} r @param {import("./messages.js").RollView[]} rolls */
function ruled(r, rolls) {
  const n = r.throw > 0 ? rolls.find((x) => x.throw.id === r.throw)?.n : undefined;
  const roll = n ? tr("Roll {n}", { n }) : r.game ? tr("a roll of {title}", { title: r.game }) : r.rolled ? tr("the roll of {clock}", { clock: clock(r.rolled) }) : tr("a roll");
  switch (r.do) {
    case "annul": return tr("Out of the count: {roll}.", { roll });
    case "restore": return tr("Back in the count: {roll}.", { roll });
    default: return tr("Corrected: {roll}.", { roll });
  }
}
