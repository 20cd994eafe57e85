// A die that was tapped on the tray: which of the roll's dice it is, and what it shows.
import { html, useState } from "../view.js";
import { FixDie } from "../fix.js";
import { FaceMark, Swatch, dieName, faceWords, shownColors } from "./dice.js";
import { distinct } from "./rolled.js";
import { at as addressOf } from "../where.js";
import { tr } from "../language.js";

/** @param {any} p */
export function NameDie({ view, die, may, act, done }) {
  const q = view.play.pending.find((/** @type {any} */ x) => x.id === view.roll?.question);
  const known = new Set((view.roll?.dice ?? []).filter((/** @type {any} */ d) => d.shows && d.id !== die.as).map((/** @type {any} */ d) => d.id));
  const fits = (q?.roll.dice ?? []).filter((/** @type {any} */ d) => !known.has(d.id) && (!die.shape || d.shape === die.shape));
  const [id, setID] = useState(/** @type {string} */ (die.as || (fits.length === 1 ? fits[0].id : "")));
  const mine = fits.find((/** @type {any} */ d) => d.id === id);
  const throwing = view.tray.status === "asking";
  if (may && throwing && q && (q.roll.dice ?? []).length === 0) return html`<section id="name-die" aria-label="The die that was tapped"><${FixDie} t=${view.tray} d=${die} may=${true} act=${act} done=${done} /></section>`;
  if (!may || !throwing || !q) {
    return html`<p class="how" id="tapped">${die.as ? `${die.as}: ${die.shows || tr("not known")}.` : tr("A {shape} that is no part of a roll.", { shape: die.shape || tr("die") })}${may && die.as ? ` ${tr("Correct it in the log.")}` : ""}</p>`;
  }
  /** @param {number} face */
  const say = (face) => { act({ do: "show", throw: view.tray.id, rev: view.tray.rev, die: die.n, as: id, face }); done(); };
  return html`<section class="name-die" id="name-die" aria-label="The die that was tapped">
    <div class="row">${die.crop && html`<img class="crop" src=${addressOf(die.crop)} alt="The die" />`}<strong>${mine ? tr("What does it show?") : tr("Which die is it?")}</strong></div>
    <div class="choices" role="group" aria-label="Which die is it?">${fits.map((/** @type {any} */ d) => html`<button class="small" key=${d.id} data-name=${d.id} aria-pressed=${d.id === id ? "true" : "false"} onClick=${() => setID(d.id)}><${Swatch} colors=${shownColors(view, d.colors)} shape=${d.shape} />${dieName(d, view)}</button>`)}</div>
    ${mine && html`<div class="faces" role="group" aria-label=${tr("What does {dieName} show?", { dieName: dieName(mine, view) })}>${distinct(mine, []).map((f) => html`<button type="button" key=${f.i} data-face=${f.i} aria-label=${faceWords(f.face)} onClick=${() => say(f.i)}><${FaceMark} face=${f.face} /></button>`)}</div>`}
    ${!view.tray.before.some((/** @type {any} */ d) => d.n === die.n) && html`<div class="row end"><button class="quiet" data-do="remove" onClick=${() => { act({ do: "remove", throw: view.tray.id, rev: view.tray.rev, die: die.n }); done(); }}>Not part of it</button></div>`}
  </section>`;
}
