// Where the focus is: it stays near the eye if what had it is taken away.
import { useEffect, useLayoutEffect, useRef } from "./view.js";

/**
 * If what had the focus is gone from the page, something near it gets it. If it could not be used for a moment, as a button while the table works, it gets
 * the focus back. The parts of the page
 * around it name that by a selector in data-eye; the innermost part wins. Else it is the first of places.
 * @param {string[]} places selectors, the nearest to the eye first
 */
export function useEye(places) {
  const now = useRef(places);
  now.current = places;
  useEffect(() => {
    let had = /** @type {HTMLElement | null} */ (null);
    let dull = false; // had was disabled, and so lost the focus
    let near = /** @type {string[]} */ ([]);
    const note = (/** @type {FocusEvent} */ e) => {
      had = /** @type {HTMLElement} */ (e.target);
      dull = false;
      near = eyesOf(had);
    };
    const look = () => {
      if (had?.matches(":disabled")) dull = true; // the focus leaves it a little later
      if (!had || document.activeElement !== document.body) return;
      if (had.isConnected) {
        if (dull && !had.matches(":disabled")) had.focus();
        return;
      }
      const to = [...near, ...now.current].find(seen);
      if (!to) return; // it may come a moment later
      had = null;
      focusOn(to);
    };
    const watch = new MutationObserver(look);
    watch.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ["disabled"] });
    document.addEventListener("focusin", note);
    return () => {
      watch.disconnect();
      document.removeEventListener("focusin", note);
    };
  }, []);
}

/** The data-eye of the parts around an element, the innermost first. @param {Element} e @returns {string[]} */
function eyesOf(e) {
  const part = e.closest("[data-eye]");
  return part ? [part.getAttribute("data-eye") ?? "", ...(part.parentElement ? eyesOf(part.parentElement) : [])] : [];
}

/** Whether something of that selector can be seen. @param {string} selector */
const seen = (selector) => (document.querySelector(selector)?.getClientRects().length ?? 0) > 0;

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
