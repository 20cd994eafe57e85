// The rolls that were changed after they had counted, with the pictures of all their dice.
import { html, useEffect, useState } from "../view.js";
import { learn } from "../isolate.js";
import { at as addressOf } from "../where.js";
import { language, percent, tr } from "../language.js";

/** @typedef {import("../messages.js").Dispute} Dispute */
/** @typedef {import("../messages.js").DisputedDie} DisputedDie */

export function Disputes() {
  const [list, setList] = useState(/** @type {Dispute[] | null} */ (null));
  useEffect(() => {
    fetch("api/disputes").then(async (r) => setList(r.ok ? learn(await r.json()).disputes : []), () => setList([]));
  }, []);
  return html`<section class="card disputes" aria-labelledby="disputes">
    <h2 id="disputes">Rolls that were changed</h2>
    <p class="how">The pictures of every die of such a roll are kept for good.</p>
    ${list && list.length === 0 && html`<p class="how">None was.</p>`}
    <ol>${(list ?? []).map((d) => html`<li key=${`${d.game}/${d.entry}/${d.at}`} data-entry=${d.entry}>
      <p><strong>${[d.player, d.game].filter(Boolean).join(", ") || tr("The table")}</strong> · ${moment(d.at)}
        ${d.asked && html` · ${d.asked}`}<br /><span class="how">${d.changed ? tr("changed {moment} ({by})", { moment: moment(d.changed), by: d.by }) : tr("changed  ({by})", { by: d.by })}</span></p>
      <ul class="crops">${d.dice.map((x) => html`<li key=${x.id} class=${x.other ? "other" : ""}>
        ${x.crop ? html`<${Crop} at=${addressOf(x.crop)} alt=${tr("Die {id} as the camera saw it", { id: x.id })} />` : html`<span class="none">no picture</span>`}
        <span>${x.other ? html`<s>${x.was || tr("none")}</s> → <strong>${x.is || tr("none")}</strong>` : x.is}</span>
        <span class="how">${said(x)}</span>
      </li>`)}</ul>
    </li>`)}</ol>
  </section>`;
}

/** @param {{at: string, alt: string}} p */
function Crop({ at, alt }) {
  const [gone, setGone] = useState(false);
  return gone ? html`<span class="none">no picture kept</span>` : html`<img src=${at} alt=${alt} onError=${() => setGone(true)} />`;
}

/** @param {DisputedDie} x */
function said(x) {
  switch (x.how) {
    case "read": return tr("read, {sure} sure", { sure: percent(x.confidence) });
    case "confirmed": return tr("read and confirmed");
    case "typed": return tr("said by somebody");
  }
  return "";
}

/** @param {string} at */
function moment(at) {
  return at ? new Date(at).toLocaleString(language, { dateStyle: "medium", timeStyle: "short" }) : "";
}
