// Points over rows.
import { html, useState } from "../vendor/preact-htm.js";
import { told } from "./names.js";

/** @typedef {import("../messages.js").Allot} A */

/** @param {any} p */
export function Allot({ q, view, ready, answer, before }) {
  const allot = /** @type {A} */ (q.allot);
  const fits = before?.points?.length === allot.rows.length;
  const [points, setPoints] = useState(/** @type {number[]} */ (allot.rows.map((r, i) => Math.min(Math.max(fits ? before.points[i] : r.min ?? 0, r.min ?? 0), r.max))));
  const spent = points.reduce((sum, p) => sum + p, 0);
  const left = allot.points - spent;
  const good = left === 0 || (allot.some && left > 0);
  /** @param {number} i @param {number} by */
  const move = (i, by) => {
    if (!ready) return;
    setPoints((old) => {
      const to = old[i] + by, rest = allot.points - old.reduce((sum, p) => sum + p, 0);
      if (to < (allot.rows[i].min ?? 0) || to > allot.rows[i].max || (by > 0 && rest < by)) return old;
      return old.map((p, k) => (k === i ? to : p));
    });
  };
  return html`<p class="now-how">${allot.some ? `Spread up to ${allot.points}.` : `Spread all ${allot.points}.`}</p>
    <ul class="rows">${allot.rows.map((r, i) => html`<li key=${r.id} data-row=${r.id}>
      <span class="row-text" id=${`row-${q.id}-${i}`}>${told(view, r.text)}</span><span class="row-max">${[(r.min ?? 0) > 0 ? `at least ${r.min}` : "", r.max >= allot.points ? "" : `up to ${r.max}`].filter(Boolean).join(", ")}</span>
      <div class="stepper" role="spinbutton" tabindex="0" aria-labelledby=${`row-${q.id}-${i}`} aria-valuenow=${points[i]} aria-valuemin=${r.min ?? 0} aria-valuemax=${r.max}
        onKeyDown=${(/** @type {KeyboardEvent} */ e) => { const by = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1 }[e.key]; if (by) { e.preventDefault(); move(i, by); } }}>
        <button type="button" tabindex="-1" aria-label=${`Less ${r.text}`} data-less disabled=${points[i] <= (r.min ?? 0)} onClick=${() => move(i, -1)}>−</button>
        <output>${points[i]}</output>
        <button type="button" tabindex="-1" aria-label=${`More ${r.text}`} data-more disabled=${points[i] >= r.max || left <= 0} onClick=${() => move(i, 1)}>+</button>
      </div></li>`)}</ul>
    <div class="row foot"><span class=${left < 0 ? "tally bad" : "tally"} aria-live="polite">${left === 0 ? "all spread" : `${left} left`}</span>
      <button class="main" data-do="take" disabled=${!good || !ready} onClick=${() => answer({ points })}>That’s it</button></div>`;
}
