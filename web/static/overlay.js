// The overlay for a stream: the last roll and what comes of it, kept on screen whatever happens to
// the table. docs/streamers.md says what its address may hold.
import { html, render } from "./vendor/preact-htm.js";
import { choicesIn } from "./overlay/choices.js";
import { listen } from "./overlay/link.js";
import { corrected, drawn, rollKey, whose } from "./overlay/parts.js";
import { keepCurrent } from "./table.js";
import { stateWords } from "./words.js";

/** @typedef {import("./messages.js").OverlayShown} OverlayShown */
/** @typedef {import("./overlay/link.js").Heard} Heard */

const hash = document.querySelector("script[data-hash]")?.getAttribute("data-hash") ?? "";
const choices = choicesIn(location.search);
const kept = `astragal-overlay${location.search}`;
const root = document.getElementById("overlay");
const wrongFor = 30_000; // ms that a mistake in the address is said

/** @type {Heard} */
let heard = { view: null, linked: false, refused: "" };
/** @type {OverlayShown | null} */
let shown = remembered();
let wrong = choices.wrong;
/** Since when the table can't be heard. */
let lost = new Date();
/** Not before the table had a moment to answer. */
let settled = false;

/** What was shown last, so that a reload while the table is away isn't blank. @returns {OverlayShown | null} */
function remembered() {
  try {
    return JSON.parse(localStorage.getItem(kept) ?? "null");
  } catch {
    return null;
  }
}

function draw() {
  if (!root) return;
  root.className = [...choices.corner, `theme-${choices.theme}`].join(" ");
  root.style.setProperty("--scale", String(choices.size));
  render(html`<${Plate} />`, root);
}

function Plate() {
  const moving = heard.linked && heard.view?.state === "moving";
  const stale = settled && !heard.linked;
  return html`<div class=${stale ? "plate stale" : "plate"}>
    <div class="ov-head"><span class="ov-who">${whose(shown) || "Astragal"}</span>
      ${moving && html`<span class="ov-moving" aria-label=${stateWords("moving")}><i></i><i></i><i></i></span>`}
      ${corrected(shown) && html`<span class="ov-tag" id="corrected">corrected</span>`}</div>
    ${shown ? html`<div class="ov-parts" key=${rollKey(shown)}>${choices.parts.map((name) => html`<div key=${name} class=${`ov-part ov-is-${name}`}><${drawn[name]} shown=${shown} lines=${choices.lines} /></div>`)}</div>`
      : html`<div class="ov-total"><div class="ov-figure" id="total">–</div></div>`}
    ${stale && html`<p class="ov-tag" id="stale" role="status">${heard.refused || `Not live since ${clock(lost)}: the table can’t be reached`}</p>`}
    ${heard.linked && heard.view?.problem && html`<p class="ov-tag" id="problem">${heard.view.problem}</p>`}
    ${wrong.map((text) => html`<p class="ov-tag" key=${text} data-wrong>${text}</p>`)}
  </div>`;
}

/** @param {Date} t */
const clock = (t) => t.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });

draw();
if (wrong.length > 0) setTimeout(() => { wrong = []; draw(); }, wrongFor);
setTimeout(() => { settled = true; draw(); }, 1500);
const asked = new URLSearchParams();
if (choices.delay > 0) asked.set("delay", String(choices.delay));
if (choices.table) asked.set("table", choices.table);
listen(asked.size > 0 ? `?${asked}` : "", (now) => {
  if (heard.linked && !now.linked) lost = new Date();
  if (now.linked || now.refused) settled = true;
  heard = now;
  if (now.linked && now.view) keepCurrent(now.view, hash);
  if (now.view?.shown) {
    shown = now.view.shown;
    try {
      localStorage.setItem(kept, JSON.stringify(shown));
    } catch {
      // a full store: then a reload without the table begins with a dash
    }
  }
  draw();
});
if ("serviceWorker" in navigator) navigator.serviceWorker.register("/overlay-worker.js", { scope: "/overlay" }).catch(() => {});
