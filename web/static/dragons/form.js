// What Dragon Dice asks before a game: the size, and what each player brings.
import { html, useEffect, useState } from "../view.js";
import { ask } from "../games/fetch.js";
import { counted, emptyForce, randomForce, useEdition, word } from "./edition.js";
import { Builder, useJudged } from "./builder.js";
import { LookDie, Reference } from "./reference.js";
import { heard, tr } from "../language.js";

/** @typedef {import("../messages.js").Army} Army */
/** @typedef {import("../messages.js").EditionView} EditionView */
/** @typedef {import("./edition.js").Force} Force */

const largest = 300; // points of a force

/** @param {{kind: {id: string}, setup: any, setSetup: (setup: any) => void, say: (text: string) => void}} p */
export function DragonForm({ kind, setup, setSetup, say }) {
  const edition = useEdition(kind.id, say);
  if (!edition) return html`<p class="how">…</p>`;
  const size = setup?.size || edition.size;
  /** @param {number} to */
  const put = (to) => setSetup({ ...setup, size: Math.min(largest, Math.max(1, Math.round(to) || edition.size)) });
  return html`${edition.fixed ? html`<p class="how">${tr("Forces of {size} {word}.", { size, word: word(edition.words, "points") })}</p>` : html`<div class="fields"><label>${tr("Force size, {word} (1 to {largest})", { word: word(edition.words, "points"), largest })}<input type="number" id="force-size" list="sizes" min="1" max=${largest} value=${size} onChange=${(/** @type {any} */ e) => { put(Number(e.target.value)); e.target.value = String(setup?.size ?? size); }} />
      <datalist id="sizes">${edition.sizes.map((n) => html`<option key=${n} value=${n}></option>`)}</datalist></label></div>`}
    <p class="how">Armies are divided into home, campaign and horde in secret, once the game has begun.</p>`;
}

/** What one player brings: a kept army, a random one, or one that is built here. @param {{edition: string, setup: any, seat: number, name: string, mine: boolean, force: Force | null, may: boolean, bring: (f: Force | null) => void, say: (text: string) => void}} p */
export function DragonBrings({ edition: id, setup, seat, name, mine, force, may, bring, say }) {
  const edition = useEdition(id, say);
  const [armies, setArmies] = useState(/** @type {Army[]} */ ([]));
  const [chosen, setChosen] = useState("");
  const [building, setBuilding] = useState(false);
  const size = setup?.size || edition?.size || 30;
  const judged = useJudged(id, size, force ?? emptyForce());
  const load = () => ask("/api/armies").then((r) => r.ok && setArmies(r.data.armies.filter((/** @type {Army} */ a) => a.rulebook === id)));
  useEffect(() => { load(); }, [id]);
  if (!edition) return html`<p class="how">…</p>`;
  /** @param {string} what */
  const choose = async (what) => {
    setChosen(what);
    setBuilding(what === "build");
    if (what === "build") return bring(force ?? emptyForce());
    if (what !== "random") return bring(armies.find((a) => String(a.id) === what)?.force ?? null);
    const r = await ask("/api/force", { body: { edition: id, size, force: {} } });
    bring(randomForce(edition, size, r.data?.dragons ?? 2));
  };
  const keep = async () => {
    const r = await ask("/api/armies", { body: { id: 0, rulebook: id, name: tr("{name}’s {size}||an army", { name, size }), force } });
    say(r.ok ? tr("Kept as {name}.", { name: r.data.name }) : r.why);
    if (r.ok) load();
  };
  const ready = force && judged && !judged.why;
  return html`<section class="force-row" aria-label=${mine ? tr("What you bring") : tr("{name} brings", { name })}>
    <label>${mine ? tr("You bring") : tr("{name} brings", { name })}<select data-force=${seat} value=${force ? chosen || "same" : ""} onChange=${(/** @type {any} */ e) => choose(e.target.value)}>
      <option value="">choose an army…</option>${force && !chosen && html`<option value="same">what was chosen</option>`}<option value="random">a force at random</option><option value="build">one that is built here</option>${armies.map((a) => html`<option key=${a.id} value=${String(a.id)}>${a.name}</option>`)}</select></label>
    <p class=${ready ? "ready" : "ready not"} data-ready=${ready ? "yes" : "no"} role="status">${!force ? tr("No army yet") : !judged ? "…" : ready ? tr("Ready: {points} of {size} {word}", { points: judged.points, size: judged.size, word: word(edition.words, "points") }) : tr("Not ready. {why}", { why: heard(judged.why) })}</p>
    ${force && !building && html`<${Reference} edition=${id}><div class="row"><details class="how" data-brings=${seat}><summary>Look at it</summary><${List} edition=${edition} force=${force} /></details><button type="button" class="quiet" data-edit=${seat} onClick=${() => { setChosen("build"); setBuilding(true); }}>Change it</button></div><//>`}
    ${building && force && html`<div class="build-here"><${Builder} edition=${edition} size=${size} force=${{ ...emptyForce(), ...force }} setForce=${bring} judged=${judged} />
      <div class="row end">${may && html`<button type="button" class="quiet" data-keep=${seat} onClick=${keep}>Keep it for other games</button>`}<button type="button" data-built=${seat} onClick=${() => setBuilding(false)}>Done</button></div></div>`}
  </section>`;
}

/** @param {{edition: EditionView, force: Force}} p */
function List({ edition, force: f }) {
  const all = counted(edition, [...(f.dice ?? []), ...(f.pool ?? []), f.terrain, f.frontier].filter(Boolean));
  return html`<p>${all.map(({ kind, n }, i) => html`${i > 0 ? ", " : ""}${n > 1 ? `${n} × ` : ""}<${LookDie} kind=${kind.id}>${kind.name}<//>`)}</p>`;
}
