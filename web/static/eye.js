// Where the focus is: it stays where the eye is when what had it is taken away.
import { useEffect, useLayoutEffect, useRef } from "./vendor/preact-htm.js";

/**
 * After each change: if what had the focus is gone from the page, the first of these that is there gets it.
 * @param {string[]} places selectors, the nearest to the eye first
 */
export function useEye(places) {
  const had = useRef(/** @type {Element | null} */ (null));
  useEffect(() => {
    const note = (/** @type {FocusEvent} */ e) => { had.current = /** @type {Element} */ (e.target); };
    document.addEventListener("focusin", note);
    return () => document.removeEventListener("focusin", note);
  }, []);
  useEffect(() => {
    if (!had.current || had.current.isConnected || document.activeElement !== document.body) return;
    const to = places.find((p) => document.querySelector(p));
    if (!to) return; // it may come a moment later
    had.current = null;
    focusOn(to);
  });
}

/** Gives something the focus. A heading takes it too, but is no stop of the tab key. @param {string} selector */
export function focusOn(selector) {
  const to = /** @type {HTMLElement | null} */ (selector ? document.querySelector(selector) : null);
  if (!to) return;
  if (to.tabIndex < 0) to.tabIndex = -1;
  to.focus();
}

/** Hears every key that is pressed, from the first render on. @param {(e: KeyboardEvent) => void} hear */
export function useKeys(hear) {
  const now = useRef(hear);
  now.current = hear;
  useLayoutEffect(() => {
    const key = (/** @type {KeyboardEvent} */ e) => now.current(e);
    document.addEventListener("keydown", key);
    return () => document.removeEventListener("keydown", key);
  }, []);
}

/** Calls back when Escape is pressed and no dialog takes it. @param {() => void} close @param {boolean} open */
export function useEscape(close, open) {
  useKeys((e) => {
    if (open && e.key === "Escape" && !document.querySelector("dialog[open]")) close();
  });
}
