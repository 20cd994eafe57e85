// A faction that is being typed: its units and generals. They are checked as they are typed.
import { html, useEffect, useState } from "../view.js";
import { ask, sentence } from "../games/fetch.js";
import { General, generalWords } from "./general.js";
import { book, cardsOf, newUnit } from "./types.js";
import { UnitForm } from "./unitform.js";
import { Dice, Shields, words } from "./words.js";
import { heard, tr } from "../language.js";

/** @typedef {import("./types.js").Faction} F */
/** @typedef {import("./types.js").Known} Known */

const pause = 350; // ms after the last key before the cards are checked

/** @param {{id: number, start: F, known: Known, say: (text: string) => void, close: () => void}} p */
export function Faction({ id, start, known, say, close }) {
  const [f, setF] = useState(/** @type {F} */ ({ ...start, generals: start.generals ?? [] }));
  const [open, setOpen] = useState("");
  const [why, setWhy] = useState("");
  const [kept, setKept] = useState(JSON.stringify(start));
  useEffect(() => {
    const t = setTimeout(async () => {
      const r = await ask("/api/vera/cards", { body: f });
      setWhy(r.ok ? heard(r.data.why.replace(/^cards: /iu, "")) : r.why);
    }, pause);
    return () => clearTimeout(t);
  }, [f]);
  /** @param {string} key @param {number} i @param {any} to undefined removes it */
  const set = (key, i, to) => {
    const list = /** @type {any} */ (f)[key] ?? [];
    setF({ ...f, [key]: to === undefined ? list.filter((/** @type {any} */ _, /** @type {number} */ k) => k !== i) : list.map((/** @type {any} */ x, /** @type {number} */ k) => (k === i ? to : x)) });
  };
  /** @param {string} key @param {any} what */
  const add = (key, what) => {
    const list = /** @type {any} */ (f)[key] ?? [];
    setF({ ...f, [key]: [...list, what] });
    setOpen(`${key}${list.length}`);
  };
  const keep = async () => {
    const r = await ask("/api/armies", { body: { id, rulebook: book, name: f.name.trim() || tr("Nameless faction"), force: f } });
    if (!r.ok) return say(r.why);
    const checked = await ask("/api/vera/cards", { body: f });
    say(checked.data?.why ? tr("Kept, but it can’t be played yet. {sentence}", { sentence: sentence(heard(checked.data.why.replace(/^cards: /iu, ""))) }) : tr("Kept."));
    close();
  };
  const changed = JSON.stringify(f) !== kept;
  return html`<main class="narrow"><section class="card"><div class="card-head"><h2>${f.name || tr("A new faction")}</h2></div>
    <div class="fields"><label>Name<input type="text" id="faction-name" maxlength="60" value=${f.name} onInput=${(/** @type {any} */ e) => setF({ ...f, name: e.target.value })} /></label></div>
    <div class="row checks"><label class="check"><input type="checkbox" id="made-up" checked=${!!f.made_up} onChange=${(/** @type {any} */ e) => setF({ ...f, made_up: e.target.checked })} />Made up: nobody printed these cards</label></div>
    <p class=${why ? "word" : "word good"} role="status" id="faction-check">${why ? sentence(why) : tr("These cards can be played.")}</p>
    <div class="row end"><button class="quiet" id="close-faction" onClick=${() => { if (!changed || confirm(tr("Close without keeping the changes?"))) close(); }}>Close</button><button class="main" id="keep-faction" onClick=${keep}>Keep it</button></div></section>
    <section class="card" aria-labelledby="units-title"><div class="card-head"><h2 id="units-title">Units</h2><button id="add-unit" onClick=${() => add("units", newUnit())}>Add a unit</button></div>
      <p class="how">${tr("{ranks} cards", { ranks: known.ranks.map((r) => `${cardsOf(f, r.rank, known)} of ${r.cards} ${r.rank}`).join(" · ") })}</p>
      <ul class="card-rows">${f.units.map((u, i) => html`<li key=${i} data-card=${i}><button class="card-line quiet" aria-expanded=${open === `units${i}` ? "true" : "false"} onClick=${() => setOpen(open === `units${i}` ? "" : `units${i}`)}>
          <span><strong>${u.name || tr("a new unit")}</strong><span class="how">${u.rank}</span><${Dice} dice=${u.dice} /><${Shields} shields=${u.shields} /></span><span class="how">${(u.abilities ?? []).map(words).join(", ")}${u.life ? ` · ${tr("life {life}", { life: u.life })}` : ""}</span></button>
        ${open === `units${i}` && html`<${UnitForm} u=${u} known=${known} set=${(/** @type {any} */ to) => set("units", i, to)} out=${() => { set("units", i, undefined); setOpen(""); }} />`}</li>`)}</ul></section>
    <section class="card" aria-labelledby="generals-title"><div class="card-head"><h2 id="generals-title">Generals</h2>${(f.generals ?? []).length < 3 && html`<button id="add-general" onClick=${() => add("generals", { name: "" })}>Add a general</button>`}</div>
      <ul class="card-rows">${(f.generals ?? []).map((g, i) => html`<li key=${i} data-general=${i}><button class="card-line quiet" aria-expanded=${open === `generals${i}` ? "true" : "false"} onClick=${() => setOpen(open === `generals${i}` ? "" : `generals${i}`)}>
          <span><strong>${g.name || tr("a new general")}</strong></span><span class="how">${generalWords(g)}</span></button>
        ${open === `generals${i}` && html`<${General} g=${g} f=${f} known=${known} set=${(/** @type {any} */ to) => set("generals", i, to)} out=${() => { set("generals", i, undefined); setOpen(""); }} />`}</li>`)}</ul></section>
  </main>`;
}
