// A roll that is typed by hand.
import { html, useEffect, useRef, useState } from "./view.js";
import { Chip, Keys, shapes, shapeWords, valueWords } from "./dice.js";
import { tr, trn } from "./language.js";

/** @typedef {import("./messages.js").Act} Act */
/** @typedef {(act: Act) => void} Do */

/** A panel's title gets the focus as the panel opens: the eye is there. */
export function useTitle() {
  const title = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => title.current?.focus(), []);
  return title;
}

const keptShape = "astragal-typed";

/** The kind of die that was typed last on this device. */
const lastShape = () => { const s = localStorage.getItem(keptShape) ?? ""; return shapes.includes(s) ? s : "d6"; };

/** A roll typed by hand: with taps, or with the number keys. @param {{act: Do, close: (counts?: boolean) => void, first?: string}} p first: the digit that opened it */
export function TypeRoll({ act, close, first = "" }) {
  const [shape, setShape] = useState(lastShape);
  const [dice, setDice] = useState(/** @type {{shape: string, value: number}[]} */ ([]));
  const send = () => { act({ do: "type", dice }); setDice([]); close(true); };
  /** @param {string} s */
  const choose = (s) => { localStorage.setItem(keptShape, s); setShape(s); };
  const title = useTitle();
  return html`<section class="card panel" id="type-roll" aria-labelledby="type-title">
    <div class="card-head"><h2 id="type-title" ref=${title} tabindex="-1">Type a roll</h2><button class="quiet" onClick=${close}>Close</button></div>
    <div class="row" role="group" aria-label="Kind of die">${shapes.map((s) => html`<button key=${s} aria-pressed=${s === shape ? "true" : "false"} data-shape=${s} onClick=${() => choose(s)}>${shapeWords(s)}</button>`)}</div>
    ${shape === "d10" && html`<p class="how">For a d100 add a “d10 tens” too: 00 and 0 are 100.</p>`}
    <${Keys} key=${shape} shape=${shape} label=${tr("Add a {shape}", { shape: shapeWords(shape) })} tap=${(/** @type {number} */ value) => setDice((old) => [...old, { shape, value }])} first=${first} enter=${dice.length > 0 ? send : undefined} />
    <div class="typed" aria-live="polite">${dice.map((d, i) => html`<button key=${i} aria-label=${tr("Take out {shape} {value}", { shape: shapeWords(d.shape), value: valueWords(d.shape, d.value) })} onClick=${() => setDice(dice.filter((_, k) => k !== i))}><${Chip} shape=${d.shape} value=${d.value} /></button>`)}
      ${dice.length === 0 && html`<span class="how">Tap what each die shows, or type it with the number keys: Enter counts. Tap a die to take it out.</span>`}</div>
    <div class="row end"><button class="main" id="send-roll" disabled=${dice.length === 0} onClick=${send}>${dice.length === 0 ? tr("Count dice") : trn(dice.length, "Count {n} die", "Count {n} dice")}</button></div>
  </section>`;
}
