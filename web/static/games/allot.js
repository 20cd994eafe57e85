// Points over rows.
import { html } from "../view.js";
import { told } from "./names.js";
import { tr } from "../language.js";

/** @param {{c: import("./choice.js").Choice, view: any}} p */
export function Allot({ c, view }) {
  const { q, ready, move } = c;
  const allot = /** @type {import("../messages.js").Allot} */ (q.allot), points = c.draft.points ?? [];
  const left = allot.points - points.reduce((sum, p) => sum + p, 0);
  return html`<p class="now-how">${allot.some ? tr("Spread up to {points}.", { points: allot.points }) : tr("Spread all {points}.", { points: allot.points })}</p>
    <ul class="rows">${allot.rows.map((r, i) => html`<li key=${r.id} data-row=${r.id}>
      <span class="row-text" id=${`row-${q.id}-${i}`}>${told(view, r.text)}</span><span class="row-max">${[(r.min ?? 0) > 0 ? tr("at least {n}", { n: r.min }) : "", r.max >= allot.points ? "" : tr("up to {n}", { n: r.max })].filter(Boolean).join(", ")}</span>
      <div class="stepper" role="spinbutton" tabindex="0" aria-labelledby=${`row-${q.id}-${i}`} aria-valuenow=${points[i]} aria-valuemin=${r.min ?? 0} aria-valuemax=${r.max}
        onKeyDown=${(/** @type {KeyboardEvent} */ e) => { const by = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1 }[e.key]; if (by) { e.preventDefault(); move(i, by); } }}>
        <button type="button" tabindex="-1" aria-label=${tr("Less {text}", { text: told(view, r.text) })} data-less disabled=${points[i] <= (r.min ?? 0)} onClick=${() => move(i, -1)}>−</button>
        <output>${points[i]}</output>
        <button type="button" tabindex="-1" aria-label=${tr("More {text}", { text: told(view, r.text) })} data-more disabled=${points[i] >= r.max || left <= 0} onClick=${() => move(i, 1)}>+</button>
      </div></li>`)}</ul>
    <div class="row foot"><span class=${left < 0 ? "tally bad" : "tally"} aria-live="polite">${c.tally}</span>
      <button class="main" data-do="take" disabled=${!c.good || !ready} onClick=${c.send}>${c.take}</button></div>`;
}
