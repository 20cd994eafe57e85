// The cards of Vera Discordia that this table keeps. They are typed here and moved as files.
import { html, useEffect, useState } from "../view.js";
import { isolated } from "../isolate.js";
import { ask, save } from "../games/fetch.js";
import { Head } from "../games/head.js";
import { Faction } from "./faction.js";
import { book, cardsOf } from "./types.js";
import { heard, listed, tr } from "../language.js";

/** @typedef {import("./types.js").Faction} F */
/** @typedef {import("./types.js").Known} Known */
/** @typedef {{id: number, rulebook: string, name: string, force: F}} Kept */

/** @param {{say: (text: string) => void}} p */
export function Cards({ say }) {
  const [known, setKnown] = useState(/** @type {Known | null} */ (null));
  const [kept, setKept] = useState(/** @type {Kept[]} */ ([]));
  const [edited, setEdited] = useState(/** @type {{id: number, faction: F} | null} */ (null));
  const load = () => ask("/api/armies").then((r) => (r.ok ? setKept(r.data.armies.filter((/** @type {Kept} */ a) => a.rulebook === book)) : say(r.why)));
  useEffect(() => {
    ask("/api/vera").then((r) => (r.ok ? setKnown(r.data) : say(r.why)));
    load();
  }, []);
  /** @param {any} e */
  const take = async (e) => {
    const file = e.target.files[0];
    if (!file) return;
    const text = await file.text();
    e.target.value = "";
    const r = await ask("/api/vera/cards", { body: text });
    if (!r.ok || r.data.why) return say(r.ok ? heard(r.data.why.replace(/^cards: /iu, "")) : r.why);
    for (const f of r.data.factions) {
      const kept = await ask("/api/armies", { body: { id: 0, rulebook: book, name: f.name, force: f } });
      if (!kept.ok) return say(kept.why);
    }
    load();
    say(tr("{factions}: kept here now.", { factions: listed(r.data.factions.map((/** @type {F} */ f) => f.name)) }));
  };
  /** @param {Kept} a */
  const drop = async (a) => {
    if (!confirm(isolated(tr("Throw {name} away?", { name: a.name })))) return;
    const r = await ask(`/api/armies/${a.id}`, { method: "DELETE" });
    if (!r.ok) say(r.why);
    load();
  };
  if (!known) return html`<${Head} at="/armies" /><main><p class="starting" role="status">Going to the table…</p></main>`;
  if (edited) return html`<${Head} at="/armies" /><${Faction} key=${edited.id} id=${edited.id} start=${edited.faction} known=${known} say=${say} close=${() => { setEdited(null); load(); }} />`;
  return html`<${Head} at="/armies" /><main class="narrow">
    <section class="card" data-eye="#cards-title" aria-labelledby="cards-title"><div class="card-head"><h2 id="cards-title">Cards of Vera Discordia</h2>
        <button class="main" id="new-faction" onClick=${() => setEdited({ id: 0, faction: { name: "", units: [], generals: [] } })}>Type a faction in</button></div>
      <p class="how">The printed cards are not part of this program. Type yours in once; then choose them when a game begins. <a href="armies">Armies of Dragon Dice</a></p>
      ${kept.length === 0 && html`<p class="how">No cards of your own yet.</p>`}
      <ul class="army-list">${kept.map((a) => html`<li key=${a.id} data-faction=${a.id}><div class="seat-line"><strong>${a.name}</strong><span class="how">${counts(a.force, known)}</span></div>
        <div class="row"><button class="quiet" data-do="edit" onClick=${() => setEdited({ id: a.id, faction: a.force })}>Change</button>
          <button class="quiet" data-do="save" onClick=${() => save(`${a.name}.cards.json`, JSON.stringify([a.force], null, 1))}>Save as a file</button>
          <button class="quiet" data-do="drop" onClick=${() => drop(a)}>Throw away</button></div></li>`)}</ul>
      <div class="row"><label class="button quiet">Take in a file of cards<input class="unseen" type="file" id="import-cards" accept=".json" onChange=${take} /></label>
        ${kept.length > 1 && html`<button class="quiet" id="save-all" onClick=${() => save("cards.json", JSON.stringify(kept.map((a) => a.force), null, 1))}>Save all as one file</button>`}</div>
    </section>
    <section class="card" aria-labelledby="made-up-title"><h2 id="made-up-title">Made up, to try the game</h2>
      <p class="how">Nobody printed these two: they come with the program.</p>
      <ul class="army-list">${known.made_up.map((f) => html`<li key=${f.name}><div class="seat-line"><strong>${f.name}</strong><span class="how">${tr("made up · {counts}", { counts: counts(f, known) })}</span></div>
        <div class="row"><button class="quiet" data-copy=${f.name} onClick=${() => setEdited({ id: 0, faction: { ...f, name: `${f.name}, mine`.replace(",", "") } })}>Copy and change</button>
          <button class="quiet" onClick=${() => save(`${f.name}.cards.json`, JSON.stringify([f], null, 1))}>Save as a file</button></div></li>`)}</ul>
    </section></main>`;
}

/** @param {F} f @param {Known} known */
const counts = (f, known) => `${known.ranks.map((r) => `${cardsOf(f, r.rank, known)} ${r.rank}`).join(", ")} · ${(f.generals ?? []).length} generals`;
