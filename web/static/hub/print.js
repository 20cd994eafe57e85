// What an organiser prints: pairings, slips for results, standings, and codes for players and tables.
import { html, useEffect, useState } from "../view.js";
import { at } from "../where.js";
import { read } from "./link.js";
import { figureWord, Standings } from "./parts.js";
import { inTurn } from "./says.js";
import { figures, useContest } from "./players.js";
import { language, tr } from "../language.js";

/** @typedef {import("./messages.js").View} View */
/** @typedef {import("./messages.js").SheetView} Sheets */

/** @param {{v: View}} props */
export function Print({ v }) {
  const what = new URLSearchParams(location.search).get("what") ?? "pairings";
  return html`<main class="hub-print"><p class="no-print"><button class="main" onClick=${() => print()}>Print</button> <a href=${at("/players")}>Back to the players</a></p>
    ${what === "standings" ? html`<h1>${tr("{event}: standings", { event: v.event })}</h1><${Standings} list=${v.standings} by=${v.contest.ranks} />${v.contest.ties.length > 0 && html`<p>${tr("Among equals: {ties}.", { ties: inTurn(v.contest.ties) })}</p>`}`
      : what === "players" || what === "tables" ? html`<${Codes} of=${what} />` : html`<${Pairs} v=${v} what=${what} />`}</main>`;
}

/** @param {{v: View, what: string}} props */
function Pairs({ v, what }) {
  const c = useContest(v);
  const n = v.contest.paired ? v.contest.next : v.contest.round;
  const round = c?.rounds.find((r) => r.n === n);
  if (!c) return html`<p>Fetching the pairings…</p>`;
  if (!round) return html`<p>No round is paired yet.</p>`;
  if (what === "slips") return html`<h1>${tr("{event}: results of round {n}", { event: v.event, n })}</h1><ul class="print-slips">${round.pairings.map((p) => html`<li key=${p.table}><h2>${tr("{table}, round {n}", { table: p.table, n })}</h2><table><tbody>${p.players.map((x) => html`<tr key=${x.id}><th scope="row">${x.name}</th><td>☐ won</td><td>☐ drawn</td><td>${figureWord(figures[c.settings.counts])} ______</td><td>signed ____________</td></tr>`)}</tbody></table></li>`)}</ul>`;
  const order = new Intl.Collator(language, { numeric: true });
  const rows = round.pairings.flatMap((p) => p.players.map((x) => ({ name: x.name, table: p.table, with: p.players.filter((o) => o !== x).map((o) => o.name) }))).concat(round.byes.map((name) => ({ name, table: "–", with: [tr("no opponent")] }))).sort((a, b) => order.compare(a.name, b.name));
  if (what === "names") return html`<h1>${tr("{event}: round {n}", { event: v.event, n })}</h1><table class="print-table"><thead><tr><th scope="col">Player</th><th scope="col">Table</th><th scope="col">With</th></tr></thead><tbody>${rows.map((r) => html`<tr key=${r.name}><th scope="row">${r.name}</th><td class="where">${r.table}</td><td>${r.with.join(", ")}</td></tr>`)}</tbody></table>`;
  return html`<h1>${tr("{event}: round {n}", { event: v.event, n })}</h1><table class="print-table"><thead><tr><th scope="col">Table</th><th scope="col">Players</th></tr></thead><tbody>${[...round.pairings].sort((a, b) => order.compare(a.table, b.table)).map((p) => html`<tr key=${p.table}><th scope="row" class="where">${p.table}</th><td>${p.players.map((x) => x.name).join(" · ")}</td></tr>`)}
    ${round.byes.map((name) => html`<tr key=${name}><th scope="row">–</th><td>${tr("{name}: no opponent", { name })}</td></tr>`)}</tbody></table>`;
}

/** @param {{of: string}} props */
function Codes({ of }) {
  const [s, setS] = useState(/** @type {Sheets | null} */ (null));
  useEffect(() => { read(`/api/sheets?of=${of}`).then((got) => setS(/** @type {Sheets | null} */ (got))); }, [of]);
  if (!s) return html`<p>Fetching the codes…</p>`;
  return html`<h1>${of === "tables" ? tr("{event}: codes of the tables", { event: s.event }) : tr("{event}: codes of the players", { event: s.event })}</h1>${s.warning && html`<p class="word bad" role="alert">${s.warning}</p>`}
    ${s.sheets.length === 0 && html`<p>${of === "tables" ? tr("No table is known yet.") : tr("Nobody takes part yet.")}</p>`}
    <ul class="print-codes">${s.sheets.map((x) => html`<li key=${x.code} data-code=${x.name}><img src=${of === "tables" ? `api/qr?table=${encodeURIComponent(x.name)}` : `api/qr?player=${x.id}`} alt=${tr("Code of the page of {name}", { name: x.name })} loading="lazy" width="180" height="180" /><h2>${x.name}</h2><p>${s.event}</p><p class="print-url">${x.url}</p></li>`)}</ul>`;
}
