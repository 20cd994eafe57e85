// What was taught: undo, doubtful shots, and moving a gallery to another table.
import { html, useState } from "../view.js";
import { ask, sentence } from "../games/fetch.js";
import { heard, tr, trn } from "../language.js";

/** @typedef {import("./types.js").StudioView} StudioView */

/** @param {{view: StudioView, army: string[], setView: (v: StudioView) => void, test: (dice: string[]) => void, say: (text: string) => void}} p */
export function Gallery({ view, army, setView, test, say }) {
  const [taken, setTaken] = useState(/** @type {StudioView["taken"]} */ (undefined)); // what the gallery that was taken in last brought
  /** @param {string} address @param {any} body @param {string} words */
  const change = async (address, body, words) => {
    const r = await ask(address, { method: "POST", body });
    if (!r.ok) return say(r.why);
    setView(r.data);
    say(words);
  };
  /** @param {any} e */
  const take = async (e) => {
    const file = e.target.files[0];
    if (!file) return;
    const r = await ask(`/api/studio/import?dice=${[...new Set(army)].map(encodeURIComponent).join(",")}`, { body: file });
    e.target.value = "";
    if (!r.ok) return say(r.why);
    say(trn(r.data.shots, "The gallery holds {n} shot now.", "The gallery holds {n} shots now."));
    setTaken(r.data.taken);
    setView(r.data);
  };
  return html`<section class="card" aria-labelledby="gallery-title"><h2 id="gallery-title">The gallery</h2>
    <p class="how">${tr("Shots: {shots}. Faces: {faces}.", { shots: html`<b id="shots">${view.shots}</b>`, faces: view.classes })}${view.last && html` ${tr("Last: {last}.", { last: heard(view.last) })}`}</p>
    ${view.doubts.length > 0 && html`<h3>Shots that may be wrong</h3><ul class="studio-doubts">${view.doubts.map((d) => html`<li key=${d.id}><img src=${`api/studio/shots/${d.id}`} alt="" width="64" height="64" />
      ${d.like ? html`<img src=${`api/studio/shots/${d.like}`} alt=${tr("what it looks like")} width="64" height="64" />` : ""}<span>${d.why ? `${sentence(heard(d.why))}.` : ""}</span><button class="quiet" onClick=${() => change("/api/studio/remove", { shot: d.id }, tr("The shot is gone. It can be taken back."))}>Remove</button></li>`)}</ul>`}
    ${taken && html`<div class="word" id="taken" role="status"><ul>${taken.words.map((w) => html`<li key=${w}>${sentence(heard(w))}.</li>`)}</ul>${taken.dice.length > 0 && html`<button class="small-do" id="taken-test" onClick=${() => test(army.length > 0 ? army : taken.dice)}>Test it on one throw</button>`}</div>`}
    <div class="row"><button class="quiet" id="undo" disabled=${view.version === 0} onClick=${() => change("/api/studio/undo", {}, tr("Taken back."))}>Take the last change back</button>
      ${view.shots > 0 && html`<a class="button quiet" href="gallery.zip" download="gallery.zip">Save as a file</a>`}
      <label class="button quiet">Take in a gallery<input class="unseen" id="gallery-file" type="file" accept=".zip" onChange=${take} /></label></div>
  </section>`;
}
