// A roll: the dice that are asked for, what is known of each, and what to do about the others. It is
// answered by throws under the camera, by tapping faces, by the virtual table, or all of them.
import { html, useEffect, useRef, useState } from "../vendor/preact-htm.js";
import { LookFaces } from "../dragons/reference.js";
import { FixDie } from "../ask.js";
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
    ${own && made?.loose.map((/** @type {any} */ t) => t.dice.filter((/** @type {any} */ d) => d.asks).map((/** @type {any} */ d) => html`<${FixDie} key=${`${t.id}-${d.n}`} t=${t} d=${d} may=${true} act=${act} />`))}
    ${dice.length > 0 ? html`<${Exact} q=${q} view=${view} dice=${dice} made=${made} own=${own} ready=${ready} act=${act} />` : own && html`<${Loose} q=${q} answer=${answer} say=${say} />`}
    ${made?.doubts.map((/** @type {string} */ d) => html`<p class="word" data-doubt key=${d}>${d}</p>`)}
    ${made && own && html`<${Strays} made=${made} act=${act} />`}
    ${made && own && made.throw > 0 && html`<div class="row foot">
      ${made.again && made.earlier.length > 0 && html`<button class="main" data-do="last-counts" onClick=${() => lastCounts(made, act)}>The last throw counts</button>`}
      ${!made.again && made.doubts.length > 0 && (made.countable || dice.length === 0) && html`<button class=${made.countable ? "main" : ""} data-do="confirm" onClick=${() => act({ do: "confirm", throw: made.throw, rev: made.rev })}>${made.countable ? "Count the roll" : "The picture is right"}</button>`}
      <button class=${made.again ? "" : "quiet"} data-do="discard" onClick=${() => act({ do: "discard", throw: made.throw, rev: made.rev })}>Forget the last throw</button></div>`}
    ${own && (roll.else ?? []).length > 0 && html`<div class="options else" role="group" aria-label="Instead of rolling">${roll.else.map((/** @type {any} */ o) => html`<button key=${o.id} class="option" data-option=${o.id}
      aria-disabled=${ready ? "false" : "true"} onClick=${() => ready && answer({ chosen: [o.id] })}>${told(view, o.text)}</button>`)}</div>`}`;
}

/** Forgets the throws before the last one. @param {any} made @param {(a: any) => Promise<boolean>} act */
async function lastCounts(made, act) {
  for (const t of made.earlier) if (!(await act({ do: "discard", throw: t.throw, rev: t.rev }))) return;
}

/** Exactly these dice. @param {{q: any, view: GameView, dice: Die[], made: any, own: boolean, ready: boolean, act: (a: any) => Promise<boolean>}} p */
function Exact({ q, view, dice, made, own, ready, act }) {
  // Faces that were tapped and not sent yet, by die; each with what was known of the die by then.
  const [tapped, setTapped] = useState(/** @type {Record<string, {face: number, before: string}>} */ ({}));
  const throws = made?.throws ?? 0;
  const most = useRef(throws);
  useEffect(() => {
    if (throws < most.current) setTapped({}); // a throw was forgotten, and what was tapped of it
    most.current = throws;
  }, [throws]);
  /** @param {string} id */
  const known = (id) => made?.dice.find((/** @type {RollDie} */ d) => d.id === id);
  const rows = dice.map((die) => {
    const at = known(die.id), tap = tapped[die.id];
    return { die, at, face: tap && tap.before === seen(at) ? tap.face : undefined };
  });
  const open = rows.filter(({ at, face }) => !at?.shows && face === undefined).length;
  const shown = rows.flatMap(({ die, face }) => (face === undefined ? [] : [{ die: die.id, face }]));
  const lying = q.roll.lying ?? [];
  const left = made ? made.left : dice.length;
  return html`${lying.length > 0 && html`<p class="now-again">Roll ${dice.length === 1 ? "this die" : `these ${dice.length} dice`} again</p>`}
    <p class="now-how">${lying.length > 0 ? "The others stay as they lie: leave them in the tray or take them out." : `Roll ${dice.length === 1 ? "this die" : `these ${dice.length} dice`}.`}${throws > 0 && left > 0 ? ` Still missing: ${left}.` : ""} ${!own ? "" : dice.length === 1 ? "Throw it on the tray, or tap what it shows." : "Throw them on the tray, or tap what each shows."}</p>
    <ul class="roll-dice">${rows.map(({ die, at, face }) => html`<${DieRow} key=${die.id} die=${die} at=${at} was=${lying.find((/** @type {any} */ t) => t.id === die.id)} name=${dieName(die, view)}
      face=${face} own=${own && !at?.kept} ready=${ready} act=${act} colors=${shownColors(view, die.colors)}
      tap=${(/** @type {number} */ f) => setTapped((old) => (face === f ? without(old, die.id) : { ...old, [die.id]: { face: f, before: seen(at) } }))} />`)}</ul>
    ${own && made && made.unnamed.length > 0 && open > 0 && html`<div class="unnamed"><p>${made.unnamed.length === 1 ? "One die on the tray" : `${made.unnamed.length} dice on the tray`} may be several of these: tap above what each of yours shows${q.roll.dice.length > 1 ? ", or tap a die in the picture to say which it is" : ""}.</p>
      ${made.unnamed.map((/** @type {any} */ s) => s.crop && html`<img class="crop" key=${`${s.throw}-${s.n}`} src=${addressOf(s.crop)} alt=${`Die ${s.n} on the tray`} />`)}</div>`}
    ${own && (open > 0 || shown.length > 0) && html`<div class="row foot"><span class="tally" aria-live="polite">${open === 0 ? "all dice are known" : `${open} of ${dice.length} to go`}</span>
      <button class="main" data-do="hand" disabled=${!ready || shown.length === 0} onClick=${() => { act({ do: "hand", game: view.game.id, question: q.id, shown }); setTapped({}); }}>${open === 0 ? "Count the roll" : shown.length === 0 ? "Tap what each shows" : `Set ${shown.length} ${shown.length === 1 ? "die" : "dice"}`}</button></div>`}`;
}

/** What is known of a die, so that a tap on what was known otherwise is forgotten. @param {RollDie | undefined} at */
const seen = (at) => JSON.stringify([at?.shows ?? null, at?.throw ?? 0, at?.n ?? 0]);

/** @param {Record<string, any>} all @param {string} id */
function without(all, id) {
  const { [id]: _, ...rest } = all;
  return rest;
}

/** One die of the roll, with its faces to tap. What is known can be changed: a tap on it shows the faces again. @param {any} p */
function DieRow({ die, at, was, name, face, own, ready, act, colors, tap }) {
  const [changing, setChanging] = useState(false);
  const shows = faceShown(die, at?.shows);
  const lies = at && at.throw > 0;
  const asks = lies && !at.shows;
  useEffect(() => setChanging(false), [seen(at)]);
  /** A tap says what the die on the tray shows, or where there is none, what was thrown by hand. @param {number} f */
  const say = (f) => {
    if (!ready) return;
    if (lies) act({ do: "show", throw: at.throw, rev: at.rev, die: at.n, as: die.id, face: f });
    else tap(f);
  };
  const faces = distinct(die, at?.likely ?? []);
  const now = face ?? (shows ? faces.find((f) => faceWords(f.face) === faceWords(shows))?.i : undefined);
  return html`<li class=${asks ? "roll-die asks" : "roll-die"} data-die=${die.id}>
    <div class="roll-name">${at?.crop ? html`<img class="crop" src=${addressOf(at.crop)} alt="" />` : html`<${Swatch} colors=${colors} shape=${die.shape} />`}
      <strong>${name}</strong>${was && html`<span class="how">shows ${faceWords(faceShown(die, was) ?? {})} now</span>`}
      ${shows && !own && html`<span class="shows"><${FaceMark} face=${shows} />${at.kept ? html`<small>stays as it lies</small>` : ""}</span>`}
      ${shows && own && html`<button type="button" class="shows quiet" data-do="change" aria-expanded=${changing ? "true" : "false"} aria-label=${`${name} shows ${faceWords(shows)}. Press to change.`} onClick=${() => setChanging(!changing)}><${FaceMark} face=${shows} /></button>`}
      ${asks && html`<span class="note">${at.why}</span>`}</div>
    ${own && (!shows || changing) && html`<div class="faces" role="group" aria-label=${`What does ${name} show?`}>${faces.map((f) => html`<button type="button" key=${f.i} data-face=${f.i} aria-pressed=${now === f.i ? "true" : "false"}
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

/** Dice on the tray that nobody asked for, side by side. @param {any} p */
function Strays({ made, act }) {
  if (made.strays.length === 0) return null;
  return html`<div class="strays"><p class="how">Also on the tray, and not counted. Press one that only lies there:</p><div class="row">${made.strays.map((/** @type {any} */ s) => html`<button class="quiet stray" key=${`${s.throw}-${s.n}`} data-do="not-part" data-stray=${s.n}
    aria-label=${`${s.shape || "Something"}, number ${s.n}: not part of it`} onClick=${() => act({ do: "remove", throw: s.throw, rev: s.rev, die: s.n })}>${s.crop ? html`<img class="crop" src=${addressOf(s.crop)} alt="" />` : s.shape || "something"}<small>not part of it</small></button>`)}</div></div>`;
}

/** Any dice. @param {any} p */
function Loose({ q, answer, say }) {
  const [open, setOpen] = useState(false);
  /** @param {any} a */
  const type = (a) => answer({ dice: a.dice.map((/** @type {any} */ d, /** @type {number} */ i) => ({ id: `d${i + 1}`, shape: d.shape, value: d.value, how: "typed" })) });
  if (!open) return html`<div class="row"><span class="now-how">Throw ${q.roll.min === q.roll.max ? q.roll.min : `${q.roll.min ?? 0} to ${q.roll.max}`} dice on the tray.</span><button data-do="type" onClick=${() => setOpen(true)}>Type the roll</button></div>`;
  return html`<${TypeRoll} act=${type} close=${() => setOpen(false)} say=${say} />`;
}
