// A die with its counts and what can be said of them.
import { html } from "../vendor/preact-htm.js";

/** @typedef {import("../messages.js").DieStatistics} DieStatistics */

/** @param {{d: DieStatistics}} p */
export function Die({ d }) {
  const most = Math.max(1, ...d.faces.map((f) => Math.max(f.count, f.expected)));
  const uneven = d.verdict.judgement === "uneven" && !d.untested;
  return html`<section class="card die" aria-label=${d.die} data-die=${d.die}>
    <div class="card-head"><h2>${d.die}</h2><span class="how">${d.rolls} rolls</span></div>
    <p class=${uneven ? "verdict uneven" : "verdict"} data-judgement=${d.verdict.judgement}>${d.untested || d.verdict.text}</p>
    <table><thead><tr><th scope="col">face</th><th scope="col">count</th><th scope="col">of a fair die</th><th scope="col" aria-hidden="true"></th></tr></thead>
      <tbody>${d.faces.map((f) => html`<tr><th scope="row">${f.face}${f.on > 1 ? html`<span class="how"> on ${f.on} sides</span>` : ""}</th><td>${f.count}</td><td>${f.expected}</td>
        <td class="bar" aria-hidden="true"><svg viewBox="0 0 100 10" preserveAspectRatio="none"><rect class="is" width=${(100 * f.count) / most} height="10" /><rect class="fair" x=${Math.min(99, (100 * f.expected) / most)} width="1" height="10" /></svg></td></tr>`)}</tbody></table>
    <p class="how">Read by the camera: ${d.read}. Confirmed: ${d.confirmed}. Said by somebody: ${d.typed}.</p>
  </section>`;
}
