// How a virtual tabletop has dice rolled on a real tray: ask, wait for the roll, and go on listening for a
// correction. Nothing else is needed; docs/api.md describes it. Take this file and change what you like.

/**
 * @typedef {{id: string, shape: string, value: number | null, shows: string, how: string, confidence: number, crop: string}} Die
 * @typedef {{request: number, ref: string, state: string, rev: number, roll: string, dice: Die[], total: number | null, text: string, corrected: boolean}} Request
 */

export class Tray {
  /** @param {string} table address of the table, like http://127.0.0.1:8437 @param {string} [key] the key, from another machine */
  constructor(table, key = "") {
    const address = table.trim().replace(/\/+$/, "");
    this.table = /^https?:\/\//i.test(address) ? address : `http://${address}`;
    /** @type {Record<string, string>} */
    this.head = key ? { Authorization: `Bearer ${key}` } : {};
  }

  /**
   * Asks for dice ("d20", "2d6", "d100"). The same ref asked again, after a break, is the same request: dice
   * are never rolled twice for it.
   * @param {{dice: string[], for?: string, from?: string, player?: string, ref?: string}} wanted
   * @returns {Promise<Request>}
   */
  ask(wanted) {
    return this.call("POST", "/api/requests", { ref: crypto.randomUUID?.() ?? String(Math.random()), ...wanted });
  }

  /**
   * Tells of every change of a request until it is over: what is known of the dice, the roll, and
   * corrections of it for as long as listening. While the table is away it waits, and says so to away.
   * @param {Request} r @param {(r: Request) => void} tell @param {AbortSignal} listening @param {(why: string) => void} [away]
   */
  async follow(r, tell, listening, away = () => {}) {
    let rev = r.rev, lost = false;
    while (!listening.aborted && r.state !== "cancelled") {
      try {
        const now = await this.call("GET", `/api/requests/${r.request}?rev=${rev}&state=${r.state}&wait=20`, undefined, listening);
        if (lost || now.rev !== rev || now.state !== r.state) tell(now);
        [r, rev, lost] = [now, now.rev, false];
      } catch (e) {
        if (listening.aborted) break;
        if (e instanceof Refused) throw e;
        // The table is away for a moment; what was asked is on its disk.
        if (!lost) away(/** @type {Error} */ (e).message);
        lost = true;
        await new Promise((again) => setTimeout(again, 1000));
      }
    }
  }

  /** @param {Request} r @returns {Promise<Request>} */
  cancel(r) {
    return this.call("DELETE", `/api/requests/${r.request}`);
  }

  /** @param {string} method @param {string} path @param {unknown} [body] @param {AbortSignal} [signal] */
  async call(method, path, body, signal) {
    const headers = { ...this.head, ...(body ? { "Content-Type": "application/json" } : {}) };
    let answer;
    try {
      answer = await fetch(this.table + path, { method, headers, body: body ? JSON.stringify(body) : undefined, signal });
    } catch (e) {
      if (signal?.aborted) throw e;
      throw await this.why();
    }
    const got = await answer.json().catch(() => null);
    if (answer.ok && got) return got;
    throw new Refused(got?.error ?? `What answers at ${this.table} is no Astragal table (status ${answer.status}). Check the address.`);
  }

  /** A browser doesn't say why an address elsewhere can't be asked. So it is looked whether anybody is there. */
  async why() {
    const here = location.origin;
    const there = await fetch(`${this.table}/api/requests`, { mode: "no-cors", cache: "no-store" }).then(() => true, () => false);
    if (there) {
      return new Refused(`The table at ${this.table} answers, but this page (${here}) may not ask it for rolls. Name the page in the table’s settings, origins = ["${here}"], ` +
        `or start the table with --origins ${here}. Then ask again. The browser must run on the table’s own machine.`);
    }
    const secure = location.protocol === "https:" ? " A page that came by https may ask only http://127.0.0.1." : "";
    return new Away(`Nothing answers at ${this.table}. Is the table running, and is this the address that it prints when it starts?${secure}`);
  }
}

/** What the table refuses says why, in a sentence for people. */
export class Refused extends Error {}

/** Nobody answers at the table's address. */
export class Away extends Error {}
