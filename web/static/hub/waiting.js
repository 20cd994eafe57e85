// What waits for a judge, and who is checked in where.
import { judgeName, lasted, Waited } from "../judge.js";
import { html, useState } from "../view.js";
import { ask } from "./link.js";
import { time } from "./parts.js";
import { said } from "./says.js";
import { heard, tr } from "../language.js";

/** @typedef {import("./messages.js").View} View */
/** @typedef {import("./messages.js").WaitingLine} WaitingLine */

/** What waits, in a line. @param {{w: WaitingLine | import("./messages.js").WaitingRoll}} props */
function One({ w }) {
  return html`${w.at && html`<span class="soft">${time(w.at)}</span> `}${w.called && html`${said(w.called)} `}<b>${w.player}</b> ${w.roll === 0 && `${tr("a result:")} `}${heard(w.text)}`;
}

/** For how many rolls and results lines stand. @param {WaitingLine[]} lines */
const rolls = (lines) => lines.reduce((n, w) => n + Math.max(w.rolls, 1), 0);

/** Which game and round a line is of, and why it waits. @param {WaitingLine} line */
const ground = ({ of, round, why }) => JSON.stringify([of, round, why]);

/**
 * The lines as the desk shows them: the result of a game stands with the game's rolls that wait for the same reason.
 * @param {WaitingLine[]} lines @returns {WaitingLine[][]}
 */
function together(lines) {
  /** @type {WaitingLine[][]} */
  const out = [];
  for (const w of lines) {
    const game = w.roll === 0 && w.of && !w.counts && out.find(([x]) => x.roll > 0 && !x.counts && ground(x) === ground(w));
    if (game) game.push(w);
    else out.push([w]);
  }
  return out;
}

/** Games of which what follows counts by itself. @param {{list: import("./messages.js").FollowLine[], end: (n: number) => void}} props */
function Following({ list, end }) {
  if (list.length === 0) return null;
  return html`<div id="following"><h3>What follows counts by itself</h3>
    <p class="soft">It ends with the game. Corrections, and what waits for another reason, wait as ever.</p>
    <ul class="hub-waiting">${list.map((f) => html`<li key=${f.n} data-following=${f.n}><p><b>${f.table}</b> ${tr("What follows of the game of {players} counts by itself: {n} so far.", { players: f.players.join(", "), n: f.rolls })} ${f.round > 0 && tr("It is of round {n}.", { n: f.round })}</p>
      <p class="soft">${time(f.at)} ${judgeName(f.judge)} <span class="hub-tag">${heard(f.why)}</span></p>
      <p class="hub-row"><button data-stop=${f.n} onClick=${() => end(f.n)}>Let it wait again</button></p></li>`)}</ul></div>`;
}

/** Rolls, results and corrections that a judge lets count or leaves out. @param {{v: View, choose: (n: number) => void}} props */
export function Waiting({ v, choose }) {
  const [why, setWhy] = useState("");
  const list = v.desk?.waiting ?? [];
  /** @type {Map<string, WaitingLine[]>} */
  const tables = new Map();
  for (const w of list) tables.set(w.table, [...(tables.get(w.table) ?? []), w]);
  const shown = rolls(list);
  /** @param {"count" | "leave"} what @param {WaitingLine[]} which @param {boolean} [onwards] */
  const say = async (what, which, onwards = false) => setWhy(await ask("/api/waiting", {
    do: what, onwards, whole: true, rolls: which.filter((w) => w.roll > 0).map((w) => w.roll), results: which.filter((w) => w.roll === 0).map((w) => w.result),
  }));
  /** What waits in a line counts, and what follows of its game. @param {WaitingLine} w */
  const follow = async (w) => setWhy(await ask("/api/waiting", { do: "count", follow: true, rolls: [w.roll] }));
  /** @param {number} n */
  const end = async (n) => setWhy(await ask("/api/waiting", { do: "stop", stop: n }));
  const following = v.desk?.following ?? [];
  if (list.length === 0 && following.length === 0 && !why) return html`<section><h2>Waiting for a judge</h2><p class="soft">Nothing.</p></section>`;
  return html`<section id="waiting"><h2>Waiting for a judge</h2>
    <${Following} list=${following} end=${end} />
    ${v.counts.waiting > shown && html`<p class="soft">${tr("{waiting} in all; these are the newest.", { waiting: v.counts.waiting })}</p>`}
    ${[...tables].map(([table, which]) => html`<div key=${table} data-waits=${table}><h3>${table}</h3>
      ${together(which).length > 1 && html`<p class="hub-row"><button data-all="count" onClick=${() => say("count", which)}>${tr("Count these {n}", { n: rolls(which) })}</button><button data-all="leave" onClick=${() => say("leave", which)}>${tr("Leave these {n} out", { n: rolls(which) })}</button></p>`}
      <ul class="hub-waiting">${together(which).map((all) => {
        const [w, ...ends] = all;
        const n = rolls(all);
        return html`<li key=${`${w.others.at(-1)?.roll ?? w.roll} ${w.result}`} data-wait=${w.roll || w.result}>
        ${w.rolls > 1 && html`<p><b>${tr("{n} rolls of one game, the newest:", { n: w.rolls })}</b></p>`}<p><${One} w=${w} /></p>${ends.map((e) => html`<p key=${e.result}><${One} w=${e} /></p>`)}
        <p class="soft"><span class="hub-tag ask">${heard(w.why)}</span> ${w.counts ? tr("Until you decide it counts as before: {counts}", { counts: w.counts }) : tr("Until you decide it doesn’t count.")} ${w.round > 0 && (w.roll === 0 || w.round !== v.round?.n) && tr("If you count it, it is of round {n}.", { n: w.round })}</p>
        ${w.others.length > 0 && html`<details><summary>${tr("The others")}</summary><ol class="hub-history">${w.others.map((o) => html`<li key=${o.roll}><button class="quiet" aria-label=${tr("Look at it: {called}", { called: said(o.called) })} onClick=${() => choose(o.roll)}><${One} w=${o} /></button></li>`)}</ol>${w.rolls > w.others.length + 1 && html`<p class="soft">${tr("And {n} more, older ones.", { n: w.rolls - w.others.length - 1 })}</p>`}</details>`}
        <p class="hub-row"><button data-say="count" onClick=${() => say("count", all)}>${n > 1 ? tr("Count these {n}", { n }) : tr("Count")}</button><button data-say="leave" onClick=${() => say("leave", all)}>${n > 1 ? tr("Leave these {n} out", { n }) : tr("Leave out")}</button>
          ${w.follows && ends.length === 0 && html`<button data-say="follow" onClick=${() => follow(w)}>${n > 1 ? tr("Count these, and what follows of this game") : tr("Count it, and what follows of this game")}</button>`}
          ${w.beyond > 0 && html`<button class="quiet" data-say="onwards" onClick=${() => say("count", all, true)}>${tr("Count, and let this table go {beyond} beyond its dice from now on", { beyond: w.beyond })}</button>`}
          ${w.roll > 0 && html`<button class="quiet" onClick=${() => choose(w.roll)}>Look at it</button>`}</p></li>`;
      })}</ul></div>`)}
    ${why && html`<p class="word bad" role="alert">${why}</p>`}</section>`;
}

/** Who plays where. @param {{v: View}} props */
export function CheckIn({ v }) {
  const [table, setTable] = useState("");
  const [names, setNames] = useState("");
  const [why, setWhy] = useState("");
  const seated = v.desk?.players ?? [];
  /** @param {string} to @param {string[]} players */
  const seat = async (to, players) => {
    const no = await ask("/api/checkin", { table: to, players });
    setWhy(no);
    return no === "";
  };
  /** @param {Event} e */
  const come = async (e) => {
    e.preventDefault();
    if (await seat(table, names.split(/[,;\n]/).map((n) => n.trim()).filter((n) => n !== ""))) setNames("");
  };
  return html`<section id="players"><h2>Check-in</h2>
    <p class="soft">${seated.length === 0 && v.contest.tables > 0 ? tr("Who is paired scores only at their own table. What another table sends for them waits for a judge.") : seated.length === 0 ? tr("Nobody is checked in, so every table may score for everybody.") : tr("A table scores for its own players. What it sends for somebody else waits for a judge. Who is checked in anew moves.")}</p>
    <form class="hub-row" onSubmit=${come}><label>Table<input type="text" name="seat-table" list="tables" required maxlength="40" value=${table} onInput=${(/** @type {any} */ e) => setTable(e.currentTarget.value)} /></label>
      <datalist id="tables">${v.tables.map((t) => html`<option key=${t.name} value=${t.name} />`)}</datalist>
      <label>Players<input type="text" name="seat-players" required placeholder="Ann, Bo" value=${names} onInput=${(/** @type {any} */ e) => setNames(e.currentTarget.value)} /></label>
      <button id="check-in">Check in</button></form>
    ${why && html`<p class="word bad" role="alert">${why}</p>`}
    ${seated.length > 0 && html`<ul class="hub-history">${seated.map((s) => html`<li key=${s.table} data-seats=${s.table}><b>${s.table}</b>: ${s.players.map((p) => html`<span key=${p} class="hub-tag">${p} <button class="quiet" aria-label=${tr("Check {p} out", { p })} onClick=${() => seat("", [p])}>×</button></span>`)}</li>`)}</ul>`}</section>`;
}

/** Tables that have called a judge. @param {{v: View, show: (table: string) => void}} props */
export function Calls({ v, show }) {
  const [why, setWhy] = useState("");
  const [answers, setAnswers] = useState(/** @type {Record<number, string>} */ ({}));
  const list = v.desk?.calls ?? [];
  const open = list.filter((c) => !c.done);
  const over = list.filter((c) => c.done);
  /** @param {object} what */
  const act = async (what) => setWhy(await ask("/api/call", what));
  return html`<section id="calls"><h2>Calls for a judge</h2>
    ${open.length === 0 ? html`<p class="soft">None.</p>` : html`<ul class="hub-waiting">${open.map((c) => html`<li key=${c.n} data-call=${c.n}>
      <p><b>${c.table || c.player}</b> ${c.table && c.player && html`${c.player} `}<${Waited} at=${c.at} /> ${c.taker && html`<span class="hub-tag">${tr("{taker} is on the way", { taker: judgeName(c.taker) })}</span>`}</p><p>${tr("“{text}”", { text: heard(c.reason) })}</p>
      <div class="hub-row">${!c.taker && html`<button class="main" data-take=${c.n} onClick=${() => act({ n: c.n, do: "take" })}>I go there</button>`}
        ${c.table && html`<button class="quiet" onClick=${() => show(c.table)}>Its rolls</button>`}
        <form class="hub-row" onSubmit=${(/** @type {Event} */ e) => { e.preventDefault(); act({ n: c.n, do: "done", answer: answers[c.n] ?? "" }); }}>
          <label>What was said<input type="text" maxlength="200" value=${answers[c.n] ?? ""} onInput=${(/** @type {any} */ e) => setAnswers({ ...answers, [c.n]: e.currentTarget.value })} /></label><button data-done=${c.n}>Settled</button></form></div></li>`)}</ul>`}
    ${over.length > 0 && html`<details><summary>${tr("Settled: {n}", { n: over.length })}</summary><ol class="hub-history">${over.map((c) => html`<li key=${c.n}><span class="soft">${time(c.at)}</span> <b>${c.table || c.player}</b>: ${tr("“{text}”", { text: heard(c.reason) })} – ${judgeName(c.taker)}: ${heard(c.answer)} <span class="soft">${c.taken ? tr("waited {waited}, then {took}", { waited: lasted(c.at, c.taken), took: lasted(c.taken, c.done) }) : tr("settled after {waited}", { waited: lasted(c.at, c.done) })}</span></li>`)}</ol></details>`}
    ${why && html`<p class="word bad" role="alert">${why}</p>`}</section>`;
}
