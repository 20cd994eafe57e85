// The die that an option or a roll is about: drawn as on the board, with its card, if the option itself takes the
// tap.
import { html } from "../view.js";
import { useCard } from "../dragons/reference.js";
import { DrawnDie, glyphOf } from "./drawn.js";
import { tr } from "../language.js";

/** @typedef {import("../messages.js").GameView} GameView */

/** @param {{view: GameView, id: string}} p */
export function DieMark({ view, id }) {
  const [kind] = kindOf(view, id), asked = askedDie(view, id);
  if (!kind && !asked) return null;
  return html`<span class="die-mark"><${DrawnDie} shape=${asked?.shape || kind?.shape || "d6"} colors=${asked?.colors ?? kind?.colors ?? []} glyph=${kind ? glyphOf(kind) : ""} pips=${kind?.kind === "unit" ? Math.min(kind.health ?? 0, 5) : 0} /></span>`;
}

/** The mark beside an option. It opens the die's card. Nothing if no kind of die is known. @param {{view: GameView, id: string | undefined}} p */
export function CardMark({ view, id = "" }) {
  const [kind, key] = kindOf(view, id), card = useCard();
  if (!kind) return null;
  return html`<button type="button" class="look-mark" data-die-kind=${key} aria-haspopup="dialog" aria-label=${tr("The card of {name}", { name: kind.name })} onClick=${() => card(key)}>?</button>`;
}

/** @param {GameView} view @param {string} id */
const askedDie = (view, id) => view.play.pending.flatMap((q) => q.roll?.dice ?? []).find((d) => d.id === id);

/** The kind of a die that an open question names or that lies on the table, and its key. @param {GameView} view @param {string} id @returns {[any, string]} */
function kindOf(view, id) {
  const st = view.play.state;
  if (!id || !st?.kinds || !st.players) return [null, ""];
  const lying = [...st.players.flatMap((/** @type {any} */ p) => [p.reserves, p.dead, p.buried, p.pool, p.hand ?? []].flat()),
    ...st.terrains.flatMap((/** @type {any} */ t) => [...t.armies.flatMap((/** @type {any} */ a) => a.dice), ...t.dragons])];
  const key = askedDie(view, id)?.kind ?? lying.find((/** @type {any} */ d) => d?.id === id)?.kind ?? "";
  return [st.kinds[key] ?? null, key];
}
