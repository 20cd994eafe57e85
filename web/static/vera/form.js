// What Vera Discordia asks before a game: whose cards, how generals are chosen, what is left out, which dice the
// table has, and what holds if the rulebook is unclear.
import { html, useEffect, useState } from "../view.js";
import { ask } from "../games/fetch.js";
import { Swatch } from "../games/dice.js";
import { book } from "./types.js";
import { capital, dieNames } from "./words.js";
import { tr } from "../language.js";

/** @typedef {import("./types.js").Faction} F */
/** @typedef {import("./types.js").Known} Known */

const colorNames = ["white", "ivory", "grey", "black", "red", "pink", "orange", "brown", "yellow", "gold", "green", "teal", "cyan", tr("light blue"), "blue", "purple", "silver"];

const introductions = [["no_generals", tr("Without generals")], ["no_flying_attacks", tr("Without aerial attacks: Flying works as Glide")], ["no_terrain", tr("Without terrain")], ["no_legendary", tr("Without legendary units")]];

/** @param {{setup: any, setSetup: (setup: any) => void, players: import("../messages.js").Player[], say: (text: string) => void}} p */
export function VeraForm({ setup, setSetup, players, say }) {
  const [known, setKnown] = useState(/** @type {Known | null} */ (null));
  const [kept, setKept] = useState(/** @type {F[]} */ ([]));
  const [chosen, setChosen] = useState(/** @type {string[]} */ ([]));
  useEffect(() => {
    ask("/api/vera").then((r) => (r.ok ? setKnown(r.data) : say(r.why)));
    ask("/api/armies").then((r) => r.ok && setKept(r.data.armies.filter((/** @type {any} */ a) => a.rulebook === book).map((/** @type {any} */ a) => a.force)));
  }, []);
  const s = setup ?? {};
  /** @param {any} change */
  const set = (change) => {
    const next = Object.fromEntries(Object.entries({ ...s, ...change }).filter(([, v]) => v !== undefined && v !== false && v !== "" && !(typeof v === "object" && Object.keys(v).length === 0)));
    setSetup(Object.keys(next).length > 0 ? next : null);
  };
  if (!known) return html`<p class="how">…</p>`;
  const all = [...known.made_up, ...kept];
  const playing = s.cards ?? known.made_up;
  /** @param {F} f @param {boolean} on */
  const play = (f, on) => {
    const names = (chosen.length > 0 ? chosen : known.made_up.map((x) => x.name)).filter((n) => n !== f.name);
    if (on) names.push(f.name);
    setChosen(names);
    const cards = all.filter((x) => names.includes(x.name));
    const usual = cards.length === known.made_up.length && cards.every((x) => known.made_up.includes(x));
    set({ cards: usual ? undefined : cards, championship: undefined });
  };
  const generals = playing.flatMap((/** @type {F} */ f) => (f.generals ?? []).map((g) => ({ name: g.name, of: f.name })));
  const choice = s.championship ? "championship" : s.competitive ? "competitive" : "";
  /** @param {string} to */
  const choose = (to) => set({ competitive: to === "competitive", championship: to === "championship" ? [generals[0]?.name ?? "", generals.find((/** @type {any} */ g) => g.of !== generals[0]?.of)?.name ?? ""] : undefined });
  return html`
    <div class="setup-part"><h3>Cards</h3><div class="row checks">${all.map((f) => html`<label class="check" key=${f.name}><input type="checkbox" data-plays=${f.name} checked=${playing.some((/** @type {F} */ x) => x.name === f.name)} onChange=${(/** @type {any} */ e) => play(f, e.target.checked)} />${f.name}${f.made_up ? ` ${tr("(made up)")}` : ""}</label>`)}</div>
      <p class="how">Which factions lie on the table. ${tr("Your own are typed in or taken in from a file under {cards}.", { cards: html`<a href="cards">Cards</a>` })}</p>
      <div class="row checks"><label class="check"><input type="checkbox" data-set="two_copies" checked=${!!s.two_copies} onChange=${(/** @type {any} */ e) => set({ two_copies: e.target.checked })} />Two copies of the game: both may play one faction</label></div></div>
    ${!s.no_generals && html`<div class="setup-part"><h3>Generals</h3><div class="fields"><label>How they are chosen<select id="generals" value=${choice} onChange=${(/** @type {any} */ e) => choose(e.target.value)}><option value="">openly</option><option value="competitive">secretly (competitive)</option><option value="championship">noted for an event (championship)</option></select></label>
      ${s.championship && [0, 1].map((i) => html`<label key=${i}>${tr("{player} has", { player: players[i]?.name.trim() || tr("Player {n}", { n: i + 1 }) })}<select data-noted=${i + 1} value=${s.championship[i]} onChange=${(/** @type {any} */ e) => set({ championship: s.championship.map((/** @type {string} */ x, /** @type {number} */ k) => (k === i ? e.target.value : x)) })}>${generals.map((/** @type {any} */ g) => html`<option key=${g.name} value=${g.name}>${g.name}, ${g.of}</option>`)}</select></label>`)}</div></div>`}
    <div class="setup-part"><h3>How it is played</h3><div class="row checks"><${Check} s=${s} set=${set} what="hurry_up" words="Timed orders (hurry up): the clock is yours" /></div>
      <p class="how">For a first game, leave something out:</p><div class="row checks">${introductions.map(([key, text]) => html`<${Check} key=${key} s=${s} set=${set} what=${key} words=${text} />`)}</div></div>
    <div class="setup-part"><h3>Your dice</h3><div class="row checks"><${Check} s=${s} set=${set} what="dice_by_type" words="No coloured dice: each type is rolled in turn" /></div>
      ${!s.dice_by_type && html`<details><summary>Other colours than white, blue, purple, red and yellow</summary><div class="fields">${known.colors.map((c) => html`<label key=${c}>${dieNames[c]} (${c})<select data-dice=${c} value=${s.dice?.[c] ?? c}
        onChange=${(/** @type {any} */ e) => set({ dice: without({ ...s.dice, [c]: e.target.value === c ? undefined : e.target.value }) })}>${colorNames.map((n) => html`<option key=${n} value=${n}>${n}</option>`)}</select></label>`)}</div></details>
        <p class="how"><span class="vera-dice">${known.colors.map((c) => html`<${Swatch} key=${c} colors=${[s.dice?.[c] ?? c]} shape="d6" />`)}</span> Once the game is on, show them to the camera: then any five that differ are told apart.</p>`}</div>
    <details class="setup-part"><summary>Where the rulebook is unclear</summary><div class="ruling-rows">${known.rulings.map((r) => html`<label key=${r.id}>${r.name} (${r.section})<select data-ruling=${r.id} value=${s.rulings?.[short(r.id)] ?? r.choices[0]}
      onChange=${(/** @type {any} */ e) => set({ rulings: without({ ...s.rulings, [short(r.id)]: e.target.value === r.choices[0] ? undefined : e.target.value }) })}>${r.choices.map((c) => html`<option key=${c} value=${c}>${capital(c)}</option>`)}</select></label>`)}</div></details>`;
}

/** @param {any} p */
function Check({ s, set, what, words }) {
  return html`<label class="check"><input type="checkbox" data-set=${what} checked=${!!s[what]} onChange=${(/** @type {any} */ e) => set({ [what]: e.target.checked, ...(what === "no_generals" ? { competitive: undefined, championship: undefined } : {}) })} />${words}</label>`;
}

/** @param {Record<string, any>} o */
const without = (o) => Object.fromEntries(Object.entries(o).filter(([, v]) => v !== undefined));

/** @param {string} id */
const short = (id) => id.replace("vera.ruling.", "");
