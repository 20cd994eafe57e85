// One roll by every edition that knows its dice: the numbers side by side, line by line, and where they differ.
import { html, useEffect, useState } from "../view.js";
import { FaceMark, faceWords } from "./dice.js";
import { ask } from "./fetch.js";
import { widgets } from "./question.js";
import { useChange } from "./choice.js";
import { distinct } from "./rolled.js";
import { told } from "./names.js";
import { heard, tr } from "../language.js";

/** @typedef {import("../messages.js").Comparison} Comparison */
/** @typedef {import("../messages.js").Compared} Compared */
/** @typedef {import("../messages.js").GameView} GameView */

/** @param {{view: GameView}} p */
export function Compare({ view }) {
  const [open, setOpen] = useState(false);
  const [found, setFound] = useState(/** @type {Comparison | null} */ (null));
  const [why, setWhy] = useState("");
  // The answers to what other editions ask, by edition and by the question's key.
  const [answers, setAnswers] = useState(/** @type {Record<string, Record<string, any>>} */ ({}));
  const rolled = JSON.stringify(view.play.trail.map((f) => f.text));
  useEffect(() => {
    if (!open) return;
    let last = true;
    ask("/api/compare", { body: { game: view.game.id, answers } }).then((r) => {
      if (!last) return;
      setWhy(r.why);
      setFound(r.ok ? r.data : null);
    });
    return () => { last = false; };
  }, [open, rolled, answers]);
  /** @param {string} edition @param {string} key @param {any} a */
  const answer = (edition, key, a) => setAnswers((old) => ({ ...old, [edition]: { ...old[edition], [key]: a } }));
  return html`<section class="card a-compare" aria-labelledby="compare-title"><div class="card-head"><h2 id="compare-title">Other editions</h2>
      <button class="quiet" id="compare" aria-expanded=${open ? "true" : "false"} onClick=${() => setOpen(!open)}>${open ? tr("Close") : tr("Compare editions")}</button></div>
    ${!open && html`<p class="how">The same dice by every edition that knows them, line by line.</p>`}
    ${open && why && html`<p class="word bad" role="alert">${why}</p>`}
    ${open && found && html`<${Found} found=${found} view=${view} answer=${answer} />`}
  </section>`;
}

/** @param {{found: Comparison, view: GameView, answer: (edition: string, key: string, a: any) => void}} p */
function Found({ found, view, answer }) {
  const counted = found.editions.map((e, i) => ({ e, i })).filter(({ e }) => e.result);
  return html`<ul class="compared">${found.editions.map((e) => html`<li key=${e.edition} data-compared=${e.edition} class=${e.result ? "" : "idle"}>
      <h3>${e.title}</h3>
      ${e.result ? html`<p class="compared-result"><strong>${e.result}</strong></p>` : e.unknown.length > 0 ? html`<p class="how">Not counted: it doesn’t know</p><ul class="how unknown">${e.unknown.map((u) => html`<li key=${u}>${u}</li>`)}</ul>` : ""}
      ${e.asks && html`<${Asked} e=${e} view=${view} answer=${answer} />`}
    </li>`)}</ul>
    ${counted.length > 1 && html`<div class="compare-table" tabindex="0" role="region" aria-labelledby="compare-lines"><table><caption id="compare-lines" class="unseen">What each rule did to the number, by edition</caption>
      <thead><tr><th scope="col">Rule</th>${counted.map(({ e }) => html`<th scope="col" key=${e.edition}>${e.title}</th>`)}</tr></thead>
      <tbody>${found.rows.map((row) => html`<tr key=${row.rule} class=${row.differs ? "differs" : ""} data-row=${row.rule}><th scope="row">${row.name}${row.differs && html`<span class="unseen"> (differs)</span>`}</th>
        ${counted.map(({ e, i }) => html`<td key=${e.edition}>${row.cells[i].lines.length === 0 ? html`<span class="how">–</span>` : html`<b>${signed(row.cells[i].by)}</b>
          ${row.cells[i].lines.map((l, k) => html`<small key=${k} title=${l.cite}>${heard(l.text)}</small>`)}`}</td>`)}</tr>`)}
        <tr class="in-all"><th scope="row">In all</th>${counted.map(({ e }) => html`<td key=${e.edition}><b>${e.result}</b></td>`)}</tr></tbody></table></div>
      ${found.why.length === 0 ? html`<p class="how" id="compare-same">No rule changed the number in one edition and not in another.</p>`
        : html`<h3>Where they part</h3><ul class="where" id="compare-why">${found.why.map((w) => html`<li key=${w}>${heard(w)}</li>`)}</ul>`}`}`;
}

/** @param {number} n */
const signed = (n) => (n < 0 ? `−${-n}` : `+${n}`);

/** What an edition asks before it can count. @param {{e: Compared, view: GameView, answer: (edition: string, key: string, a: any) => void}} p */
function Asked({ e, view, answer }) {
  const q = /** @type {any} */ (e.asks);
  return html`<div class="compare-asks" data-asks=${e.edition}><p class="how">${tr("It asks first: {text}", { text: told(view, q.text) })}</p>
    ${q.kind === "roll" ? html`<${Faces} key=${q.key} q=${q} answer=${(/** @type {any} */ a) => answer(e.edition, q.key, a)} />`
      : html`<${Chosen} key=${q.key} q=${q} view=${view} answer=${(/** @type {any} */ a) => answer(e.edition, q.key, a)} />`}</div>`;
}

/** @param {{q: any, view: GameView, answer: (a: any) => void}} p */
function Chosen({ q, view, answer }) {
  const Widget = widgets[q.kind];
  return html`<${Widget} c=${useChange(q, null, answer)} view=${view} />`;
}

/** A die that only this edition rolls again: what it would show. @param {{q: any, answer: (a: any) => void}} p */
function Faces({ q, answer }) {
  const [faces, setFaces] = useState(/** @type {Record<string, number>} */ ({}));
  const dice = q.roll.dice;
  const done = dice.every((/** @type {any} */ d) => faces[d.id] !== undefined);
  const send = () => answer({ dice: dice.map((/** @type {any} */ d) => { const f = d.faces[faces[d.id]]; return { id: d.id, kind: d.kind, shape: d.shape, face: faces[d.id], icon: f.icon, count: f.count, value: f.value, how: "typed" }; }) });
  return html`${dice.map((/** @type {any} */ d) => html`<div key=${d.id} class="faces" role="group" aria-label=${tr("What does {id} show?", { id: d.id })}>${distinct(d, []).map((f) => html`<button type="button" key=${f.i} data-face=${f.i}
      aria-pressed=${faces[d.id] === f.i ? "true" : "false"} aria-label=${faceWords(f.face)} onClick=${() => setFaces((old) => ({ ...old, [d.id]: f.i }))}><${FaceMark} face=${f.face} /></button>`)}</div>`)}
    <div class="row foot"><button class="main" data-do="take" disabled=${!done} onClick=${send}>Count it</button></div>`;
}
