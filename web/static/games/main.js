// The pages of games: the list, a game, armies, and counting one roll.
import { html, render, useEffect, useState } from "../vendor/preact-htm.js";
import { Cards } from "../vera/cards.js";
import { here } from "../where.js";
import { Armies } from "./armies.js";
import { List } from "./list.js";
import { OneRoll } from "./oneroll.js";
import { Play } from "./play.js";

const toastFor = 6000; // ms

function Page() {
  const [toast, say] = useState("");
  useEffect(() => {
    const gone = toast ? setTimeout(() => say(""), toastFor) : undefined;
    return () => clearTimeout(gone);
  }, [toast]);
  const path = here();
  const game = path.match(/^\/games\/(\d+)$/);
  const page = game ? html`<${Play} id=${Number(game[1])} say=${say} />`
    : path === "/armies" ? html`<${Armies} say=${say} />`
    : path === "/cards" ? html`<${Cards} say=${say} />`
    : path === "/roll" ? html`<${OneRoll} say=${say} />`
    : html`<${List} say=${say} />`;
  return html`${page}${toast && html`<p class="toast" role="alert">${toast}</p>`}`;
}

const root = document.getElementById("page");
if (root) {
  root.replaceChildren();
  render(html`<${Page} />`, root);
}
