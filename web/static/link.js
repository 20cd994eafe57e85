// The connection of a page to its server. The server sends something every few seconds. If nothing
// comes, the connection is lost, however open it looks. It comes back by itself, and at once if the
// page is shown again, wakes up, or the network returns.
import { serverSays } from "./clock.js";
import { parsed } from "./isolate.js";
import { at } from "./where.js";

/**
 * How a connection stands.
 * @typedef {object} Standing
 * @property {boolean} linked something was heard a moment ago
 * @property {string} why the other side's reason, if it refuses; else empty
 * @property {number} status of the refusal, as in HTTP; 0 if nobody answers
 */

/**
 * Opens a connection. It calls hear with each text and end when it is over.
 * @typedef {(path: string, hear: (text: string) => void, end: () => void) => {send: (what: string | Blob) => boolean, close: () => void}} Wire
 */

const firstPause = 300; // ms before the first try to come back
const longestPause = 2000;
const probeWithin = 1500; // ms until a probe counts as failed
const lookEvery = 500; // ms between looks at how long nothing was heard

/** A WebSocket. @type {Wire} */
export function socket(path, hear, end) {
  const s = new WebSocket(at(path).replace(/^http/, "ws"));
  s.onmessage = (e) => hear(e.data);
  s.onclose = () => end();
  return {
    send(what) {
      if (s.readyState !== WebSocket.OPEN) return false;
      s.send(what);
      return true;
    },
    close() {
      s.onclose = s.onmessage = null;
      s.close();
    },
  };
}

/** Server-sent events. @type {Wire} */
export function events(path, hear, end) {
  const s = new EventSource(at(path));
  s.onmessage = (e) => hear(e.data);
  s.onerror = () => end();
  return { send: () => false, close: () => s.close() };
}

/**
 * Keeps a connection for as long as the page lives, or until it is closed.
 * @param {object} o
 * @param {string} o.path of the connection, with its query
 * @param {Wire} [o.wire]
 * @param {string} [o.probe] answers whether the connection can be had, or why not
 * @param {number} [o.silence] ms after which a connection that says nothing is lost
 * @param {number} [o.slowest] ms between two tries to come back, at the most
 * @param {number} [o.rests] ms after which a page that nobody sees lets its line go until it is shown again; 0: never. A browser opens six lines of events to one server at most, for all pages together.
 * @param {(message: any, first: boolean) => void} o.hear is called with each message; first: it is the first of a new connection
 * @param {(now: Standing) => void} o.tell is called when something changes in how it stands
 * @returns {{send: (what: string | Blob) => boolean, close: () => void}}
 */
export function keep({ path, wire = socket, probe = `${path}${path.includes("?") ? "&" : "?"}alive`, silence = 5000, slowest = longestPause, rests = 0, hear, tell }) {
  let closed = false;
  let linked = false;
  let pause = firstPause;
  let heard = clocks();
  /** @type {ReturnType<Wire> | null} */
  let line = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let next;
  let looks = 0; // only the newest look counts
  let resting = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let unseen;

  const open = () => {
    heard = clocks();
    line = wire(path, (text) => {
      heard = clocks();
      const first = !linked;
      if (first) {
        linked = true;
        pause = firstPause;
        tell({ linked, why: "", status: 0 });
        document.dispatchEvent(new Event("linked"));
      }
      const message = parsed(text);
      serverSays(message.now);
      hear(message, first);
    }, () => lose());
  };

  /** Gives the line up and looks for another. @param {boolean} [now] without a pause */
  const lose = (now = false) => {
    line?.close();
    line = null;
    if (linked) {
      linked = false;
      tell({ linked, why: "", status: 0 });
      document.dispatchEvent(new Event("lost"));
    }
    again(now);
  };

  /** @param {boolean} now */
  const again = (now) => {
    clearTimeout(next);
    looks++;
    if (closed) return;
    next = setTimeout(look, now ? 0 : pause);
    pause = now ? pause : Math.min(pause * 1.7, slowest);
  };

  // A browser delays pages whose sockets fail, and doesn't say why one was refused. A plain
  // request is answered at once, and in words.
  const look = async () => {
    const mine = ++looks;
    let standing = { linked: false, why: "", status: 0 };
    try {
      const r = await fetch(at(probe), { cache: "no-store", signal: AbortSignal.timeout(probeWithin) });
      if (looks !== mine) return;
      if (r.ok) return open();
      standing = { ...standing, status: r.status, why: (await r.json()).error ?? "" };
    } catch {
      // nobody answers
    }
    if (looks !== mine) return;
    tell(standing);
    again(false);
  };

  /** Comes back at once if there is reason to. @param {boolean} doubt whether the line may be dead though it was heard a moment ago */
  const wake = (doubt) => {
    if (closed || resting) return;
    if (!line) again(true);
    else if (doubt || quiet(heard) > silence / 2) lose(true);
  };
  const shown = (/** @type {PageTransitionEvent} */ e) => wake(e.persisted);
  const online = () => wake(true);
  // What is shown may be old while nobody sees it, so nothing is told of that.
  const rest = () => {
    resting = true;
    looks++;
    clearTimeout(next);
    line?.close();
    line = null;
    linked = false;
  };
  const visible = () => {
    clearTimeout(unseen);
    if (document.visibilityState !== "visible") {
      if (rests > 0 && !closed && !resting) unseen = setTimeout(rest, rests);
    } else if (resting) {
      resting = false;
      open();
    } else wake(false);
  };
  addEventListener("pageshow", shown);
  addEventListener("online", online);
  document.addEventListener("visibilitychange", visible);
  const watch = setInterval(() => {
    if (line && quiet(heard) > silence) lose();
  }, lookEvery);
  open();
  if (document.visibilityState !== "visible") visible();

  return {
    send: (what) => line?.send(what) ?? false,
    close() {
      closed = true;
      clearInterval(watch);
      clearTimeout(next);
      clearTimeout(unseen);
      looks++;
      removeEventListener("pageshow", shown);
      removeEventListener("online", online);
      document.removeEventListener("visibilitychange", visible);
      line?.close();
      line = null;
    },
  };
}

/** Two clocks: one stands still while some devices sleep, the other is set by people. */
const clocks = () => ({ page: performance.now(), wall: Date.now() });

/** @param {{page: number, wall: number}} since how many ms ago that was */
const quiet = (since) => Math.max(performance.now() - since.page, Date.now() - since.wall);
