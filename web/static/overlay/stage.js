// The stage of an overlay: the plate with its parts. It stays on screen even if the connection is lost. A table's
// overlay and a hub's differ in their parts and in their connection.
import { html, render } from "../view.js";
import { keep } from "../link.js";
import { keepCurrent } from "../table.js";
import { at } from "../where.js";
import { choicesIn } from "./choices.js";
import { greatOf } from "./great.js";
import { rollKey, rollShows } from "./parts.js";
import { Plate, dress, fitWithin } from "./plate.js";
import { heard as said, tr } from "../language.js";

/** @typedef {import("../messages.js").OverlayShown} OverlayShown */
/** @typedef {import("../link.js").Wire} Wire */

/**
 * @typedef {object} Heard
 * @property {any} view the newest one, null before the first
 * @property {boolean} linked
 * @property {string} refused why nothing is sent, empty while something is
 */

/**
 * @typedef {object} Play
 * @property {Record<string, any>} drawn the parts, by name
 * @property {Wire} wire the connection
 * @property {string} from what sends the rolls, in a word
 * @property {(shown: any) => OverlayShown} [adapt] turns what is sent into what the parts show
 */

const silence = 2600; // ms without a message after which the connection counts as lost
const slowest = 300; // ms between two checks whether it is back
const wrongFor = 30_000; // ms for which a mistake in the address is shown
const greatFor = 6000; // ms for which a great roll is highlighted
const patience = 1500; // ms to answer before a page that was just loaded says that it isn't live

/** Puts an overlay into the page, for as long as the page lives. @param {Play} play */
export function present({ drawn, wire, from, adapt = (shown) => shown }) {
  const hash = document.querySelector("script[data-hash]")?.getAttribute("data-hash") ?? "";
  const choices = choicesIn(location.search, Object.keys(drawn));
  const kept = `astragal-overlay${location.search}`;
  const root = document.getElementById("overlay");

  /** @type {Heard} */
  let heard = { view: null, linked: false, refused: "" };
  /** @type {OverlayShown | null} */
  let shown = remembered(kept, hash);
  let { wrong } = choices;
  let lost = new Date(); // since when nothing was received
  let settled = false; // true once there was time to answer

  let met = { key: "", shows: "", great: "" }; // the roll that is shown
  /** The newest roll seen in each game, and in the count. @type {Map<string, number>} */
  const newest = new Map();
  let great = "", away = false;
  /** @type {number | undefined} */
  let cheers;
  /** @type {number | undefined} */
  let stays;

  /**
   * A roll comes in, is highlighted if it is great, and leaves by itself. If it is corrected, it comes
   * in again. A roll that was there before this page, or before a roll that was taken back, isn't highlighted.
   */
  function meet() {
    const now = { key: rollKey(shown), shows: rollShows(shown), great: greatOf(choices.great, shown) };
    const [was, scope, n] = [met, shown?.game ? `game ${shown.game.game.id}` : "count", shown?.roll ?? 0];
    const anew = now.key !== was.key;
    const before = newest.get(scope);
    const fresh = heard.view?.shown && before !== undefined && (n > before || n === before && !anew);
    met = now;
    if (heard.view?.shown) newest.set(scope, Math.max(n, before ?? 0));
    if (anew || now.great !== was.great) {
      clearTimeout(cheers);
      great = fresh ? now.great : "";
      if (great) cheers = setTimeout(() => { great = ""; draw(); }, greatFor);
    }
    if (!anew && now.shows === was.shows) return;
    clearTimeout(stays);
    away = false;
    if (choices.stay > 0) stays = setTimeout(() => { away = true; draw(); }, choices.stay * 1000);
  }

  /** Whether there is nothing to see and nothing that the streamer must know. */
  const gone = () => away && heard.linked && heard.view?.state !== "moving" && !heard.view?.problem && wrong.length === 0;

  function draw() {
    if (!root) return;
    meet();
    dress(root, choices);
    render(html`<${Plate} ...${{ choices, drawn, shown, view: heard.view, from, wrong, great, linked: heard.linked, lost: settled && !heard.linked ? lost : null, refused: heard.refused, away: gone() }} />`, root);
    fitWithin(root);
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
        localStorage.setItem(kept, JSON.stringify({ page: hash, shown }));
      } catch {
        // if the store is full, a reload without the table begins with a dash
      }
    }
    draw();
  };
  keep({
    path: `/api/overlay${query}`, wire, probe: `/api/overlay/alive${query}`, silence, slowest,
    tell: ({ linked, why, status }) => take(linked ? { refused: "" } : { linked, refused: why ? said(why) : (status ? tr("The {from} answers {status}.", { from, status }) : "") }),
    hear: (m) => {
      if (m.type === "overlay") take({ view: m.overlay, linked: true });
      else if (!heard.linked && heard.view) take({ linked: true });
    },
  });
  if ("serviceWorker" in navigator) navigator.serviceWorker.register(at("/overlay-worker.js"), { scope: at("/overlay") }).catch(() => {});
}

/**
 * What was shown last, so that a reload without a connection isn't blank. Pages of another version may have stored
 * what these can't draw.
 * @param {string} kept @param {string} hash of the pages @returns {OverlayShown | null}
 */
function remembered(kept, hash) {
  try {
    const was = JSON.parse(localStorage.getItem(kept) ?? "null");
    return was?.page === hash ? was.shown : null;
  } catch {
    return null;
  }
}
