// The hub's pages: all tables live, the standings, the big screen, the judges' desk, the tables' health.
import { forExcel } from "../sheet.js";
import { html, render, useState } from "../view.js";
import { isolated } from "../isolate.js";
import { keepCurrent } from "../table.js";
import { at, here } from "../where.js";
import { Desk } from "./desk.js";
import { Players } from "./players.js";
import { Print } from "./print.js";
import { Screen } from "./screen.js";
import { enterByAddress } from "./enter.js";
import { ask, listen } from "./link.js";
import { Statistics } from "./statistics.js";
import { ended, inTurn, said } from "./says.js";
import { doubtRate, Roll, Standings, time, Timer, wrong } from "./parts.js";
import { heard, tr, trn } from "../language.js";
import { sourceName, stateName } from "../words.js";

/** @typedef {import("./link.js").Seen} Seen */
/** @typedef {import("./messages.js").View} View */

const hash = document.querySelector("script[data-hash]")?.getAttribute("data-hash") ?? "";
const root = document.getElementById("page");
const path = here();

/** The pages, by address. */
const pages = [
  { path: "/", name: tr("Tables"), part: Live },
  { path: "/standings", name: tr("Standings"), part: Places },
  { path: "/players", name: tr("Players"), part: Players },
  { path: "/statistics", name: tr("Statistics"), part: Statistics },
  { path: "/screen", name: tr("Big screen"), part: Screen },
  { path: "/tables", name: tr("Health"), part: Health },
  { path: "/judge", name: tr("Judges"), part: Judges },
];

/** @param {{seen: Seen}} props */
function Page({ seen }) {
  if (seen.shut) return html`<${Enter} />`;
  const v = seen.view;
  if (!v) return html`<main><p class="starting">${seen.why ? tr("The hub doesn’t let this screen in: {why}. This page goes on trying.", { why: heard(seen.why) }) : seen.linked ? tr("Going to the event…") : tr("The hub can’t be reached. This page goes on trying.")}</p></main>`;
  const page = pages.find((p) => p.path === path) ?? pages[0];
  if (path === "/print") return v.role === "judge" ? html`<${Print} v=${v} />` : html`<main><p class="starting">Only judges print.</p></main>`;
  if (page.path === "/screen") return html`<${Screen} v=${v} seen=${seen} />`;
  return html`<header class="head"><h1><img src=${`static/${hash}/icon.svg`} alt="" />${v.event}</h1>
      <span class=${seen.linked ? "state settled" : "state no-camera"} id="link" role="status">${seen.linked ? trn(v.counts.tables, "{online} of {n} table", "{online} of {n} tables", { online: v.counts.online }) : tr("Not live: the hub can’t be reached")}</span>
      <${Timer} round=${v.round} />
      ${v.role === "judge" && v.counts.waiting > 0 && html`<a class="hub-tag ask" id="waits" href=${at("/judge")}>${trn(v.counts.waiting, "1 roll or result waits for a judge", "{n} rolls and results wait for a judge")}</a>`}
      <nav aria-label="Pages">${pages.filter((p) => p.path !== "/judge" || v.role === "judge").map((p) => html`<a class="button quiet" key=${p.path} href=${at(p.path)} aria-current=${p === page ? "page" : undefined}>${p.name}</a>`)}</nav>
    </header>
    <main class="hub">${v.trouble && html`<p class="word bad" role="alert" id="trouble">${heard(v.trouble)}</p>`}<${page.part} v=${v} seen=${seen} /></main>`;
}

/** @param {{v: View}} props */
function Live({ v }) {
  if (v.tables.length === 0) return html`<div class="word" id="no-table"><p>No table has come yet. ${v.come.length > 0 ? tr("Make its token at this machine, and start it with that:") : tr("The organiser makes a token for each table.")}</p>${v.come.length > 0 && html`<pre class="hub-lines">${v.come.join("\n")}</pre>`}</div>`;
  return html`<ul class="hub-cards">${v.tables.map((t) => html`<li class=${t.online ? "hub-card" : "hub-card gone"} key=${t.name} data-table=${t.name}>
    <h2>${t.name} <small>${said(t.playing)}</small>${t.calls && html` <span class="hub-tag ask">calls a judge</span>`}</h2>
    ${t.players.length > 0 && html`<p class="hub-at">${t.players.join(" · ")}${t.ended && html` <span class="hub-tag">${ended(t.ended, t.players)}</span>`}</p>`}
    ${t.last ? html`<${Roll} roll=${t.last} />` : html`<p class="soft">No roll yet</p>`}
    <p class="soft">${trn(t.rolls, "1 roll", "{n} rolls")}${wrong(t).length > 0 && html`, <span class="hub-wrong">${wrong(t).join("; ")}</span>`}</p>
  </li>`)}</ul>`;
}

/** @param {{v: View}} props */
function Places({ v }) {
  return html`<section id="all"><h2>The event</h2><${Standings} list=${v.standings} by=${v.contest.ranks} />
    ${v.contest.ties.length > 0 && html`<p class="soft">${tr("Among equals: {ties}.", { ties: inTurn(v.contest.ties) })}</p>`}
    ${v.players > v.standings.length && html`<p class="soft">${trn(v.players, "{n} player in all: the rest are in the files.", "{n} players in all: the rest are in the files.")}</p>`}</section>
    ${v.round && html`<section id="current"><h2>${v.round.name}</h2><${Standings} list=${v.current} by=${v.contest.ranks === "points" ? "wins" : v.contest.ranks} /></section>`}
    <p class="hub-files">As files: <a href=${`standings.csv?${forExcel()}`} download>standings.csv</a> <a href="standings.json">standings.json</a> <a href=${`rolls.csv?${forExcel()}`} download>rolls.csv</a> <a href="rolls.json">rolls.json</a>${v.role === "judge" && html` <a href=${`log.csv?${forExcel()}`} download>log.csv</a> <b><a id="everything" href=${`event.zip?${forExcel()}`} download>everything in one file</a></b>`}</p>`;
}

/** @param {{v: View}} props */
function Health({ v }) {
  return html`${v.certificate && html`<p class="word bad" id="certificate" role="status">${heard(v.certificate)}</p>`}<div class="hub-wide"><table class="hub-table"><thead><tr>${[tr("Table"), tr("State"), tr("Camera"), tr("Light"), tr("Doubt rate"), tr("Waiting"), tr("Behind"), tr("Heard of")].map((h) => html`<th scope="col" key=${h}>${h}</th>`)}</tr></thead>
    <tbody>${v.tables.map((t) => html`<tr key=${t.name} data-table=${t.name} class=${wrong(t).length > 0 ? "hub-bad" : ""}><th scope="row">${t.name}</th>
      <td>${wrong(t).join("; ") || tr("well")}${t.trouble && v.role === "judge" && html` <${Free} table=${t.name} />`}</td><td data-what=${tr("Camera")}>${t.camera ? stateName(t.camera) : "–"} <small class="soft">${sourceName(t.looks)}</small></td><td data-what=${tr("Light")}>${t.good ? tr("good") : t.light.map((w) => heard(w)).join(", ") || "–"}</td>
      <td data-what=${tr("Doubt rate")}>${doubtRate(t)}</td><td data-what=${tr("Waiting")}>${t.waiting}</td><td data-what=${tr("Behind")}>${t.behind}</td><td data-what=${tr("Heard of")}>${time(t.seen)}</td></tr>`)}</tbody></table></div>
    <p class="soft">The doubt rate is the share of the camera’s dice that a person had to look at.</p>`;
}

/** Allows another machine to use a table's name. @param {{table: string}} props */
function Free({ table }) {
  const [why, setWhy] = useState("");
  return html`<button class="quiet" onClick=${async () => setWhy(await ask("/api/free", { table }))}>Free this name</button>${why && html`<span role="alert">${why}</span>`}`;
}

/** @param {{v: View, seen: Seen}} props */
function Judges({ v, seen }) {
  if (v.role !== "judge") return html`<p class="word">This page is for judges: open it with a judge’s token.</p>`;
  return html`<${Desk} v=${v} />`;
}

/** Where a token is typed. */
function Enter() {
  const [why, setWhy] = useState("");
  /** @param {Event & {currentTarget: HTMLFormElement}} e */
  const enter = async (e) => {
    e.preventDefault();
    setWhy(await come(String(new FormData(e.currentTarget).get("token") ?? "")));
  };
  return html`<main class="hub-enter"><h1>Astragal</h1><form onSubmit=${enter}><label>Your token<input type="text" name="token" autocomplete="off" required id="token" /></label>
    <button class="main">Enter</button>${why && html`<p class="word bad" role="alert">${why}</p>`}</form></main>`;
}

/** @param {string} token @returns {Promise<string>} why it was refused */
async function come(token) {
  const why = await ask("/api/enter", { token });
  if (!why) location.reload();
  return why;
}

/** @param {Seen} seen */
function draw(seen) {
  if (seen.linked && seen.view) keepCurrent(seen.view, hash);
  if (seen.view) document.title = isolated(`${seen.view.event}: ${(pages.find((p) => p.path === path) ?? pages[0]).name}`);
  if (root) render(html`<${Page} seen=${seen} />`, root);
}

if (await enterByAddress()) location.reload();
root?.replaceChildren();
draw({ view: null, linked: true, shut: false, why: "" });
listen(draw);
