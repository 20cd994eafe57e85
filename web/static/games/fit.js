// A board fits its place: its dice are as large as they can be with nothing cut off.
import { useLayoutEffect, useRef } from "../view.js";

/**
 * Sets the size of a die on the element, px, as large as fits.
 * @param {any} what changes when what is shown does @param {number} least @param {number} most
 */
export function useFit(what, least = 13, most = 56) {
  const ref = useRef(/** @type {HTMLElement | null} */ (null));
  const last = useRef(0); // the size that fitted before, which most changes keep
  useLayoutEffect(() => {
    const box = ref.current;
    if (!box) return;
    const fit = () => {
      const set = (/** @type {number} */ px) => box.style.setProperty("--die", `${px}px`);
      const free = getComputedStyle(box).overflowY !== "hidden"; // it scrolls with its page, or stands in a column
      if (free) return void box.style.removeProperty("--die");
      const fits = () => box.scrollHeight <= box.clientHeight + 1 && box.scrollWidth <= box.clientWidth + 1 && [...box.querySelectorAll("[data-fit]")].every((e) => e.scrollHeight <= e.clientHeight + 1 && e.scrollWidth <= e.clientWidth + 1);
      let [low, high] = [least, most];
      const halve = (/** @type {number} */ at) => {
        set(at);
        if (fits()) low = at;
        else high = at - 1;
      };
      if (last.current >= least && last.current <= most) {
        halve(last.current);
        if (low < high && low === last.current) halve(low + 1);
      }
      while (low < high) halve(Math.ceil((low + high) / 2));
      set(low);
      last.current = low;
    };
    fit();
    let size = `${box.clientWidth} ${box.clientHeight}`;
    const watch = new ResizeObserver(() => {
      const now = `${box.clientWidth} ${box.clientHeight}`;
      if (now !== size) fit(); // it is told of once at the start
      size = now;
    });
    watch.observe(box);
    return () => watch.disconnect();
  }, [what]);
  return ref;
}
