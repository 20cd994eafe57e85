// Armies that the table keeps: put together here, brought to games, carried to other tables.
import { counted } from "../words.js";
import { html, useEffect, useState } from "../view.js";
import { Builder, useJudged } from "../dragons/builder.js";
import { emptyForce, useEdition } from "../dragons/edition.js";
import { Credit } from "../glyphs.js";
import { ask, save } from "./fetch.js";
import { Head } from "./head.js";
import { book as cards } from "../vera/types.js";
import { heard, tr } from "../language.js";

/** @typedef {import("../messages.js").Army} Army */
/** @typedef {import("../messages.js").EditionView} EditionView */

/** @param {{say: (text: string) => void}} p */
export function Armies({ say }) {
  const [editions, setEditions] = useState(/** @type {EditionView[]} */ ([]));
  const [armies, setArmies] = useState(/** @type {Army[]} */ ([]));
  const [edited, setEdited] = useState(/** @type {Army | null} */ (null));
  const load = () => ask("/api/armies").then((r) => (r.ok ? setArmies(r.data.armies.filter((/** @type {Army} */ a) => a.rulebook !== cards)) : say(r.why)));
  useEffect(() => {
    load();
    ask("/api/editions").then((r) => (r.ok ? setEditions(r.data.editions) : say(r.why)));
  }, []);
  /** @param {any} e */
  const take = async (e) => {
    const file = e.target.files[0];
    if (!file) return;
    const text = await file.text();
    e.target.value = "";
    /** @type {any} */
    let army;
    try {
      army = JSON.parse(text);
    } catch {
      return say(tr("This file is no saved army: it is not JSON."));
    }
    const r = await ask("/api/armies", { body: { ...army, id: 0 } });
    if (!r.ok) return say(r.why);
    load();
    say(tr("{name} is kept here now.", { name: r.data.name }));
  };
  /** @param {Army} a */
  const drop = async (a) => {
    const r = await ask(`/api/armies/${a.id}`, { method: "DELETE" });
    if (!r.ok) say(r.why);
    load();
  };
  const first = editions[0];
  if (edited) return html`<${Head} at="/armies" /><${Edit} army=${edited} editions=${editions} say=${say} close=${() => { setEdited(null); load(); }} />`;
  return html`<${Head} at="/armies" /><main class="narrow">
    <section class="card" data-eye="#armies-title" aria-labelledby="armies-title"><div class="card-head"><h2 id="armies-title">Armies kept at this table</h2>
      <button class="main" id="new-army" disabled=${!first} onClick=${() => first && setEdited({ id: 0, rulebook: first.id, name: "", force: emptyForce() })}>Put one together</button></div>
      ${armies.length === 0 && html`<p class="how">None yet.</p>`}
      <ul class="army-list">${armies.map((a) => html`<li key=${a.id} data-army=${a.id}><div class="seat-line"><strong>${a.name}</strong><span class="how">${editions.find((e) => e.id === a.rulebook)?.title ?? a.rulebook} · ${counted((a.force.dice ?? []).length, "die", "dice")}</span></div>
        <div class="row"><button class="quiet" data-do="edit" onClick=${() => setEdited(a)}>Change</button>
          <button class="quiet" onClick=${() => save(`${a.name}.army.json`, JSON.stringify({ rulebook: a.rulebook, name: a.name, force: a.force }, null, 1))}>Save as a file</button>
          <button class="quiet" onClick=${() => drop(a)}>Throw away</button></div></li>`)}</ul>
      <div class="row"><label class="button quiet">Take in a saved army<input class="unseen" type="file" id="import-army" accept=".json" onChange=${take} /></label></div>
      <p class="how">For Vera Discordia: <a href="cards">Cards</a>.</p><${Credit} />
    </section></main>`;
}

/** @param {{army: Army, editions: EditionView[], say: (text: string) => void, close: () => void}} p */
function Edit({ army, editions, say, close }) {
  const [name, setName] = useState(army.name);
  const [id, setID] = useState(army.rulebook);
  const edition = useEdition(id, say);
  const [size, setSize] = useState(edition?.size ?? editions.find((e) => e.id === army.rulebook)?.size ?? 30);
  const [force, setForce] = useState({ ...emptyForce(), ...army.force });
  const judged = useJudged(id, size, force);
  const keep = async () => {
    const r = await ask("/api/armies", { body: { id: army.id, rulebook: id, name: name.trim(), force } });
    if (!r.ok) return say(r.why);
    say(judged?.why ? tr("Kept, but it can’t be played yet. {why}", { why: heard(judged.why) }) : tr("Kept."));
    close();
  };
  /** @param {string} to */
  const change = (to) => {
    setID(to);
    setForce(emptyForce());
    setSize(editions.find((e) => e.id === to)?.size ?? 30);
  };
  return html`<main class="wide"><section class="card"><div class="fields">
      <label>Name<input type="text" id="army-name" maxlength="100" value=${name} onInput=${(/** @type {any} */ e) => setName(e.target.value)} /></label>
      <label>Rules<select id="army-edition" value=${id} onChange=${(/** @type {any} */ e) => change(e.target.value)}>${editions.map((e) => html`<option key=${e.id} value=${e.id}>${e.title}</option>`)}</select></label>
      ${edition && !edition.fixed && html`<label>Points<input type="number" id="army-size" min="1" max="300" value=${size} onInput=${(/** @type {any} */ e) => setSize(Number(e.target.value) || edition.size)} /></label>`}
      </div><div class="row end"><button class="quiet" onClick=${close}>Close</button><button class="main" id="keep-army" onClick=${keep}>Keep it</button></div></section>
    ${edition ? html`<${Builder} edition=${edition} size=${size} force=${force} setForce=${setForce} judged=${judged} />` : html`<p class="how">…</p>`}
  </main>`;
}
