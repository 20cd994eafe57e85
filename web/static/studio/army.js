// Which dice are being taught, and how far they are.
import { html, useEffect, useState } from "../vendor/preact-htm.js";
import { ask } from "../games/fetch.js";
import { Swatch } from "../games/dice.js";

/** @typedef {import("./types.js").StudioView} StudioView */
/** @typedef {import("./types.js").StudioDie} StudioDie */

/** Faces of some dice, each class once. @param {StudioDie[]} dice */
export function classesOf(dice) {
  const all = new Map();
  for (const d of dice) for (const f of d.faces) all.set(f.class, f.shots);
  return all;
}

/** @param {{view: StudioView, army: string[], setArmy: (ids: string[]) => void, dice: StudioDie[], say: (text: string) => void}} p */
export function Army({ view, army, setArmy, dice, say }) {
  const [shelf, setShelf] = useState("");
  const [on, setOn] = useState(/** @type {StudioDie[]} */ ([]));
  useEffect(() => {
    if (!shelf) return setOn([]);
    ask(`/api/studio/dice?shelf=${encodeURIComponent(shelf)}`).then((r) => (r.ok ? setOn(r.data.dice) : say(r.why)));
  }, [shelf, view.version, view.own.length]);
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
    ${army.length > 0 && html`<p class="studio-progress"><b id="known">${known}</b> of ${classes.size} faces are known</p>
      <progress max=${Math.max(1, classes.size)} value=${known} aria-label="Faces known"></progress>`}
    <div class="fields">${view.armies.length > 0 && html`<label>An army of this table<select id="kept-army" value="" onChange=${(/** @type {any} */ e) => muster(e.target.value)}>
        <option value="">choose…</option>${view.armies.map((a) => html`<option key=${a.id} value=${a.id}>${a.name} (${a.dice.length})</option>`)}</select></label>`}
      <label>Single dice of<select id="shelf" value=${shelf} onChange=${(/** @type {any} */ e) => setShelf(e.target.value)}>
      <option value="">a race…</option>${view.shelves.map((s) => html`<option key=${s.id} value=${s.id}>${s.name} (${s.dice})</option>`)}</select></label></div>
    ${on.length > 0 && html`<div class="studio-shelf">${on.map((d) => html`<button key=${d.id} class="small-do" data-take=${d.id} aria-pressed=${army.includes(d.id) ? "true" : "false"} onClick=${() => flip(d.id)}>${d.name}</button>`)}</div>
      <div class="row"><button class="quiet" id="take-all" onClick=${() => setArmy([...new Set([...army, ...on.map((d) => d.id)])])}>Take all ${on.length}</button></div>`}
    ${army.length > 0 && html`<ul class="studio-dice">${dice.map((d) => html`<li key=${d.id} data-die=${d.id}><div class="studio-die"><${Swatch} colors=${d.colors} shape=${d.shape} /><strong>${d.name}</strong>${times(d.id) > 1 && html`<span class="how">×${times(d.id)}</span>`}
        <button class="small-do" aria-label=${`Leave ${d.name} out`} onClick=${() => flip(d.id)}>×</button></div>
      <div class="studio-faces">${d.faces.map((f) => html`<span key=${f.face} class="studio-face" data-shots=${Math.min(3, f.shots)} title=${f.shots === 0 ? "not taught yet" : f.shots === 1 ? "1 shot" : `${f.shots} shots`}>${f.words}${f.shots === 0 && html`<span class="unseen"> (missing)</span>`}</span>`)}</div></li>`)}</ul>
      <div class="row"><button class="quiet" id="take-none" onClick=${() => setArmy([])}>Choose others</button></div>`}
  </section>`;
}
