// How a virtual tabletop has dice rolled on a real tray: ask, wait for the roll, and go on listening for a
// correction. Nothing else is needed; docs/api.md describes it. Take this file and change what you like.

/**
 * @typedef {{id: string, shape: string, value: number | null, how: string, confidence: number, crop: string}} Die
 * @typedef {{request: number, ref: string, state: string, rev: number, roll: string, dice: Die[], total: number | null, text: string, corrected: boolean}} Request
 */

export class Tray {
  /** @param {string} table address of the table, like http://127.0.0.1:8437 @param {string} [key] the key, from another machine */
  constructor(table, key = "") {
    this.table = table.replace(/\/$/, "");
    /** @type {Record<string, string>} */
    this.head = key ? { Authorization: `Bearer ${key}` } : {};
  }

  /**
   * Asks for dice ("d20", "2d6"). The same ref asked again, after a break, is the same request: dice are
   * never rolled twice for it.
   * @param {{dice: string[], for?: string, from?: string, player?: string, ref?: string}} wanted
   * @returns {Promise<Request>}
   */
  ask(wanted) {
    return this.call("POST", "/api/requests", { ref: crypto.randomUUID?.() ?? String(Math.random()), ...wanted });
  }

  /**
   * Tells of every change of a request until it is over: what is known of the dice, the roll, and
   * corrections of it for as long as listening.
   * @param {Request} r @param {(r: Request) => void} tell @param {AbortSignal} listening
   */
  async follow(r, tell, listening) {
    let rev = r.rev;
    while (!listening.aborted && r.state !== "cancelled") {
      try {
        const now = await this.call("GET", `/api/requests/${r.request}?rev=${rev}&state=${r.state}&wait=20`, undefined, listening);
        if (now.rev !== rev || now.state !== r.state) tell(now);
        [r, rev] = [now, now.rev];
      } catch (e) {
        if (listening.aborted || e instanceof Refused) break;
        // The table was away for a moment; what was asked is on its disk.
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
    const answer = await fetch(this.table + path, { method, headers, body: body ? JSON.stringify(body) : undefined, signal });
    const got = await answer.json();
    if (!answer.ok) throw new Refused(got.error);
    return got;
  }
}

/** What the table refuses says why, in a sentence for people. */
export class Refused extends Error {}
