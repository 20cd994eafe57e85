// Which dice are being taught, and how far that has come.
import { html, useEffect, useState } from "../view.js";
import { ask, sentence } from "../games/fetch.js";
import { Swatch } from "../games/dice.js";
import { heard, tr, trn } from "../language.js";

/** @typedef {import("./types.js").StudioView} StudioView */
/** @typedef {import("./types.js").StudioDie} StudioDie */
/** @typedef {import("./types.js").Known} Known */

/** Faces of some dice, each class once. @param {StudioDie[]} dice */
function classesOf(dice) {
  const all = new Map();
  for (const d of dice) for (const f of d.faces) all.set(f.class, f.shots);
  return all;
}

/** @param {{view: StudioView, army: string[], setArmy: (ids: string[]) => void, dice: StudioDie[], setView: (v: StudioView) => void, say: (text: string) => void}} p */
export function Army({ view, army, setArmy, dice, setView, say }) {
  const [open, setOpen] = useState({ die: "", face: "" }); // the die and the class of the face whose pictures are shown
  const [shelf, setShelf] = useState("");
  const [on, setOn] = useState(/** @type {StudioDie[]} */ ([]));
  useEffect(() => {
    if (!shelf) return setOn([]);
    ask(`/api/studio/dice?shelf=${encodeURIComponent(shelf)}`).then((r) => (r.ok ? setOn(r.data.dice) : say(r.why)));
  }, [shelf, view.version, view.own.length]);
  const [sure, setSure] = useState(/** @type {Known[]} */ ([]));
  useEffect(() => {
    let over = false;
    setSure([]);
    if (army.length > 0) ask(`/api/studio/known?dice=${[...new Set(army)].map(encodeURIComponent).join(",")}`).then((r) => !over && r.ok && setSure(r.data.faces));
    return () => { over = true; };
  }, [army, view.version]);
  const classes = classesOf(dice);
  const known = [...classes.values()].filter((n) => n > 0).length;
  /** @param {string} id */
  const flip = (id) => setArmy(army.includes(id) ? army.filter((x) => x !== id) : [...army, id]);
  /** @param {string} id */
  const muster = (id) => {
    const a = view.armies.find((x) => String(x.id) === id);
    if (a) setArmy(a.dice);
  };
  /** @param {string} id */
  const times = (id) => army.filter((x) => x === id).length;
  return html`<section class="card" aria-labelledby="army-title"><h2 id="army-title">Dice to teach</h2>
    ${army.length > 0 && html`<p class="studio-progress"><b id="known">${known}</b> ${trn(classes.size, "of {n} face is known", "of {n} faces are known")}</p>
      <progress max=${Math.max(1, classes.size)} value=${known} aria-label="Faces known"></progress>`}
    <div class="fields">${view.armies.length > 0 && html`<label>An army of this table<select id="kept-army" value="" onChange=${(/** @type {any} */ e) => muster(e.target.value)}>
        <option value="">choose…</option>${view.armies.map((a) => html`<option key=${a.id} value=${a.id}>${a.name} (${a.dice.length})</option>`)}</select></label>`}
      <label>Single dice of<select id="shelf" value=${shelf} onChange=${(/** @type {any} */ e) => setShelf(e.target.value)}>
      <option value="">a race…</option>${view.shelves.map((s) => html`<option key=${s.id} value=${s.id}>${s.name} (${s.dice})</option>`)}</select></label></div>
    ${on.length > 0 && html`<div class="studio-shelf">${on.map((d) => html`<button key=${d.id} class="small-do" data-take=${d.id} aria-pressed=${army.includes(d.id) ? "true" : "false"} onClick=${() => flip(d.id)}>${d.name}</button>`)}</div>
      <div class="row"><button class="quiet" id="take-all" onClick=${() => setArmy([...new Set([...army, ...on.map((d) => d.id)])])}>${tr("Take all {n}", { n: on.length })}</button></div>`}
    ${army.length > 0 && html`<ul class="studio-dice">${dice.map((d) => html`<li key=${d.id} data-die=${d.id}><div class="studio-die"><${Swatch} colors=${d.colors} shape=${d.shape} /><strong>${d.name}</strong>${times(d.id) > 1 && html`<span class="how">×${times(d.id)}</span>`}
        <button class="small-do" aria-label=${tr("Leave {name} out", { name: d.name })} onClick=${() => flip(d.id)}>×</button></div>
      <div class="studio-faces">${d.faces.map((f) => html`<${Face} key=${f.face} f=${f} level=${levelOf(f, sure)} open=${open.die === d.id && open.face === f.class} flip=${() => setOpen(open.die === d.id && open.face === f.class ? { die: "", face: "" } : { die: d.id, face: f.class })} />`)}</div>
      ${open.die === d.id && html`<${Shots} key=${open.face} of=${open.face} version=${view.version} setView=${setView} say=${say} />`}</li>`)}</ul>
      <p class="how studio-legend">✓ well known · 1 shown once · ! weak · dashed: missing</p>
      <${Weak} sure=${sure} />
      <div class="row"><button class="quiet" id="take-none" onClick=${() => setArmy([])}>Choose others</button></div>`}
  </section>`;
}

/** @type {Record<string, string>} */
const levels = { missing: tr("never shown"), weak: tr("weak: show it again"), once: tr("shown once"), well: tr("well known") };
/** @type {Record<string, string>} */
const marks = { missing: "", weak: "! ", once: "1 ", well: "✓ " };

/** @param {{class: string, shots: number}} f @param {Known[]} sure */
const levelOf = (f, sure) => sure.find((k) => k.class === f.class)?.level ?? (f.shots === 0 ? "missing" : "once");

/** Icons are called by their ids; people read them with blanks. @param {string} words */
const plain = (words) => words.replaceAll("_", " ");

/** A face and how surely it is known. If it was taught, a tap shows its pictures. @param {{f: StudioDie["faces"][number], level: string, open: boolean, flip: () => void}} p */
function Face({ f, level, open, flip }) {
  const words = html`${marks[level]}${plain(f.words)}<span class="unseen"> (${levels[level]})</span>`;
  if (f.shots === 0) return html`<span class="studio-face" data-shots="0" data-level=${level} title=${levels[level]}>${words}</span>`;
  return html`<button class="studio-face" data-shots=${Math.min(3, f.shots)} data-level=${level} title=${levels[level]} aria-expanded=${open ? "true" : "false"} onClick=${flip}>${words}</button>`;
}

/** The pictures of a face, each of which can be removed. @param {{of: string, version: number, setView: (v: StudioView) => void, say: (text: string) => void}} p */
function Shots({ of, version, setView, say }) {
  const [shots, setShots] = useState(/** @type {import("./types.js").StudioShot[]} */ ([]));
  useEffect(() => {
    let over = false;
    ask(`/api/studio/shots?class=${encodeURIComponent(of)}`).then((r) => !over && (r.ok ? setShots(r.data.shots) : say(r.why)));
    return () => { over = true; };
  }, [of, version]);
  /** @param {number} id */
  const remove = async (id) => {
    const r = await ask("/api/studio/remove", { body: { shot: id } });
    if (!r.ok) return say(r.why);
    setView(r.data);
    say(tr("The shot is gone. It can be taken back."));
  };
  return html`<ul class="studio-doubts" data-pictures=${of}>${shots.map((s) => html`<li key=${s.id}><img src=${`api/studio/shots/${s.id}`} alt=${plain(s.shows)} width="64" height="64" /><span>${plain(s.shows)}</span><button class="quiet" onClick=${() => remove(s.id)}>Remove</button></li>`)}</ul>`;
}

/** Doubtful faces, with their pictures. @param {{sure: Known[]}} p */
function Weak({ sure }) {
  const weak = sure.filter((k) => k.level === "weak");
  if (weak.length === 0) return null;
  return html`<h3>Weak faces</h3><ul class="studio-doubts" id="weak">${weak.map((k) => html`<li key=${k.class}><span class="studio-pair"><img src=${`api/studio/shots/${k.shot}`} alt="" width="64" height="64" />${k.like > 0 && html`<img src=${`api/studio/shots/${k.like}`} alt="what it may be taken for" width="64" height="64" />`}</span>
    <span><strong>${plain(k.words)}</strong> <span class="how">${sentence(heard(k.why))}.</span></span></li>`)}</ul>`;
}
