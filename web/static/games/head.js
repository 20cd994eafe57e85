// The head of the pages of games.
import { Pulse } from "../pulse.js";
import { at as addressOf } from "../where.js";
import { html } from "../vendor/preact-htm.js";

const icon = new URL("../icon.svg", import.meta.url).href;

/** @param {{title?: string, at?: string, pulse?: boolean, children?: any}} p pulse: the page has no connection of its own that says when it is lost */
export function Head({ title = "", at = "", pulse = true, children }) {
  /** @param {string} path @param {string} words */
  const to = (path, words) => html`<a class="button quiet" href=${addressOf(path)} aria-current=${at === path ? "page" : undefined}>${words}</a>`;
  return html`<header class="head">
    <h1><a href="games"><img src=${icon} alt="" />Astragal</a></h1>
    ${title && html`<span class="game-title">${title}</span>`}
    ${children}
    <nav aria-label="Pages">${to("/", "Count")}${to("/games", "Games")}${to("/armies", "Armies")}${to("/roll", "One roll")}${to("/studio", "Teach")}${to("/statistics", "Statistics")}</nav>
  </header>${pulse && html`<${Pulse} />`}`;
}
