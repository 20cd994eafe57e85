// The head of every page: the same ways everywhere.
import { Pulse } from "../pulse.js";
import { at as addressOf } from "../where.js";
import { html } from "../vendor/preact-htm.js";

const icon = new URL("../icon.svg", import.meta.url).href;

/** The ways, in their order: address, name, id. */
const ways = [["/", "Count", "to-count"], ["/games", "Games", "to-games"], ["/armies", "Armies", "to-armies"], ["/roll", "One roll", "to-roll"], ["/studio", "Teach", "to-studio"], ["/statistics", "Statistics", "to-statistics"]];

/** @param {{title?: string, at?: string, pulse?: boolean, children?: any}} p pulse: the page has no connection of its own that says when it is lost */
export function Head({ title = "", at = "", pulse = true, children }) {
  return html`<header class="head">
    <h1><a href=${addressOf("/")}><img src=${icon} alt="" /><span>Astragal</span></a></h1>
    ${title && html`<span class="game-title">${title}</span>`}
    ${children}
    <nav class="ways" aria-label="Pages">${ways.map(([path, words, id]) => html`<a key=${id} class="button quiet" id=${id} href=${addressOf(path)} aria-current=${at === path ? "page" : undefined}>${words}</a>`)}</nav>
  </header>${pulse && html`<${Pulse} />`}`;
}
