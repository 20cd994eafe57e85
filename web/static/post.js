// Requests that change something: an answer comes in seconds or is missed. A request that is sent
// again because of that is carried out once.
import { learn } from "./isolate.js";
import { at } from "./where.js";
import { mark } from "./table.js";
import { heard, tr } from "./language.js";

const patience = 10_000; // ms; some answers wait until something happens
const longWait = 30_000;
const fileWait = 60_000; // a file may be some MB, and the network slow

/** Requests that nobody answered, and their marks. @type {Map<string, string>} */
const doubtful = new Map();

/** Requests under way, and those that were when the other side was lost: nobody will answer these. */
const underWay = new Set(/** @type {AbortController[]} */ ([]));
const hopeless = new Set(/** @type {AbortController[]} */ ([]));
document.addEventListener("lost", () => underWay.forEach((stop) => hopeless.add(stop)));
document.addEventListener("linked", () => {
  hopeless.forEach((stop) => stop.abort());
  hopeless.clear();
});

/**
 * Asks once.
 * @param {string} path
 * @param {string} method
 * @param {string | File | undefined} body
 * @param {string} whom the other side, in a word
 * @returns {Promise<{ok: boolean, why: string, data: any}>}
 */
export async function askOnce(path, method, body, whom) {
  const changes = method !== "GET";
  const deed = `${method} ${path} ${body instanceof File ? `${body.name} ${body.size} ${body.lastModified}` : body ?? ""}`;
  const once = doubtful.get(deed) ?? mark();
  const stop = new AbortController();
  underWay.add(stop);
  const late = setTimeout(() => stop.abort(), body instanceof File ? fileWait : changes ? patience : longWait);
  try {
    const r = await fetch(at(path), { method, body, signal: stop.signal, headers: changes ? { "Idempotency-Key": once } : {} });
    const data = await r.json().catch((err) => {
      if (stop.signal.aborted) throw err; // it broke off
      return null;
    });
    learn(data);
    doubtful.delete(deed);
    return { ok: r.ok, why: r.ok ? "" : data?.error ? heard(data.error) : tr("The {whom} refused that.", { whom }), data };
  } catch {
    if (changes) doubtful.set(deed, once);
    const again = changes ? tr("The {whom} has not answered, so this may not have arrived. Do it again when it is back: it is not done twice.", { whom }) : tr("The {whom} can’t be reached. Try again when it is back.", { whom });
    return { ok: false, why: again, data: null };
  } finally {
    clearTimeout(late);
    underWay.delete(stop);
    hopeless.delete(stop);
  }
}
