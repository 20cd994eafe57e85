// Some of these: by number, by weight, as much as possible.
import { html, useState } from "../vendor/preact-htm.js";
import { told } from "./names.js";
import { DieMark } from "./dice.js";

/** @typedef {import("../messages.js").Pick} P */

/** @param {any} p */
export function Pick({ q, view, ready, answer, before }) {
  const pick = /** @type {P} */ (q.pick);
  const [picked, setPicked] = useState(/** @type {string[]} */ ((before?.chosen ?? []).filter((/** @type {string} */ id) => pick.options.some((o) => o.id === id))));
  const limit = pick.limit ?? null;
  const weight = picked.reduce((sum, id) => sum + (pick.options.find((o) => o.id === id)?.weight ?? 0), 0);
  const best = limit === null ? 0 : most(pick);
  const over = limit !== null && weight > limit;
  const short = pick.most && weight < best;
  const good = picked.length >= pick.min && picked.length <= pick.max && !over && !short;
  const single = pick.min === 1 && pick.max === 1;
  /** @param {string} id */
  const turn = (id) => {
    if (!ready) return;
    if (single) setPicked([id]);
    else setPicked((old) => (old.includes(id) ? old.filter((x) => x !== id) : [...old, id]));
  };
  const weighs = pick.options.some((o) => (o.weight ?? 0) > 0);
  return html`<p class="now-how">${howMany(pick)}${limit !== null ? ` Together ${limit} at the most${pick.most ? `, and as much as can be: ${best}` : ""}.` : ""}</p>
    <div class="options" role="group" aria-label=${told(view, q.text)}>${pick.options.map((o) => html`<button key=${o.id} class="option" data-option=${o.id} aria-pressed=${picked.includes(o.id) ? "true" : "false"}
      aria-disabled=${ready ? "false" : "true"} onClick=${() => turn(o.id)}>
      ${o.die && html`<${DieMark} view=${view} id=${o.die} />`}<span>${told(view, o.text) || o.id}</span>${weighs && html`<b class="weight" aria-label=${`weighs ${o.weight ?? 0}`}>${o.weight ?? 0}</b>`}</button>`)}</div>
    <div class="row foot"><span class=${over ? "tally bad" : "tally"} aria-live="polite">${picked.length} chosen${weighs ? `, ${weight}${limit !== null ? ` of ${limit}` : ""}` : ""}</span>
      ${pick.most && html`<button type="button" class="quiet" data-do="fill" onClick=${() => setPicked(fill(pick))}>Choose for me</button>`}
      <button class="main" data-do="take" disabled=${!good || !ready} onClick=${() => answer({ chosen: picked })}>${picked.length === 0 ? "None" : `Take ${picked.length}`}</button></div>`;
}

/** @param {P} pick */
function howMany(pick) {
  if (pick.limit !== null && pick.limit !== undefined && pick.min === 0 && pick.max >= pick.options.length) return "Choose any.";
  if (pick.min === pick.max) return `Choose ${pick.min}.`;
  if (pick.min === 0) return pick.max >= pick.options.length ? "Choose any, or none." : `Choose up to ${pick.max}.`;
  return `Choose ${pick.min} to ${pick.max}.`;
}

/**
 * The choice of min to max options that weighs the most within the limit: sums are tabled, subsets never listed.
 * @param {P} pick @returns {string[]}
 */
export function fill(pick) {
  const limit = pick.limit ?? 0;
  /** @type {Map<string, string[]>} by count and sum, one way to reach them */
  let reach = new Map([["0,0", []]]);
  for (const o of pick.options) {
    const next = new Map(reach);
    for (const [key, ids] of reach) {
      const [n, s] = key.split(",").map(Number);
      const to = `${n + 1},${s + (o.weight ?? 0)}`;
      if (n + 1 <= pick.max && s + (o.weight ?? 0) <= limit && !next.has(to)) next.set(to, [...ids, o.id]);
    }
    reach = next;
  }
  let best = -1;
  /** @type {string[]} */
  let chosen = [];
  for (const [key, ids] of reach) {
    const [n, s] = key.split(",").map(Number);
    if (n >= pick.min && s > best) [best, chosen] = [s, ids];
  }
  return chosen;
}

/** The greatest sum within the limit. @param {P} pick */
const most = (pick) => fill(pick).reduce((sum, id) => sum + (pick.options.find((o) => o.id === id)?.weight ?? 0), 0);
