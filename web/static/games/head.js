// The head of every page: the same links everywhere.
import { Pulse } from "../pulse.js";
import { at as addressOf } from "../where.js";
import { html } from "../view.js";
import { choose, language, languages, tr } from "../language.js";

const icon = new URL("../icon.svg", import.meta.url).href;

/** The links, in order: address, name, id. */
const ways = [["/", tr("Count"), "to-count"], ["/games", tr("Games"), "to-games"], ["/armies", tr("Armies"), "to-armies"], ["/roll", tr("One roll"), "to-roll"], ["/studio", tr("Teach"), "to-studio"], ["/statistics", tr("Statistics"), "to-statistics"]];

/** @param {{title?: string, at?: string, pulse?: boolean, children?: any}} p pulse: the page has no connection of its own that says when it is lost */
export function Head({ title = "", at = "", pulse = true, children }) {
  return html`<header class="head">
    <h1><a href=${addressOf("/")}><img src=${icon} alt="" /><span>Astragal</span></a></h1>
    ${title && html`<span class="game-title">${title}</span>`}
    ${children}
    <nav class="ways" aria-label="Pages">${ways.map(([path, words, id]) => html`<a key=${id} class="button quiet" id=${id} href=${addressOf(path)} aria-current=${at === path ? "page" : undefined}>${words}</a>`)}</nav>
    ${languages.length > 1 && html`<select id="language" class="quiet" aria-label="Language" value=${language} onChange=${(/** @type {any} */ e) => choose(e.target.value)}>${languages.map((l) => html`<option key=${l} value=${l} lang=${l}>${nameOf(l)}</option>`)}</select>`}
  </header>${pulse && html`<${Pulse} />`}`;
}

/** A language's name in itself. @param {string} l */
function nameOf(l) {
  const name = new Intl.DisplayNames(l, { type: "language" }).of(l) ?? l;
  return name.charAt(0).toLocaleUpperCase(l) + name.slice(1);
}
