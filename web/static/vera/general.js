// A general's card: Heroism, Leadership and Strategy. What no number can say is a text that the table rules on.
import { html } from "../view.js";
import { AbilityField, DiceField, number } from "./unitform.js";
import { inWords, words } from "./words.js";
import { tr } from "../language.js";

/** @typedef {import("./types.js").General} G */

/** A general in one line. @param {G} g */
export function generalWords(g) {
  const parts = [...(g.heroism?.abilities ?? []).map(words)];
  if (g.heroism?.dice?.length) parts.push(inWords(g.heroism.dice));
  if (g.strategy) parts.push(tr("Strategy: {kind}", { kind: g.strategy.kind }));
  return parts.join(", ");
}

/** @param {{g: G, f: import("./types.js").Faction, known: import("./types.js").Known, set: (g: any) => void, out: () => void}} p */
export function General({ g, f, known, set, out }) {
  const h = g.heroism ?? {}, l = g.leadership ?? {}, s = g.strategy;
  /** @param {string} key @param {any} to */
  const put = (key, to) => {
    const next = /** @type {any} */ ({ ...g, [key]: to });
    if (to === undefined || (typeof to === "object" && Object.keys(to).length === 0)) delete next[key];
    set(next);
  };
  /** @param {any} change */
  const lead = (change) => put("leadership", without({ ...l, ...change }));
  /** @param {any} change */
  const plan = (change) => put("strategy", without({ ...s, ...change }));
  /** @param {string} key @param {string} label */
  const count = (key, label) => html`<label>${label}<input type="number" data-strategy=${key} min="-5" max="12" placeholder="0" value=${/** @type {any} */ (s)[key] ?? ""} onInput=${(/** @type {any} */ e) => plan({ [key]: number(e) })} /></label>`;
  return html`<div class="card-edit"><div class="fields"><label>Name<input type="text" data-field="general-name" maxlength="60" value=${g.name} onInput=${(/** @type {any} */ e) => put("name", e.target.value)} /></label></div>
    <${AbilityField} legend=${tr("Heroism: abilities that the general’s unit gains")} own=${h.abilities ?? []} from=${known.abilities.filter((a) => a !== "maximum_life" && a !== "metamorphosis")} set=${(/** @type {string[]} */ abilities) => put("heroism", without({ ...h, abilities }))} />
    <${DiceField} legend=${tr("Heroism: dice that it gains at the right")} dice=${h.dice ?? []} known=${known} set=${(/** @type {string[]} */ dice) => put("heroism", without({ ...h, dice }))} />
    <fieldset><legend>Leadership: ranks that may hold the general besides elite ones</legend><div class="row checks">${known.ranks.filter((r) => r.rank !== "elite").map((r) => html`<label class="check" key=${r.rank}><input type="checkbox" data-lead-rank=${r.rank} checked=${(l.ranks ?? []).includes(r.rank)}
      onChange=${(/** @type {any} */ e) => lead({ ranks: known.ranks.map((x) => x.rank).filter((x) => (x === r.rank ? e.target.checked : (l.ranks ?? []).includes(x))) })} />${r.rank}</label>`)}</div></fieldset>
    <fieldset><legend>Leadership: how many units of each rank are recruited, where it isn’t as usual</legend><div class="fields">${known.ranks.map((r) => html`<label key=${r.rank}>${r.rank}<input type="number" data-recruit=${r.rank} min="0" max="9" placeholder=${r.recruited} value=${l.recruit?.[r.rank] ?? ""}
      onInput=${(/** @type {any} */ e) => lead({ recruit: without({ ...l.recruit, [r.rank]: number(e) }) })} /></label>`)}
      <label>Closed units, more or less<input type="number" data-field="closed" min="-8" max="8" placeholder="0" value=${l.closed ?? ""} onInput=${(/** @type {any} */ e) => lead({ closed: number(e) })} /></label></div></fieldset>
    ${f.units.length > 0 && html`<fieldset><legend>Leadership: units that can’t be recruited</legend><div class="row checks">${f.units.filter((u) => u.name).map((u) => html`<label class="check" key=${u.name}><input type="checkbox" data-without=${u.name} checked=${(l.without ?? []).includes(u.name)}
      onChange=${(/** @type {any} */ e) => lead({ without: e.target.checked ? [...(l.without ?? []), u.name] : (l.without ?? []).filter((x) => x !== u.name) })} />${u.name}</label>`)}</div></fieldset>`}
    <label class="long">Leadership in words, which the table applies itself<input type="text" data-field="lead-text" maxlength="500" value=${l.text ?? ""} onInput=${(/** @type {any} */ e) => lead({ text: e.target.value || undefined })} /></label>
    <div class="fields"><label>Strategy<select data-field="strategy" value=${s?.kind ?? ""} onChange=${(/** @type {any} */ e) => put("strategy", e.target.value === "" ? undefined : e.target.value === "star" ? { kind: "star", text: s?.text ?? "" } : { kind: "diamond", when: "turn", text: s?.text ?? "" })}>
      <option value="">none</option><option value="star">star: with the own Tactic</option><option value="diamond">diamond: once per game</option></select></label>
      ${s?.kind === "diamond" && html`<label>When<select data-field="when" value=${s.when} onChange=${(/** @type {any} */ e) => plan({ when: e.target.value })}><option value="round">at the beginning of a round</option><option value="turn">at an own turn, before the order</option></select></label>`}
      ${s?.kind === "star" && count("dice", tr("Attack dice more"))}${s && count("life", tr("Life points gained"))}${s && count("motivation", tr("Motivation gained"))}</div>
    ${s && html`<label class="long">Strategy in words (without a number the table rules on it)<input type="text" data-field="strategy-text" maxlength="500" value=${s.text ?? ""} onInput=${(/** @type {any} */ e) => plan({ text: e.target.value })} /></label>`}
    <div class="row end"><button class="quiet" data-do="out" onClick=${out}>Take this card out</button></div></div>`;
}

/** Leaves out empty values. @param {Record<string, any>} o */
function without(o) {
  return Object.fromEntries(Object.entries(o).filter(([k, v]) => v !== undefined && v !== null && !(Array.isArray(v) && v.length === 0) && !(typeof v === "object" && !Array.isArray(v) && Object.keys(v).length === 0) && !(k === "text" && v === "")));
}
