// Putting a force together: dice from the catalogue, points and legality as you go.
import { html, useEffect, useState } from "../vendor/preact-htm.js";
import { ask } from "../games/fetch.js";
import { FaceMark, Swatch } from "../games/dice.js";
import { LookFace, Reference } from "./reference.js";
import { counted, inArmy, isDragon, isTerrain, randomForce, word, words } from "./edition.js";

/** @typedef {import("./edition.js").Force} Force */
/** @typedef {import("../messages.js").EditionView} EditionView */
/** @typedef {import("../messages.js").ForceView} ForceView */
/** @typedef {import("../messages.js").KindOfDie} KindOfDie */

/** @param {{edition: EditionView, size: number, force: Force, setForce: (f: Force) => void, judged: ForceView | null}} p */
export function Builder({ edition, size, force, setForce, judged }) {
  const races = [...new Set(edition.kinds.filter(inArmy).map((k) => k.race))];
  const [shelf, setShelf] = useState(races[0] ?? "");
  const [find, setFind] = useState("");
  const shelves = [...races.map((r) => ({ id: r, name: words(r) || "Of no race" })), { id: "+pool", name: words(edition.words.pool ?? "Dragons and pool") }, { id: "+terrain", name: "Terrains" }];
  const on = edition.kinds.filter((k) => (find.trim() ? k.name.toLowerCase().includes(find.trim().toLowerCase())
    : shelf === "+pool" ? isDragon(k) || k.kind === "dragonkin" || k.kind === "minor_terrain" : shelf === "+terrain" ? isTerrain(k) : inArmy(k) && k.race === shelf));
  /** @param {KindOfDie} k @param {number} by */
  const move = (k, by) => {
    if (isTerrain(k)) return;
    const list = inArmy(k) ? "dice" : "pool";
    const next = [...force[list]];
    if (by > 0) next.push(k.id);
    else if (next.includes(k.id)) next.splice(next.lastIndexOf(k.id), 1);
    setForce({ ...force, [list]: next });
  };
  return html`<${Reference} edition=${edition.id}><div class="builder">
    <section class="card shelf" aria-labelledby="shelf-title"><h2 id="shelf-title">Dice</h2>
      <div class="fields"><label>${words(word(edition.words, "species"))}<select id="shelf" value=${shelf} onChange=${(/** @type {any} */ e) => { setShelf(e.target.value); setFind(""); }}>${shelves.map((s) => html`<option key=${s.id} value=${s.id}>${s.name}</option>`)}</select></label>
        <label>or find a name<input type="text" id="find-die" value=${find} onInput=${(/** @type {any} */ e) => setFind(e.target.value)} /></label></div>
      <ul class="kinds">${on.slice(0, 120).map((k) => html`<${KindRow} key=${k.id} k=${k} own=${edition.words} n=${[...force.dice, ...force.pool].filter((id) => id === k.id).length} force=${force} setForce=${setForce} move=${move} />`)}</ul>
      <details class="how"><summary>Dice that it doesn’t know</summary><ul>${edition.refuses.map((t) => html`<li key=${t}>${t}</li>`)}</ul></details>
      ${on.length === 0 && html`<p class="how">No die of this edition is called so.</p>`}
      ${on.length > 120 && html`<p class="how">${on.length - 120} more: find them by name.</p>`}
    </section>
    <section class="card force" aria-labelledby="force-title"><div class="card-head"><h2 id="force-title">The force</h2>
      <button class="quiet" id="random-force" onClick=${() => setForce(randomForce(edition, size, judged?.dragons ?? 2))}>At random</button></div>
      <p class="points" aria-live="polite"><b id="points">${judged?.points ?? 0}</b> of ${judged?.size ?? size} ${word(edition.words, "points")}</p>
      <p class=${judged?.why ? "word" : "word good"} id="legality" role="status">${judged ? judged.why || "This force may be played." : "…"}</p>
      <ul class="kinds mine">${counted(edition, force.dice).map(({ kind, n }) => html`<${Mine} key=${kind.id} kind=${kind} n=${n} move=${move} />`)}</ul>
      <h3>${words(edition.words.pool ?? "Summoning pool")}${judged ? ` · ${judged.dragons} dragons` : ""}</h3>
      <ul class="kinds mine">${counted(edition, force.pool).map(({ kind, n }) => html`<${Mine} key=${kind.id} kind=${kind} n=${n} move=${move} />`)}</ul>
      <h3>Terrains</h3>
      <div class="fields">${/** @type {["terrain" | "frontier", string][]} */ ([["terrain", "Home"], ["frontier", "Proposed frontier"]]).map(([key, what]) => html`<label key=${key}>${what}<select data-field=${key} value=${force[key]} onChange=${(/** @type {any} */ e) => setForce({ ...force, [key]: e.target.value })}>
        <option value="">choose…</option>${edition.kinds.filter((k) => isTerrain(k) && (key === "frontier" || k.home)).map((k) => html`<option key=${k.id} value=${k.id}>${k.name}</option>`)}</select></label>`)}</div>
    </section></div><//>`;
}

/** @param {any} p */
function KindRow({ k, own, n, force, setForce, move }) {
  const [open, setOpen] = useState(false);
  return html`<li data-kind=${k.id}><div class="kind-line"><${Swatch} colors=${k.colors} shape=${k.shape} />
      <button class="kind-name" aria-expanded=${open ? "true" : "false"} onClick=${() => setOpen(!open)}><strong>${k.name}</strong><span class="how">${[...new Set([k.class && words(k.class), k.size && words(word(own, k.size))])].filter(Boolean).join(", ")}</span></button>
      ${k.points > 0 && !isTerrain(k) && html`<span class="cost">${k.points}</span>`}
      ${isTerrain(k) ? html`<button class="small-do" onClick=${() => setForce({ ...force, [force.terrain || !k.home ? "frontier" : "terrain"]: k.id })}>${force.terrain === k.id || force.frontier === k.id ? "Taken" : "Take"}</button>`
        : html`<${Stepper} name=${k.name} n=${n} less=${() => move(k, -1)} more=${() => move(k, 1)} />`}</div>
    ${open && html`<div class="kind-faces">${k.faces.map((/** @type {any} */ f, /** @type {number} */ i) => html`<${LookFace} key=${i} kind=${k.id} face=${f}><${FaceMark} face=${f} /><//>`)}</div>`}</li>`;
}

/** @param {any} p */
function Mine({ kind, n, move }) {
  return html`<li data-mine=${kind.id}><div class="kind-line"><${Swatch} colors=${kind.colors} shape=${kind.shape} /><span class="kind-name"><strong>${kind.name}</strong></span>
    <span class="cost">${inArmy(kind) ? n * kind.points : ""}</span><${Stepper} name=${kind.name} n=${n} less=${() => move(kind, -1)} more=${() => move(kind, 1)} /></div></li>`;
}

/** @param {any} p */
function Stepper({ name, n, less, more }) {
  return html`<div class="stepper"><button aria-label=${`One ${name} less`} data-less disabled=${n === 0} onClick=${less}>−</button><output>${n}</output><button aria-label=${`One ${name} more`} data-more onClick=${more}>+</button></div>`;
}

/**
 * What the rules say of a force, asked again a moment after each change.
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
