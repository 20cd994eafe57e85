// Puts a force together from the catalogue, and shows its points and whether it is legal.
import { html, useEffect, useState } from "../view.js";
import { ask } from "../games/fetch.js";
import { iconWords, Swatch } from "../games/dice.js";
import { Glyph, glyphName } from "../glyphs.js";
import { DieWords, FaceTile } from "./card.js";
import { LookDie, Reference } from "./reference.js";
import { counted, inArmy, isDragon, isTerrain, randomForce, word, words } from "./edition.js";
import { heard, tr, trn } from "../language.js";

/** @typedef {import("./edition.js").Force} Force */
/** @typedef {import("../messages.js").EditionView} EditionView */
/** @typedef {import("../messages.js").ForceView} ForceView */
/** @typedef {import("../messages.js").KindOfDie} KindOfDie */

const many = 60; // rows of the shelf that are shown at first

/** What the shelf is narrowed to. @typedef {{name: string, health: string, type: string, icon: string}} Wanted */

/** @param {{edition: EditionView, size: number, force: Force, setForce: (f: Force) => void, judged: ForceView | null}} p */
export function Builder({ edition, size, force, setForce, judged }) {
  /** @param {KindOfDie} k @param {number} by */
  const move = (k, by) => {
    if (isTerrain(k)) return;
    const list = inArmy(k) ? "dice" : "pool";
    const next = [...force[list]];
    if (by > 0) next.push(k.id);
    else if (next.includes(k.id)) next.splice(next.lastIndexOf(k.id), 1);
    setForce({ ...force, [list]: next });
  };
  const left = (judged?.size ?? size) - (judged?.points ?? 0);
  return html`<${Reference} edition=${edition.id}>
    <${Bar} edition=${edition} size=${size} force=${force} judged=${judged} left=${left} />
    <div class="builder">
    <${Shelf} key=${edition.id} edition=${edition} force=${force} setForce=${setForce} move=${move} left=${left} />
    <section class="card force" aria-labelledby="force-title"><div class="card-head"><h2 id="force-title">The force</h2>
      <button type="button" class="quiet" id="random-force" onClick=${() => setForce(randomForce(edition, size, judged?.dragons ?? 2))}>At random</button></div>
      ${force.dice.length === 0 && html`<p class="how">Take dice from the shelf.</p>`}
      <ul class="kinds mine">${counted(edition, force.dice).map(({ kind, n }) => html`<${Mine} key=${kind.id} kind=${kind} n=${n} move=${move} />`)}</ul>
      <h3>${words(edition.words.pool ?? tr("Summoning pool"))}${judged ? ` · ${trn(judged.dragons, "{n} dragon", "{n} dragons")}` : ""}</h3>
      ${groupsOf(counted(edition, force.pool).map((c) => c.kind)).map(([name, kinds]) => html`<div key=${name}><h4>${name}</h4><ul class="kinds mine">${kinds.map((kind) => html`<${Mine} key=${kind.id} kind=${kind} n=${force.pool.filter((id) => id === kind.id).length} own=${edition.words} move=${move} />`)}</ul></div>`)}
      <h3>Terrains</h3>
      <div class="fields">${/** @type {["terrain" | "frontier", string][]} */ ([["terrain", tr("Home")], ["frontier", tr("Proposed frontier")]]).map(([key, what]) => html`<label key=${key}>${what}<select data-field=${key} value=${force[key]} onChange=${(/** @type {any} */ e) => setForce({ ...force, [key]: e.target.value })}>
        <option value="">choose…</option>${edition.kinds.filter((k) => isTerrain(k) && (key === "frontier" || k.home)).map((k) => html`<option key=${k.id} value=${k.id}>${k.name}</option>`)}</select></label>`)}</div>
    </section></div><//>`;
}

/** Points, what is missing, and the icons of all dice. It always stays in sight. @param {{edition: EditionView, size: number, force: Force, judged: ForceView | null, left: number}} p */
function Bar({ edition, size, force, judged, left }) {
  const icons = iconsOf(edition, force.dice);
  return html`<section class="card builder-bar" aria-label="Points and what is missing">
    <p class="points" aria-live="polite">${tr("{points} of {size} {word}", { points: html`<b id="points">${judged?.points ?? 0}</b>`, size: judged?.size ?? size, word: word(edition.words, "points") })} <span id="left" class="how">${left > 0 ? tr("{left} left", { left }) : left < 0 ? tr("{n} too many", { n: -left }) : tr("all used")}</span></p>
    <p class=${judged?.why ? "word" : "word good"} id="legality" role="status">${!judged ? "…" : judged.why ? heard(judged.why) : tr("This force may be played.")}</p>
    ${icons.length > 0 && html`<ul class="icon-sums" aria-label="Icons on all its dice">${icons.map(([icon, n]) => html`<li key=${icon} data-icon-sum=${icon} title=${iconWords(icon)}><${Glyph} name=${icon} label=${icon === "id" ? tr("ID") : iconWords(icon)} /><b>${n}</b></li>`)}</ul>`}
  </section>`;
}

/** What a face counts for. A large icon counts more than once. @param {import("../messages.js").Face & {results?: number | null}} f */
const worth = (f) => f.results ?? f.count ?? 1;

const plain = ["melee", "missile", "magic", "save", "maneuver", "id"];

/** How often each icon is printed on these dice, the plain ones first. @param {EditionView} e @param {string[]} dice @returns {[string, number][]} */
function iconsOf(e, dice) {
  /** @type {Map<string, number>} */
  const sums = new Map();
  for (const { kind, n } of counted(e, dice)) for (const f of kind.faces) if (f.icon) sums.set(f.icon, (sums.get(f.icon) ?? 0) + n * worth(f));
  const at = (/** @type {string} */ icon) => (plain.includes(icon) ? plain.indexOf(icon) : plain.length);
  return [...sums].filter(([icon]) => glyphName(icon)).sort((a, b) => at(a[0]) - at(b[0]) || b[1] - a[1]);
}

/** The dice that can be taken. @param {{edition: EditionView, force: Force, setForce: (f: Force) => void, move: (k: KindOfDie, by: number) => void, left: number}} p */
function Shelf({ edition, force, setForce, move, left }) {
  const own = new Map(edition.kinds.map((k) => [k.id, k]));
  /** @param {string} r how many dice of a species the force has */
  const has = (r) => force.dice.filter((id) => own.get(id)?.race === r).length;
  const races = [...new Set(edition.kinds.filter(inArmy).map((k) => k.race))].sort((a, b) => has(b) - has(a));
  const [chosen, setShelf] = useState("");
  const shelf = chosen || (races[0] ?? ""); // until one is chosen, the species of the force
  const [want, setWant] = useState(/** @type {Wanted} */ ({ name: "", health: "", type: "", icon: "" }));
  const [more, setMore] = useState(false);
  const shelves = [{ id: "+all", name: word(edition.words, "species") === "race" ? tr("All races") : tr("All species") }, ...races.map((r) => ({ id: r, name: `${words(r) || tr("Of no race")}${has(r) > 0 ? ` (${has(r)} taken)` : ""}` })),
    { id: "+pool", name: words(edition.words.pool ?? tr("Dragons and pool")) }, { id: "+terrain", name: tr("Terrains") }];
  const on = edition.kinds.filter((k) => (want.name.trim() ? k.name.toLowerCase().includes(want.name.trim().toLowerCase())
    : shelf === "+pool" ? inPool(k) : shelf === "+terrain" ? isTerrain(k) : inArmy(k) && (shelf === "+all" || k.race === shelf)) && fits(k, want));
  const types = [...new Set(edition.kinds.filter(inArmy).map((k) => k.class))].filter(Boolean).sort();
  const icons = [...new Set(edition.kinds.filter(inArmy).flatMap((k) => k.faces.map((f) => f.icon ?? "")))].filter((i) => i && i !== "id").sort((a, b) => (plain.includes(a) ? 0 : 1) - (plain.includes(b) ? 0 : 1) || a.localeCompare(b));
  /** @param {Partial<Wanted>} change */
  const narrow = (change) => { setWant({ ...want, ...change }); setMore(false); };
  /** @param {any} e */
  const text = (e) => e.target.value;
  const shown = more ? on : on.slice(0, many);
  return html`<section class="card shelf" aria-labelledby="shelf-title"><h2 id="shelf-title">Dice</h2>
      <div class="fields narrowing"><label>${words(word(edition.words, "species"))}<select id="shelf" value=${shelf} onChange=${(/** @type {any} */ e) => { setShelf(text(e)); narrow({ name: "" }); }}>${shelves.map((s) => html`<option key=${s.id} value=${s.id}>${s.name}</option>`)}</select></label>
        <label>or find a name<input type="search" id="find-die" value=${want.name} onKeyDown=${(/** @type {KeyboardEvent} */ e) => e.key === "Enter" && e.preventDefault()} onInput=${(/** @type {any} */ e) => narrow({ name: text(e) })} /></label>
        <label>${words(word(edition.words, "health"))}<select id="by-health" value=${want.health} onChange=${(/** @type {any} */ e) => narrow({ health: text(e) })}><option value="">any</option>${["1", "2", "3", "4"].map((h) => html`<option key=${h} value=${h}>${h}</option>`)}</select></label>
        <label>Type<select id="by-type" value=${want.type} onChange=${(/** @type {any} */ e) => narrow({ type: text(e) })}><option value="">any</option>${types.map((c) => html`<option key=${c} value=${c}>${words(c)}</option>`)}</select></label>
        <label>Has the icon<select id="by-icon" value=${want.icon} onChange=${(/** @type {any} */ e) => narrow({ icon: text(e) })}><option value="">any</option>${icons.map((i) => html`<option key=${i} value=${i}>${words(i)}</option>`)}</select></label></div>
      <p class="unseen" role="status">${trn(on.length, "{n} die", "{n} dice")}</p>
      ${shelf === "+pool" && !want.name.trim() ? groupsOf(on).map(([name, kinds]) => html`<div key=${name} data-group=${name}><h3>${name}</h3><ul class="kinds">${kinds.map((k) => row(k))}</ul></div>`)
        : html`<ul class="kinds">${shown.map((k) => row(k))}</ul>`}
      ${on.length === 0 && html`<p class="how">No die of this edition is so.</p>`}
      ${on.length > shown.length && shelf !== "+pool" && html`<div class="row"><button type="button" class="quiet" id="more-dice" onClick=${() => setMore(true)}>${tr("Show {n} more", { n: on.length - shown.length })}</button></div>`}
      <details class="how"><summary>Dice that it doesn’t know</summary><ul>${edition.refuses.map((t) => html`<li key=${t}>${t}</li>`)}</ul></details>
    </section>`;

  /** @param {KindOfDie} k */
  function row(k) {
    return html`<${KindRow} key=${k.id} k=${k} own=${edition.words} n=${[...force.dice, ...force.pool].filter((id) => id === k.id).length} force=${force} setForce=${setForce} move=${move} left=${left} />`;
  }
}

/** @param {KindOfDie} k */
const inPool = (k) => isDragon(k) || k.kind === "dragonkin" || k.kind === "minor_terrain";

/** Whether a die is one of the wanted ones. @param {KindOfDie} k @param {Wanted} want */
const fits = (k, want) => (!want.health || String(k.health) === want.health) && (!want.type || k.class === want.type) && (!want.icon || k.faces.some((f) => f.icon === want.icon));

const groups = /** @type {[string, (k: KindOfDie) => boolean][]} */ ([[tr("Drakes"), (k) => k.kind === "drake"], [tr("Wyrms"), (k) => k.kind === "wyrm"], [tr("Dragonkin"), (k) => k.kind === "dragonkin"], [tr("Minor terrains"), (k) => k.kind === "minor_terrain"]]);

/** The dice in a pool, by kind, each kind in the order of its elements. @param {KindOfDie[]} kinds @returns {[string, KindOfDie[]][]} */
function groupsOf(kinds) {
  const by = (/** @type {KindOfDie} */ k) => `${k.elements.length}${k.elements.join(" ")}${k.points}${k.name}`;
  return groups.map(([name, is]) => /** @type {[string, KindOfDie[]]} */ ([name, kinds.filter(is).sort((a, b) => by(a).localeCompare(by(b)))])).filter(([, list]) => list.length > 0);
}

/** A die's elements: each with its glyph and its name. @param {{kind: KindOfDie, own?: Record<string, string>}} p */
const Elements = ({ kind, own }) => html`<span class="elements">${kind.elements.map((e) => html`<span class="bit" key=${e}><${Glyph} name=${e} />${word(own, e)}</span>`)}</span>`;

/** @param {any} p */
function KindRow({ k, own, n, force, setForce, move, left }) {
  const dear = inArmy(k) && k.points > left && left >= 0;
  return html`<li data-kind=${k.id}><div class="kind-line"><${Swatch} colors=${k.colors} shape=${k.shape} />
      <span class="kind-name"><strong><${LookDie} kind=${k.id}>${k.name}<//></strong>${inPool(k) ? html`<${Elements} kind=${k} own=${own} />` : html`<${DieWords} kind=${k} own=${own} />`}</span>
      ${k.points > 0 && !isTerrain(k) && html`<span class="cost">${k.points}${dear && html`<small>${tr("{n} over", { n: k.points - left })}</small>`}</span>`}
      ${isTerrain(k) ? html`<button type="button" class="small-do" onClick=${() => setForce({ ...force, [force.terrain || !k.home ? "frontier" : "terrain"]: k.id })}>${force.terrain === k.id || force.frontier === k.id ? tr("Taken") : tr("Take")}<span class="unseen"> ${k.name}</span></button>`
        : html`<${Stepper} name=${k.name} n=${n} less=${() => move(k, -1)} more=${() => move(k, 1)} />`}</div>
    <div class="kind-tiles" role="group" aria-label=${tr("Faces of {name}", { name: k.name })}>${k.faces.map((/** @type {any} */ f, /** @type {number} */ i) => html`<${FaceTile} key=${i} face=${f} />`)}</div></li>`;
}

/** @param {any} p */
function Mine({ kind, n, own, move }) {
  return html`<li data-mine=${kind.id}><div class="kind-line"><${Swatch} colors=${kind.colors} shape=${kind.shape} /><span class="kind-name"><strong><${LookDie} kind=${kind.id}>${kind.name}<//></strong>${own && html`<${Elements} kind=${kind} own=${own} />`}</span>
    <span class="cost">${inArmy(kind) ? n * kind.points : ""}</span><${Stepper} name=${kind.name} n=${n} less=${() => move(kind, -1)} more=${() => move(kind, 1)} /></div></li>`;
}

/** @param {any} p */
function Stepper({ name, n, less, more }) {
  return html`<div class="stepper"><button type="button" aria-label=${tr("One {name} less", { name })} data-less disabled=${n === 0} onClick=${less}>−</button><output>${n}</output><button type="button" aria-label=${tr("One {name} more", { name })} data-more onClick=${more}>+</button></div>`;
}

/**
 * What the rules say of a force. It is asked again a moment after each change.
 * @param {string} edition @param {number} size @param {Force} force
 */
export function useJudged(edition, size, force) {
  const [judged, setJudged] = useState(/** @type {ForceView | null} */ (null));
  useEffect(() => {
    let stale = false;
    const t = setTimeout(async () => {
      const r = await ask("/api/force", { body: { edition, size, force } });
      if (!stale) setJudged(r.ok ? r.data : { points: 0, size, dragons: 0, why: r.why });
    }, 120);
    return () => { stale = true; clearTimeout(t); };
  }, [edition, size, JSON.stringify(force)]);
  return judged;
}
