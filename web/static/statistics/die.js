// A die with its counts and what can be said of them.
import { html } from "../view.js";
import { tr, trn } from "../language.js";

/** @typedef {import("../messages.js").DieStatistics} DieStatistics */

/** @param {{d: DieStatistics}} p */
export function Die({ d }) {
  const most = Math.max(1, ...d.faces.map((f) => Math.max(f.count, f.expected)));
  const uneven = d.verdict.judgement === "uneven" && !d.untested;
  return html`<section class="card die" aria-label=${d.die} data-die=${d.die}>
    <div class="card-head"><h2>${d.die}</h2><span class="how">${trn(d.rolls, "1 roll", "{n} rolls")}</span></div>
    <p class=${uneven ? "verdict uneven" : "verdict"} data-judgement=${d.verdict.judgement}>${d.untested || d.verdict.text}</p>
    <${Columns} d=${d} />
    <details><summary>As numbers</summary><table><thead><tr><th scope="col">face</th><th scope="col">count</th><th scope="col">of a fair die</th><th scope="col" aria-hidden="true"></th></tr></thead>
      <tbody>${d.faces.map((f) => html`<tr><th scope="row">${f.face}${f.on > 1 ? html`<span class="how"> ${trn(f.on, "on 1 side", "on {n} sides")}</span>` : ""}</th><td>${f.count}</td><td>${f.expected}</td>
        <td class="bar" aria-hidden="true"><svg viewBox="0 0 100 10" preserveAspectRatio="none"><rect class="is" width=${(100 * f.count) / most} height="10" /><rect class="fair" x=${Math.min(99, (100 * f.expected) / most)} width="1" height="10" /></svg></td></tr>`)}</tbody></table></details>
    <p class="how">${tr("Read by the camera: {read}. Confirmed: {confirmed}. Said by somebody: {typed}.", { read: d.read, confirmed: d.confirmed, typed: d.typed })}</p>
  </section>`;
}

/** Each face as a column, with what is fair and where 95 of 100 fair dice lie. @param {{d: DieStatistics}} p */
function Columns({ d }) {
  const band = d.faces.map((f) => 1.96 * Math.sqrt(Math.max(0, f.expected * (1 - f.expected / Math.max(1, d.rolls)))));
  const high = Math.max(1, ...d.faces.map((f, i) => Math.max(f.count, f.expected + band[i])));
  const wide = 600 / d.faces.length, y = (/** @type {number} */ n) => 120 - (105 * n) / high;
  return html`<svg class="chart" viewBox="0 0 600 145" role="img" aria-label=${`${d.die}: ${d.faces.map((f) => trn(f.count, "{face} once, fair is {expected}", "{face} {n} times, fair is {expected}", { face: f.face, expected: f.expected })).join("; ")}`}>
    ${d.faces.map((f, i) => html`<g key=${f.face} data-column=${f.face}>
      <rect class="is" x=${i * wide + wide * 0.2} width=${wide * 0.6} y=${y(f.count)} height=${120 - y(f.count)} />
      <rect class="band" x=${i * wide + wide * 0.08} width=${wide * 0.84} y=${y(f.expected + band[i])} height=${y(Math.max(0, f.expected - band[i])) - y(f.expected + band[i])} />
      <line class="fair" x1=${i * wide + wide * 0.08} x2=${i * wide + wide * 0.92} y1=${y(f.expected)} y2=${y(f.expected)} />
      <text x=${i * wide + wide / 2} y="138" text-anchor="middle">${String(f.face).slice(0, Math.max(3, Math.floor(wide / 9)))}</text></g>`)}
  </svg><p class="how">Each column is a face. The line is what a fair die shows; 95 fair dice of 100 lie in the band.</p>`;
}
