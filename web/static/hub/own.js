// A player's or a table's own page: where do I play, how do I stand, and how do I call a judge. Two thousand
// phones may show it: it asks, and the hub answers once there is something new.
import { serverSays } from "../clock.js";
import { isolated, learn } from "../isolate.js";
import { judgeName, reasons } from "../judge.js";
import { html, render, useEffect, useState } from "../view.js";
import { mark } from "../table.js";
import { at } from "../where.js";
import { figureWord, Standings, time, Timer } from "./parts.js";
import { ended, inTurn } from "./says.js";
import { heard, tr } from "../language.js";

/** @typedef {import("./messages.js").OwnView} OwnView */

const waits = 20; // seconds that the hub may wait for something new
const rests = 4000; // ms after a failure, and up to half as much again, so that not all ask at once
const code = decodeURIComponent(location.hash.slice(1));
const root = document.getElementById("page");

/** @type {{view: OwnView | null, why: string, etag: string}} */
let seen = { view: null, why: "", etag: "" };

/** Asks what is new. @param {number} wait seconds that the answer may take @param {AbortSignal} [over] @returns {Promise<boolean>} whether the hub answered */
async function look(wait, over) {
  let answered = true;
  try {
    const r = await fetch(at(`/api/own?wait=${wait}`), { signal: over, headers: { "X-Own": code, ...(seen.etag ? { "If-None-Match": seen.etag } : {}) }, cache: "no-store" });
    answered = r.ok || r.status === 304;
    serverSays(r.headers.get("X-Now"));
    if (r.status === 304) seen = { ...seen, why: "" };
    else if (r.ok) seen = { view: learn(await r.json()), why: "", etag: r.headers.get("ETag") ?? "" };
    else seen = { ...seen, why: heard((await r.json().catch(() => null))?.error ?? "") || tr("The event refuses this page.") };
  } catch {
    if (over?.aborted) return true;
    answered = false;
    seen = { ...seen, why: tr("Not live: the event can’t be reached. This page goes on trying.") };
  }
  draw();
  return answered;
}

/** @param {object} what @returns {Promise<string>} why it was not done */
async function act(what) {
  try {
    const r = await fetch(at("/api/own"), { method: "POST", headers: { "X-Own": code, "Idempotency-Key": mark() }, body: JSON.stringify(what) });
    const said = await r.json().catch(() => null);
    await look(0);
    return r.ok ? "" : heard(said?.error ?? "") || tr("This was not done.");
  } catch {
    return tr("The event can’t be reached: try again in a moment, or go to a judge.");
  }
}

/** @param {{v: OwnView}} props */
function Page({ v }) {
  const [why, setWhy] = useState("");
  /** @param {object} what */
  const does = async (what) => setWhy(await act(what));
  return html`<main class="hub own"><header class="own-head"><h1>${v.player || v.table}</h1><p class="soft">${v.event}</p></header>
    <p class="soft" role="status" id="link">${seen.why}</p>
    <${Timer} round=${v.round} />
    <${Where} v=${v} does=${does} />
    ${why && html`<p class="word bad" role="alert">${why}</p>`}
    <${CallJudge} v=${v} does=${does} />
    ${v.rounds.length > 0 && html`<section><h2>My games</h2><ol class="own-rounds">${v.rounds.map((r) => html`<li key=${r.n} data-round=${r.n}><b>${tr("Round {n}", { n: r.n })}</b> ${r.table}${r.with.length > 0 && html` ${tr("with {names}", { names: r.with.join(", ") })}`}: ${r.ended ? ended(r.ended, [...r.with, v.player]) : tr("not over")}</li>`)}</ol></section>`}
    <section><h2>Standings</h2><${Standings} list=${v.top} by=${v.ranks} brief=${true} me=${v.player} />
      ${v.players > v.top.length && html`<p class="soft">${tr("{players} in all.", { players: v.players })}</p>`}
      ${v.ties.length > 0 && html`<p class="soft">${tr("Among equals: {ties}.", { ties: inTurn(v.ties) })}</p>`}</section></main>`;
}

/** @param {{v: OwnView, does: (what: object) => void}} props */
function Where({ v, does }) {
  if (!v.player) return html`<section class="own-where" id="where"><h2>At this table</h2><p class="own-big">${v.with.length > 0 ? v.with.join(", ") : tr("Nobody is sent here yet.")}</p>${v.ended && html`<p>${ended(v.ended, v.with)}</p>`}</section>`;
  if (v.out) return html`<section class="own-where" id="where"><p class="own-big">You are out of the event.</p><p class="soft">If that is wrong, tell a judge.</p></section>`;
  const others = v.with.filter((p) => p !== v.player);
  return html`<section class="own-where" id="where">
    ${!v.here && html`<p>You are not checked in yet.</p><p><button class="main" id="here" onClick=${() => does({ do: "here" })}>I am here</button></p>`}
    ${v.bye ? html`<p class="own-big">${tr("No opponent in round {pairs}", { pairs: v.pairs })}</p>${v.bye_counts && html`<p class="soft">You have a bye: it counts for you.</p>`}`
      : v.table ? html`<p>You play at</p><p class="own-big" id="my-table">${v.table}</p>${others.length > 0 && html`<p>${tr("with {names}", { names: html`<b>${others.join(", ")}</b>` })}</p>`}${v.ended && html`<p>${ended(v.ended, v.with)}</p>`}`
      : v.here && html`<p class="own-big">Nowhere yet</p><p class="soft">Your table stands here once the round is paired.</p>`}
    ${v.place > 0 && html`<p>${tr("You are {place} with {figure} {word}.", { place: html`<b>${tr("number {place}", { place: v.place })}</b>`, figure: html`<b>${v.figure}</b>`, word: figureWord(v.ranks) })}</p>`}</section>`;
}

/** @param {{v: OwnView, does: (what: object) => void}} props */
function CallJudge({ v, does }) {
  const [reason, setReason] = useState("");
  const c = v.call;
  if (c && !c.done) return html`<section class="own-call" id="called" role="status"><h2>A judge is called</h2>
    <p>${tr("“{reason}”, at {time}.", { reason: heard(c.reason), time: time(c.at) })} ${c.taker ? html`<b>${tr("{taker} is on the way.", { taker: judgeName(c.taker) })}</b>` : tr("The judges see it.")}</p>
    <p><button onClick=${() => does({ do: "uncall" })}>No longer needed</button></p></section>`;
  if (!v.table && !v.player) return "";
  /** @param {Event} e */
  const call = (e) => {
    e.preventDefault();
    does({ do: "call", reason });
    setReason("");
  };
  return html`<details class="own-call"><summary>Call a judge</summary>
    ${c && html`<p class="soft">${tr("Last time: “{answer}” ({taker})", { answer: c.answer, taker: judgeName(c.taker) })}</p>`}
    <ul class="hub-row">${reasons.map(([r, words]) => html`<li key=${r}><button data-reason=${r} onClick=${() => does({ do: "call", reason: r })}>${words}</button></li>`)}</ul>
    <form class="hub-row" onSubmit=${call}><label>Or in your words<input type="text" name="reason" required maxlength="200" value=${reason} onInput=${(/** @type {any} */ e) => setReason(e.currentTarget.value)} /></label><button>Call</button></form></details>`;
}

function draw() {
  const v = seen.view;
  if (v) document.title = isolated(`${v.player || v.table}: ${v.event}`);
  if (!root) return;
  render(v ? html`<${Page} v=${v} />` : seen.why ? html`<main class="hub own"><h1>Astragal</h1><p class="word bad" role="alert">${seen.why}</p></main>` : html`<main><p class="starting">${tr("Going to your page…")}</p></main>`, root);
}

/** Runs for as long as the page lives. A hidden page asks nothing. */
async function goOn() {
  for (;;) {
    const over = new AbortController();
    const hides = () => over.abort();
    document.addEventListener("visibilitychange", hides, { once: true });
    const goes = document.visibilityState === "visible" && await look(seen.why ? 0 : waits, over.signal);
    document.removeEventListener("visibilitychange", hides);
    if (goes) continue;
    await new Promise((done) => {
      if (document.visibilityState === "visible") setTimeout(done, rests + Math.random() * rests / 2);
      document.addEventListener("visibilitychange", done, { once: true });
    });
  }
}

addEventListener("hashchange", () => location.reload());
root?.replaceChildren();
draw();
goOn();
