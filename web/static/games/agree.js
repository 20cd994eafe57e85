// What is seldom asked over a game: whether the others agree, and what a newer program makes of the log.
import { html } from "../view.js";
import { heard, listed, tr, trn } from "../language.js";
import { sentence } from "./fetch.js";
import { told } from "./names.js";
import { Elsewhere } from "./question.js";

/** What a newer program makes of the log. @param {any} p */
export function Diverged({ view, may, act }) {
  const d = view.play.diverged;
  return html`<div class="word bad" id="diverged" role="alert"><p>${sentence(heard(d.why))}</p>
    ${may && html`<div class="row">${view.table && html`<button class="main" onClick=${() => act({ do: "accept", game: view.game.id })}>Go on with what this version makes of it</button>`}
      ${d.entry > 0 && html`<button onClick=${() => act({ do: "undo", game: view.game.id, entry: d.entry })}>Go back to before it</button>`}</div>`}</div>`;
}

/** What the others must agree to. @param {any} p */
export function Consent({ view, may, act }) {
  const ask = view.ask;
  const own = ask.asks ? [] : ask.open.filter((/** @type {number} */ s) => view.mine.includes(s) || (view.table && view.mine.length === 0 && !view.seats[s - 1]?.held));
  const names = listed(ask.open.map((/** @type {number} */ s) => view.seats[s - 1]?.name));
  return html`<section class="card ask" id="consent" aria-labelledby="consent-title">
    <h2 id="consent-title">Do you agree?</h2>
    <p class="lead">${tr("Somebody wants to {told}. {why}, so {names} must agree.", { told: told(view, ask.text), why: heard(ask.why), names })}</p>
    ${may && own.map((/** @type {number} */ s) => html`<div class="row" key=${s}><button class="main" data-agree=${s} onClick=${() => act({ do: "agree", game: view.game.id, seat: s, proposal: ask.id })}>${tr("{name} agrees", { name: view.seats[s - 1]?.name })}</button>
      <button data-object=${s} onClick=${() => act({ do: "object", game: view.game.id, seat: s, proposal: ask.id })}>${tr("{name} doesn’t", { name: view.seats[s - 1]?.name })}</button></div>`)}
    ${may && view.mine.filter((/** @type {number} */ s) => !ask.open.includes(s)).map((/** @type {number} */ s) => html`<div class="row" key=${s}>
      <button data-object=${s} onClick=${() => act({ do: "object", game: view.game.id, seat: s, proposal: ask.id })}>${tr("No, says {name}", { name: view.seats[s - 1]?.name })}</button></div>`)}
    ${may && ask.asks && html`<p class="how" id="asks-itself">${trn(ask.open.length, "This screen asks for the seat, so {names} agrees on another one.", "This screen asks for the seat, so {names} agree on another one.", { names })}</p>`}
    ${may && !ask.asks && html`<${Elsewhere} seats=${ask.open.filter((/** @type {number} */ s) => !own.includes(s))} view=${view} act=${act} />`}
  </section>`;
}
