// Counts one roll without a game: the edition, the kind of roll, where it is made and what is in force. Then the dice
// are thrown or typed as in a game, and the sheet shows the sum.
import { html, useEffect, useState } from "../view.js";
import { counted, isDragon, isTerrain, useEdition, word, words } from "../dragons/edition.js";
import { LookDie, Reference } from "../dragons/reference.js";
import { ask } from "./fetch.js";
import { Swatch } from "./dice.js";
import { Head } from "./head.js";
import { tr } from "../language.js";

/** @typedef {import("../messages.js").EditionView} EditionView */

const rolls = ["melee", "missile", "magic", "maneuver", "save", "dragon"];

/** @param {{say: (text: string) => void}} p */
export function OneRoll({ say }) {
  const [editions, setEditions] = useState(/** @type {EditionView[]} */ ([]));
  const [id, setID] = useState("");
  const edition = useEdition(id, say);
  const [roll, setRoll] = useState("melee");
  const [against, setAgainst] = useState("");
  const [counter, setCounter] = useState(false);
  const [terrain, setTerrain] = useState("");
  const [face, setFace] = useState(1);
  const [holder, setHolder] = useState(false);
  const [spells, setSpells] = useState(/** @type {string[]} */ ([]));
  const [dice, setDice] = useState(/** @type {string[]} */ ([]));
  const [shelf, setShelf] = useState("");
  const [why, setWhy] = useState("");
  useEffect(() => {
    ask("/api/editions").then((r) => {
      if (!r.ok) return say(r.why);
      setEditions(r.data.editions);
      setID(r.data.editions[0]?.id ?? "");
    });
  }, []);
  const thrown = (edition?.kinds ?? []).filter((k) => (roll === "dragon" ? isDragon(k) : k.kind === "unit" || k.kind === "dragonkin" || ["equipment", "artifact", "medallion", "relic"].includes(k.kind)));
  const races = [...new Set(thrown.map((k) => k.race))];
  const race = races.includes(shelf) ? shelf : races[0] ?? "";
  /** @param {string} kind @param {number} by */
  const move = (kind, by) => setDice((old) => (by > 0 ? [...old, kind] : old.filter((_, i) => i !== old.lastIndexOf(kind))));
  const begin = async () => {
    const count = { roll, dice, ...(roll === "save" && against ? { against } : {}), ...(counter ? { counter } : {}), ...(terrain ? { terrain, face, holder: holder && face === 8 } : {}), ...(spells.length > 0 ? { spells } : {}) };
    const r = await ask("/api/games", { body: { rulebook: id, title: `${words(roll)} roll`, setup: { count } } });
    if (r.ok) location.href = `games/${r.data.game}`;
    else setWhy(r.why);
  };
  return html`<${Head} at="/roll" /><${Reference} edition=${id}><main class="narrow"><section class="card" aria-labelledby="one-title"><h2 id="one-title">Count one roll</h2>
    <div class="fields">
      <label>Rules<select id="one-edition" value=${id} onChange=${(/** @type {any} */ e) => { setID(e.target.value); setDice([]); setSpells([]); setTerrain(""); }}>${editions.map((e) => html`<option key=${e.id} value=${e.id}>${e.title}</option>`)}</select></label>
      <label>Roll for<select id="one-roll" value=${roll} onChange=${(/** @type {any} */ e) => { setRoll(e.target.value); setDice([]); }}>${(edition?.rolls ?? rolls).map((r) => html`<option key=${r} value=${r}>${words(r)}</option>`)}</select></label>
      ${roll === "save" && html`<label>Against<select value=${against} onChange=${(/** @type {any} */ e) => setAgainst(e.target.value)}><option value="">nothing in particular</option>${["melee", "missile", "magic", "dragon", ...(edition?.rolls.includes("charge") ? ["charge"] : [])].map((a) => html`<option key=${a} value=${a}>${words(a)}</option>`)}</select></label>`}
      <label>Terrain<select id="one-terrain" value=${terrain} onChange=${(/** @type {any} */ e) => setTerrain(e.target.value)}><option value="">in reserves</option>${(edition?.kinds ?? []).filter(isTerrain).map((k) => html`<option key=${k.id} value=${k.id}>${k.name}</option>`)}</select></label>
      ${terrain && html`<label>It shows<select id="one-face" value=${String(face)} onChange=${(/** @type {any} */ e) => setFace(Number(e.target.value))}>${[1, 2, 3, 4, 5, 6, 7, 8].map((n) => html`<option key=${n} value=${String(n)}>${n}</option>`)}</select></label>`}
    </div>
    <div class="row checks"><label class="check"><input type="checkbox" checked=${counter} onChange=${(/** @type {any} */ e) => setCounter(e.target.checked)} />A counter-attack or counter-maneuver</label>
      ${terrain && face === 8 && html`<label class="check"><input id="one-holder" type="checkbox" checked=${holder} onChange=${(/** @type {any} */ e) => setHolder(e.target.checked)} />The army holds the terrain</label>`}</div>
    ${(edition?.spells.length ?? 0) > 0 && html`<div class="fields"><label>In force on the army<select id="one-spell" value="" onChange=${(/** @type {any} */ e) => { if (e.target.value) setSpells([...spells, e.target.value]); e.target.value = ""; }}><option value="">add a spell…</option>${edition?.spells.map((s) => html`<option key=${s.id} value=${s.id.replace("spell/", "")}>${s.name} (${word(edition.words, s.element)})</option>`)}</select></label></div>
      <div class="row">${spells.map((s, i) => html`<button key=${i} class="quiet" aria-label=${tr("Take {words} out", { words: words(s) })} onClick=${() => setSpells(spells.filter((_, k) => k !== i))}>${words(s)} ✕</button>`)}</div>`}
  </section>
  <section class="card" aria-labelledby="one-dice"><h2 id="one-dice">Dice</h2>
    <div class="fields"><label>${words(word(edition?.words, "species"))}<select id="one-shelf" value=${race} onChange=${(/** @type {any} */ e) => setShelf(e.target.value)}>${races.map((r) => html`<option key=${r} value=${r}>${words(r)}</option>`)}</select></label></div>
    <ul class="kinds">${thrown.filter((k) => k.race === race).map((k) => html`<li key=${k.id} data-kind=${k.id}><div class="kind-line"><${Swatch} colors=${k.colors} shape=${k.shape} /><span class="kind-name"><strong><${LookDie} kind=${k.id}>${k.name}<//></strong><span class="how">${words(k.class)}</span></span>
      <div class="stepper"><button aria-label=${tr("One {name} less", { name: k.name })} data-less disabled=${!dice.includes(k.id)} onClick=${() => move(k.id, -1)}>−</button><output>${dice.filter((d) => d === k.id).length}</output><button aria-label=${tr("One {name} more", { name: k.name })} data-more onClick=${() => move(k.id, 1)}>+</button></div></div></li>`)}</ul>
    ${edition && html`<details class="how" id="one-unknown"><summary>Dice that it doesn’t know</summary><ul>${edition.refuses.map((t) => html`<li key=${t}>${t}</li>`)}</ul></details>`}
    ${why && html`<p class="word bad" role="alert" id="one-refused">${why}</p>`}
    <div class="row foot"><span class="tally">${edition ? counted(edition, dice).map(({ kind, n }) => `${n} × ${kind.name}`).join(", ") || tr("no dice yet") : ""}</span><button class="main" id="one-begin" disabled=${dice.length === 0} onClick=${begin}>Roll them</button></div>
  </section></main><//>`;
}
