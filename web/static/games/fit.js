// A board fits its place: its dice are as large as they can be without anything being cut off.
import { useLayoutEffect, useRef } from "../vendor/preact-htm.js";

/**
 * Sets the size of a die on the element, px, as large as fits.
 * @param {any} what changes when what is shown does @param {number} least @param {number} most
 */
export function useFit(what, least = 13, most = 56) {
  const ref = useRef(/** @type {HTMLElement | null} */ (null));
  useLayoutEffect(() => {
    const box = ref.current;
    if (!box) return;
    const fit = () => {
      const set = (/** @type {number} */ px) => box.style.setProperty("--die", `${px}px`);
      const free = getComputedStyle(box).overflowY !== "hidden"; // it scrolls with its page, or stands in a column
      if (free) return void box.style.removeProperty("--die");
      const fits = () => box.scrollHeight <= box.clientHeight + 1 && box.scrollWidth <= box.clientWidth + 1 && [...box.querySelectorAll("[data-fit]")].every((e) => e.scrollHeight <= e.clientHeight + 1 && e.scrollWidth <= e.clientWidth + 1);
      let [low, high] = [least, most];
      while (low < high) {
        const mid = Math.ceil((low + high) / 2);
        set(mid);
        if (fits()) low = mid;
        else high = mid - 1;
      }
      set(low);
    };
    fit();
    const watch = new ResizeObserver(fit);
    watch.observe(box);
    return () => watch.disconnect();
  }, [what]);
  return ref;
}
