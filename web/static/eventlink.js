// How the table stands with the hub of its event.
import { html } from "./vendor/preact-htm.js";
import { clock, counted } from "./words.js";

/** @typedef {import("./messages.js").EventLink} EventLink */

/** What waits here and when the hub was heard. @param {EventLink} link */
function facts(link) {
  const waits = link.behind > 0 ? `${counted(link.behind, "message waits", "messages wait")} in this table’s file` : "nothing waits";
  return `${waits}, ${link.heard ? `the hub was last heard at ${clock(link.heard)}` : "the hub was not heard yet"}`;
}

/** What is wrong, for everybody at the table to see; nothing while all is well. @param {{link: EventLink | null}} p */
export function LinkTrouble({ link }) {
  if (!link || (link.connected && !link.problem)) return null;
  return html`<p class="word bad" id="hub-away" role="alert"><b>${link.event}:</b> ${link.problem || `Going to the hub at ${link.server}…`}
    ${!link.connected && html` <span class="hub-facts">Play on; ${facts(link)}.</span>`}</p>`;
}

/** What of this table waits for a judge. @param {{link: EventLink | null}} p */
export function LinkWaits({ link }) {
  if (!link || !link.waits) return null;
  return html`<p class="word" id="hub-waits" role="status"><b>${link.event}:</b> ${link.waits}. It doesn’t count at the event before that.</p>`;
}

/** That all is well, small. @param {{link: EventLink | null}} p */
export function LinkLine({ link }) {
  if (!link || !link.connected) return null;
  return html`<p class="how hub-line" id="hub-line">Sent to the hub of <b>${link.event}</b> as <b>${link.table}</b>: ${facts(link)}.</p>`;
}
