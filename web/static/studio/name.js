// One die and the question what it shows: the likeliest faces first, then all that it may have.
import { html, useEffect } from "../view.js";
import { ends, sentence } from "../games/fetch.js";
import { heard, tr } from "../language.js";

/** @typedef {import("./types.js").StudioDie} StudioDie */
/** @typedef {import("./types.js").StudioGuess} StudioGuess */
/** @typedef {import("./types.js").StudioMay} StudioMay */
/** @typedef {import("./types.js").Named} Named */

const offered = 6; // how many faces stand first

/** @param {{src: string, title?: string, d: StudioGuess, named: Named | undefined, dice: StudioDie[], name: (n: number, as: Named) => void, leave: (n: number) => void}} p */
export function Name({ src, title, d, named, dice, name, leave }) {
  const may = d.may.slice(0, offered);
  /** @param {StudioMay} m */
  const say = (m) => name(d.n, { words: m.words, die: m.homes[0].die, face: m.homes[0].face, any: m.homes.length > 1, said: true });
  useEffect(() => {
    /** @param {KeyboardEvent} e */
    const key = (e) => {
      const m = may[Number(e.key) - 1];
      if (m && !e.ctrlKey && !e.metaKey && !e.altKey && !(e.target instanceof HTMLInputElement || e.target instanceof HTMLSelectElement || e.target instanceof HTMLTextAreaElement)) say(m);
    };
    addEventListener("keydown", key);
    return () => removeEventListener("keydown", key);
  });
  return html`<div class="studio-name" id="name" data-n=${d.n}><img class="studio-big" src=${src} alt=${tr("die {n}", { n: d.n })} width="192" height="192" />
    <div><h3>${named ? html`${tr("Die {n} is named {words}. What does it show?", { n: d.n, words: named.words })}` : title ?? tr("What does die {n} show?", { n: d.n })}</h3>
      ${d.why && !d.sure && html`<p class="how">${ends(sentence(heard(d.why)))}</p>`}
      ${may.length > 0 && html`<div class="studio-chips" role="group" aria-label="The likeliest faces">${may.map((m, i) => html`<button key=${m.words} class="studio-chip" data-may=${m.words} aria-pressed=${named?.words === m.words ? "true" : "false"} onClick=${() => say(m)}>
        ${m.shot ? html`<img src=${`api/studio/shots/${m.shot}`} alt="" width="40" height="40" />` : html`<span class="studio-new">new</span>`}<span>${m.words}</span><kbd>${i + 1}</kbd></button>`)}</div>`}
      <${All} d=${d} dice=${dice} say=${say} />
      <div class="row"><button class="quiet" data-leave onClick=${() => leave(d.n)}>Leave it out</button></div></div></div>`;
}

/** Every face that a die of this solid may have, in rows of one icon each. @param {{d: StudioGuess, dice: StudioDie[], say: (m: StudioMay) => void}} p */
function All({ d, dice, say }) {
  const fits = dice.filter((x) => !d.shape || x.shape === d.shape);
  const rows = rowsOf(fits.length > 0 ? fits : dice);
  if (rows.length === 0) return html`<p class="how">Choose dice on the right: then all their faces stand here.</p>`;
  return html`<table class="studio-all"><caption class="unseen">All faces</caption><tbody>${rows.map((r) => html`<tr key=${r.icon}><th scope="row">${r.icon}</th><td>${r.faces.map((f) => html`<button key=${f.may.words} class="small-do" data-all=${f.may.words} data-taught=${f.shots > 0 ? "yes" : "no"} aria-label=${`${r.icon} ${f.words}`} onClick=${() => say(f.may)}>${f.words}</button>`)}</td></tr>`)}</tbody></table>`;
}

/**
 * Faces by their icon: large pictures by their die's name, others by how many, numbers in their own row.
 * @param {StudioDie[]} dice
 * @returns {{icon: string, faces: {words: string, shots: number, may: StudioMay}[]}[]}
 */
function rowsOf(dice) {
  /** @type {Map<string, Map<string, {words: string, order: number, shots: number, may: StudioMay}>>} */
  const rows = new Map();
  for (const x of dice) for (const f of x.faces) {
    const icon = f.icon || "number";
    const row = rows.get(icon) ?? new Map();
    rows.set(icon, row);
    const home = { die: x.id, name: x.name, face: f.face };
    const old = row.get(f.class);
    if (old) old.may.homes.push(home);
    else row.set(f.class, { words: f.id ? x.name : short(f), order: f.count, shots: f.shots, may: { words: f.words, homes: [home] } });
  }
  return [...rows].map(([icon, row]) => ({ icon: icon.replaceAll("_", " "), faces: [...row.values()].sort((a, b) => a.order - b.order || a.words.localeCompare(b.words, undefined, { numeric: true })) }));
}

/** @param {import("./types.js").StudioFace} f */
function short(f) {
  const rest = f.words.replace(f.icon, "").replace(/ of .*$/u, "").trim();
  return rest || "1";
}
