// What Dragon Dice wants to know before a game: the size, and whose army is which.
import { html, useEffect, useState } from "../vendor/preact-htm.js";
import { ask } from "../games/fetch.js";
import { counted, randomForce, useEdition } from "./edition.js";

/** @typedef {import("../messages.js").Army} Army */
/** @typedef {import("./edition.js").Force} Force */

/** @param {{kind: import("../messages.js").KindView, players: import("../messages.js").Player[], setup: any, setSetup: (setup: any) => void, say: (text: string) => void}} p */
export function DragonForm({ kind, players, setup, setSetup, say }) {
  const edition = useEdition(kind.id, say);
  const [armies, setArmies] = useState(/** @type {Army[]} */ ([]));
  const [chosen, setChosen] = useState(/** @type {Record<number, string>} */ ({}));
  const size = setup?.size ?? edition?.size ?? 30;
  useEffect(() => {
    ask("/api/armies").then((r) => r.ok && setArmies(r.data.armies.filter((/** @type {Army} */ a) => a.rulebook === kind.id)));
  }, [kind.id]);
  /** @param {number} to */
  const resize = (to) => setSetup({ size: to, forces: [] });
  /** @param {number} i @param {string} what */
  const choose = async (i, what) => {
    if (!edition) return;
    setChosen((old) => ({ ...old, [i]: what }));
    let force = armies.find((a) => String(a.id) === what)?.force ?? null;
    if (what === "random") {
      const judged = await ask("/api/force", { body: { edition: kind.id, size, force: {} } });
      force = randomForce(edition, size, judged.data?.dragons ?? 2);
    }
    // Another player's army may have been chosen meanwhile.
    setSetup((/** @type {any} */ old) => ({ size, forces: Array.from({ length: players.length }, (_, k) => (k === i ? force : old?.forces?.[k] ?? null)) }));
  };
  if (!edition) return html`<p class="how">…</p>`;
  return html`<div class="fields">${!edition.fixed && html`<label>Force size, points<input type="number" id="force-size" min="1" max="300" value=${size} onChange=${(/** @type {any} */ e) => resize(Number(e.target.value) || edition.size)} /></label>`}</div>
    ${players.map((p, i) => html`<div key=${i} class="force-row">
      <label>${p.name.trim() || `Player ${i + 1}`} brings<select data-force=${i + 1} value=${setup?.forces?.[i] ? chosen[i] : ""} onChange=${(/** @type {any} */ e) => choose(i, e.target.value)}>
        <option value="">choose an army…</option><option value="random">a force at random</option>${armies.map((a) => html`<option key=${a.id} value=${String(a.id)}>${a.name}</option>`)}</select></label>
      ${setup?.forces?.[i] && html`<p class="how" data-brings=${i + 1}>${brings(edition, setup.forces[i])}</p>`}
    </div>`)}
    <p class="how">Armies are put together and kept under <a href="armies">Armies</a>. They are divided into home, campaign and horde in secret, once the game has begun.</p>`;
}

/** @param {import("./edition.js").EditionView} e @param {Force} f */
export function brings(e, f) {
  const all = counted(e, [...f.dice, ...f.pool, f.terrain, f.frontier].filter(Boolean));
  return all.map(({ kind, n }) => (n > 1 ? `${n} × ${kind.name}` : kind.name)).join(", ");
}
