// The overlay's connection: it comes back within a second of the table, for ever, and knows when
// what it shows may be old.

/** @typedef {import("../messages.js").OverlayView} OverlayView */

const probeEvery = 300; // ms between two looks whether the table is back
const silence = 2600; // ms without a word from the table until the connection counts as lost

/**
 * @typedef {object} Heard
 * @property {OverlayView | null} view the newest; null before the first
 * @property {boolean} linked
 * @property {string} refused why the table gives nothing; empty while it does
 */

/**
 * Listens to the table for as long as the page lives.
 * @param {string} query of the socket's address
 * @param {(heard: Heard) => void} tell is called with everything new
 */
export function listen(query, tell) {
  /** @type {Heard} */
  let heard = { view: null, linked: false, refused: "" };
  /** @param {Partial<Heard>} change */
  const say = (change) => {
    heard = { ...heard, ...change };
    tell(heard);
  };

  const open = () => {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}/api/overlay${query}`);
    let last = performance.now();
    const watch = setInterval(() => {
      if (performance.now() - last > silence) lose();
    }, 500);
    const lose = () => {
      clearInterval(watch);
      socket.onclose = socket.onmessage = null;
      socket.close();
      if (heard.linked) say({ linked: false });
      setTimeout(probe, probeEvery);
    };
    socket.onmessage = (e) => {
      last = performance.now();
      const m = JSON.parse(e.data);
      if (m.type === "overlay") say({ view: m.overlay, linked: true, refused: "" });
      else if (!heard.linked && heard.view) say({ linked: true });
    };
    socket.onclose = lose;
  };

  // A browser makes those wait who open sockets in vain; a plain request is answered at once.
  const probe = async () => {
    try {
      const r = await fetch(`/api/overlay/alive${query}`, { cache: "no-store", signal: AbortSignal.timeout(1500) });
      if (r.ok) return open();
      say({ linked: false, refused: (await r.json()).error ?? `The table answers ${r.status}.` });
    } catch {
      if (heard.linked || !heard.view) say({ linked: false });
    }
    setTimeout(probe, probeEvery);
  };
  probe();
}
