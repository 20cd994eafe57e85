// A die on the board of Dragon Dice: the solid in its colours, as large as its health, with the glyph of what it is.
import { html } from "../view.js";
import { DrawnDie, glyphOf } from "../games/drawn.js";
import { spotProps, useSpots } from "../games/spots.js";
import { useCard } from "./reference.js";
import { heard, tr } from "../language.js";

/** @param {{d: any, st: any, where: string}} p */
export function Lying({ d, st, where }) {
  const kind = st.kinds[d.kind], spot = useSpots().of(d.id), card = useCard();
  const signs = [d.still && tr("can’t be rolled"), d.bound && tr("bound"), d.army && tr("for the {army} army", { army: heard(d.army) })].filter(Boolean);
  const name = [kind?.name ?? d.id, kind?.health ? tr("{n} health", { n: kind.health }) : "", where, ...signs].filter(Boolean).join(", ");
  return html`<button class=${`lying size-${Math.min(kind?.health || (kind?.shape === "d12" ? 4 : 2), 5)}${d.still || d.bound ? " held" : ""}`} data-lies=${d.id} title=${name} ...${spotProps(spot, d.id, name, () => card(d.kind))}>
    <${DrawnDie} shape=${kind?.shape ?? "d6"} colors=${kind?.colors ?? []} glyph=${glyphOf(kind)} pips=${kind?.kind === "unit" || kind?.kind === "dragonkin" ? Math.min(kind.health ?? 0, 5) : 0} />
    ${spot.badge && html`<b class="spot-badge">${spot.badge}</b>`}${d.army && html`<small class="lying-for">${heard(d.army)}</small>`}</button>`;
}
