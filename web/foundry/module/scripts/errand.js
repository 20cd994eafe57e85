// An errand to the table: the dice of a roll, in as many requests as they need, until all of them are rolled. It goes on
// listening after that, for corrections.
import { FROM } from "./table.js";
import { Trouble } from "./trouble.js";

/** @typedef {import("./table.js").RequestView} RequestView */
/**
 * A die that is fetched. value is what it shows, null before that is known.
 * @typedef {{shape: string, value: number | null}} Fetched
 */
/**
 * One request and its dice, in the order in which it asks for them.
 * @typedef {{dice: Fetched[], view: RequestView | null, ref: string}} Part
 */

/** A request asks for so many dice at most; a d100 is two on the tray. */
const most = 40;
/** Between two tries while the table can't be asked, ms. */
const pause = 1500;

/** Foundry's kinds of dice, and the table's. @type {Record<string, string>} */
const shapes = { d3: "d3", d4: "d4", d6: "d6", d8: "d8", d10: "d10", d12: "d12", d20: "d20", d100: "d100", f: "dF", c: "coin" };

/** What a table calls dice of a kind; undefined for what no table can be asked for. @param {string} denomination */
export function shapeOf(denomination) {
  return Object.hasOwn(shapes, denomination) ? shapes[denomination] : undefined;
}

/** @param {Fetched[]} dice */
export function split(dice) {
  /** @type {Fetched[][]} */
  const out = [];
  /** @param {Fetched[]} part @param {string} shape */
  const has = (part, shape) => part.some((d) => d.shape === shape);
  /** @param {Fetched[]} part */
  const size = (part) => part.length + (has(part, "d100") ? 1 : 0);
  for (const d of dice) {
    // Two ten-sided dice make a d100, and with further ones beside them nobody could tell which two.
    const part = out.find((p) => (d.shape === "d100" ? size(p) + 2 <= most && !has(p, "d100") && !has(p, "d10") : size(p) < most && !(d.shape === "d10" && has(p, "d100"))));
    if (part) part.push(d);
    else out.push([d]);
  }
  return out;
}

/** How many dice there are of each shape. @param {Fetched[]} dice @returns {[string, number][]} */
export function many(dice) {
  /** @type {Map<string, number>} */
  const n = new Map();
  for (const d of dice) n.set(d.shape, (n.get(d.shape) ?? 0) + 1);
  return [...n];
}

/** Dice as a table is asked for them: ["2d20", "d6"]. @param {Fetched[]} dice */
const list = (dice) => many(dice).map(([shape, n]) => (n === 1 ? shape : `${n}${shape}`));

/** A text of so many letters at most. @param {string} text @param {number} letters */
function short(text, letters) {
  const all = [...text.trim()];
  return all.length > letters ? `${all.slice(0, letters - 1).join("")}…` : all.join("");
}

export class Errand {
  /** Why the table can't be asked just now. @type {Trouble | null} */
  trouble = null;
  /** @type {Part[]} */
  parts;
  #over = new AbortController();

  /**
   * @param {import("./table.js").Table} table
   * @param {Fetched[]} dice
   * @param {{what: string, who: string}} about what the roll is for, and who rolls
   * @param {() => void} changed something of it is another one
   */
  constructor(table, dice, about, changed) {
    this.table = table;
    this.about = about;
    this.changed = changed;
    this.parts = split(dice).map((d) => ({ dice: d, view: null, ref: foundry.utils.randomID(20) }));
    void this.#ask();
  }

  /** All dice are rolled. */
  get done() {
    return this.parts.every((p) => p.view?.state === "rolled");
  }

  /** How the first request stands that isn't rolled; "" before it is made. @returns {RequestView["state"] | ""} */
  get state() {
    const open = this.parts.find((p) => p.view?.state !== "rolled");
    return open ? (open.view?.state ?? "") : "rolled";
  }

  /** What somebody at the table must look at, in the table's English words. @returns {string[]} */
  get doubts() {
    return this.parts.flatMap((p) => p.view?.doubts ?? []);
  }

  /** Makes the requests that aren't made, and those that the table dropped again. */
  again() {
    for (const p of this.parts) {
      if (p.view?.state !== "cancelled" && this.trouble?.kind !== "gone") continue;
      if (p.view) this.table.watch.drop(p.view.request);
      this.#anew(p);
    }
    void this.#ask();
  }

  /**
   * Takes back what isn't rolled. A page that goes away runs nothing after this turn, so all of it is sent at once.
   * @param {boolean} [leaving] the page goes away
   */
  async end(leaving = false) {
    this.#over.abort();
    await Promise.all(this.parts.map(({ view, ref }) => {
      if (!view) return leaving ? this.table.cancelNamed(ref).catch(() => null) : null;
      if (view.state === "rolled") return null;
      this.table.watch.drop(view.request);
      return view.state === "cancelled" ? null : this.#takeBack(() => this.table.cancel(view.request, leaving), leaving);
    }));
  }

  /** The page was away and is back: what was taken back is asked for again. */
  back() {
    this.#over = new AbortController();
    for (const p of this.parts) if (p.view?.state !== "rolled") this.#anew(p);
    void this.#ask();
  }

  /** @param {Part} p */
  #anew(p) {
    p.dice.forEach((d) => (d.value = null));
    [p.view, p.ref] = [null, foundry.utils.randomID(20)];
  }

  /** @param {() => Promise<unknown>} cancel @param {boolean} leaving */
  async #takeBack(cancel, leaving) {
    for (let tries = 0; tries < 20; tries++) {
      try {
        await cancel();
        return;
      } catch (e) {
        if (!(e instanceof Trouble)) throw e;
        if (leaving || !e.passes || e.kind === "gone") return;
        await new Promise((later) => setTimeout(later, pause)); // the table is away, and would wait for these dice when it is back
      }
    }
  }

  async #ask() {
    const { signal } = this.#over;
    for (const [i, p] of this.parts.entries()) {
      let asked = "";
      while (!p.view && !signal.aborted) {
        const of = this.parts.length > 1 ? ` (${i + 1}/${this.parts.length})` : "";
        try {
          asked = p.ref;
          const v = await this.table.ask({ dice: list(p.dice), for: short(this.about.what, 190) + of, from: FROM, player: short(this.about.who, 60), ref: asked });
          if (signal.aborted) return void this.#takeBack(() => this.table.cancel(v.request), false);
          this.trouble = null;
          this.table.watch.add(v, { news: (now) => this.#take(p, now), trouble: (t) => this.#say(t) });
          this.#take(p, v);
        } catch (e) {
          if (!(e instanceof Trouble)) throw e;
          if (!signal.aborted) {
            this.#say(e);
            if (!e.passes) return;
            await new Promise((later) => setTimeout(later, pause));
          }
        }
      }
      // The table may have got what it was asked, although its answer was lost on the way.
      if (signal.aborted && asked && !(p.view && p.ref === asked)) void this.#takeBack(() => this.table.cancelNamed(asked), false);
    }
  }

  /** @param {Trouble | null} t */
  #say(t) {
    const said = this.trouble?.message;
    this.trouble = t;
    if (said !== t?.message) this.changed();
  }

  /** @param {Part} p @param {RequestView} v */
  #take(p, v) {
    if (this.#over.signal.aborted && v.state !== "rolled") return;
    p.view = v;
    // Dice of one shape are alike: the first of them at the table is the first here.
    for (const shape of new Set(p.dice.map((d) => d.shape))) {
      const there = v.dice.filter((d) => d.shape === shape);
      p.dice.filter((d) => d.shape === shape).forEach((d, i) => (d.value = there[i]?.value ?? null));
    }
    if (v.state === "rolled") this.table.watch.finished(v.request);
    this.changed();
  }
}
