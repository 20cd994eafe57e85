// Shows moves on a board: a die that lies elsewhere after an answer flies there, a die that died falls.
import { useLayoutEffect, useRef } from "../view.js";
import { tr } from "../language.js";

const flight = 600; // ms

/** @param {{current: HTMLElement | null}} board @param {any} what changes when something may have moved */
export function useFlights(board, what) {
  const lay = useRef(/** @type {Map<string, {x: number, y: number, w: number, tray: string}>} */ (new Map()));
  useLayoutEffect(() => {
    const box = board.current;
    if (!box) return;
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    /** @type {typeof lay.current} */
    const now = new Map();
    for (const e of /** @type {NodeListOf<HTMLElement>} */ (box.querySelectorAll("[data-lies]"))) {
      const r = e.getBoundingClientRect(), place = e.closest("[data-army], [data-area], [data-terrain]"), tray = place?.getAttribute("data-army") ?? place?.getAttribute("data-area") ?? place?.getAttribute("data-terrain") ?? "", id = e.dataset.lies ?? "";
      now.set(id, { x: r.left, y: r.top, w: r.width, tray });
      const was = lay.current.get(id);
      if (!was || still || r.width === 0 || was.w === 0 || was.tray === tray) continue;
      const from = `translate(${was.x - r.left}px, ${was.y - r.top}px) scale(${was.w / r.width})`, falls = /@(dead|buried)$/u.test(tray);
      e.animate(falls ? [{ transform: from }, { transform: `${from} rotate(100deg)`, offset: 0.4 }, { transform: "none" }] : [{ transform: from }, { transform: "none" }], { duration: falls ? flight * 2 : flight, easing: "ease-in-out" });
    }
    lay.current = now;
  }, [what]);
}
