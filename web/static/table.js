// The connection to the table: whole views come in, acts go out, and it comes back by itself.

/** @typedef {import("./messages.js").View} View */
/** @typedef {import("./messages.js").Act} Act */
/** @typedef {import("./messages.js").Message} Message */
/** @typedef {import("./messages.js").GameView} GameView */

/**
 * What the page knows.
 * @typedef {object} Seen
 * @property {View | null} view the newest view, null before the first
 * @property {GameView | null} game the newest view of the game that the screen shows
 * @property {string} gone why there is no such game; empty while there is
 * @property {boolean} may whether this screen may answer
 * @property {boolean} linked whether the table can be reached now
 */

const firstPause = 300; // ms before the first try to come back
const longestPause = 4000;

/**
 * Keeps a connection for as long as the page lives.
 * @param {(seen: Seen) => void} show is called with everything new
 * @param {string} [query] of the socket's address: which game is shown, and as whom
 * @returns {{act: (act: Act) => Promise<Message>, close: () => void}}
 */
export function connect(show, query = "") {
  /** @type {Seen} */
  let seen = { view: null, game: null, gone: "", may: false, linked: false };
  let closed = false;
  /** @type {WebSocket | null} */
  let socket = null;
  let pause = firstPause;
  let serial = 0;
  /** @type {Map<string, (m: Message) => void>} */
  const waiting = new Map();

  /** @param {Partial<Seen>} change */
  const tell = (change) => {
    seen = { ...seen, ...change };
    show(seen);
  };

  /** @param {Message} m */
  const take = (m) => {
    if (m.view) tell({ view: m.view, may: m.may_answer, linked: true });
    if (m.game) tell({ game: m.game, gone: "", may: m.may_answer, linked: true });
    if (m.type === "refused" && !m.id && !seen.game) tell({ gone: m.why ?? "", may: m.may_answer, linked: true });
    const reply = m.id ? waiting.get(m.id) : undefined;
    if (m.id && reply) {
      waiting.delete(m.id);
      reply(m);
    }
  };

  const open = () => {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const s = new WebSocket(`${scheme}//${location.host}/api/socket${query}`);
    socket = s;
    s.onmessage = (e) => {
      pause = firstPause;
      take(JSON.parse(e.data));
    };
    s.onclose = () => {
      if (socket !== s || closed) return;
      socket = null;
      for (const reply of waiting.values()) reply(lost());
      waiting.clear();
      tell({ linked: false });
      setTimeout(open, pause);
      pause = Math.min(pause * 1.7, longestPause);
    };
  };
  open();

  return {
    close() {
      closed = true;
      socket?.close();
    },
    act(act) {
      if (!socket || socket.readyState !== WebSocket.OPEN) return Promise.resolve(lost());
      const id = `${Date.now().toString(36)}-${++serial}`;
      socket.send(JSON.stringify({ ...act, id }));
      return new Promise((resolve) => waiting.set(id, resolve));
    },
  };
}

/** @returns {Message} */
function lost() {
  return {
    type: "refused", may_answer: false, code: "busy",
    why: "The connection to the table is lost. When it is back, look whether this was done.",
  };
}

/**
 * Loads the page again when the table serves another version of it than the one that runs.
 * @param {{page: string}} view
 * @param {string} hash of the page that runs
 */
export function keepCurrent(view, hash) {
  if (!view.page || view.page === hash) return;
  const key = "astragal-reloaded-for";
  if (sessionStorage.getItem(key) === view.page) return; // once is enough
  sessionStorage.setItem(key, view.page);
  location.reload();
}
