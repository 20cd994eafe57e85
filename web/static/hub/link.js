// The connection to the hub. First it gets everything, then the changes. It reconnects by itself.
import { learn } from "../isolate.js";
import { events, keep } from "../link.js";
import { askOnce } from "../post.js";
import { at } from "../where.js";
import { language, tr } from "../language.js";

/** @typedef {import("./messages.js").View} View */
/** @typedef {import("./messages.js").TableView} TableView */

/**
 * What a screen knows of the event.
 * @typedef {object} Seen
 * @property {View | null} view the current state, null before the first message
 * @property {boolean} linked whether the hub can be reached
 * @property {boolean} shut whether the hub wants a token first
 * @property {string} why why the hub refuses this screen, empty if it doesn't or doesn't answer
 */

/**
 * Listens for as long as the page lives.
 * @param {(seen: Seen) => void} show called with each change
 */
export function listen(show) {
  /** @type {Seen} */
  let seen = { view: null, linked: false, shut: false, why: "" };
  /** @type {Map<string, TableView>} */
  let tables = new Map();

  /** @param {Partial<Seen>} change */
  const tell = (change) => {
    seen = { ...seen, ...change };
    show(seen);
  };

  /** @param {View} v */
  const take = (v) => {
    if (v.whole) tables = new Map();
    for (const t of v.tables) tables.set(t.name, t);
    const old = v.whole ? null : seen.view;
    const order = new Intl.Collator(language, { numeric: true });
    tell({
      view: {
        ...v,
        tables: [...tables.values()].sort((a, b) => order.compare(a.name, b.name)),
        standings: v.standings ?? old?.standings ?? [],
        current: v.current ?? old?.current ?? [],
        great: v.great ?? old?.great ?? [],
        desk: v.desk ?? old?.desk ?? null,
      },
      linked: true, shut: false, why: "",
    });
  };

  const line = keep({
    path: "/api/stream", wire: events, rests: 3000, hear: take,
    tell: ({ linked, why, status }) => {
      if (linked) return; // the first message says more
      const shut = status === 401;
      tell({ linked, shut, why: shut ? "" : why });
      if (shut) line.close(); // the token comes first, then the page is loaded again
    },
  });
}

/**
 * Asks the hub to do something. The answer is empty, or why it was not done.
 * @param {string} path
 * @param {object} what
 * @returns {Promise<string>}
 */
export async function ask(path, what) {
  const { ok, why } = await askOnce(path, "POST", JSON.stringify(what), tr("hub"));
  return ok ? "" : why || tr("This was not done.");
}

/**
 * Reads something from the hub. Null if that isn't possible.
 * @template T
 * @param {string} path
 * @returns {Promise<T | null>}
 */
export async function read(path) {
  try {
    const r = await fetch(at(path));
    return r.ok ? learn(await r.json()) : null;
  } catch {
    return null;
  }
}
