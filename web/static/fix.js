// One die of a throw: its picture, and one tap for each thing that it may show.
import { html, useState } from "./view.js";
import { shapes, shapeWords, valuesOf, valueWords } from "./dice.js";
import { at as addressOf } from "./where.js";
import { heard, percent, tr } from "./language.js";

/** @typedef {import("./messages.js").DieView} DieView */
/** @typedef {import("./messages.js").ThrowView} ThrowView */
/** @typedef {import("./messages.js").Act} Act */
/** @typedef {(act: Act) => void | Promise<void>} Do */

/** The values to offer, the camera's own first. @param {DieView} d @param {string} shape */
export function offers(d, shape) {
  const all = valuesOf(shape);
  const own = d.choices.filter((c) => all.length === 0 || all.includes(c.value) || (shape === "d10" && c.value % 10 === 0 && c.value <= 90));
  const rest = all.filter((v) => !own.some((c) => c.value === v));
  return [...own, ...rest.map((value) => ({ value, confidence: 0 }))];
}

/**
 * One die: its picture, and one tap for each thing that it may show.
 * @param {{t: ThrowView, d: DieView, may: boolean, act: Do, done?: () => void}} p
 */
export function FixDie({ t, d, may, act, done = () => {} }) {
  const [shape, setShape] = useState(d.shape);
  const about = { throw: t.id, rev: t.rev, die: d.n };
  /** @param {number} value @param {string} [as] */
  const say = (value, as = shape) => { act({ do: "fix", ...about, value, ...(as ? { shape: as } : {}) }); done(); };
  const list = shape === "d100" ? [] : offers(d, shape);
  // How likely each is helps only in a choice between values: not if the value is sure, nor if none is likely.
  const likely = !d.strange && (d.choices[0]?.confidence ?? 0) < 0.97;
  /** @param {{confidence: number}} c */
  const offered = (c) => likely && c.confidence >= 0.01;
  return html`<div class="ask-die" data-fix=${d.n}>
    <${Crop} d=${d} />
    <div>
      <p><strong>${d.shape || tr("Die")}${d.asks ? "" : `: ${d.shows || valueWords(d.shape, d.value)}`}</strong>${d.why ? html` · ${heard(d.why)}` : ""}</p>
      ${may && d.own.length > 0 && html`<div class="choices words" role="group" aria-label=${tr("Faces of dice of yours for die {n}", { n: d.n })}>${d.own.map((o) => html`<button key=${`${o.die} ${o.face}`} data-own-face=${o.shows} title=${o.name} onClick=${() => { act({ do: "show", ...about, as: o.die, face: o.face }); done(); }}>${o.shows}</button>`)}</div>`}
      ${may && html`<div class="choices values" role="group" aria-label=${tr("What does die {n} show?", { n: d.n })}>
        ${list.map((c, i) => html`<button key=${c.value} class=${i === 0 && c.confidence > 0 && !d.strange ? "likely" : ""} data-value=${c.value} onClick=${() => say(c.value)}>
          ${valueWords(shape, c.value)}${offered(c) && html`${" "}<small>${percent(c.confidence)}</small>`}</button>`)}
      </div>
      ${shape === "d10" && html`<details class="tens"><summary>It is the die with tens</summary><div class="choices values" role="group" aria-label=${tr("Tens of die {n}", { n: d.n })}>
        ${valuesOf("d%").map((v) => html`<button key=${v} data-tens=${v} onClick=${() => say(v, "d%")}>${valueWords("d%", v)}</button>`)}</div></details>`}
      <${Other} shape=${shape} setShape=${setShape} say=${say} free=${list.length === 0}>
        ${!t.before.some((b) => b.n === d.n) && html`<button class="quiet" data-do="remove" onClick=${() => { act({ do: "remove", ...about }); done(); }}>Not a die</button>`}
      <//>`}
    </div>
  </div>`;
}

/** @param {{d: DieView}} p */
export function Crop({ d }) {
  const [gone, setGone] = useState(false);
  if (!d.crop || gone) return html`<span class="nocrop" aria-hidden="true">${d.shape || tr("die")}</span>`;
  return html`<img src=${addressOf(d.crop)} alt=${tr("Picture of die {n}", { n: d.n })} onError=${() => setGone(true)} />`;
}

/** Another shape, or a value typed in. @param {any} p */
function Other({ shape, setShape, say, free, children }) {
  const [open, setOpen] = useState(free);
  const [typed, setTyped] = useState("");
  if (!open) {
    return html`<div class="row"><button class="quiet" onClick=${() => setOpen(true)}>Something else…</button>${children}</div>`;
  }
  /** @param {Event} e */
  const send = (e) => { e.preventDefault(); if (typed !== "") say(Number(typed)); };
  return html`<form class="row" onSubmit=${send}>
    <label>Die<select value=${shape} onChange=${(/** @type {any} */ e) => setShape(e.target.value)}>
      <option value="">unknown</option>${shapes.map((s) => html`<option key=${s} value=${s}>${shapeWords(s)}</option>`)}
    </select></label>
    <label>Shows<input type="number" inputmode="numeric" min="-1" max="1000" value=${typed} onInput=${(/** @type {any} */ e) => setTyped(e.target.value)} /></label>
    <button>Set</button>${children}
  </form>`;
}
