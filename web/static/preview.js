// The live picture: asks for the next one as fast as it can show them, and no faster.
import { useEffect, useState } from "./view.js";

const pauseAfterLoss = 1000; // ms

/**
 * The address of the newest picture of the tray, or null while there is none.
 * @returns {string | null}
 */
export function usePreview() {
  const [url, setURL] = useState(/** @type {string | null} */ (null));
  useEffect(() => {
    const stop = new AbortController();
    follow(stop.signal, (next) => setURL((old) => {
      if (old) setTimeout(() => URL.revokeObjectURL(old), 500); // while the next one is being drawn
      return next;
    }));
    return () => stop.abort();
  }, []);
  return url;
}

/** @param {AbortSignal} stop @param {(url: string) => void} show */
async function follow(stop, show) {
  let after = "0";
  let asking = new AbortController();
  // A request on a dead connection is never answered: ask anew when the table is heard again.
  document.addEventListener("linked", () => asking.abort(), { signal: stop });
  stop.addEventListener("abort", () => asking.abort());
  while (!stop.aborted) {
    try {
      if (document.hidden) await visible(stop);
      if (stop.aborted) return;
      asking = new AbortController();
      const r = await fetch(`preview.jpg?after=${after}`, { signal: asking.signal });
      if (r.status === 200) {
        after = r.headers.get("X-Frame") ?? "0";
        show(URL.createObjectURL(await r.blob()));
      } else if (r.status !== 204) {
        await rest(pauseAfterLoss);
      }
    } catch {
      if (!asking.signal.aborted) await rest(pauseAfterLoss);
    }
  }
}

/** @param {number} ms */
const rest = (ms) => new Promise((done) => setTimeout(done, ms));

/** @param {AbortSignal} stop */
const visible = (stop) => new Promise((done) => {
  document.addEventListener("visibilitychange", () => done(null), { once: true, signal: stop });
  stop.addEventListener("abort", () => done(null), { once: true });
});
