// What each kind of game asks before it begins.
import { html } from "../view.js";
import { DragonBrings, DragonForm } from "../dragons/form.js";
import { VeraForm } from "../vera/form.js";

/**
 * Forms of what all agree on, by the kind's form. Each gets kind, players, setup, setSetup and say.
 * @type {Record<string, any>}
 */
export const forms = { tally: TallyForm, dragondice: DragonForm, vera: VeraForm };

/**
 * Forms of what one player brings. Each gets edition, setup, seat, name, mine, force, bring, may and say.
 * @type {Record<string, any>}
 */
export const brings = { dragondice: DragonBrings };

/** @param {any} p */
function TallyForm({ setup, setSetup }) {
  const s = setup ?? {};
  /** @param {any} change */
  const set = (change) => setSetup({ ...s, ...change });
  return html`<div class="fields">
    <label>Who rolls<select value=${s.order ?? "free"} onChange=${(/** @type {any} */ e) => set({ order: e.target.value })}><option value="free">whoever is asked</option><option value="turns">one after the other</option></select></label>
    <label>Rounds (0: until it is ended)<input type="number" min="0" max="1000" value=${s.rounds ?? 0} onChange=${(/** @type {any} */ e) => set({ rounds: Number(e.target.value) || 0 })} /></label>
  </div>`;
}
