// The overlay's connection: it comes back within a second of what it listens to, for ever, and knows
// when what it shows may be old.

/**
 * @typedef {object} Heard
 * @property {any} view the newest; null before the first
 * @property {boolean} linked
 * @property {string} refused why nothing is given; empty while something is
 */

/**
 * Opens a connection. It calls hear with each message and end when it is over; what it returns closes it.
 * @typedef {(query: string, hear: (text: string) => void, end: () => void) => () => void} Wire
 */

const probeEvery = 300; // ms between two looks whether it is back
const silence = 2600; // ms without a word until the connection counts as lost

/** A table's WebSocket. @type {Wire} */
export function socket(query, hear, end) {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  const s = new WebSocket(`${scheme}//${location.host}/api/overlay${query}`);
  s.onmessage = (e) => hear(e.data);
  s.onclose = end;
  return () => {
    s.onclose = s.onmessage = null;
    s.close();
  };
}

/** A hub's server-sent events. @type {Wire} */
export function events(query, hear, end) {
  const s = new EventSource(`/api/overlay${query}`);
  s.onmessage = (e) => hear(e.data);
  s.onerror = end;
  return () => s.close();
}

/**
 * Listens for as long as the page lives.
 * @param {string} query of the connection's address
 * @param {Wire} wire
 * @param {string} from what it listens to, in a word
 * @param {(heard: Heard) => void} tell is called with everything new
 */
export function listen(query, wire, from, tell) {
  /** @type {Heard} */
  let heard = { view: null, linked: false, refused: "" };
  /** @param {Partial<Heard>} change */
  const say = (change) => {
    heard = { ...heard, ...change };
    tell(heard);
  };

  const open = () => {
    let last = performance.now();
    const watch = setInterval(() => {
      if (performance.now() - last > silence) lose();
    }, 500);
    const close = wire(query, (text) => {
      last = performance.now();
      const m = JSON.parse(text);
      if (m.type === "overlay") say({ view: m.overlay, linked: true, refused: "" });
      else if (!heard.linked && heard.view) say({ linked: true });
    }, () => lose());
    const lose = () => {
      clearInterval(watch);
      close();
      if (heard.linked) say({ linked: false });
      setTimeout(probe, probeEvery);
    };
  };

  // A browser makes those wait who open sockets in vain; a plain request is answered at once.
  const probe = async () => {
    try {
      const r = await fetch(`/api/overlay/alive${query}`, { cache: "no-store", signal: AbortSignal.timeout(1500) });
      if (r.ok) return open();
      say({ linked: false, refused: (await r.json()).error ?? `The ${from} answers ${r.status}.` });
    } catch {
      if (heard.linked || !heard.view) say({ linked: false });
    }
    setTimeout(probe, probeEvery);
  };
  probe();
}
