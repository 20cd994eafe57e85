// An army that is taught by throwing it. Equal prints of all dice and throws are one question. The question that
// settles most comes first.
import { html, useState } from "../view.js";
import { ask } from "../games/fetch.js";
import { useHeldTray } from "./course.js";
import { Name } from "./name.js";
import { tr, trn } from "../language.js";
import { stateName } from "../words.js";

/** @typedef {import("./types.js").HeapView} HeapView */
/** @typedef {import("./types.js").StudioDie} StudioDie */
/** @typedef {import("./types.js").StudioView} StudioView */
/** @typedef {import("./types.js").Named} Named */
/** @typedef {{throw: number, n: number}} At */

const trayful = 12; // how many dice the virtual table throws at once

/** @param {{answered: import("./types.js").Answered, heap: HeapView, setHeap: (h: HeapView | null) => void, prove: () => void, view: StudioView, dice: StudioDie[], refresh: () => void, say: (text: string) => void}} p */
export function Heap({ answered, heap, setHeap, prove, view, dice, refresh, say }) {
  const [busy, setBusy] = useState(false);
  const held = useHeldTray(answered);
  /** @param {string} word @param {any} [more] */
  const tell = async (word, more = {}) => {
    setBusy(true);
    const r = await ask(`/api/studio/heap/${word}`, { body: { heard: heap.heard, ...more } });
    if (r.ok) setHeap(r.data.heap);
    else {
      say(r.why);
      const now = await ask("/api/studio/heap");
      if (now.ok) setHeap(now.data.heap);
    }
    setBusy(false);
    if (r.ok) refresh();
  };
  const end = async () => {
    const r = await ask("/api/studio/heap", { method: "DELETE" });
    if (!r.ok) return say(r.why);
    setHeap(null);
    refresh();
  };
  const toss = async () => {
    const missing = dice.filter((d) => d.faces.some((f) => f.shots === 0)).map((d) => d.id);
    const first = [...missing, ...heap.army.filter((id) => !missing.includes(id))];
    const r = await ask("/api/studio/throw", { body: { dice: first.slice(0, trayful) } });
    if (!r.ok) say(r.why);
  };
  const q = heap.questions[0];
  return html`<section class="card studio-heap" aria-labelledby="heap-title" data-heard=${heap.heard} data-known=${heap.known} data-throws=${heap.throws} data-questions=${heap.questions.length} data-done=${heap.done ? "yes" : "no"}>
    <div class="card-head"><h2 id="heap-title">${headOf(heap)}</h2><span class="badge">${held ? stateName(held.state) : "…"}</span></div>
    <progress max=${heap.of} value=${heap.known} aria-label="Faces known"></progress>
    <p class="how"><b id="heap-known">${heap.known}</b> ${trn(heap.throws, "of {of} faces known after 1 throw.{expects}", "of {of} faces known after {n} throws.{expects}", { of: heap.of, expects: expects(heap) })}</p>
    ${held?.waits && html`<p class="word">${tr("The game {game} waits for a roll. What lies here counts for nothing there.", { game: html`<a href=${`games/${held.waits.id}`}>${held.waits.title}</a>` })}</p>`}
    ${q && html`<p class="how">${trn(q.dice, "One die shows this.", "{n} dice show this: one word names them all.")}${heap.questions.length > 1 ? ` ${trn(heap.questions.length - 1, "{n} more picture waits.", "{n} more pictures wait.")}` : ""}</p>
      <${Name} key=${`${q.of.throw}-${q.of.n}`} src=${pictureOf(heap, q.of)} title="What is this?" d=${asked(q)} named=${undefined} dice=${dice} name=${(/** @type {number} */ _n, /** @type {Named} */ as) => tell("say", { word: { ...q.of, die: as.die, face: as.face, left: false } })} leave=${() => tell("say", { word: { ...q.of, die: "", face: 0, left: true } })} />
      ${q.more.length > 0 && html`<p class="how">The same on: ${q.more.map((a) => html`<img key=${`${a.throw}-${a.n}`} src=${pictureOf(heap, a)} alt="" width="56" height="56" />`)}</p>`}`}
    <div class="row foot"><span class="tally">${held ? trn(heap.army.length, "{dice} of {n} die is seen", "{dice} of {n} dice are seen", { dice: held.dice }) : ""}</span>${view.virtual && html`<button id="heap-toss" disabled=${busy} onClick=${toss}>Throw virtual dice</button>`}
      ${heap.done ? html`<button class="main" id="heap-prove" onClick=${prove}>Test it: throw twice</button>` : html`<button class=${q ? "" : "main"} id="heap-throw" disabled=${busy} onClick=${() => tell("throw")}>${busy ? tr("Looking…") : tr("They are thrown: take this throw")}</button>`}</div>
    <div class="row"><button class="quiet" id="heap-back" disabled=${busy || !heap.back} onClick=${() => tell("back")}>Take the last word back</button>
      <button class="quiet" id="heap-end" onClick=${end}>${heap.done ? tr("Close") : tr("Stop here: what was named stays learned")}</button></div>
  </section>`;
}

/** @param {HeapView} heap @param {At} a */
const pictureOf = (heap, a) => `api/studio/heap/${a.throw}/${a.n}?${heap.heard}`;

/** A question in the form of a die on the tray that is asked about. @param {HeapView["questions"][number]} q @returns {import("./types.js").StudioGuess} */
const asked = (q) => ({ n: 1, shape: q.shape, face: 0, p: 0, sure: false, likely: false, any: false, box: [], may: q.may });

/** @param {HeapView} heap */
function headOf(heap) {
  if (heap.done) return tr("All faces are known");
  if (heap.throws === 0) return trn(heap.army.length, "Throw the die", "Throw all {n} dice");
  return heap.questions.length > 0 ? tr("What is this?") : tr("Throw again");
}

/** @param {HeapView} heap */
function expects(heap) {
  if (heap.done || heap.throws === 0 || heap.expected === 0) return "";
  const few = heap.missing.length <= 4 ? ` ${tr("Missing: {missing}. Or lay them down with these up.", { missing: heap.missing.join(", ") })}` : "";
  return ` ${trn(heap.expected, "About one throw more will show the rest.{few}", "About {n} throws more will show the rest.{few}", { few })}`;
}
