// What Dragon Dice wants to know before a game: the size, and whose army is which. Each player picks one
// that is kept, has one put together at random, or builds one here; the others see that it is ready.
import { html, useEffect, useState } from "../vendor/preact-htm.js";
import { ask } from "../games/fetch.js";
import { counted, emptyForce, randomForce, useEdition, word } from "./edition.js";
import { Builder, useJudged } from "./builder.js";
import { LookDie, Reference } from "./reference.js";

/** @typedef {import("../messages.js").Army} Army */
/** @typedef {import("../messages.js").EditionView} EditionView */
/** @typedef {import("./edition.js").Force} Force */

/** @param {{kind: import("../messages.js").KindView, players: import("../messages.js").Player[], setup: any, setSetup: (setup: any) => void, say: (text: string) => void}} p */
export function DragonForm({ kind, players, setup, setSetup, say }) {
  const edition = useEdition(kind.id, say);
  const [armies, setArmies] = useState(/** @type {Army[]} */ ([]));
  const size = setup?.size || edition?.size || 30;
  const load = () => ask("/api/armies").then((r) => r.ok && setArmies(r.data.armies.filter((/** @type {Army} */ a) => a.rulebook === kind.id)));
  useEffect(() => { load(); }, [kind.id]);
  /** Another player's army may have been chosen meanwhile. @param {number} i @param {Force | null} force */
  const bring = (i, force) => setSetup((/** @type {any} */ old) => ({ size: old?.size || size, forces: Array.from({ length: players.length }, (_, k) => (k === i ? force : old?.forces?.[k] ?? null)) }));
  if (!edition) return html`<p class="how">…</p>`;
  return html`<div class="fields">${!edition.fixed && html`<label>Force size, points<input type="number" id="force-size" list="sizes" min="1" max="300" value=${size} onChange=${(/** @type {any} */ e) => setSetup({ ...setup, size: Number(e.target.value) || edition.size })} />
      <datalist id="sizes">${edition.sizes.map((n) => html`<option key=${n} value=${n}></option>`)}</datalist></label>`}</div>
    ${players.map((p, i) => html`<${Brings} key=${i} i=${i} name=${p.name.trim() || `Player ${i + 1}`} edition=${edition} size=${size} armies=${armies} force=${setup?.forces?.[i] ?? null} bring=${(/** @type {Force | null} */ f) => bring(i, f)} kept=${load} say=${say} />`)}
    <p class="how">Armies are divided into home, campaign and horde in secret, once the game has begun.</p>`;
}

/** What one player brings. @param {{i: number, name: string, edition: EditionView, size: number, armies: Army[], force: Force | null, bring: (f: Force | null) => void, kept: () => void, say: (text: string) => void}} p */
function Brings({ i, name, edition, size, armies, force, bring, kept, say }) {
  const [chosen, setChosen] = useState("");
  const [building, setBuilding] = useState(false);
  const judged = useJudged(edition.id, size, force ?? emptyForce());
  /** @param {string} what */
  const choose = async (what) => {
    setChosen(what);
    setBuilding(what === "build");
    if (what === "build") return bring(force ?? emptyForce());
    if (what !== "random") return bring(armies.find((a) => String(a.id) === what)?.force ?? null);
    const r = await ask("/api/force", { body: { edition: edition.id, size, force: {} } });
    bring(randomForce(edition, size, r.data?.dragons ?? 2));
  };
  const keep = async () => {
    const r = await ask("/api/armies", { body: { id: 0, rulebook: edition.id, name: `${name}’s ${size}`, force } });
    say(r.ok ? `Kept as ${r.data.name}.` : r.why);
    if (r.ok) kept();
  };
  const ready = force && judged && !judged.why;
  return html`<section class="force-row" aria-label=${`${name} brings`}>
    <label>${name} brings<select data-force=${i + 1} value=${force ? chosen || "same" : ""} onChange=${(/** @type {any} */ e) => choose(e.target.value)}>
      <option value="">choose an army…</option>${force && !chosen && html`<option value="same">the same as before</option>`}<option value="random">a force at random</option><option value="build">one that is built here</option>${armies.map((a) => html`<option key=${a.id} value=${String(a.id)}>${a.name}</option>`)}</select></label>
    <p class=${ready ? "ready" : "ready not"} data-ready=${ready ? "yes" : "no"} role="status">${!force ? "No army yet" : !judged ? "…" : ready ? `Ready: ${judged.points} of ${judged.size} ${word(edition.words, "points")}` : `Not ready. ${judged.why}`}</p>
    ${force && !building && html`<${Reference} edition=${edition.id}><details class="how" data-brings=${i + 1}><summary>Look at it</summary><${List} edition=${edition} force=${force} /></details><//>`}
    ${building && force && html`<div class="build-here"><${Builder} edition=${edition} size=${size} force=${{ ...emptyForce(), ...force }} setForce=${bring} judged=${judged} />
      <div class="row end"><button type="button" class="quiet" data-keep=${i + 1} onClick=${keep}>Keep it for other games</button><button type="button" data-built=${i + 1} onClick=${() => setBuilding(false)}>Done</button></div></div>`}
  </section>`;
}

/** @param {{edition: EditionView, force: Force}} p */
function List({ edition, force: f }) {
  const all = counted(edition, [...(f.dice ?? []), ...(f.pool ?? []), f.terrain, f.frontier].filter(Boolean));
  return html`<p>${all.map(({ kind, n }, i) => html`${i > 0 ? ", " : ""}${n > 1 ? `${n} × ` : ""}<${LookDie} kind=${kind.id}>${kind.name}<//>`)}</p>`;
}
