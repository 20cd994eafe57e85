// Who plays, how it is counted, and where everybody stands.
import { html, useState } from "./view.js";
import { counted } from "./words.js";
import { heard, tr } from "./language.js";

/** @typedef {import("./messages.js").View} View */
/** @typedef {import("./messages.js").Act} Act */
/** @typedef {import("./messages.js").SeatView} SeatView */
/** @typedef {import("./messages.js").Settings} Settings */
/** @typedef {import("./messages.js").Preset} Preset */

/** @param {{view: View, may: boolean, act: (act: Act) => Promise<boolean>}} p */
export function Seats({ view, may, act }) {
  const [open, setOpen] = useState(false);
  const c = view.count;
  const inTurn = c.settings.rules.order === "turns";
  const waits = view.request && (view.request.state === "waiting" || view.request.state === "asking"); // the next dice are for another program
  return html`<section class="card players" aria-labelledby="seats-title">
    <div class="card-head"><h2 id="seats-title">${c.settings.players.length > 0 ? tr("Players") : tr("Counting")}</h2>
      ${may && html`<button class="quiet" id="change-count" aria-expanded=${open ? "true" : "false"} onClick=${() => setOpen(!open)}>${open ? tr("Close") : tr("Change")}</button>`}</div>
    <p class="how">${sayRules(c.words)}${c.over ? ` · ${tr("the count is over")}` : ""}</p>
    <${Sent} view=${view} may=${may} act=${act} />
    ${c.asks && !waits && html`<p class="to-throw" id="to-throw">${heard(c.asks, c.settings.players.map((p) => p.name))}</p>`}
    ${c.settings.rules.mode === "notation" && html`<${Presets} view=${view} may=${may} act=${act} />`}
    ${open && html`<${ChangeCount} view=${view} act=${act} close=${() => setOpen(false)} />`}
    <ul class="seats">${c.seats.map((s) => html`<li key=${s.seat}>
      <button disabled=${!may || s.seat === 0 || inTurn} aria-pressed=${s.up && s.seat > 0 ? "true" : "false"} onClick=${() => act({ do: "turn", seat: s.seat })}>
        <span class="name">${s.name || tr("All rolls")}</span><span class="count">${s.team ? `${s.team} · ` : ""}${counted(s.rolls, "roll", "rolls")}</span>${s.up && s.seat > 0 && html`<span class="unseen">, rolls now</span>`}
        <span class="sum">${s.total ?? ""}</span></button>
      ${s.faces && html`<p class="how">${heard(s.faces)}</p>`}
    </li>`)}</ul>
    ${may && inTurn && c.question && html`<div class="row"><button class="quiet" id="skip" onClick=${() => act({ do: "answer", question: c.question, chosen: ["skip"] })}>Skip this turn</button></div>`}
    ${c.teams.length > 0 && html`<h3 class="teams">Teams</h3><ul class="seats">${c.teams.map((t) => html`<li key=${t.name}><button disabled>
      <span class="name">${t.name}</span><span class="count">${counted(t.rolls, "roll", "rolls")}</span><span class="sum">${t.total ?? heard(t.faces)}</span></button></li>`)}</ul>`}
  </section>`;
}

const countsFor = 12; // players

/** Who the event sends to this table, if the count is not for them. @param {{view: View, may: boolean, act: (act: Act) => Promise<boolean>}} p */
function Sent({ view, may, act }) {
  const sent = view.link?.players ?? [];
  const c = view.count;
  /** @param {string[]} names */
  const together = (names) => names.map((n) => n.toLowerCase()).sort().join("\n");
  if (sent.length === 0 || sent.length > countsFor || together(sent) === together(c.settings.players.map((p) => p.name))) return null;
  return html`<p class="how" id="sent-here">${tr("The event sends here: {names}", { names: html`<b>${sent.join(", ")}</b>` })}</p>
    ${may && html`<div class="row"><button id="count-for-them" onClick=${() => act({ do: "count", count: { rules: c.settings.rules, players: sent.map((name) => ({ name })), zero: true } })}>Count for them</button></div>`}`;
}

/** The rolls with names, to choose from before a throw. @param {{view: View, may: boolean, act: (act: Act) => Promise<boolean>}} p */
function Presets({ view, may, act }) {
  const c = view.count;
  const presets = c.settings.rules.presets ?? [];
  if (presets.length === 0) return null;
  // Its own player's turn comes with it, if turns are free.
  const use = async (/** @type {number} */ i) => {
    const seat = c.settings.players.findIndex((p) => p.name === presets[i].player) + 1;
    if (seat > 0 && c.settings.rules.order !== "turns") await act({ do: "turn", seat });
    await act({ do: "answer", question: c.question, chosen: [`use ${i + 1}`] });
  };
  return html`<div class="choices presets" role="group" aria-label="What to throw">${presets.map((p, i) => html`<button key=${i} data-preset=${i + 1} disabled=${!may || !c.question} aria-pressed=${c.preset === i + 1 ? "true" : "false"} onClick=${() => use(i)}>
    <span>${p.player ? `${p.player}: ` : ""}${p.name}</span><span class="how">${p.notation}</span></button>`)}</div>`;
}

/** @param {string} words */
function sayRules(words) {
  const said = heard(words);
  return said.charAt(0).toUpperCase() + said.slice(1);
}

const modes = [["sum", tr("Sum of all dice")], ["pool", tr("Pool: count successes")], ["keep", tr("Keep the highest or lowest")], ["faces", tr("Count each face")], ["notation", tr("Dice notation, like 2d20kh1+5")]];

/** @param {{view: View, act: (act: Act) => Promise<boolean>, close: () => void}} p */
function ChangeCount({ view, act, close }) {
  const [rules, setRules] = useState(/** @type {Settings} */ ({ ...view.count.settings.rules }));
  const [players, setPlayers] = useState(view.count.settings.players);
  /** @param {Partial<Settings>} change */
  const set = (change) => setRules((was) => ({ ...was, ...change }));
  const mode = rules.mode ?? "sum";
  /** @param {boolean} zero */
  const send = async (zero) => {
    if (await act({ do: "count", count: { rules: tidy(rules), players: players.filter((p) => p.name.trim() !== ""), ...(zero ? { zero } : {}) } })) close();
  };
  const end = async () => {
    if (await act({ do: "answer", question: view.count.question, chosen: ["end"] })) close();
  };
  const noted = mode === "notation";
  return html`<form class="panel" onSubmit=${(/** @type {Event} */ e) => { e.preventDefault(); send(false); }}>
    <div class="fields">
      <label>Count<select id="mode" value=${mode} onChange=${(/** @type {any} */ e) => set({ mode: e.target.value })}>${modes.map(([id, name]) => html`<option value=${id}>${name}</option>`)}</select></label>
      ${mode === "pool" && html`<${Numeral} label="A success is" value=${rules.target ?? 5} min="1" set=${(/** @type {number} */ n) => set({ target: n })} />
        <label>or<select value=${rules.below ? "less" : "more"} onChange=${(/** @type {any} */ e) => set({ below: e.target.value === "less" })}><option value="more">more</option><option value="less">less</option></select></label>
        <${Numeral} label="Counts twice (empty: none)" value=${rules.double ?? ""} min="0" set=${(/** @type {number | null} */ n) => set({ double: n })} />`}
      ${mode === "keep" && html`<${Numeral} label="Keep" value=${rules.keep ?? 1} min="1" set=${(/** @type {number} */ n) => set({ keep: n })} />
        <label>the<select value=${rules.lowest ? "lowest" : "highest"} onChange=${(/** @type {any} */ e) => set({ lowest: e.target.value === "lowest" })}><option value="highest">highest</option><option value="lowest">lowest</option></select></label>`}
      ${noted && html`<label>Dice to throw<input type="text" id="notation" maxlength="200" autocapitalize="off" spellcheck="false" placeholder="2d20kh1+5" value=${rules.notation ?? ""} onInput=${(/** @type {any} */ e) => set({ notation: e.target.value })} /></label>`}
      ${!noted && mode !== "faces" && html`<${Numeral} label="Add to every roll" value=${rules.modifier ?? 0} min="-1000" set=${(/** @type {number} */ n) => set({ modifier: n ?? 0 })} />`}
      ${!noted && html`<label>Colours<select value=${rules.by_color ? "apart" : "together"} onChange=${(/** @type {any} */ e) => set({ by_color: e.target.value === "apart" })}><option value="together">together</option><option value="apart">each for itself</option></select></label>`}
      ${!noted && mode !== "faces" && html`<label>Ten-sided dice<select id="tens" value=${rules.tens ?? ""} onChange=${(/** @type {any} */ e) => set({ tens: e.target.value })}>
        <option value="">two may be a d100: ask when it matters</option><option value="pair">two are a d100 where one may have tens</option><option value="each">each for itself</option></select></label>`}
      ${!noted && html`<label>Roll again<select value=${againOf(rules)} onChange=${(/** @type {any} */ e) => set({ again: againFor(e.target.value) })}>
        <option value="no">never</option><option value="chosen">chosen dice, once</option><option value="ones">ones, once</option></select></label>`}
      <label>Who rolls<select value=${rules.order ?? "free"} onChange=${(/** @type {any} */ e) => set({ order: e.target.value })}><option value="free">whoever is tapped</option><option value="turns">one after the other</option></select></label>
      <${Numeral} id="rounds" label="Rolls of each (0: until it is ended)" value=${rules.rounds ?? 0} min="0" set=${(/** @type {number | null} */ n) => set({ rounds: n ?? 0 })} />
    </div>
    ${noted && html`<${EditPresets} presets=${rules.presets ?? []} players=${players.map((p) => p.name).filter(Boolean)} change=${(/** @type {(was: Preset[]) => Preset[]} */ f) => setRules((was) => ({ ...was, presets: f(was.presets ?? []) }))} />`}
    <div class="seat-rows">${players.map((p, i) => html`<div key=${i}>
      <label>${tr("Player {n}", { n: i + 1 })}<input type="text" maxlength="60" value=${p.name} onInput=${(/** @type {any} */ e) => setPlayers(players.map((x, k) => (k === i ? { ...x, name: e.target.value } : x)))} /></label>
      <label>Team<input type="text" maxlength="60" placeholder="none" value=${p.team ?? ""} onInput=${(/** @type {any} */ e) => setPlayers(players.map((x, k) => (k === i ? { ...x, team: e.target.value } : x)))} /></label>
      <button type="button" class="quiet" aria-label=${tr("Take player {n} out", { n: i + 1 })} onClick=${() => setPlayers(players.filter((_, k) => k !== i))}>✕</button>
    </div>`)}</div>
    <div class="row"><button type="button" id="add-player" onClick=${() => setPlayers([...players, { name: "" }])}>Add a player</button></div>
    <div class="row end">${view.count.question && html`<button type="button" class="quiet" id="end-count" onClick=${end}>End the count</button>`}<button type="button" class="quiet" onClick=${() => send(true)}>Start from zero</button><button class="main" id="save-count">Use this</button></div>
    <p class="how">Totals go on while the way of counting stays the same; else they start from zero. Rolls already counted stay listed.</p>
  </form>`;
}

/** Rolls with names. @param {{presets: Preset[], players: string[], change: (f: (was: Preset[]) => Preset[]) => void}} p */
function EditPresets({ presets, players, change }) {
  /** @param {number} i @param {Partial<Preset>} said */
  const put = (i, said) => change((was) => was.map((p, k) => (k === i ? { ...p, ...said } : p)));
  return html`<fieldset class="preset-rows"><legend>Rolls with names</legend>
    <details class="how"><summary>What can be written</summary><ul>
      <li><code>2d20kh1+5</code>: ${tr("the higher one of two, and 5.")} <code>kl1</code>: ${tr("the lower one.")} <code>dl1</code>: ${tr("without the lowest.")}</li>
      <li><code>4d6r1</code>: ${tr("ones are rolled again, once.")} <code>rr1</code>: ${tr("until they show something else.")}</li>
      <li><code>5d10>=8!</code>: ${tr("how many show 8 or more; each 10 brings a further die.")} <code>f1</code>: ${tr("ones take a success away.")}</li>
      <li><code>d100</code>: ${tr("two ten-sided dice.")} <code>4dF</code>: ${tr("Fate dice.")}</li>
      <li><code>10d6>=3 then >=4 then not>=5</code>: ${tr("those that hit again, those that wound again, and what isn’t saved counts.")}</li></ul></details>
    ${presets.map((p, i) => html`<div key=${i} class="preset-row">
      <label>Name<input type="text" maxlength="60" data-preset-name=${i} value=${p.name} onInput=${(/** @type {any} */ e) => put(i, { name: e.target.value })} /></label>
      <label>Dice<input type="text" maxlength="200" data-preset-dice=${i} autocapitalize="off" spellcheck="false" value=${p.notation} onInput=${(/** @type {any} */ e) => put(i, { notation: e.target.value })} /></label>
      ${players.length > 0 && html`<label>Whose<select value=${p.player ?? ""} onChange=${(/** @type {any} */ e) => put(i, { player: e.target.value })}><option value="">everybody’s</option>${players.map((n) => html`<option key=${n} value=${n}>${n}</option>`)}</select></label>`}
      <button type="button" class="quiet" aria-label=${tr("Take {name} out", { name: p.name || tr("roll {n}", { n: i + 1 }) })} onClick=${() => change((was) => was.filter((_, k) => k !== i))}>✕</button></div>`)}
    <div class="row"><button type="button" id="add-preset" onClick=${() => change((was) => [...was, { name: "", notation: "" }])}>Add a roll</button></div></fieldset>`;
}

/** @param {any} p */
function Numeral({ id, label, value, min, set }) {
  return html`<label>${label}<input type="number" id=${id} inputmode="numeric" min=${min} max="1000" value=${value}
    onInput=${(/** @type {any} */ e) => set(e.target.value === "" ? null : Number(e.target.value))} /></label>`;
}

/** @param {Settings} r */
const againOf = (r) => (!r.again ? "no" : r.again.chosen ? "chosen" : "ones");

/** @param {string} word */
const againFor = (word) => (word === "chosen" ? { chosen: true } : word === "ones" ? { values: [1] } : null);

/** Leaves out what belongs to another mode. @param {Settings} r @returns {Settings} */
function tidy(r) {
  const { target, below, double, keep, lowest, modifier, notation, ...rest } = r;
  if (r.mode === "notation") {
    const presets = (r.presets ?? []).filter((p) => p.name || p.notation);
    return { mode: "notation", order: r.order, rounds: r.rounds, notation: notation ?? "", presets };
  }
  return {
    ...rest,
    ...(r.mode === "pool" ? { target: target ?? 5, below: below ?? false, double: double ?? null } : {}),
    ...(r.mode === "keep" ? { keep: keep ?? 1, lowest: lowest ?? false } : {}),
    ...(r.mode === "faces" ? {} : { modifier: modifier ?? 0 }),
  };
}
