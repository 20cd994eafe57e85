// Dice are on their way: three dots hop one after the other, rest, and hop again.
import { html, useEffect, useRef } from "../view.js";
import { stateWords } from "../words.js";

const again = 1500; // ms from one wave to the next

/**
 * Each wave is a CSS animation that ends. An endless one would make the browser draw every frame of the screen, even
 * if nothing moves.
 */
export function Dots() {
  const dots = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    const wave = dots.current?.getAnimations({ subtree: true }) ?? []; // none if the viewer wants no motion
    const timer = setInterval(() => wave.forEach((a) => a.play()), again);
    return () => clearInterval(timer);
  }, []);
  return html`<span ref=${dots} class="ov-moving" role="img" aria-label=${stateWords("moving")}><i></i><i></i><i></i></span>`;
}
