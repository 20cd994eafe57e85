// Who plays, how it is counted, and where everybody stands.
import { html, useState } from "./vendor/preact-htm.js";
import { counted } from "./words.js";

/** @typedef {import("./messages.js").View} View */
/** @typedef {import("./messages.js").Act} Act */
/** @typedef {import("./messages.js").SeatView} SeatView */
/** @typedef {import("./messages.js").Settings} Settings */

/** @param {{view: View, may: boolean, act: (act: Act) => void}} p */
export function Seats({ view, may, act }) {
  const [open, setOpen] = useState(false);
  const c = view.count;
  const inTurn = c.settings.rules.order === "turns";
  return html`<section class="card players" aria-labelledby="seats-title">
    <div class="card-head"><h2 id="seats-title">${c.settings.players.length > 0 ? "Players" : "Counting"}</h2>
      ${may && html`<button class="quiet" id="change-count" aria-expanded=${open ? "true" : "false"} onClick=${() => setOpen(!open)}>${open ? "Close" : "Change"}</button>`}</div>
    <p class="how">${sayRules(c.words)}${c.over ? " · the count is over" : ""}</p>
    ${open && html`<${ChangeCount} view=${view} act=${act} close=${() => setOpen(false)} />`}
    <ul class="seats">${c.seats.map((s) => html`<li key=${s.seat}>
      <button disabled=${!may || s.seat === 0 || inTurn} aria-pressed=${s.up && s.seat > 0 ? "true" : "false"} onClick=${() => act({ do: "turn", seat: s.seat })}>
        <span class="name">${s.name || "All rolls"}</span><span class="count">${s.team ? `${s.team} · ` : ""}${counted(s.rolls, "roll", "rolls")}</span>${s.up && s.seat > 0 && html`<span class="unseen">, rolls now</span>`}
        <span class="sum">${s.total ?? ""}</span></button>
      ${s.faces && html`<p class="how">${s.faces}</p>`}
    </li>`)}</ul>
    ${may && inTurn && c.question && html`<div class="row"><button class="quiet" id="skip" onClick=${() => act({ do: "answer", question: c.question, chosen: ["skip"] })}>Skip this turn</button></div>`}
    ${c.teams.length > 0 && html`<h3 class="teams">Teams</h3><ul class="seats">${c.teams.map((t) => html`<li key=${t.name}><button disabled>
      <span class="name">${t.name}</span><span class="count">${counted(t.rolls, "roll", "rolls")}</span><span class="sum">${t.total ?? t.faces}</span></button></li>`)}</ul>`}
  </section>`;
}

/** @param {string} words */
const sayRules = (words) => words.charAt(0).toUpperCase() + words.slice(1);

const modes = [["sum", "Sum of all dice"], ["pool", "Pool: count successes"], ["keep", "Keep the highest or lowest"], ["faces", "Count each face"]];

/** @param {{view: View, act: (act: Act) => void, close: () => void}} p */
function ChangeCount({ view, act, close }) {
  const [rules, setRules] = useState(/** @type {Settings} */ ({ ...view.count.settings.rules }));
  const [players, setPlayers] = useState(view.count.settings.players);
  /** @param {Partial<Settings>} change */
  const set = (change) => setRules({ ...rules, ...change });
  const mode = rules.mode ?? "sum";
  /** @param {boolean} zero */
  const send = (zero) => {
    act({ do: "count", count: { rules: tidy(rules), players: players.filter((p) => p.name.trim() !== ""), ...(zero ? { zero } : {}) } });
    close();
  };
  return html`<form class="panel" onSubmit=${(/** @type {Event} */ e) => { e.preventDefault(); send(false); }}>
    <div class="fields">
      <label>Count<select id="mode" value=${mode} onChange=${(/** @type {any} */ e) => set({ mode: e.target.value })}>${modes.map(([id, name]) => html`<option value=${id}>${name}</option>`)}</select></label>
      ${mode === "pool" && html`<${Numeral} label="A success is" value=${rules.target ?? 5} min="1" set=${(/** @type {number} */ n) => set({ target: n })} />
        <label>or<select value=${rules.below ? "less" : "more"} onChange=${(/** @type {any} */ e) => set({ below: e.target.value === "less" })}><option value="more">more</option><option value="less">less</option></select></label>
        <${Numeral} label="Counts twice (empty: none)" value=${rules.double ?? ""} min="0" set=${(/** @type {number | null} */ n) => set({ double: n })} />`}
      ${mode === "keep" && html`<${Numeral} label="Keep" value=${rules.keep ?? 1} min="1" set=${(/** @type {number} */ n) => set({ keep: n })} />
        <label>the<select value=${rules.lowest ? "lowest" : "highest"} onChange=${(/** @type {any} */ e) => set({ lowest: e.target.value === "lowest" })}><option>highest</option><option>lowest</option></select></label>`}
      ${mode !== "faces" && html`<${Numeral} label="Add to every roll" value=${rules.modifier ?? 0} min="-1000" set=${(/** @type {number} */ n) => set({ modifier: n ?? 0 })} />`}
      <label>Colours<select value=${rules.by_color ? "apart" : "together"} onChange=${(/** @type {any} */ e) => set({ by_color: e.target.value === "apart" })}><option value="together">together</option><option value="apart">each for itself</option></select></label>
      ${mode !== "faces" && html`<label>Ten-sided dice<select id="tens" value=${rules.tens ?? ""} onChange=${(/** @type {any} */ e) => set({ tens: e.target.value })}>
        <option value="">two may be a d100: ask when it matters</option><option value="pair">two are a d100 where one may have tens</option><option value="each">each for itself</option></select></label>`}
      <label>Roll again<select value=${againOf(rules)} onChange=${(/** @type {any} */ e) => set({ again: againFor(e.target.value) })}>
        <option value="no">never</option><option value="chosen">chosen dice, once</option><option value="ones">ones, once</option></select></label>
      <label>Who rolls<select value=${rules.order ?? "free"} onChange=${(/** @type {any} */ e) => set({ order: e.target.value })}><option value="free">whoever is tapped</option><option value="turns">one after the other</option></select></label>
    </div>
    <div class="seat-rows">${players.map((p, i) => html`<div key=${i}>
      <label>Player ${i + 1}<input type="text" maxlength="40" value=${p.name} onInput=${(/** @type {any} */ e) => setPlayers(players.map((x, k) => (k === i ? { ...x, name: e.target.value } : x)))} /></label>
      <label>Team<input type="text" maxlength="40" placeholder="none" value=${p.team ?? ""} onInput=${(/** @type {any} */ e) => setPlayers(players.map((x, k) => (k === i ? { ...x, team: e.target.value } : x)))} /></label>
      <button type="button" class="quiet" aria-label=${`Take player ${i + 1} out`} onClick=${() => setPlayers(players.filter((_, k) => k !== i))}>✕</button>
    </div>`)}</div>
    <div class="row"><button type="button" id="add-player" onClick=${() => setPlayers([...players, { name: "" }])}>Add a player</button></div>
    <div class="row end"><button type="button" class="quiet" onClick=${() => send(true)}>Start from zero</button><button class="main" id="save-count">Use this</button></div>
    <p class="how">Totals go on while the way of counting stays the same; else they start from zero. Rolls already counted stay listed.</p>
  </form>`;
}

/** @param {any} p */
function Numeral({ label, value, min, set }) {
  return html`<label>${label}<input type="number" inputmode="numeric" min=${min} max="1000" value=${value}
    onInput=${(/** @type {any} */ e) => set(e.target.value === "" ? null : Number(e.target.value))} /></label>`;
}

/** @param {Settings} r */
const againOf = (r) => (!r.again ? "no" : r.again.chosen ? "chosen" : "ones");

/** @param {string} word */
const againFor = (word) => (word === "chosen" ? { chosen: true } : word === "ones" ? { values: [1] } : null);

/** Leaves out what belongs to another mode. @param {Settings} r @returns {Settings} */
function tidy(r) {
  const { target, below, double, keep, lowest, modifier, ...rest } = r;
  return {
    ...rest,
    ...(r.mode === "pool" ? { target: target ?? 5, below: below ?? false, double: double ?? null } : {}),
    ...(r.mode === "keep" ? { keep: keep ?? 1, lowest: lowest ?? false } : {}),
    ...(r.mode === "faces" ? {} : { modifier: modifier ?? 0 }),
  };
}
