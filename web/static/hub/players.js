// Who takes part, who plays whom and with which result. Everybody may look. Judges set it up, pair and enter results.
import { judgeName } from "../judge.js";
import { html, useEffect, useState } from "../view.js";
import { at } from "../where.js";
import { forExcel } from "../sheet.js";
import { ask, read } from "./link.js";
import { figureWord, time } from "./parts.js";
import { ended, logged } from "./says.js";
import { tr, trn } from "../language.js";

/** @typedef {import("./messages.js").View} View */
/** @typedef {import("./messages.js").ContestDetail} Contest */
/** @typedef {import("./messages.js").ContestSettings} Settings */
/** @typedef {import("./messages.js").EntrantView} Entrant */
/** @typedef {import("./messages.js").PairingView} Pairing */
/** @typedef {(what: object) => Promise<string>} Do */

/** @type {Record<string, string>} */
const systems = { free: tr("nobody is paired"), swiss: tr("Swiss: like plays like"), robin: tr("everybody plays everybody"), groups: tr("tables of several") };
/** @type {Record<string, string>} */
const counts = { points: tr("points of games won and drawn"), sum: tr("the sum of the rolls"), best: tr("the best roll"), hits: tr("hits: dice that show enough") };

/** The most lines of what was done that the page shows. */
const listed = 60;

/** The figure that a judge enters with a result, by what the standings go by. @type {Record<string, "total" | "best" | "hits">} */
export const figures = { points: "total", sum: "total", best: "best", hits: "hits" };

/** The contest, read again after each change. @param {View} v @returns {Contest | null} */
export function useContest(v) {
  const [c, setC] = useState(/** @type {Contest | null} */ (null));
  useEffect(() => {
    let here = true;
    read("/api/contest").then((got) => { if (here && got) setC(/** @type {Contest} */ (got)); });
    return () => { here = false; };
  }, [v.contest.version, v.contest.ended, v.contest.round, v.counts.tables]);
  return c;
}

/** @param {{v: View}} props */
export function Players({ v }) {
  const c = useContest(v);
  const [why, setWhy] = useState("");
  /** @type {Do} */
  const does = async (what) => {
    const no = await ask("/api/contest", what);
    setWhy(no);
    return no;
  };
  if (!c) return html`<p class="soft">Fetching the players…</p>`;
  const judge = v.role === "judge";
  return html`${why && html`<p class="word bad" role="alert" id="refused-act">${why}</p>`}
    ${judge && html`<${SetUp} key=${c.set} c=${c} does=${does} />`}
    <${Pairings} v=${v} c=${c} does=${judge ? does : null} />
    <${Entrants} c=${c} does=${judge ? does : null} />
    ${judge && html`<section><h2>To print</h2><p class="hub-row">${[["pairings", tr("Pairings by table")], ["names", tr("Pairings by name")], ["slips", tr("Result slips")], ["standings", tr("Standings")], ["players", tr("Codes of the players")], ["tables", tr("Codes of the tables")]].map(([what, name]) => html`<a class="button" key=${what} target="_blank" href=${at(`/print?what=${what}`)}>${name}</a>`)}</p></section>
      <section><h2>What was done</h2>${c.log.length === 0 ? html`<p class="soft">Nothing yet.</p>` : html`<ol class="hub-history" id="contest-log">${c.log.slice(-listed).reverse().map((l, i) => html`<li key=${c.log.length - i}><span class="soft">${time(l.at)}</span> ${judgeName(l.by)} ${logged(l.what)}</li>`)}</ol>${c.log.length > listed && html`<p class="soft">${tr("These are the newest {n}; all are in {file}.", { n: listed, file: html`<a href=${`log.csv?${forExcel()}`} download>log.csv</a>` })}</p>`}`}</section>`}`;
}

/** @param {{c: Contest, does: Do}} props */
function SetUp({ c, does }) {
  const [s, setS] = useState(c.settings);
  /** @param {Partial<Settings>} change */
  const set = (change) => setS({ ...s, ...change });
  /** If everybody plays everybody, a round without an opponent brings nothing: who comes late has more of them. @param {string} system */
  const pairs = (system) => set({ system, bye: system === "robin" ? 0 : s.system === "robin" && s.bye === 0 ? s.win : s.bye });
  /** @param {keyof Settings} name @param {string} label @param {number} min */
  const number = (name, label, min) => html`<label>${label}<input type="number" name=${name} min=${min} max="1000" required value=${s[name]} onInput=${(/** @type {any} */ e) => set({ [name]: Number(e.currentTarget.value) })} /></label>`;
  /** @param {Event} e */
  const save = (e) => {
    e.preventDefault();
    does({ do: "settings", settings: s });
  };
  return html`<details class="hub-setup" open=${!c.set}><summary>${tr("How it is played: {systems}; standings by {counts}", { systems: systems[c.settings.system], counts: counts[c.settings.counts] })}</summary>
    <form class="hub-row" onSubmit=${save}>
      <label>Pairings<select name="system" value=${s.system} onChange=${(/** @type {any} */ e) => pairs(e.currentTarget.value)}>${Object.entries(systems).map(([k, name]) => html`<option key=${k} value=${k}>${name}</option>`)}</select></label>
      <label>Standings go by<select name="counts" value=${s.counts} onChange=${(/** @type {any} */ e) => set({ counts: e.currentTarget.value })}>${Object.entries(counts).map(([k, name]) => html`<option key=${k} value=${k}>${name}</option>`)}</select></label>
      ${s.system === "groups" && number("seats", tr("Players at a table"), 2)}
      ${s.counts === "hits" && number("hits_from", tr("A hit shows at least"), 1)}
      ${s.counts === "points" && html`${number("win", tr("Points for a win"), 0)}${number("draw", tr("for a draw"), 0)}${number("bye", tr("for a bye"), 0)}`}
      <button class=${c.set ? "" : "main"} id="save-settings">Save</button></form></details>`;
}

/** @param {{v: View, c: Contest, does: Do | null}} props */
function Pairings({ v, c, does }) {
  const [chosen, setChosen] = useState(0);
  const shown = chosen || (v.contest.paired ? v.contest.next : v.contest.round) || (c.rounds[c.rounds.length - 1]?.n ?? 0);
  const round = c.rounds.find((r) => r.n === shown);
  const last = c.rounds[c.rounds.length - 1];
  const open = round ? round.pairings.filter((p) => p.state !== "ended").length : 0;
  const begun = !!v.round && v.round.n >= shown;
  const goes = begun ? trn(open, "Round {round}: 1 game goes on", "Round {round}: {n} games go on", { round: shown }) : trn(round?.pairings.length ?? 0, "Round {round} has not begun: 1 game", "Round {round} has not begun: {n} games", { round: shown });
  const away = c.entrants.filter((e) => !e.here && !e.out).map((e) => e.name);
  return html`<section id="pairings"><h2>Pairings</h2>
    ${does && c.settings.system !== "free" && html`<p class="hub-row">
      ${!v.contest.paired && html`<button class=${last && last.pairings.some((p) => p.state !== "ended") ? "" : "main"} id="pair" onClick=${async () => { setChosen(0); await does({ do: "pair" }); }}>${tr("Pair round {next}", { next: v.contest.next })}</button>
        ${!!last && last.pairings.some((p) => p.state !== "ended") && html`<button class="quiet" id="pair-anyway" onClick=${() => does({ do: "pair", anyway: true })}>Pair although results are missing</button>`}`}
      ${v.contest.paired && html`<span>${tr("Round {next} is paired. Its time starts on {judges}.", { next: v.contest.next, judges: html`<a href=${at("/judge")}>Judges</a>` })}</span>`}
      ${round && round.n === c.rounds[c.rounds.length - 1].n && round.pairings.every((p) => p.state === "open") && html`<button class="quiet" id="unpair" onClick=${() => does({ do: "unpair", round: round.n })}>Take these pairings back</button>`}</p>`}
    ${does && c.settings.system !== "free" && !v.contest.paired && away.length > 0 && html`<p class="soft" id="not-here">${trn(away.length, "1 isn’t checked in and won’t be paired: {names}", "{n} aren’t checked in and won’t be paired: {names}", { names: away.slice(0, 5).join(", ") + (away.length > 5 ? " …" : "") })}</p>`}
    ${c.rounds.length > 1 && html`<p class="hub-row" role="group" aria-label="Round">${c.rounds.map((r) => html`<button key=${r.n} aria-pressed=${r.n === shown} onClick=${() => setChosen(r.n)}>${tr("Round {n}", { n: r.n })}</button>`)}</p>`}
    ${!round ? html`<p class="soft">${c.settings.system === "free" ? tr("Nobody is paired at this event.") : tr("No round is paired yet.")}</p>`
      : html`<p class="soft">${open === 0 ? tr("Round {round}: all games are over", { round: round.n }) : goes}${round.byes.length > 0 && tr("; without an opponent: {byes}", { byes: round.byes.join(", ") })}</p>
        ${does && last.n > round.n && html`<p class="soft" id="pairings-stand">${tr("Round {last} is paired: whoever changes a result here changes the standings. The pairings stand.", { last: last.n })}</p>`}
        <ul class="hub-pairs">${round.pairings.map((p) => html`<li key=${p.table} data-pair=${p.table} class=${p.state}><${OnePairing} p=${p} round=${round.n} does=${does} all=${round.pairings} byes=${c.entrants.filter((e) => round.byes.includes(e.name))} counts=${c.settings.counts} /></li>`)}</ul>`}</section>`;
}

/** @param {{p: Pairing, round: number, does: Do | null, all: Pairing[], byes: Entrant[], counts: string}} props */
function OnePairing({ p, round, does, all, byes, counts }) {
  const [to, setTo] = useState("");
  const [entered, setEntered] = useState(/** @type {Record<number, string>} */ ({}));
  const field = figures[counts];
  /** What a judge has typed for a player. @param {Pairing["players"][0]} x */
  const typed = (x) => entered[x.id] ?? (p.by && x[field] !== null ? String(x[field]) : "");
  /** Each player's result if these have won. @param {number[]} won */
  const end = (won) => does?.({ do: "result", round, table: p.table, placed: p.players.map((x) => ({ id: x.id, result: won.length === 0 ? "drawn" : won.includes(x.id) ? "won" : "lost", ...(typed(x) === "" ? {} : { [field]: Number(typed(x)) }) })) });
  /** Who has most has won. @param {Event} e */
  const enter = (e) => {
    e.preventDefault();
    const most = Math.max(...p.players.map((x) => Number(typed(x))));
    const won = p.players.filter((x) => Number(typed(x)) === most);
    end(won.length === 1 ? [won[0].id] : []);
  };
  return html`<div class="hub-pair"><b>${p.table}</b> <span>${p.players.map((x, i) => html`<span key=${x.id}>${i > 0 && html` <span class="soft">·</span> `}<span class=${x.result === "won" ? "hub-won" : ""}>${x.name}</span>${x[field] !== null && html` <span class="soft">${x[field]}</span>`}</span>`)}</span>
      ${p.text && html`<span class=${p.state === "twofold" ? "hub-tag ask" : "hub-tag"}>${ended(p.text, p.players.map((x) => x.name))}${p.by && ` (${judgeName(p.by)})`}</span>`}</div>
    ${does && html`<details><summary>Result, changes</summary>
      <form class="hub-row" onSubmit=${enter}>${p.players.map((x) => html`<label key=${x.id}>${x.name}: ${figureWord(field)}<input type="number" data-figure=${x.id} required=${counts !== "points"} min=${field === "hits" ? 0 : -1000000000} max="1000000000" value=${typed(x)} onInput=${(/** @type {any} */ e) => setEntered({ ...entered, [x.id]: e.currentTarget.value })} /></label>`)}
        ${counts !== "points" && html`<button data-enter="">Enter the result</button>`}</form>
      <p class="hub-row">${counts === "points" && html`${p.players.map((x) => html`<button key=${x.id} data-won=${x.id} onClick=${() => end([x.id])}>${tr("{name} won", { name: x.name })}</button>`)}<button data-drawn="" onClick=${() => end([])}>Drawn</button>`}
        ${p.by && html`<button class="quiet" onClick=${() => does({ do: "clear", round, table: p.table })}>${tr("Take back what {by} said", { by: judgeName(p.by) })}</button>`}</p>
      <p class="hub-row"><label>Move the game to<input type="text" maxlength="40" value=${to} onInput=${(/** @type {any} */ e) => setTo(e.currentTarget.value)} /></label><button disabled=${!to} onClick=${async () => { if (!(await does({ do: "move", round, table: p.table, to }))) setTo(""); }}>Move</button></p>
      ${p.state === "open" && html`<p class="hub-row">${p.players.map((x) => html`<label key=${x.id}>${tr("{name} changes places with", { name: x.name })}<select value="" onChange=${(/** @type {any} */ e) => does({ do: "swap", round, ids: [x.id, Number(e.currentTarget.value)] })}><option value="">nobody</option>
        ${all.filter((o) => o !== p && o.state === "open").flatMap((o) => o.players.map((y) => html`<option key=${y.id} value=${y.id}>${y.name} (${o.table})</option>`))}${byes.map((y) => html`<option key=${y.id} value=${y.id}>${y.name} (${tr("no opponent")})</option>`)}</select></label>`)}</p>`}</details>`}`;
}

const mostShown = 100;

/** @param {{c: Contest, does: Do | null}} props */
function Entrants({ c, does }) {
  const [find, setFind] = useState("");
  const [names, setNames] = useState("");
  const [here, setHere] = useState(false);
  const fits = c.entrants.filter((e) => e.name.toLowerCase().includes(find.trim().toLowerCase()));
  const away = c.entrants.filter((e) => !e.here && !e.out);
  /** @param {Event} e */
  const enter = async (e) => {
    e.preventDefault();
    if (does && !(await does({ do: "enter", names, here }))) setNames("");
  };
  return html`<section id="entrants"><h2>Players</h2>
    <p class="soft">${c.entrants.length === 0 ? tr("Nobody takes part yet.") : tr("Taking part: {n}. Checked in: {here}.", { n: c.entrants.length, here: c.entrants.filter((e) => e.here && !e.out).length })}</p>
    ${does && html`<form class="hub-enter-names" onSubmit=${enter}><label>Names, one a line (a list from a spreadsheet will do)<textarea name="names" rows="4" required value=${names} onInput=${(/** @type {any} */ e) => setNames(e.currentTarget.value)}></textarea></label>
      <p class="hub-row"><label class="hub-tick"><input type="checkbox" checked=${here} onChange=${(/** @type {any} */ e) => setHere(e.currentTarget.checked)} /> they are here</label><button id="enter-players">Enter them</button>
      ${away.length > 0 && html`<button class="quiet" id="all-here" onClick=${(/** @type {Event} */ e) => { e.preventDefault(); does({ do: "here", ids: away.map((x) => x.id) }); }}>${tr("Check all {n} in", { n: away.length })}</button>`}</p></form>`}
    ${c.entrants.length > 8 && html`<label>Find<input type="search" value=${find} onInput=${(/** @type {any} */ e) => setFind(e.currentTarget.value)} /></label>`}
    <ul class="hub-entrants">${fits.slice(0, mostShown).map((e) => html`<li key=${e.id} data-entrant=${e.id}><${OneEntrant} e=${e} does=${does} /></li>`)}</ul>
    ${fits.length > mostShown && html`<p class="soft">${tr("{n} more: type a part of the name.", { n: fits.length - mostShown })}</p>`}</section>`;
}

/** @param {{e: Entrant, does: Do | null}} props */
function OneEntrant({ e, does }) {
  const [name, setName] = useState(/** @type {string | null} */ (null));
  const state = e.out ? tr("gave up") : !e.here ? tr("not here") : e.bye ? tr("no opponent") : e.table;
  return html`<span class="hub-entrant"><b>${e.name}</b> ${state && html`<span class=${e.here && !e.out ? "hub-tag" : "hub-tag ask"}>${state}</span>`}${e.late > 0 && html`<span class="hub-tag">${tr("came for round {late}", { late: e.late })}</span>`}</span>
    ${does && html`<span class="hub-row">
      ${e.out ? html`<button class="quiet" onClick=${() => does({ do: "in", ids: [e.id] })}>Back in</button>`
        : html`<button class=${e.here ? "quiet" : ""} data-here=${e.id} onClick=${() => does({ do: e.here ? "away" : "here", ids: [e.id] })}>${e.here ? tr("Check out") : tr("Check in")}</button>
          <button class="quiet" data-out=${e.id} onClick=${() => does({ do: "out", ids: [e.id] })}>Gives up</button>`}
      ${name === null ? html`<button class="quiet" onClick=${() => setName(e.name)}>Rename</button>`
        : html`<form class="hub-row" onSubmit=${async (/** @type {Event} */ ev) => { ev.preventDefault(); if (!(await does({ do: "rename", ids: [e.id], name }))) setName(null); }}><label>${tr("New name of {name}", { name: e.name })}<input type="text" required maxlength="100" value=${name} onInput=${(/** @type {any} */ ev) => setName(ev.currentTarget.value)} /></label><button>Save</button></form>`}</span>`}`;
}
