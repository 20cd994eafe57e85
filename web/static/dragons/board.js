// The board of Dragon Dice: terrains with their faces and armies, what each player has elsewhere,
// and what is in force until when.
import { html } from "../vendor/preact-htm.js";
import { Swatch, FaceMark } from "../games/dice.js";
import { told } from "../games/names.js";
import { words } from "./edition.js";
import { Look, LookFace } from "./reference.js";

/** @param {{view: import("../messages.js").GameView}} p */
export function DragonBoard({ view }) {
  const st = view.play.state;
  if (!st?.terrains) return null;
  /** @param {number} seat */
  const name = (seat) => view.seats[seat - 1]?.name ?? "";
  return html`<div class="dd-board">
    ${st.turn > 0 && st.marching > 0 && !view.play.outcome && html`<p class="dd-turn"><strong>${name(st.marching)}</strong> marches · turn ${st.turn}${st.phase?.name ? html` · <${Look} rule=${st.phase.id}>${st.phase.name}<//>` : ""}</p>`}
    ${st.terrains.length > 0 && html`<div class="terrains">${st.terrains.map((/** @type {any} */ t) => html`<${Terrain} key=${t.id} t=${t} st=${st} name=${name} />`)}</div>`}
    ${st.effects.length > 0 && html`<div class="effects"><h3>In force</h3><ul>${st.effects.map((/** @type {any} */ e, /** @type {number} */ i) => html`<li key=${i}><strong><${Look} rule=${e.rule.id}>${e.rule.name}<//>${e.times > 1 ? ` × ${e.times}` : ""}</strong> on ${told(view, e.words)}${e.by ? `, by ${name(e.by)}` : ""}<span class="how">${e.ends ? `until ${name(e.ends)}’s next turn` : ""}</span></li>`)}</ul></div>`}
    ${st.players?.length > 0 && view.seats.length > 0 && html`<div class="sides">${st.players.map((/** @type {any} */ p) => html`<${Side} key=${p.seat} p=${p} st=${st} />`)}</div>`}
  </div>`;
}

/** @param {any} p */
function Terrain({ t, st, name }) {
  const kind = st.kinds[t.kind];
  return html`<article class=${`terrain ${t.number === 8 ? "eighth" : ""}`} data-terrain=${t.id} aria-label=${`${kind?.name ?? t.id}, shows ${t.number}`}>
    <header><span class="number" aria-hidden="true">${t.number}</span><div><strong>${kind?.name ?? t.id}</strong>
      <span class="how">${t.home ? `${name(t.home)}’s home` : "the frontier"} · <${LookFace} kind="terrain" face=${{ icon: t.icon, value: t.number }}><${FaceMark} face=${{ icon: t.icon }} /><//>${t.holder ? html` · held by <b>${name(t.holder)}</b>` : ""}</span></div>
      <${Swatch} colors=${kind?.colors} shape="d8" /></header>
    ${t.armies.map((/** @type {any} */ a) => html`<div key=${a.id} class="army"><p><strong>${name(a.seat)}</strong><span class="how">${a.health} health</span></p><${Dice} dice=${a.dice} st=${st} /></div>`)}
    ${t.dragons.length > 0 && html`<div class="army dragons"><p><strong>Dragons</strong></p><${Dice} dice=${t.dragons} st=${st} /></div>`}
    ${t.armies.length === 0 && t.dragons.length === 0 && html`<p class="how">nobody</p>`}
  </article>`;
}

/** What a player has beside the terrains. @param {any} p */
function Side({ p, st }) {
  const areas = [["Not placed yet", p.hand ?? []], ["Reserves", p.reserves], ["Dead units (DUA)", p.dead], ["Buried units (BUA)", p.buried], [words(st.words?.pool ?? "Summoning pool"), p.pool]];
  return html`<article class=${p.gone ? "side-of gone" : "side-of"} data-side=${p.seat}><header><strong>${p.name}</strong><span class="how">${p.health} health in play${p.captured.length > 0 ? ` · ${p.captured.length} of 2 terrains captured` : ""}${p.gone ? " · out" : ""}</span></header>
    <dl>${areas.filter(([, dice]) => dice.length > 0).map(([what, dice]) => html`<div key=${what}><dt>${what}</dt><dd><${Dice} dice=${dice} st=${st} /></dd></div>`)}</dl>
  </article>`;
}

/** Dice of one place, equal ones together. @param {any} p */
function Dice({ dice, st }) {
  /** @type {Map<string, {kind: any, n: number, still: number, bound: number, army: string}>} */
  const groups = new Map();
  for (const d of dice) {
    const key = `${d.kind}/${d.army ?? ""}/${d.still ? 1 : 0}${d.bound ? 1 : 0}`;
    const g = groups.get(key) ?? { kind: st.kinds[d.kind], n: 0, still: d.still, bound: d.bound, army: d.army ?? "" };
    groups.set(key, { ...g, n: g.n + 1 });
  }
  return html`<ul class="units">${[...groups].map(([key, g]) => html`<li key=${key} title=${g.kind ? `${g.kind.name}: ${words(g.kind.race ?? "")} ${words(g.kind.class ?? "")}, ${g.kind.health ?? 0} health` : key}>
    <${Swatch} colors=${g.kind?.colors} shape=${g.kind?.size === "monster" ? "d10" : "d6"} />${g.n > 1 && html`<b>${g.n} ×</b>`}<span>${g.kind?.name ?? key}</span>${g.kind?.health ? html`<small>${g.kind.health}</small>` : ""}
    ${g.army && html`<small>${g.army}</small>`}${g.still && html`<small>not rolled</small>`}${g.bound && html`<small>bound</small>`}</li>`)}</ul>`;
}
