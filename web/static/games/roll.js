// A roll: the dice that are asked for, what is known of each, and what to do about the others. Throws under the
// camera, taps on faces and the virtual table can answer it together.
import { html, useEffect, useRef, useState } from "../view.js";
import { LookDie, LookFaces } from "../dragons/reference.js";
import { later } from "../later.js";
import { told } from "./names.js";
import { FaceMark, faceShown, faceWords, shownColors, Swatch } from "./dice.js";
import { distinct, hand, lastCounts, rolledOf, say, seen } from "./rolled.js";
import { at as addressOf } from "../where.js";
import { heard, tr, trn } from "../language.js";

/** @typedef {import("../messages.js").Die} Die */
/** @typedef {import("../messages.js").GameView} GameView */

const FixDie = later(async () => (await import("../fix.js")).FixDie);
const TypeRoll = later(async () => (await import("../typeroll.js")).TypeRoll);

/** @param {{c: import("./choice.js").Choice, view: GameView, act: (a: any) => Promise<boolean>, say: (text: string) => void}} p */
export function Roll({ c, view, act, say: tell }) {
  const { q, own, ready, answer } = c;
  const roll = /** @type {import("../messages.js").Roll} */ (q.roll);
  const dice = /** @type {Die[]} */ (roll.dice ?? []);
  const made = view.roll?.question === q.id ? view.roll : null;
  return html`
    ${own && view.table && view.game.tray && !made && dice.length + (roll.max ?? 0) > 0 && html`<div class="row"><button class="quiet" data-do="aim" onClick=${() => act({ do: "tray", game: view.game.id, question: q.id })}>The dice on the tray are for this roll</button></div>`}
    ${!view.game.tray && own && view.table && html`<p class="how">The tray is not this game’s now. <button class="quiet" onClick=${() => act({ do: "tray", game: view.game.id })}>Roll here</button></p>`}
    ${own && made?.loose.map((/** @type {any} */ t) => t.dice.filter((/** @type {any} */ d) => d.asks).map((/** @type {any} */ d) => html`<${FixDie} key=${`${t.id}-${d.n}`} t=${t} d=${d} may=${true} act=${act} />`))}
    ${dice.length > 0 ? html`<${Exact} c=${c} view=${view} act=${act} />` : own && html`<${Loose} q=${q} answer=${answer} say=${tell} />`}
    ${made?.doubts.map((/** @type {string} */ d) => html`<p class="word" data-doubt key=${d}>${heard(d)}</p>`)}
    ${made && own && html`<${Strays} made=${made} act=${act} />`}
    ${made && own && made.throw > 0 && html`<div class="row foot">
      ${made.again && made.earlier.length > 0 && html`<button class="main" data-do="last-counts" onClick=${() => lastCounts(made, act)}>The last throw counts</button>`}
      ${!made.again && made.doubts.length > 0 && (made.countable || dice.length === 0) && html`<button class=${made.countable ? "main" : ""} data-do="confirm" onClick=${() => act({ do: "confirm", throw: made.throw, rev: made.rev })}>${made.countable ? tr("Count the roll") : tr("The picture is right")}</button>`}
      <button class=${made.again ? "" : "quiet"} data-do="discard" onClick=${() => act({ do: "discard", throw: made.throw, rev: made.rev })}>Forget the last throw</button></div>`}
    ${own && (roll.else ?? []).length > 0 && html`<div class="options else" role="group" aria-label="Instead of rolling">${(roll.else ?? []).map((/** @type {any} */ o) => html`<button key=${o.id} class="option" data-option=${o.id}
      aria-disabled=${ready ? "false" : "true"} onClick=${() => ready && answer({ chosen: [o.id] })}>${told(view, o.text)}</button>`)}</div>`}`;
}

/** Exactly these dice. @param {{c: import("./choice.js").Choice, view: GameView, act: (a: any) => Promise<boolean>}} p */
function Exact({ c, view, act }) {
  const { q, own, ready } = c;
  const { rows, made, open, guessed, sum, left, throws } = rolledOf(c, view);
  const most = useRef(throws);
  useEffect(() => {
    if (throws < most.current) c.put({ tapped: {} }); // a throw was forgotten, with what was tapped for it
    most.current = throws;
  }, [throws]);
  const again = (q.roll?.lying ?? []).length > 0, tapped = rows.filter((r) => r.face !== undefined).length;
  const guesses = open > 0 && guessed === open;
  return html`${again && html`<p class="now-again">${trn(rows.length, "Roll this die again", "Roll these {n} dice again")}</p>`}
    <p class="now-how">${again ? tr("The others stay as they lie: leave them in the tray or take them out.") : trn(rows.length, "Roll this die.", "Roll these {n} dice.")}${throws > 0 && left > 0 ? ` ${tr("Still missing: {left}.", { left })}` : ""} ${!own ? "" : trn(rows.length, "Throw it on the tray, or tap what it shows.", "Throw them on the tray, or tap what each shows.")}</p>
    <ul class="roll-dice">${rows.map((row) => html`<${DieRow} key=${row.die.id} row=${row} own=${own && !row.at?.kept} colors=${shownColors(view, row.die.colors)} tap=${(/** @type {number} */ f) => say(c, row, f, act)} />`)}</ul>
    ${own && made && made.unnamed.length > 0 && open > 0 && html`<div class="unnamed"><p>${rows.length > 1 ? trn(made.unnamed.length, "One die on the tray may be several of these: tap above what each of yours shows, or tap a die in the picture to say which it is.", "{n} dice on the tray may be several of these: tap above what each of yours shows, or tap a die in the picture to say which it is.") : trn(made.unnamed.length, "One die on the tray may be several of these: tap above what each of yours shows.", "{n} dice on the tray may be several of these: tap above what each of yours shows.")}</p>
      ${made.unnamed.map((/** @type {any} */ s) => s.crop && html`<img class="crop" key=${`${s.throw}-${s.n}`} src=${addressOf(s.crop)} alt=${tr("Die {n} on the tray", { n: s.n })} />`)}</div>`}
    ${own && (open > 0 || tapped > 0) && html`<div class="row foot"><span class="tally" aria-live="polite">${open === 0 ? tr("all dice are known") : tr("{open} of {rows} to go", { open, rows: rows.length })}</span>${sum !== null && html`<span class="so-far">${tr("{sum} {counts} so far", { sum, counts: heard(q.counts ?? "") })}</span>`}
      ${guesses && html`<button type="button" data-do="as-guessed" disabled=${!ready} onClick=${() => hand(c, rows, true, view, act)}>All as marked</button>`}
      <button class="main" data-do="hand" disabled=${!ready || !tapped} onClick=${() => hand(c, rows, false, view, act)}>${open === 0 ? tr("Count the roll") : !tapped ? tr("Tap what each shows") : trn(tapped, "Set {n} die", "Set {n} dice")}</button></div>`}`;
}

/** One die of the roll, with its faces to tap. A tap on a known die shows the faces again. @param {{row: import("./rolled.js").Row, own: boolean, colors: any, tap: (face: number) => void}} p */
function DieRow({ row, own, colors, tap }) {
  const { die, at, was, name, face, guess, shows, asks } = row;
  const [changing, setChanging] = useState(false);
  useEffect(() => setChanging(false), [seen(at)]);
  const faces = distinct(die, at?.likely ?? []);
  const now = face ?? (shows ? faces.find((f) => faceWords(f.face) === faceWords(shows))?.i : undefined);
  return html`<li class=${asks ? "roll-die asks" : "roll-die"} data-die=${die.id}>
    <div class="roll-name">${at?.crop ? html`<img class="crop" src=${addressOf(at.crop)} alt="" />` : html`<${Swatch} colors=${colors} shape=${die.shape} />`}
      <strong><${LookDie} kind=${die.kind}>${name}<//></strong>${was && html`<span class="how">${tr("shows {face} now", { face: faceWords(faceShown(die, was) ?? {}) })}</span>`}
      ${shows && !own && html`<span class="shows"><${FaceMark} face=${shows} />${at?.kept ? html`<small>stays as it lies</small>` : ""}</span>`}
      ${shows && own && html`<button type="button" class="shows quiet" data-do="change" aria-expanded=${changing ? "true" : "false"} aria-label=${tr("{name} shows {face}. Press to change.", { name, face: faceWords(shows) })} onClick=${() => setChanging(!changing)}><${FaceMark} face=${shows} /></button>`}
      ${asks && html`<span class="note">${heard(at?.why ?? "")}</span>`}</div>
    ${own && (!shows || changing) && html`<div class="faces" role="group" aria-label=${tr("What does {name} show?", { name })}>${faces.map((f) => html`<button type="button" key=${f.i} data-face=${f.i} class=${f.i === guess ? "likely" : ""} aria-pressed=${now === f.i ? "true" : "false"}
      aria-label=${f.i === guess ? tr("{face}, likely", { face: faceWords(f.face) }) : faceWords(f.face)} onClick=${() => tap(f.i)}><${FaceMark} face=${f.face} /></button>`)}</div>`}
    <${LookFaces} kind=${die.kind} faces=${shows ? [shows] : die.faces} />
  </li>`;
}

/** Dice on the tray that nobody asked for, side by side. @param {any} p */
function Strays({ made, act }) {
  if (made.strays.length === 0) return null;
  return html`<div class="strays"><p class="how">Also on the tray, and not counted. Press one that only lies there:</p><div class="row">${made.strays.map((/** @type {any} */ s) => html`<button class="quiet stray" key=${`${s.throw}-${s.n}`} data-do="not-part" data-stray=${s.n}
    aria-label=${tr("{shape}, number {n}: not part of it", { shape: s.shape || tr("Something"), n: s.n })} onClick=${() => act({ do: "remove", throw: s.throw, rev: s.rev, die: s.n })}>${s.crop ? html`<img class="crop" src=${addressOf(s.crop)} alt="" />` : s.shape || tr("something")}<small>not part of it</small></button>`)}</div></div>`;
}

/** Any dice. @param {any} p */
function Loose({ q, answer, say }) {
  const [open, setOpen] = useState(false);
  /** @param {any} a */
  const type = (a) => answer({ dice: a.dice.map((/** @type {any} */ d, /** @type {number} */ i) => ({ id: `d${i + 1}`, shape: d.shape, value: d.value, how: "typed" })) });
  if (!open) return html`<div class="row"><span class="now-how">${q.roll.min === q.roll.max ? trn(q.roll.max, "Throw {n} die on the tray.", "Throw {n} dice on the tray.") : trn(q.roll.max, "Throw {min} to {n} die on the tray.", "Throw {min} to {n} dice on the tray.", { min: q.roll.min ?? 0 })}</span><button data-do="type" onClick=${() => setOpen(true)}>Type the roll</button></div>`;
  return html`<${TypeRoll} act=${type} close=${() => setOpen(false)} say=${say} />`;
}
