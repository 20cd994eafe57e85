// Calling a judge of the event: from the table's own page, and what all pages share of it.
import { since } from "./clock.js";
import { html, useEffect, useState } from "./view.js";
import { heard, tr, trn } from "./language.js";
import { clock } from "./words.js";

/** @typedef {import("./messages.js").EventLink} EventLink */

/** What the judges are told, in English, and how this page says it. */
export const reasons = /** @type {const} */ ([["Is this die flat?", tr("Is this die flat?")], ["We disagree about a rule", tr("We disagree about a rule")], ["A roll was read wrongly", tr("A roll was read wrongly")], ["The camera doesn’t see the dice", tr("The camera doesn’t see the dice")], ["Result to be entered", tr("Result to be entered")]]);

/** A judge's name: that of the organiser's own token is a word. @param {string} name */
export const judgeName = (name) => (name === "the organiser" ? tr("the organiser") : name);

/** How long somebody has waited, in words; it ticks. @param {{at: string}} p by the server's clock */
export function Waited({ at }) {
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => tick((n) => n + 1), 10_000);
    return () => clearInterval(timer);
  }, []);
  const minutes = Math.max(0, Math.floor(since(at) / 60_000));
  return html`<span class=${minutes >= 5 ? "hub-tag waited ask" : "hub-tag waited"}>${minutes === 0 ? tr("just now") : trn(minutes, "1 minute", "{n} minutes")}</span>`;
}

/** How long something lasted, in words. @param {string} from @param {string} to both by one clock */
export function lasted(from, to) {
  const minutes = Math.max(0, Math.floor((Date.parse(to) - Date.parse(from)) / 60_000));
  return minutes === 0 ? tr("less than a minute") : trn(minutes, "1 minute", "{n} minutes");
}

/**
 * The call that stands, for everybody at the table to see; nothing if none does.
 * @param {{link: EventLink | null, may: boolean, act: (what: object) => void}} p
 */
export function JudgeCalled({ link, may, act }) {
  const call = link?.call;
  if (!link || !call || call.over) return null;
  const state = call.taker ? html`<b>${tr("{taker} is on the way.", { taker: judgeName(call.taker) })}</b>` : call.heard ? tr("The judges see it.") : tr("It isn’t at the event yet: it goes there once the hub can be reached.");
  return html`<p class="word" id="judge-called" role="status">${tr("A judge is called for “{reason}”, {waited}.", { reason: heard(call.reason), waited: html`<${Waited} at=${call.at} />` })} ${state}
    ${may && html` <button class="quiet" id="uncall" onClick=${() => act({ do: "uncall" })}>No longer needed</button>`}</p>`;
}

/**
 * Calls a judge, if the table is at an event and no call stands.
 * @param {{link: EventLink | null, may: boolean, act: (what: object) => any}} p
 */
export function CallJudge({ link, may, act }) {
  const [reason, setReason] = useState("");
  const last = link?.call;
  if (!link || (last && !last.over)) return null;
  const said = last?.over && last.answer && html`<p class="how" id="judge-said">${tr("{taker} at the call of {time}: “{answer}”", { taker: judgeName(last.taker), time: clock(last.at), answer: last.answer })}</p>`;
  if (!may) return said || null;
  /** @param {Event} e */
  const own = async (e) => {
    e.preventDefault();
    if (await act({ do: "call", reason })) setReason("");
  };
  return html`<details class="judge-call" id="call-judge"><summary>Call a judge</summary>
      <div class="row">${reasons.map(([r, words]) => html`<button key=${r} data-reason=${r} onClick=${() => act({ do: "call", reason: r })}>${words}</button>`)}</div>
      <form class="row" onSubmit=${own}><label>Or in your words<input type="text" name="reason" required maxlength="200" value=${reason} onInput=${(/** @type {any} */ e) => setReason(e.currentTarget.value)} /></label><button>Call</button></form></details>
    ${said}`;
}
