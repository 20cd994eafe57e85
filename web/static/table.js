// The connection to the table: whole views come in, acts go out, and it comes back by itself.
import { keep } from "./link.js";
import { heard, tr } from "./language.js";

/** @typedef {import("./messages.js").View} View */
/** @typedef {import("./messages.js").Act} Act */
/** @typedef {import("./messages.js").Message} Message */
/** @typedef {import("./messages.js").GameView} GameView */

/**
 * What the page knows.
 * @typedef {object} Seen
 * @property {View | null} view the newest view, null before the first
 * @property {GameView | null} game the newest view of the game that the screen shows
 * @property {import("./messages.js").LobbyView | null} lobby the newest view of the game that is about to begin which the screen shows
 * @property {string} gone why there is no such game; empty while there is
 * @property {boolean} may whether this screen may answer
 * @property {boolean} linked whether the table can be reached now
 * @property {string} why why the table refuses this screen; empty if it doesn't, or doesn't answer
 */

/**
 * An act that is under way.
 * @typedef {object} Sent
 * @property {Act} act with its mark
 * @property {string} run the table's run that it was sent to
 * @property {Promise<Message>} reply
 * @property {(m: Message) => void} resolve
 */

const patience = 6000; // ms until an unanswered act is said to be in doubt

/** What a page knows before it has heard anything. @type {Seen} */
export const nothing = { view: null, game: null, lobby: null, gone: "", may: false, linked: true, why: "" };

/**
 * Keeps a connection for as long as the page lives.
 * @param {(seen: Seen) => void} show is called with everything new
 * @param {string} [query] of the socket's address: which game is shown, and as whom
 * @param {(text: string) => void} [say] says what became of an act that was in doubt
 * @returns {{act: (act: Act) => Promise<Message>, close: () => void}}
 */
export function connect(show, query = "", say = () => {}) {
  let seen = { ...nothing, linked: false };
  let run = "";
  /** Acts that are under way, by their marks. @type {Map<string, Sent>} */
  const sent = new Map();
  /** Acts that nobody answered in time, by what they do: the same act goes out under the same mark. @type {Map<string, Sent>} */
  const doubtful = new Map();

  /** @param {Partial<Seen>} change */
  const tell = (change) => {
    seen = { ...seen, ...change };
    show(seen);
  };

  /** @param {Message} m */
  const settle = (m) => {
    const it = m.id ? sent.get(m.id) : undefined;
    if (m.id && it) {
      sent.delete(m.id);
      it.resolve(m);
    }
    for (const [text, late] of doubtful) {
      if (!m.id || late.act.id !== m.id) continue;
      doubtful.delete(text);
      say(m.type === "done" ? tr("The table has answered: it was done.") : tr("The table has answered: it was not done, {why}.", { why: heard(m.why ?? "") }));
    }
  };

  /** Sends acts again that may not have arrived, each under its mark. @param {string} now the table's run */
  const comeBack = (now) => {
    const same = run === "" || run === now;
    run = now;
    for (const it of [...sent.values()]) {
      if (same || !it.run) line.send(JSON.stringify(it.act));
      else settle(lost(it.act.id, tr("The table was started anew meanwhile. Look whether this was done.")));
    }
    for (const [text, it] of doubtful) {
      doubtful.delete(text);
      if (!same) continue;
      const id = mark();
      put(id, { id, do: "withdraw", once: it.act.once }).reply.then((m) => {
        if (m.type === "done") say(tr("The connection is back. What you asked for last was done."));
        else if (m.code === "withdrawn") say(tr("The connection is back. What you asked for last was not done: do it again."));
      });
    }
  };

  /** @param {string} id @param {Act} act @returns {Sent} */
  const put = (id, act) => {
    /** @type {(m: Message) => void} */
    let resolve = () => {};
    const reply = new Promise((/** @type {(m: Message) => void} */ done) => { resolve = done; });
    const it = { act, run, reply, resolve };
    sent.set(id, it);
    line.send(JSON.stringify(act));
    return it;
  };

  const line = keep({
    path: `/api/socket${query}`,
    tell: ({ linked, why }) => tell({ linked, why }),
    hear: (/** @type {Message} */ m, first) => {
      if (m.view) tell({ view: m.view, may: m.may_answer });
      if (m.game) tell({ game: m.game, gone: "", may: m.may_answer });
      if (m.lobby) tell({ lobby: m.lobby, gone: "", may: m.may_answer });
      if (m.type === "refused" && !m.id && !seen.game && !seen.lobby) tell({ gone: heard(m.why ?? ""), may: m.may_answer });
      if (first) comeBack(m.run ?? "");
      settle(m);
    },
  });

  return {
    close: () => line.close(),
    act(act) {
      const text = JSON.stringify(act);
      for (const it of sent.values()) {
        const { id, once, ...rest } = it.act;
        if (JSON.stringify(rest) === text) return it.reply; // it was pressed twice
      }
      const id = mark();
      const once = doubtful.get(text)?.act.once ?? id;
      doubtful.delete(text);
      const it = put(id, { ...act, id, once });
      setTimeout(() => {
        if (sent.get(id) !== it) return;
        sent.delete(id);
        doubtful.set(text, it);
        it.resolve(lost(id, tr("The table has not answered, so this may not have arrived. When it answers, this page says whether it was done.")));
      }, patience);
      return it.reply;
    },
  };
}

/** A random mark. */
export function mark() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((b) => b.toString(16).padStart(2, "0")).join("");
}

/** @param {string | undefined} id @param {string} why @returns {Message} */
const lost = (id, why) => ({ type: "refused", id, may_answer: false, code: "busy", why });

/**
 * Loads the page again if the table serves another version of it.
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
