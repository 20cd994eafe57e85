// The table: what it is asked, what it answers, and why it may not answer.
import { Trouble } from "./trouble.js";
import { Watch } from "./watch.js";
import { heard } from "./words.js";

/** @typedef {import("../../../static/messages.js").RequestView} RequestView */

/** A request stands for so many seconds if nobody asks after it: a page that is closed asks no more. A browser lets a hidden page ask once a minute. */
const lease = 150;

export class Table {
  /** @param {string} address as somebody typed it @param {string} key */
  constructor(address, key) {
    this.typed = address;
    this.key = key;
    const bare = address.replace(/\/+$/u, "");
    this.address = bare === "" || /^https?:\/\//iu.test(bare) ? bare : `http://${bare}`;
    /** What its requests come to. */
    this.watch = new Watch(this);
  }

  /** @param {string} address @param {string} key */
  is(address, key) {
    return this.typed === address && this.key === key;
  }

  /**
   * Asks for dice. The same ref asked again is the same request, so nothing is rolled twice.
   * @param {{dice: string[], for: string, from: string, player: string, ref: string}} wanted @param {AbortSignal} [signal] @returns {Promise<RequestView>}
   */
  ask(wanted, signal) {
    return this.#call("POST", `?lease=${lease}`, { body: JSON.stringify(wanted), signal });
  }

  /**
   * Those requests whose mark is another one, as soon as there is one.
   * @param {[number, string][]} known @param {number} wait s @param {AbortSignal} [signal] @returns {Promise<RequestView[]>}
   */
  async changes(known, wait, signal) {
    const of = known.map(([id, mark]) => (mark ? `${id}.${mark}` : `${id}`)).join(",");
    return (await this.#call("GET", `?of=${of}&wait=${wait}&lease=${lease}`, { signal })).requests;
  }

  /** It need not be rolled any more. @param {number} request @param {boolean} [leaving] the page goes away @returns {Promise<RequestView>} */
  cancel(request, leaving = false) {
    return this.#call("DELETE", `/${request}`, { keepalive: leaving });
  }

  /**
   * The same for a request whose number isn't known here, because the answer is still on its way, while the page goes away.
   * @param {string} ref @returns {Promise<RequestView>}
   */
  cancelNamed(ref) {
    return this.#call("DELETE", `?from=${encodeURIComponent(FROM)}&ref=${encodeURIComponent(ref)}`, { keepalive: true });
  }

  /** Finds out whether this page may ask, without a roll: a request for no dice is refused for that alone. */
  async look() {
    try {
      await this.#call("POST", "", { body: JSON.stringify({ dice: [] }) });
    } catch (e) {
      if (!(e instanceof Trouble && e.kind === "refused")) throw e;
    }
  }

  /** @param {string} method @param {string} path @param {RequestInit} more @returns {Promise<any>} */
  async #call(method, path, more) {
    if (this.address === "") throw new Trouble("noaddress");
    if (/\s/u.test(this.address) || !URL.canParse(this.address)) throw new Trouble("address", { address: this.address });
    /** @type {Record<string, string>} */
    const headers = this.key ? { Authorization: `Bearer ${this.key}` } : {};
    if (more.body) headers["Content-Type"] = "application/json";
    let answer, got;
    try {
      answer = await fetch(`${this.address}/api/requests${path}`, { method, headers, cache: "no-store", ...this.#space(), ...more });
      got = await answer.json().catch(() => null);
    } catch (e) {
      if (more.signal?.aborted) throw e;
      throw await this.#why();
    }
    if (more.signal?.aborted) throw new DOMException("", "AbortError");
    if (answer.ok && got) return got;
    const about = { address: this.address, status: answer.status, why: await heard(String(got?.error ?? "")) };
    if (!got?.error) throw new Trouble("notable", about);
    throw new Trouble({ 403: this.key ? "key" : "nokey", 404: "gone", 429: "busy", 500: "broken", 503: "broken", 507: "broken" }[answer.status] ?? "refused", about);
  }

  /** Chromium lets a page that came by https ask an address of the local network by http where the page says that it is one, and somebody allowed it. @returns {object} */
  #space() {
    return this.#mixed() ? { targetAddressSpace: "local" } : {};
  }

  /** This page came by https, and the table is asked by http elsewhere than on this machine. */
  #mixed() {
    return location.protocol === "https:" && this.address.toLowerCase().startsWith("http:") && !loopback(new URL(this.address).hostname);
  }

  /** A browser doesn't say why an address can't be asked. So it is looked whether anybody is there. */
  async #why() {
    const about = { address: this.address, page: location.origin };
    const there = await fetch(`${this.address}/api/requests`, { mode: "no-cors", cache: "no-store", ...this.#space() }).then(() => true, () => false);
    if (there) return new Trouble("barred", about);
    const may = await allowed(loopback(new URL(this.address).hostname));
    // A browser that keeps pages of the internet away from the network lets none that came by http ask for leave.
    if (!isSecureContext) return new Trouble(inside(location.hostname) ? "away" : "awayPlain", about);
    if (may === "denied") return new Trouble("denied", about);
    if (this.#mixed() && may !== "granted") return new Trouble("mixed", about);
    if (may === "prompt") return new Trouble("awayAsk", about);
    if (this.address.toLowerCase().startsWith("https:")) return new Trouble("awaySecure", about);
    return new Trouble("away", about);
  }
}

/** @param {string} host */
function loopback(host) {
  return host === "localhost" || host.endsWith(".localhost") || host === "[::1]" || /^127\./u.test(host);
}

/** Whether a page's host is of a local network by its looks. @param {string} host */
function inside(host) {
  return /^(?:10|127|192\.168|172\.(?:1[6-9]|2\d|3[01]))\.|\.local$/u.test(host) || !host.includes(".");
}

/** Whether somebody allowed this page to reach this machine, or the local network; empty in a browser that asks nobody. @param {boolean} here */
async function allowed(here) {
  for (const name of [here ? "loopback-network" : "local-network", "local-network-access"]) {
    try {
      return (await navigator.permissions.query({ name: /** @type {PermissionName} */ (name) })).state;
    } catch {
      // This browser has no permission of that name.
    }
  }
  return "";
}

/** Who asks, as the table's page says it. */
export const FROM = "Foundry";

