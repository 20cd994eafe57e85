// The pages of games: the list, one that is about to begin, a game, armies, and counting one roll.
import { html, render, useEffect, useState } from "../view.js";
import { useEye } from "../eye.js";
import { here } from "../where.js";

/** The pages, each in modules of its own that are loaded when it is opened. @type {[RegExp, () => Promise<any>][]} */
const pages = [
  [/^\/games\/(\d+)$/u, async () => (await import("./play.js")).Play],
  [/^\/begin\/(\d+)$/u, async () => (await import("./lobby.js")).Lobby],
  [/^\/armies$/u, async () => (await import("./armies.js")).Armies],
  [/^\/cards$/u, async () => (await import("../vera/cards.js")).Cards],
  [/^\/roll$/u, async () => (await import("./oneroll.js")).OneRoll],
  [/^/u, async () => (await import("./list.js")).List],
];

const toastFor = 6000; // ms

/** @param {{Shown: any, id: number}} p */
function Page({ Shown, id }) {
  const [toast, say] = useState("");
  useEye([".a-now .now-text", "#cover-title", ".bar-text", "#army-name", "main h2"]);
  useEffect(() => {
    const gone = toast ? setTimeout(() => say(""), toastFor) : undefined;
    return () => clearTimeout(gone);
  }, [toast]);
  return html`<${Shown} id=${id} say=${say} />${toast && html`<p class="toast" role="alert">${toast}</p>`}`;
}

async function show() {
  const path = here();
  const [address, load] = pages.find(([p]) => p.test(path)) ?? pages[pages.length - 1];
  const Shown = await load();
  if (!root) return;
  root.replaceChildren();
  render(html`<${Page} Shown=${Shown} id=${Number(path.match(address)?.[1] ?? 0)} />`, root);
}

const root = document.getElementById("page");
show();
