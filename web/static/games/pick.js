// Some of these: by number, by weight, as much as possible, or so that the others can be divided.
import { html, useMemo, useState } from "../vendor/preact-htm.js";
import { told } from "./names.js";
import { DieMark } from "./dice.js";
import { ends, fill, most, openFor, weightOf } from "./picksums.js";

/** @typedef {import("../messages.js").Pick} P */

/** @param {any} p */
export function Pick({ q, view, ready, answer, before }) {
  const pick = /** @type {P} */ (q.pick);
  const [picked, setPicked] = useState(/** @type {string[]} */ ((before?.chosen ?? []).filter((/** @type {string} */ id) => pick.options.some((o) => o.id === id))));
  const limit = pick.limit ?? null;
  const weight = weightOf(pick, picked);
  const best = limit === null ? 0 : most(pick);
  const over = limit !== null && weight > limit;
  const short = pick.most && weight < best;
  const good = picked.length >= pick.min && picked.length <= pick.max && !over && !short && ends(pick, picked);
  const single = pick.min === 1 && pick.max === 1;
  const open = useMemo(() => openFor(pick, single ? [] : picked), [q.id, picked]);
  /** @param {string} id */
  const turn = (id) => {
    if (!ready) return;
    if (!picked.includes(id) && !open.has(id)) return;
    if (single) setPicked([id]);
    else setPicked((old) => (old.includes(id) ? old.filter((x) => x !== id) : [...old, id]));
  };
  const weighs = pick.options.some((o) => (o.weight ?? 0) > 0);
  return html`<p class="now-how">${howMany(pick)}${limit !== null ? ` Together ${limit} at the most${pick.most ? `, and as much as can be: ${best}` : ""}.` : ""}${pick.parts ? ` ${pick.parts.text}` : ""}</p>
    <div class="options" role="group" aria-label=${told(view, q.text)}>${pick.options.map((o) => html`<button key=${o.id} class="option" data-option=${o.id} aria-pressed=${picked.includes(o.id) ? "true" : "false"}
      aria-disabled=${ready && (picked.includes(o.id) || open.has(o.id)) ? "false" : "true"} onClick=${() => turn(o.id)}>
      ${o.die && html`<${DieMark} view=${view} id=${o.die} />`}<span>${told(view, o.text) || o.id}</span>${weighs && html`<b class="weight" aria-label=${`weighs ${o.weight ?? 0}`}>${o.weight ?? 0}</b>`}</button>`)}</div>
    <div class="row foot"><span class=${over ? "tally bad" : "tally"} aria-live="polite">${picked.length} chosen${weighs ? `, ${weight}${limit !== null ? ` of ${limit}` : ""}` : ""}${pick.parts ? `, ${weightOf(pick, pick.options.map((o) => o.id)) - weight} left` : ""}</span>
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
