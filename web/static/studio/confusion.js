// How often what was taken for what.
import { html } from "../vendor/preact-htm.js";

/** @param {{tests: {was: string, read: string}[]}} p */
export function Confusion({ tests }) {
  const rows = new Map();
  for (const t of tests) {
    const row = rows.get(t.was) ?? { n: 0, right: 0, wrong: new Map() };
    row.n++;
    if (t.read === t.was) row.right++;
    else row.wrong.set(t.read, (row.wrong.get(t.read) ?? 0) + 1);
    rows.set(t.was, row);
  }
  const right = tests.filter((t) => t.read === t.was).length;
  return html`<h3>Tested: ${right} of ${tests.length} right</h3><table class="studio-table"><thead><tr><th>It was</th><th>read right</th><th>taken for</th></tr></thead><tbody>
    ${[...rows].sort().map(([was, r]) => html`<tr key=${was}><td>${was}</td><td>${r.right} of ${r.n}</td><td>${[...r.wrong].map(([w, n]) => `${w} ×${n}`).join(", ")}</td></tr>`)}</tbody></table>`;
}
