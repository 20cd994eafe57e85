// The board of Dragon Dice: the terrains as large dice, the armies there as rows of dice, and at each player's side
// the trays of what is elsewhere. The questions say what is lit and what a tap does.
import { html } from "../view.js";
import { TerrainDie } from "../games/drawn.js";
import { useFit } from "../games/fit.js";
import { told } from "../games/names.js";
import { All, spotProps, useSpots, Ways } from "../games/spots.js";
import { useFlights } from "../games/flights.js";
import { Glyph } from "../glyphs.js";
import { iconWords } from "../games/dice.js";
import { words } from "./edition.js";
import { Look, LookDie, LookFace, useCard } from "./reference.js";
import { Lying } from "./lying.js";
import { tr } from "../language.js";

/** @typedef {import("../messages.js").GameView} GameView */

/** @param {{view: GameView}} p */
function DragonBoard({ view }) {
  const st = view.play.state;
  const ref = useFit(JSON.stringify([st?.players, st?.terrains, st?.effects]), 12, 84);
  useFlights(ref, st);
  if (!st?.terrains) return null;
  const near = view.mine.length === 1 ? view.mine[0] : view.seat || 1;
  const far = st.players.filter((/** @type {any} */ p) => p.seat !== near), own = st.players.find((/** @type {any} */ p) => p.seat === near);
  const loose = st.effects.filter((/** @type {any} */ e) => !st.terrains.some((/** @type {any} */ t) => at(t, e.on)));
  return html`<div class="dd-board" ref=${ref}>
    <div class=${`dd-sides far${far.length > 1 ? " many" : ""}`} data-fit>${far.map((/** @type {any} */ p) => html`<${Side} key=${p.seat} p=${p} st=${st} />`)}</div>
    ${st.terrains.length > 0 ? html`<div class=${`dd-lands${st.terrains.length > 4 ? " many" : ""}`} data-fit>${st.terrains.map((/** @type {any} */ t) => html`<${Land} key=${t.id} t=${t} st=${st} view=${view} near=${near} />`)}</div>` : html`<p class="how dd-none">The terrains come when the armies stand.</p>`}
    ${own && html`<div class="dd-sides near" data-fit><${Side} p=${own} st=${st} /></div>`}
    ${loose.length > 0 && html`<ul class="dd-force" aria-label="In force">${loose.map((/** @type {any} */ e, /** @type {number} */ i) => html`<${Effect} key=${i} e=${e} view=${view} full=${true} />`)}</ul>`}
  </div>`;
}

/** Whether something lies at a terrain: the terrain itself, an army there, or a die. @param {any} t @param {string} id */
const at = (t, id) => t.id === id || t.armies.some((/** @type {any} */ a) => a.id === id || a.dice.some((/** @type {any} */ d) => d.id === id)) || t.dragons.some((/** @type {any} */ d) => d.id === id);

/** The ids of what the board draws. @param {GameView} view @returns {Set<string>} */
function dragonIDs(view) {
  const st = view.play.state;
  /** @type {Set<string>} */
  const ids = new Set();
  const add = (/** @type {any[]} */ dice) => dice.forEach((d) => ids.add(d.id));
  for (const t of st?.terrains ?? []) {
    ids.add(t.id);
    add(t.dragons);
    for (const a of t.armies) { ids.add(a.id); add(a.dice); }
  }
  for (const p of st?.players ?? []) {
    for (const [area, , dice] of traysOf(p, st)) { ids.add(`${p.slug}@${area}`); add(dice); }
  }
  return ids;
}

/** The kinds of dice in play by their names; a name that two kinds have opens neither. @param {GameView} view @returns {Map<string, string>} */
function kindsByName(view) {
  /** @type {Map<string, string>} */
  const out = new Map();
  for (const [id, kind] of Object.entries(view.play.state?.kinds ?? {})) out.set(kind.name, out.has(kind.name) ? "" : id);
  return out;
}

/** A die's name that opens its card. @param {{id: string, children?: any}} p */
const Kind = ({ id, children }) => html`<${LookDie} kind=${id}>${children}<//>`;

/** @param {any} p */
function Land({ t, st, view, near }) {
  const kind = st.kinds[t.kind], spots = useSpots(), card = useCard();
  const spot = spots.of(t.id), name = told(view, t.id).replace(/ \(.*\)$/u, "");
  const effects = st.effects.filter((/** @type {any} */ e) => at(t, e.on));
  const far = t.armies.filter((/** @type {any} */ a) => a.seat !== near), own = t.armies.filter((/** @type {any} */ a) => a.seat === near);
  const holder = t.holder ? view.seats[t.holder - 1]?.name : "";
  return html`<article class=${`terrain land${t.number === 8 ? " eighth" : ""}`} data-terrain=${t.id} aria-label=${tr("{name}, shows {number}", { name: kind?.name ?? t.id, number: t.number })}>
    <div class="armies far">${far.map((/** @type {any} */ a) => html`<${Army} key=${a.id} a=${a} st=${st} view=${view} />`)}</div>
    <div class="land-die"><button class="land-button" ...${spotProps(spot, t.id, holder ? tr("{name}, shows {number}, {icon}, held by {holder}", { name, number: t.number, icon: iconWords(t.icon), holder }) : tr("{name}, shows {number}, {icon}", { name, number: t.number, icon: iconWords(t.icon) }), () => card(t.kind))}><${TerrainDie} colors=${kind?.colors} number=${t.number} icon=${t.icon} /></button>
      <div class="land-words"><span class="land-act"><${LookFace} kind="terrain" face=${{ icon: t.icon, value: t.number }}><${Glyph} name=${t.icon} /> ${iconWords(t.icon)}<//></span><strong>${kind?.name ?? t.id}</strong>
        <small>${t.home ? tr("{name}’s home", { name: view.seats[t.home - 1]?.name ?? "" }) : tr("frontier")}</small>${holder && html`<b class=${`flag seat-${t.holder}`}>⚑ ${holder}</b>`}
        ${effects.length > 0 && html`<ul class="land-effects">${effects.map((/** @type {any} */ e, /** @type {number} */ i) => html`<${Effect} key=${i} e=${e} view=${view} />`)}</ul>`}</div>
      ${t.dragons.length > 0 && html`<div class="dragons army" aria-label="Dragons">${t.dragons.map((/** @type {any} */ d) => html`<${Lying} key=${d.id} d=${d} st=${st} where=${name} />`)}</div>`}</div>
    <div class="armies near">${own.map((/** @type {any} */ a) => html`<${Army} key=${a.id} a=${a} st=${st} view=${view} />`)}</div>
  </article>`;
}

/** @param {{e: any, view: GameView, full?: boolean}} p */
function Effect({ e, view, full = false }) {
  const by = e.by ? view.seats[e.by - 1]?.name : "", ends = e.ends ? tr("until {name}’s next turn", { name: view.seats[e.ends - 1]?.name }) : "";
  return html`<li class="effect" title=${[tr("on {told}", { told: told(view, e.words) }), by && tr("by {name}", { name: by }), ends].filter(Boolean).join(", ")}><${Glyph} name=${e.rule.id} /><${Look} rule=${e.rule.id}>${e.rule.name}<//>${e.times > 1 ? ` ×${e.times}` : ""}${full ? html` <small>${ends ? tr("on {told}, {ends}", { told: told(view, e.words), ends }) : tr("on {told}", { told: told(view, e.words) })}</small>` : ""}</li>`;
}

/** A row of dice. @param {any} p */
function Army({ a, st, view }) {
  const spots = useSpots(), spot = spots.of(a.id), name = view.seats[a.seat - 1]?.name ?? "";
  return html`<div class=${`army seat-${a.seat}`} data-army=${a.id} data-lit=${spot.state || undefined} data-about=${spot.about ? "yes" : undefined}>
    <p class="army-head"><b>${name}</b><${All} ids=${a.dice.map((/** @type {any} */ d) => d.id)} where=${tr("of {name} at {place}", { name, place: told(view, a.id.split("@")[1]) })} /><span class="army-health" title="health"><${Glyph} name="life" />${a.health}</span></p>
    ${spot.tap && html`<p class="ways"><${Ways} id=${a.id} where=${tr("{name}’s army, {n} health", { name, n: a.health })} /></p>`}
    <div class="army-dice">${a.dice.map((/** @type {any} */ d) => html`<${Lying} key=${d.id} d=${d} st=${st} where=${told(view, a.id.split("@")[1])} />`)}</div>
    ${spot.tap && html`<button class="spot-cover" ...${spotProps(spot, a.id, tr("{name}’s army, {n} health", { name, n: a.health }))}></button>`}</div>`;
}

/** A player's trays: each one's area, its name and its dice. There is one for what must be placed while there is something. @param {any} p @param {any} st @returns {[string, string, any[]][]} */
const traysOf = (p, st) => [["reserve", tr("Reserves"), p.reserves], ["dead", tr("Dead"), p.dead], ["buried", tr("Buried"), p.buried], ["pool", words(st.words?.pool ?? tr("Pool")), p.pool],
  .../** @type {[string, string, any[]][]} */ (p.hand?.length > 0 ? [["hand", tr("To be placed"), p.hand]] : [])];

/** A player's side: health, what is captured, and the trays. @param {any} p */
function Side({ p, st }) {
  return html`<article class=${`side-of seat-${p.seat}${p.gone ? " gone" : ""}${st.marching === p.seat ? " marching" : ""}`} data-side=${p.seat} aria-label=${tr("{name}’s side", { name: p.name })}>
    <header><strong>${p.name}</strong><span class="side-health" title="health in play"><${Glyph} name="life" />${p.health}</span><span class="flags-held" title=${tr("{n} of 2 terrains captured", { n: p.captured.length })}>${[0, 1].map((i) => html`<i class=${i < p.captured.length ? "on" : ""}>⚑</i>`)}</span>${p.gone ? html`<small>out</small>` : ""}</header>
    <div class="trays">${traysOf(p, st).map(([id, name, dice]) => html`<${Tray} key=${id} id=${`${p.slug}@${id}`} name=${name} dice=${dice} st=${st} whose=${p.name} />`)}</div></article>`;
}

/** @param {any} p */
function Tray({ id, name, dice, st, whose }) {
  const spot = useSpots().of(id);
  return html`<div class=${`tray-of${dice.length === 0 ? " empty" : ""}`} data-area=${id} data-lit=${spot.state || undefined} data-about=${spot.about ? "yes" : undefined}><span class="tray-name">${name} <b>${dice.length}</b></span><${All} ids=${dice.map((/** @type {any} */ d) => d.id)} where=${tr("of {name}’s {tray}", { name: whose, tray: name })} />
    <span class="tray-dice">${dice.map((/** @type {any} */ d) => html`<${Lying} key=${d.id} d=${d} st=${st} where=${name} />`)}</span>
    <${Ways} id=${spot.tap ? id : " "} where=${tr("{name}’s {tray}, {n}", { name: whose, tray: name, n: dice.length })} />
    ${spot.tap && html`<button class="spot-cover" ...${spotProps(spot, id, tr("{name}’s {tray}, {n}", { name: whose, tray: name, n: dice.length }))}></button>`}</div>`;
}

/** @type {import("../games/boards.js").Look} */
export const look = { Board: DragonBoard, drawn: dragonIDs, cards: kindsByName, Card: Kind };
