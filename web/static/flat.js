// A drawing of a camera that looks too flatly at the tray, and of the mend.
import { html } from "./view.js";

/** Shown while a camera can't tell the dice's tops from their sides. */
export function Flat() {
  return html`<figure class="flat" id="too-flat">
    <svg viewBox="0 0 200 90" role="img" aria-label="Left, crossed out: a camera that stands low beside the tray. Right: a camera high above the tray that looks down.">
      <g class="flat-no"><${Scene} /><${Camera} x=${16} y=${63} turn=${0} /><path d="M26 62H48" stroke-dasharray="3 3" /><path class="flat-cross" d="M8 44 26 80M26 44 8 80" /></g>
      <g transform="translate(104 0)"><${Scene} /><${Camera} x=${62} y=${14} turn=${90} /><path d="M62 24V54" stroke-dasharray="3 3" /><path class="flat-way" d="M18 64V22M12 29l6-8 6 8" /></g>
    </svg>
    <figcaption>The camera looks too flat: raise it.</figcaption>
  </figure>`;
}

/** A tray with two dice, from the side. */
function Scene() {
  return html`<path d="M32 70V78H92V70" /><rect x="44" y="62" width="14" height="14" rx="2" /><rect x="66" y="62" width="14" height="14" rx="2" /><circle cx="51" cy="69" r="2" /><circle cx="70" cy="66" r="1.6" /><circle cx="76" cy="72" r="1.6" />`;
}

/** @param {{x: number, y: number, turn: number}} p */
function Camera({ x, y, turn }) {
  return html`<g transform=${`translate(${x} ${y}) rotate(${turn})`}><rect x="-9" y="-6" width="14" height="12" rx="2" /><path d="M5-4 10-6V6L5 4z" /></g>`;
}
