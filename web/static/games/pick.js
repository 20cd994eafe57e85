// Some of these: by number, by weight, as much as possible, or so that the others can be divided.
import { html } from "../view.js";
import { told } from "./names.js";
import { CardMark, DieMark } from "./diemark.js";
import { Ways } from "./spots.js";
import { most, weightOf } from "./picksums.js";
import { tr } from "../language.js";

/** @typedef {import("../messages.js").Pick} P */

/** @param {{c: import("./choice.js").Choice, view: any, About?: any}} p About opens the card of what lies somewhere */
export function Pick({ c, view, About }) {
  const { q, ready } = c;
  const pick = /** @type {P} */ (q.pick);
  const limit = pick.limit ?? null;
  const best = limit === null ? 0 : most(pick);
  const over = limit !== null && weightOf(pick, c.draft.chosen ?? []) > limit;
  const every = c.group(pick.options.map((o) => o.id));
  const weighs = pick.options.some((o) => (o.weight ?? 0) > 0);
  return html`<p class="now-how">${howMany(pick)}${limit !== null ? (pick.most ? ` ${tr("Together {limit} at the most, and as much as can be: {best}.", { limit, best })}` : ` ${tr("Together {limit} at the most.", { limit })}`) : ""}${pick.parts ? ` ${told(view, pick.parts.text)}` : ""}</p>
    <div class="options" role="group" aria-label=${told(view, q.text)}>${c.items.map((o, i) => html`<div key=${o.id} class="with-look"><button class="option" data-option=${o.id} aria-pressed=${o.state === "chosen" ? "true" : "false"}
      aria-disabled=${ready && o.state !== "shut" ? "false" : "true"} onClick=${() => c.tap(o.id)}>
      ${pick.options[i].die && html`<${DieMark} view=${view} id=${pick.options[i].die} />`}<span>${told(view, o.text)}</span>${o.note && html`<small>${told(view, o.note)}</small>`}${weighs && html`<b class="weight" aria-label=${tr("weighs {weight}", { weight: o.weight })}>${o.weight}</b>`}</button>${pick.options[i].die ? html`<${CardMark} view=${view} id=${pick.options[i].die} />` : About && html`<${About} view=${view} id=${o.on[0]} />`}</div>`)}</div>
    <div class="row foot"><span class=${over ? "tally bad" : "tally"} aria-live="polite">${c.tally}</span>
      ${pick.most && html`<button type="button" class="quiet" data-do="fill" onClick=${c.fill}>Choose for me</button>`}
      ${every && html`<button type="button" class="quiet" data-do="all" aria-pressed=${every.all ? "true" : "false"} onClick=${every.tap}>${tr("All {n}", { n: every.n })}</button>`}
      <${Ways} id="" where="" /><button class="main" data-do="take" disabled=${!c.good || !ready} onClick=${c.send}>${c.take}</button></div>`;
}

/** @param {P} pick */
function howMany(pick) {
  if (pick.limit !== null && pick.limit !== undefined && pick.min === 0 && pick.max >= pick.options.length) return tr("Choose any.");
  if (pick.min === pick.max) return tr("Choose {min}.", { min: pick.min });
  if (pick.min === 0) return pick.max >= pick.options.length ? tr("Choose any, or none.") : tr("Choose up to {max}.", { max: pick.max });
  return tr("Choose {min} to {max}.", { min: pick.min, max: pick.max });
}
