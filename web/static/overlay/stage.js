// The stage of an overlay: the plate with its parts, kept on screen whatever happens to where it comes
// from. A table's overlay and a hub's differ in their parts and in their connection.
import { html, render } from "../vendor/preact-htm.js";
import { keep } from "../link.js";
import { keepCurrent } from "../table.js";
import { at } from "../where.js";
import { choicesIn } from "./choices.js";
import { Dots } from "./dots.js";
import { corrected, rollKey, whose } from "./parts.js";

/** @typedef {import("../messages.js").OverlayShown} OverlayShown */
/** @typedef {import("../link.js").Wire} Wire */

/**
 * @typedef {object} Heard
 * @property {any} view the newest; null before the first
 * @property {boolean} linked
 * @property {string} refused why nothing is given; empty while something is
 */

/**
 * @typedef {object} Play
 * @property {Record<string, any>} drawn the parts that there are, by name
 * @property {Wire} wire the connection
 * @property {string} from where it comes from, in a word
 * @property {(shown: any) => OverlayShown} [adapt] makes what is sent into what the parts show
 */

const silence = 2600; // ms without a word until the connection counts as lost
const slowest = 300; // ms between two looks whether it is back
const wrongFor = 30_000; // ms that a mistake in the address is said
const patience = 1500; // ms to answer before a page that was just loaded says that it isn't live

/** Puts an overlay into the page, for as long as that lives. @param {Play} play */
export function present({ drawn, wire, from, adapt = (shown) => shown }) {
  const hash = document.querySelector("script[data-hash]")?.getAttribute("data-hash") ?? "";
  const choices = choicesIn(location.search, Object.keys(drawn));
  const kept = `astragal-overlay${location.search}`;
  const root = document.getElementById("overlay");

  /** @type {Heard} */
  let heard = { view: null, linked: false, refused: "" };
  /** @type {OverlayShown | null} */
  let shown = remembered(kept);
  let { wrong } = choices;
  let lost = new Date(); // since when nothing can be heard
  let settled = false; // not before there was a moment to answer

  function Plate() {
    const moving = heard.linked && heard.view?.state === "moving";
    const stale = settled && !heard.linked;
    return html`<div class=${stale ? "plate stale" : "plate"}>
      <div class="ov-head"><span class="ov-who">${whose(shown) || "Astragal"}</span>
        ${moving && html`<${Dots} />`}
        ${corrected(shown) && html`<span class="ov-tag" id="corrected">corrected</span>`}</div>
      ${shown ? html`<div class="ov-parts" key=${rollKey(shown)}>${choices.parts.map((name) => html`<div key=${name} class=${`ov-part ov-is-${name}`}><${drawn[name]} shown=${shown} lines=${choices.lines} view=${heard.view} /></div>`)}</div>`
        : html`<div class="ov-total"><div class="ov-figure" id="total">–</div></div>`}
      ${stale && html`<p class="ov-tag" id="stale" role="status">${heard.refused || `Not live since ${clock(lost)}: the ${from} can’t be reached`}</p>`}
      ${heard.linked && heard.view?.problem && html`<p class="ov-tag" id="problem">${heard.view.problem}</p>`}
      ${wrong.map((text) => html`<p class="ov-tag" key=${text} data-wrong>${text}</p>`)}
    </div>`;
  }

  function draw() {
    if (!root) return;
    root.className = [...choices.corner, `theme-${choices.theme}`].join(" ");
    root.style.setProperty("--scale", String(choices.size));
    render(html`<${Plate} />`, root);
    keepWithin(root);
  }

  draw();
  if (wrong.length > 0) setTimeout(() => { wrong = []; draw(); }, wrongFor);
  setTimeout(() => { settled = true; draw(); }, patience);
  const asked = new URLSearchParams();
  if (choices.delay > 0) asked.set("delay", String(choices.delay));
  if (choices.table) asked.set("table", choices.table);
  const query = asked.size > 0 ? `?${asked}` : "";
  /** @param {Partial<Heard>} change */
  const take = (change) => {
    if (heard.linked && change.linked === false) lost = new Date();
    heard = { ...heard, ...change };
    if (heard.linked || heard.refused) settled = true;
    if (heard.linked && heard.view) keepCurrent(heard.view, hash);
    if (change.view?.shown) {
      shown = adapt(change.view.shown);
      try {
        localStorage.setItem(kept, JSON.stringify(shown));
      } catch {
        // a full store: then a reload without the table begins with a dash
      }
    }
    draw();
  };
  keep({
    path: `/api/overlay${query}`, wire, probe: `/api/overlay/alive${query}`, silence, slowest,
    tell: ({ linked, why, status }) => take(linked ? { refused: "" } : { linked, refused: why || (status ? `The ${from} answers ${status}.` : "") }),
    hear: (m) => {
      if (m.type === "overlay") take({ view: m.overlay, linked: true });
      else if (!heard.linked && heard.view) take({ linked: true });
    },
  });
  if ("serviceWorker" in navigator) navigator.serviceWorker.register(at("/overlay-worker.js"), { scope: at("/overlay") }).catch(() => {});
}

/** Watches the plate's own size, which a picture that arrives or a longer log changes. */
const sizes = new ResizeObserver((seen) => seen.forEach((s) => s.target.parentElement && fit(s.target.parentElement)));

/** Keeps the plate within the picture, from now on. @param {HTMLElement} root */
function keepWithin(root) {
  const plate = root.firstElementChild;
  if (plate) sizes.observe(plate);
  fit(root);
}

/** Makes the plate as small as it takes to be in the picture whole. @param {HTMLElement} root */
function fit(root) {
  const plate = root.firstElementChild;
  if (!(plate instanceof HTMLElement)) return;
  const { paddingLeft, paddingTop } = getComputedStyle(root);
  const wide = root.clientWidth - 2 * parseFloat(paddingLeft), high = root.clientHeight - 2 * parseFloat(paddingTop);
  const by = Math.min(1, wide / plate.offsetWidth, high / plate.offsetHeight);
  plate.style.transform = by < 1 ? `scale(${by})` : "";
}

addEventListener("resize", () => {
  const root = document.getElementById("overlay");
  if (root) fit(root);
});

/** What was shown last, so that a reload while nothing can be heard isn't blank. @param {string} kept @returns {OverlayShown | null} */
function remembered(kept) {
  try {
    return JSON.parse(localStorage.getItem(kept) ?? "null");
  } catch {
    return null;
  }
}

/** @param {Date} t */
const clock = (t) => t.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
