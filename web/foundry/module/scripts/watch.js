// Looks on at requests: one question to the table for all of them, over and over, for as long as there is one.
import { Trouble } from "./trouble.js";

/** @typedef {import("./table.js").RequestView} RequestView */
/**
 * What is told of one request.
 * @typedef {{news: (v: RequestView) => void, trouble: (t: Trouble | null) => void}} Listener
 */

/** A table is asked about so many at once. */
const most = 50;
/** For so long a correction of a roll that is done is listened for, ms. */
const listening = 60 * 60 * 1000;
/** Between two tries while the table can't be asked, ms. */
const pause = 1500;

export class Watch {
  /** @type {Map<number, {mark: string, to: Listener, done: number}>} */
  #of = new Map();
  #poll = new AbortController();
  #running = false;

  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.table = table;
  }

  /** @param {RequestView} v @param {Listener} to */
  add(v, to) {
    this.#of.set(v.request, { mark: v.mark, to, done: 0 });
    this.#turn();
  }

  /** @param {number} request */
  drop(request) {
    if (this.#of.delete(request)) this.#turn();
  }

  /** A roll is done: from now on only a correction is listened for. @param {number} request */
  finished(request) {
    const o = this.#of.get(request);
    if (o) o.done = Date.now();
  }

  /** Asks anew, because what is asked about is something else now. */
  #turn() {
    const done = [...this.#of].filter(([, o]) => o.done > 0);
    const many = this.#of.size - most;
    done.forEach(([id, o], i) => (i < many || Date.now() - o.done > listening) && this.#of.delete(id));
    this.#poll.abort();
    if (!this.#running) void this.#run();
  }

  async #run() {
    this.#running = true;
    let away = false;
    while (this.#of.size > 0) {
      this.#poll = new AbortController();
      const { signal } = this.#poll;
      try {
        const known = [...this.#of].slice(-most);
        const news = await this.table.changes(known.map(([id, o]) => [id, o.mark]), away ? 0 : 20, signal);
        if (away) this.#all((o) => o.to.trouble(null));
        away = false;
        for (const v of news) {
          const o = this.#of.get(v.request);
          if (!o) continue;
          o.mark = v.mark;
          o.to.news(v);
        }
        for (const [id, o] of this.#of) if (o.done > 0 && Date.now() - o.done > listening) this.#of.delete(id);
      } catch (e) {
        if (signal.aborted) continue;
        if (!(e instanceof Trouble)) {
          this.#running = false;
          throw e;
        }
        away = true;
        if (e.kind === "gone") await this.#sort();
        else this.#all((o) => o.to.trouble(e));
        await new Promise((again) => setTimeout(again, pause));
      }
    }
    this.#running = false;
  }

  /** @param {(o: {to: Listener, done: number}) => void} tell */
  #all(tell) {
    [...this.#of.values()].forEach(tell);
  }

  /** One of the requests isn't at this table: another file was opened there. */
  async #sort() {
    for (const [id, o] of this.#of) {
      try {
        await this.table.changes([[id, o.mark]], 0);
      } catch (e) {
        if (!(e instanceof Trouble)) throw e;
        if (e.kind === "gone") this.#of.delete(id);
        o.to.trouble(e);
      }
    }
  }
}
