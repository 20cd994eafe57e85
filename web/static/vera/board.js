// The battlefield of Vera Discordia: two sides of four columns face each other over the terrains. The questions say
// what is lit and what a tap does. A unit that isn't lit shows what it is and what it can attack.
import { html, useState } from "../view.js";
import { useFit } from "../games/fit.js";
import { spotProps, useSpots } from "../games/spots.js";
import { Glyph } from "../glyphs.js";
import { Look } from "../dragons/reference.js";
import { Hands, handsOf } from "./hands.js";
import { Side } from "./side.js";
import { capital } from "./words.js";
import { heard, tr } from "../language.js";
import { later } from "../later.js";

const Attacks = later(async () => (await import("./attacks.js")).Attacks);
const Last = later(async () => (await import("./last.js")).Last);
const OwnDice = later(async () => (await import("./owndice.js")).OwnDice);

/** @param {{view: import("../messages.js").GameView}} p */
function VeraBoard({ view }) {
  const [chosen, setChosen] = useState("");
  const spots = useSpots();
  const st = view.play.state;
  const ref = useFit(JSON.stringify([st?.sides, st?.columns]), 16, 120); // its letters stop growing earlier, except on a television
  if (!st?.sides) return null;
  if (st.sides.length < 2) return html`<p class="how vera-none">The armies are put together. The battlefield comes when both players have one.</p>`;
  // The person opposite sees the table from there.
  const turned = view.mine.length === 1 && view.mine[0] === 2;
  const near = st.sides[turned ? 1 : 0], far = st.sides[turned ? 0 : 1];
  const cols = turned ? [3, 2, 1, 0] : [0, 1, 2, 3];
  const at = chosen || (st.fight ? `${st.fight.seat}.${st.fight.by}` : "");
  const unit = unitAt(st, at);
  const targets = new Set((unit?.attacks ?? []).map((/** @type {any} */ a) => `${unit.seat === 1 ? 2 : 1}.${a.on}`));
  /** @param {string} key @param {Element} where */
  const look = (key, where) => {
    setChosen(key === chosen ? "" : key);
    const u = unitAt(st, key);
    if (u) spots.open(where, (/** @type {() => void} */ close) => html`<${Attacks} u=${u} st=${st} name=${u.side.name} close=${() => { setChosen(""); close(); }} />`);
  };
  const common = { targets, st, cols, at, look, turn: st.turn };
  return html`<div class="vera" ref=${ref}>
    <${Side} side=${far} far=${true} ...${common} />
    <div class="vera-row vera-lands" role="list" aria-label="Terrains">${cols.map((i) => html`<${Land} key=${i} c=${st.columns[i]} i=${i} view=${view} />`)}</div>
    <${Side} side=${near} far=${false} ...${common} />
  </div>`;
}

/** What stands beside the battlefield: the current attack, the last one, the table's dice. @param {{view: any, may?: boolean, act?: (a: any) => void}} p */
function VeraAside({ view, may = false, act = () => {} }) {
  const st = view.play.state;
  if (!st?.sides) return null;
  const unit = st.fight && unitAt(st, `${st.fight.seat}.${st.fight.by}`);
  return html`<section class="card vera-aside" aria-label="The attack">${unit && html`<${Attacks} key=${`${st.fight.seat}.${st.fight.by}`} u=${unit} st=${st} name=${unit.side.name} close=${null} />`}
    ${st.last && html`<${Last} last=${st.last} view=${view} />`}${st.dice && html`<${OwnDice} view=${view} may=${may} act=${act} />`}</section>`;
}

/** The mark beside an option. It opens the card of the unit there. @param {{view: any, id: string | undefined}} p */
function About({ view, id = "" }) {
  const spots = useSpots(), st = view.play.state, u = st?.sides?.length === 2 && unitAt(st, id);
  if (!u || u.closed) return null;
  return html`<button type="button" class="look-mark" data-about-unit=${id} aria-haspopup="dialog" aria-label=${tr("The card of {name}", { name: u.name })} onClick=${(/** @type {any} */ e) => spots.open(e.currentTarget, (/** @type {() => void} */ close) => html`<${Attacks} u=${u} st=${st} name=${u.side.name} close=${close} />`)}>?</button>`;
}

/** The units that lie open, by their names; those whose name two units of one side have are left out. @param {import("../messages.js").GameView} view @returns {Map<string, string>} */
function unitsByName(view) {
  /** @type {Map<string, string>} */
  const out = new Map();
  const st = view.play.state;
  if (st?.sides?.length !== 2) return out;
  for (const s of st.sides) for (const u of [...s.vanguard, ...s.rearguard]) if (u && !u.closed) out.set(u.name, out.has(u.name) ? "" : `${s.seat}.${u.at}`);
  return out;
}

/** A unit's name that opens its card. @param {{view: any, id: string, children?: any}} p */
function Unit({ view, id, children }) {
  const spots = useSpots(), st = view.play.state, u = st?.sides?.length === 2 && unitAt(st, id);
  if (!u || u.closed) return children;
  return html`<button type="button" class="look look-die" data-about-unit=${id} aria-haspopup="dialog" onClick=${(/** @type {any} */ e) => spots.open(e.currentTarget, (/** @type {() => void} */ close) => html`<${Attacks} u=${u} st=${st} name=${u.side.name} close=${close} />`)}>${children}</button>`;
}

/** The ids of what the board draws. @param {import("../messages.js").GameView} view @returns {Set<string>} */
function veraIDs(view) {
  const st = view.play.state;
  if ((st?.sides?.length ?? 0) < 2) return new Set();
  return new Set([1, 2, 3, 4].flatMap((n) => [`land ${n}`, ...st.sides.flatMap((/** @type {any} */ s) => [`${s.seat}.v${n}`, `${s.seat}.r${n}`])]));
}

/** A unit by its space ("1.v2"), with its owner. @param {any} st @param {string} key */
const unitAt = (st, key) => st.sides.flatMap((/** @type {any} */ s) => [...s.vanguard, ...s.rearguard].filter(Boolean).map((u) => ({ ...u, seat: s.seat, side: s }))).find((/** @type {any} */ u) => `${u.seat}.${u.at}` === key);

/** @param {any} p */
function Land({ c, i, view }) {
  const hinders = c.hinders ?? [], spot = useSpots().of(`land ${i + 1}`);
  const name = c.terrain ? capital(c.terrain) : tr("face down");
  const inside = html`<span class="land-name">${c.terrain && html`<${Glyph} name=${`terrain/${c.terrain}`} />`}<small>${i + 1}</small> ${c.terrain && !spot.tap ? html`<${Look} rule=${`vera.terrain.${c.terrain}`}>${name}<//>` : name}</span>
    ${hinders.length > 0 && html`<small title="These attacks lose a die here">${hinders.map((/** @type {string} */ h) => heard(h)).join(", ")} −1</small>`}${c.holder ? html`<small class="held">⚑ ${view.seats[c.holder - 1]?.name}</small>` : ""}`;
  const cls = `vera-land ${c.terrain || "hidden"}`;
  return html`<div role="listitem">${spot.tap ? html`<button class=${cls} ...${spotProps(spot, `land ${i + 1}`, tr("Column {n}, {terrain}", { n: i + 1, terrain: name }))}>${inside}</button>` : html`<div class=${cls}>${inside}</div>`}</div>`;
}

/** @type {import("../games/boards.js").Look} */
export const look = { Board: VeraBoard, drawn: veraIDs, Aside: VeraAside, Now: Hands, hands: handsOf, About, cards: unitsByName, Card: Unit };
