// The connection to the hub: everything comes in at first, then what changes; it comes back by itself.

/** @typedef {import("./messages.js").View} View */
/** @typedef {import("./messages.js").TableView} TableView */

/**
 * What a screen knows of the event.
 * @typedef {object} Seen
 * @property {View | null} view everything as it is now, null before the first word
 * @property {boolean} linked whether the hub can be reached now
 * @property {boolean} shut whether the hub wants a token first
 * @property {number} ahead by how many ms the hub's clock is ahead of this one's
 */

const silence = 25_000; // ms after which a quiet connection is taken for lost
const firstPause = 400;
const longestPause = 5000;

/**
 * Listens for as long as the page lives.
 * @param {(seen: Seen) => void} show is called with everything new
 */
export function listen(show) {
  /** @type {Seen} */
  let seen = { view: null, linked: false, shut: false, ahead: 0 };
  /** @type {Map<string, TableView>} */
  let tables = new Map();
  let pause = firstPause;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let watch;

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
    const order = new Intl.Collator(undefined, { numeric: true });
    tell({
      view: {
        ...v,
        tables: [...tables.values()].sort((a, b) => order.compare(a.name, b.name)),
        standings: v.standings ?? old?.standings ?? [],
        current: v.current ?? old?.current ?? [],
        desk: v.desk ?? old?.desk ?? null,
      },
      linked: true, shut: false, ahead: Date.parse(v.now) - Date.now(),
    });
  };

  const open = () => {
    const source = new EventSource("/api/stream");
    const alive = () => {
      clearTimeout(watch);
      watch = setTimeout(() => again(), silence);
    };
    const again = async () => {
      clearTimeout(watch);
      source.close();
      tell({ linked: false, shut: await shut() });
      if (seen.shut) return; // the token comes first; the page is loaded again then
      setTimeout(open, pause);
      pause = Math.min(pause * 1.7, longestPause);
    };
    source.onmessage = (e) => {
      pause = firstPause;
      alive();
      take(JSON.parse(e.data));
    };
    source.onerror = () => again();
    alive();
  };
  open();
}

/** Whether the hub is there but lets this screen not look on. */
async function shut() {
  try {
    return (await fetch("/api/view", { method: "GET" })).status === 401;
  } catch {
    return false;
  }
}

/**
 * Asks the hub to do something; the answer is an empty text, or why it was not done.
 * @param {string} path
 * @param {object} what
 * @returns {Promise<string>}
 */
export async function ask(path, what) {
  try {
    const r = await fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(what) });
    return r.ok ? "" : (await r.json()).error ?? "This was not done.";
  } catch {
    return "The hub can’t be reached: when it is back, look whether this was done.";
  }
}

/**
 * Reads something of the hub; null when that is not possible.
 * @template T
 * @param {string} path
 * @returns {Promise<T | null>}
 */
export async function read(path) {
  try {
    const r = await fetch(path);
    return r.ok ? await r.json() : null;
  } catch {
    return null;
  }
}
