// A roll: the dice that are asked for, what is known of each, and what to do about the others. It is
// answered by throws under the camera, by tapping faces, by the virtual table, or all of them.
import { html, useState } from "../vendor/preact-htm.js";
import { LookFaces } from "../dragons/reference.js";
import { valuesOf } from "../dice.js";
import { TypeRoll } from "../panels.js";
import { told } from "./names.js";
import { FaceMark, dieName, faceShown, faceWords, printed, shownColors, Swatch } from "./dice.js";
import { at as addressOf } from "../where.js";

/** @typedef {import("../messages.js").Die} Die */
/** @typedef {import("../messages.js").GameView} GameView */
/** @typedef {import("../messages.js").RollDie} RollDie */

/** @param {any} p */
export function Roll({ q, view, own, ready, answer, act, say }) {
  const roll = q.roll;
  const dice = /** @type {Die[]} */ (roll.dice ?? []);
  const made = view.roll?.question === q.id ? view.roll : null;
  return html`
    ${own && view.table && view.game.tray && !made && dice.length + (roll.max ?? 0) > 0 && html`<div class="row"><button class="quiet" data-do="aim" onClick=${() => act({ do: "tray", game: view.game.id, question: q.id })}>The dice on the tray are for this roll</button></div>`}
    ${!view.game.tray && own && view.table && html`<p class="how">The tray is not this game’s now. <button class="quiet" onClick=${() => act({ do: "tray", game: view.game.id })}>Roll here</button></p>`}
    ${dice.length > 0 ? html`<${Exact} q=${q} view=${view} dice=${dice} made=${made} own=${own} ready=${ready} act=${act} />` : own && html`<${Loose} q=${q} answer=${answer} say=${say} />`}
    ${made?.doubts.map((/** @type {string} */ d) => html`<p class="word" key=${d}>${d}</p>`)}
    ${made && own && html`<${Strays} made=${made} act=${act} />`}
    ${made && own && made.throw > 0 && html`<div class="row foot">
      ${made.doubts.length > 0 && html`<button data-do="confirm" onClick=${() => act({ do: "confirm", throw: made.throw, rev: made.rev })}>All is well with the picture</button>`}
      <button class="quiet" data-do="discard" onClick=${() => act({ do: "discard", throw: made.throw, rev: made.rev })}>Forget the last throw</button></div>`}
    ${own && (roll.else ?? []).length > 0 && html`<div class="options else" role="group" aria-label="Instead of rolling">${roll.else.map((/** @type {any} */ o) => html`<button key=${o.id} class="option" data-option=${o.id}
      aria-disabled=${ready ? "false" : "true"} onClick=${() => ready && answer({ chosen: [o.id] })}>${told(view, o.text)}</button>`)}</div>`}`;
}

/** Exactly these dice. @param {{q: any, view: GameView, dice: Die[], made: any, own: boolean, ready: boolean, act: (a: any) => Promise<boolean>}} p */
function Exact({ q, view, dice, made, own, ready, act }) {
  // Faces that were tapped and not sent yet, by die.
  const [tapped, setTapped] = useState(/** @type {Record<string, number>} */ ({}));
  /** @param {string} id */
  const known = (id) => made?.dice.find((/** @type {RollDie} */ d) => d.id === id);
  const rows = dice.map((die) => ({ die, at: known(die.id) }));
  const open = rows.filter(({ die, at }) => !at?.shows && tapped[die.id] === undefined).length;
  const shown = rows.filter(({ die }) => tapped[die.id] !== undefined).map(({ die }) => ({ die: die.id, face: tapped[die.id] }));
  const lying = q.roll.lying ?? [];
  return html`<p class="now-how">${lying.length > 0 ? "Pick up these dice and roll them again." : `Roll ${dice.length === 1 ? "this die" : `these ${dice.length} dice`}.`}${made && made.throws > 0 && open - made.unnamed.length > 0 ? ` Still missing: ${open - made.unnamed.length}.` : ""} ${!own ? "" : dice.length === 1 ? "Throw it on the tray, or tap what it shows." : "Throw them on the tray, or tap what each shows."}</p>
    <ul class="roll-dice">${rows.map(({ die, at }) => html`<${DieRow} key=${die.id} die=${die} at=${at} was=${lying.find((/** @type {any} */ t) => t.id === die.id)} name=${dieName(die, view)}
      face=${tapped[die.id]} own=${own && !at?.kept} ready=${ready} act=${act} colors=${shownColors(view, die.colors)}
      tap=${(/** @type {number} */ face) => setTapped((old) => (old[die.id] === face ? without(old, die.id) : { ...old, [die.id]: face }))} />`)}</ul>
    ${own && made && made.unnamed.length > 0 && open > 0 && html`<div class="unnamed"><p>${made.unnamed.length === 1 ? "One die on the tray" : `${made.unnamed.length} dice on the tray`} may be several of these: tap above what each of yours shows${q.roll.dice.length > 1 ? ", or tap a die in the picture to say which it is" : ""}.</p>
      ${made.unnamed.map((/** @type {any} */ s) => s.crop && html`<img class="crop" key=${`${s.throw}-${s.n}`} src=${addressOf(s.crop)} alt=${`Die ${s.n} on the tray`} />`)}</div>`}
    ${own && html`<div class="row foot"><span class="tally" aria-live="polite">${open === 0 ? "all dice are known" : `${open} of ${dice.length} to go`}</span>
      <button class="main" data-do="hand" disabled=${!ready || shown.length === 0} onClick=${() => { act({ do: "hand", game: view.game.id, question: q.id, shown }); setTapped({}); }}>${open === 0 ? "Count the roll" : `Set ${shown.length} ${shown.length === 1 ? "die" : "dice"}`}</button></div>`}`;
}

/** @param {Record<string, number>} all @param {string} id */
function without(all, id) {
  const { [id]: _, ...rest } = all;
  return rest;
}

/** One die of the roll, with its faces to tap. @param {any} p */
function DieRow({ die, at, was, name, face, own, ready, act, colors, tap }) {
  const shows = faceShown(die, at?.shows);
  const asks = at && at.throw > 0 && !at.shows;
  /** A tap says what the die on the tray shows, or where there is none, what was thrown by hand. @param {number} f */
  const say = (f) => {
    if (!ready) return;
    if (asks) act({ do: "show", throw: at.throw, rev: at.rev, die: at.n, as: die.id, face: f });
    else tap(f);
  };
  const faces = distinct(die, at?.likely ?? []);
  return html`<li class=${asks ? "roll-die asks" : "roll-die"} data-die=${die.id}>
    <div class="roll-name">${at?.crop ? html`<img class="crop" src=${addressOf(at.crop)} alt="" />` : html`<${Swatch} colors=${colors} shape=${die.shape} />`}
      <strong>${name}</strong>${was && html`<span class="how">shows ${faceWords(faceShown(die, was) ?? {})} now</span>`}
      ${shows && html`<span class="shows"><${FaceMark} face=${shows} />${at.kept ? html`<small>stays as it lies</small>` : ""}</span>`}
      ${asks && html`<span class="note">${at.why}</span>`}</div>
    ${own && !shows && html`<div class="faces" role="group" aria-label=${`What does ${name} show?`}>${faces.map((f) => html`<button type="button" key=${f.i} data-face=${f.i} aria-pressed=${face === f.i ? "true" : "false"}
      aria-label=${faceWords(f.face)} onClick=${() => say(f.i)}><${FaceMark} face=${f.face} /></button>`)}</div>`}
    <${LookFaces} kind=${die.kind} faces=${shows ? [shows] : die.faces} />
  </li>`;
}

/**
 * The different faces of a die, those that the camera thought of first; a die without faces shows numbers.
 * @param {Die} die @param {number[]} likely
 * @returns {{i: number, face: import("../messages.js").Face}[]}
 */
export function distinct(die, likely) {
  const shape = die.shape || "d6";
  const faces = die.faces?.length ? die.faces.map((face, i) => ({ i, face: printed(die, face) })) : valuesOf(shape).map((v) => ({ i: v, face: printed(die, { value: v }) }));
  const seen = new Set();
  const ordered = [...likely.map((i) => faces.find((f) => f.i === i)).filter(Boolean), ...faces];
  return /** @type {any} */ (ordered.filter((f) => {
    const key = f ? faceWords(f.face) : "";
    if (!f || seen.has(key)) return false;
    seen.add(key);
    return true;
  }));
}

/** Dice on the tray that nobody asked for. @param {any} p */
function Strays({ made, act }) {
  if (made.strays.length === 0) return null;
  return html`<div class="strays"><p class="how">Also on the tray, and not counted:</p>${made.strays.map((/** @type {any} */ s) => html`<div class="row" key=${`${s.throw}-${s.n}`}>
    ${s.crop && html`<img class="crop" src=${addressOf(s.crop)} alt="" />`}<span>${s.shape || "something"} (number ${s.n})</span>
    <button class="quiet" data-do="not-part" onClick=${() => act({ do: "remove", throw: s.throw, rev: s.rev, die: s.n })}>Not part of it</button></div>`)}</div>`;
}

/** Any dice. @param {any} p */
function Loose({ q, answer, say }) {
  const [open, setOpen] = useState(false);
  /** @param {any} a */
  const type = (a) => answer({ dice: a.dice.map((/** @type {any} */ d, /** @type {number} */ i) => ({ id: `d${i + 1}`, shape: d.shape, value: d.value, how: "typed" })) });
  if (!open) return html`<div class="row"><span class="now-how">Throw ${q.roll.min === q.roll.max ? q.roll.min : `${q.roll.min ?? 0} to ${q.roll.max}`} dice on the tray.</span><button data-do="type" onClick=${() => setOpen(true)}>Type the roll</button></div>`;
  return html`<${TypeRoll} act=${type} close=${() => setOpen(false)} say=${say} />`;
}
