// What was rolled before; each roll can be looked at and corrected.
import { html, useState } from "./view.js";
import { learn } from "./isolate.js";
import { Chips } from "./dice.js";
import { AddDie } from "./ask.js";
import { FixDie } from "./fix.js";
import { figure, named, Trail } from "./total.js";
import { forExcel } from "./sheet.js";
import { clock } from "./words.js";
import { tr } from "./language.js";

/** @typedef {import("./messages.js").View} View */
/** @typedef {import("./messages.js").Act} Act */
/** @typedef {import("./messages.js").RollView} RollView */

/** @param {{view: View, may: boolean, act: (act: Act) => void}} p */
export function Rolls({ view, may, act }) {
  const [open, setOpen] = useState(/** @type {number | null} */ (null));
  const [older, setOlder] = useState(/** @type {RollView[]} */ ([]));
  const newest = view.rolls;
  const last = [...newest, ...older].at(-1);
  const more = async () => {
    const r = await fetch(`api/rolls?before=${last?.n ?? 1}`);
    if (r.ok) setOlder([...older, ...learn(await r.json()).rolls]);
  };
  const known = new Set(newest.map((r) => r.throw.id));
  const all = [...newest, ...older.filter((r) => !known.has(r.throw.id))];
  return html`<section class="card a-rolls" aria-labelledby="rolls-title">
    <div class="card-head"><h2 id="rolls-title">Rolls</h2>${all.length > 0 && html`<span><a class="button quiet" href="statistics">Statistics</a> <a class="button quiet" href=${`rolls.csv?${forExcel()}`} download>Save as CSV</a></span>`}</div>
    ${all.length === 0 && html`<p class="how">Every roll of the evening will be listed here.</p>`}
    <ol class="rolls">${all.map((r) => html`<li key=${r.throw.id} data-roll=${r.n}>
      <div class="roll">
        <span class="n">${r.n}</span>
        <div><span class="who">${[r.seat, clock(r.throw.at)].filter(Boolean).join(" · ")}${r.corrected ? html` · <span class="note">corrected</span>` : ""}</span>
          <${Chips} dice=${named(r)} small /></div>
        <span class="sum">${figure(r)}</span>
        <button class="quiet" aria-expanded=${open === r.throw.id ? "true" : "false"} aria-label=${may ? tr("Correct roll {n}", { n: r.n }) : tr("Look at roll {n}", { n: r.n })}
          onClick=${() => setOpen(open === r.throw.id ? null : r.throw.id)}>${may ? tr("Correct") : tr("Look")}</button>
      </div>
      ${open === r.throw.id && html`<${Correct} r=${r} may=${may} act=${act} close=${() => setOpen(null)} />`}
    </li>`)}</ol>
    ${last && last.n > 1 && view.older > older.length && html`<button class="quiet" onClick=${more}>Show older rolls</button>`}
  </section>`;
}

/** @param {{r: RollView, may: boolean, act: (act: Act) => void, close: () => void}} p */
function Correct({ r, may, act, close }) {
  const [adding, setAdding] = useState(false);
  const t = r.throw;
  return html`<div>
    <${Trail} roll=${r} />
    ${[t, ...r.again].map((x) => x.dice.map((d) => html`<${FixDie} key=${`${x.id}-${d.n}`} t=${x} d=${d} may=${may} act=${act} />`))}
    ${adding && html`<${AddDie} t=${t} at=${null} act=${act} done=${() => setAdding(false)} />`}
    ${may && html`<div class="row end">
      <button onClick=${() => setAdding(true)} disabled=${adding}>Add a die</button>
      <button class="quiet" data-do="discard" onClick=${() => { act({ do: "discard", throw: t.id, rev: t.rev }); close(); }}>Take it out of the count</button>
      <button class="quiet" onClick=${close}>Done</button>
    </div>`}
  </div>`;
}
