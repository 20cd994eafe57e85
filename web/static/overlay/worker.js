// Keeps the overlay's own files. If a source is loaded while the table is away, it then is no error page: it shows
// the last roll, says that it isn't live, and waits.
const cache = "astragal-overlay";
const patience = 2000; // ms for the table to answer
const page = new URL("./overlay", location.href).pathname;
const files = new URL("./static/", location.href).pathname;

self.addEventListener("install", () => /** @type {any} */ (self).skipWaiting());
self.addEventListener("activate", (e) => /** @type {any} */ (e).waitUntil(/** @type {any} */ (self).clients.claim()));

self.addEventListener("fetch", (e) => {
  const event = /** @type {any} */ (e);
  const { pathname } = new URL(event.request.url);
  if (event.request.method !== "GET" || (pathname !== page && !pathname.startsWith(files))) return;
  event.respondWith(pathname === page ? fresh(event.request) : known(event.request));
});

/** The current page, or the stored one if the table doesn't answer. @param {Request} request */
async function fresh(request) {
  const store = await caches.open(cache);
  try {
    const answer = await fetch(request, { signal: AbortSignal.timeout(patience) });
    if (answer.ok) await store.put(page, answer.clone());
    return answer;
  } catch (err) {
    const old = await store.match(page);
    if (old) return old;
    throw err;
  }
}

/** A file under its content hash never changes. @param {Request} request */
async function known(request) {
  const store = await caches.open(cache);
  const old = await store.match(request);
  if (old) return old;
  const answer = await fetch(request);
  if (answer.ok) await store.put(request, answer.clone());
  return answer;
}
