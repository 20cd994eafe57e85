// The judges' desk: the round's timer, rolls with their evidence, and rulings about them.
import { judgeName } from "../judge.js";
import { html, useEffect, useState } from "../view.js";
import { at } from "../where.js";
import { ask, read } from "./link.js";
import { Figure, OneDie, Roll, time } from "./parts.js";
import { said } from "./says.js";
import { GameLog } from "./gamelog.js";
import { Calls, CheckIn, Waiting } from "./waiting.js";
import { heard, percent, tr } from "../language.js";

/** @typedef {import("./messages.js").View} View */
/** @typedef {import("./messages.js").RollLine} RollLine */
/** @typedef {import("./messages.js").RollDetail} RollDetail */
/** @typedef {import("./messages.js").DieLine} DieLine */

/** @param {{v: View}} props */
export function Desk({ v }) {
  const [table, setTable] = useState("");
  const [n, setN] = useState(0);
  return html`<div class="hub-desk"><div>
      <${Round} v=${v} />
      <section><h2>Rolls</h2><label>Table<select id="table" value=${table} onChange=${(/** @type {any} */ e) => setTable(e.currentTarget.value)}>
        <option value="">All tables</option>${v.tables.map((t) => html`<option key=${t.name} value=${t.name}>${t.name}</option>`)}</select></label>
        <${Rolls} v=${v} table=${table} chosen=${n} choose=${setN} /></section>
      <${CheckIn} v=${v} />
    </div><div><${Calls} v=${v} show=${setTable} /><${Waiting} v=${v} choose=${setN} />${n > 0 ? html`<${Ruling} key=${n} n=${n} v=${v} />` : html`<p class="word">Choose a roll to see its evidence and to rule about it.</p>`}<${Lists} v=${v} choose=${setN} /></div></div>`;
}

/** @param {{v: View}} props */
function Round({ v }) {
  const [why, setWhy] = useState("");
  const [name, setName] = useState(/** @type {string | null} */ (null));
  const [minutes, setMinutes] = useState("50");
  const called = name ?? tr("Round {n}", { n: (v.round?.n ?? 0) + 1 });
  /** @param {object} what */
  const act = async (what) => setWhy(await ask("/api/round", what));
  const [ending, setEnding] = useState(0);
  const [early, setEarly] = useState(0);
  const playing = v.round && !v.round.over;
  const open = v.contest.tables > v.contest.ended ? v.tables.filter((t) => t.players.length > 0 && !t.ended).map((t) => t.name) : [];
  const asks = playing && open.length > 0 && ending === v.round?.n;
  const end = () => {
    setEnding(0);
    act({ do: "end" });
  };
  // A round whose players are paired by the hub begins without games if nobody has paired it.
  const next = v.contest.next, unpaired = v.contest.system !== "free" && v.contest.entrants > 0 && !v.contest.paired;
  const begin = () => {
    setName(null);
    setEarly(0);
    act({ do: "start", name: called, minutes: Number(minutes) });
  };
  /** @param {Event} e */
  const start = (e) => {
    e.preventDefault();
    if (unpaired) setEarly(next);
    else begin();
  };
  return html`<section><h2>Round</h2>
    ${playing && html`<p class="hub-row"><b>${v.round?.name}</b>
      ${v.round?.paused ? html`<button onClick=${() => act({ do: "resume" })}>Go on</button>` : html`<button onClick=${() => act({ do: "pause" })}>Pause</button>`}
      <button onClick=${() => act({ do: "add", minutes: 1 })}>One minute more</button><button id="end-round" onClick=${open.length > 0 ? () => setEnding(v.round?.n ?? 0) : end}>End the round</button></p>`}
    ${asks && html`<div class="hub-group" id="ends" role="alert"><p class="word bad">${tr("Still being played: {tables}. A result that comes after the end waits for a judge.", { tables: named(open) })}</p>
      <p class="hub-row"><button id="end-anyway" onClick=${end}>End it all the same</button><button class="quiet" id="goes-on" onClick=${() => setEnding(0)}>It goes on</button></p></div>`}
    ${!playing && html`<form class="hub-row" onSubmit=${start}><label>Name<input type="text" name="name" required maxlength="40" value=${called} onInput=${(/** @type {any} */ e) => setName(e.currentTarget.value)} /></label>
      <label>Minutes<input type="number" name="minutes" required min="1" max="1440" value=${minutes} onInput=${(/** @type {any} */ e) => setMinutes(e.currentTarget.value)} /></label><button class="main" id="start-round">Start</button></form>`}
    ${!playing && unpaired && early === next && html`<div class="hub-group" id="early" role="alert"><p class="word bad">${tr("Round {n} isn’t paired: nobody is sent to a table. Pair it first on {players}.", { n: next, players: html`<a href=${at("/players")}>${tr("Players")}</a>` })}</p>
      <p class="hub-row"><button id="start-anyway" onClick=${begin}>Start it all the same</button><button class="quiet" id="not-yet" onClick=${() => setEarly(0)}>Not yet</button></p></div>`}
    ${why && html`<p class="word bad" role="alert">${why}</p>`}</section>`;
}

/** The most tables that a sentence names. */
const TOLD = 8;

/**
 * Tables by name, as many as a sentence takes.
 * @param {string[]} tables
 */
const named = (tables) => tables.slice(0, TOLD).join(", ") + (tables.length > TOLD ? " …" : "");

/** @param {{v: View, table: string, chosen: number, choose: (n: number) => void}} props */
function Rolls({ v, table, chosen, choose }) {
  const [list, setList] = useState(/** @type {RollLine[]} */ ([]));
  useEffect(() => {
    let here = true;
    const timer = setTimeout(async () => {
      const got = await read(`/api/rolls${table ? `?table=${encodeURIComponent(table)}` : ""}`);
      if (here && got) setList(/** @type {RollLine[]} */ (got));
    }, 150);
    return () => { here = false; clearTimeout(timer); };
  }, [v.counts.rolls, v.counts.corrections, v.counts.held, v.counts.pending, v.counts.waiting, table]);
  return html`<ul class="hub-list" id="rolls">${list.map((r) => html`<li key=${r.n}><button aria-pressed=${r.n === chosen} data-choose=${r.n} onClick=${() => choose(r.n)}>
    <span class="soft">${time(r.at)}</span> <b>${r.table}</b> ${said(r.called)} ${r.player !== r.table && r.player} <${Figure} roll=${r} words=${true} /></button></li>`)}</ul>`;
}

/** @param {{n: number, v: View}} props */
function Ruling({ n, v }) {
  const [d, setD] = useState(/** @type {RollDetail | null} */ (null));
  const [why, setWhy] = useState("");
  const [reason, setReason] = useState("");
  const [values, setValues] = useState(/** @type {Record<string, string>} */ ({}));
  const [total, setTotal] = useState("");
  useEffect(() => {
    let here = true;
    read(`/api/rolls/${n}`).then((got) => { if (here && got) setD(/** @type {RollDetail} */ (got)); });
    return () => { here = false; };
  }, [n, v.counts.corrections, v.desk]); // the desk changes with each step of a ruling: its correction counts before the table has said that it is done
  if (!d) return html`<p class="soft">Fetching the roll…</p>`;
  const r = d.roll;
  const ruledOut = d.rulings.some((x) => x.do === "annul" && x.state !== "refused");
  /** @param {string} deed @param {object} [more] */
  const rule = async (deed, more = {}) => {
    const no = await ask("/api/rule", { n, do: deed, reason, ...more });
    setWhy(no);
    if (!no) { setReason(""); setValues({}); setTotal(""); }
  };
  const changed = d.dice.filter((x) => values[x.id] !== undefined && values[x.id] !== String(x.value ?? x.face ?? ""));
  const ruled = total.trim() === "" ? null : Number(total);
  const correct = () => rule("correct", { total: ruled, dice: changed.map((x) => (x.face === null ? { id: x.id, value: Number(values[x.id]) } : { id: x.id, face: Number(values[x.id]) })) });
  return html`<section class="hub-ruling" id="ruling" aria-label=${said(r.called)}><h2>${r.table}, ${said(r.called)}</h2>
    <${Roll} roll=${r} /><p class="soft">${time(r.at)}, ${said(d.by)}${d.asked && `: ${heard(d.asked)}`}</p>
    <ul class="hub-dice">${d.dice.map((x) => html`<li key=${x.id}><${Evidence} n=${n} die=${x} />
      <label>${x.face === null ? tr("shows") : tr("{shows}, face", { shows: x.shows })}<input type="number" data-die=${x.id} min="0" max="1000" disabled=${r.annulled} value=${values[x.id] ?? String(x.face ?? x.value ?? "")}
        onInput=${(/** @type {any} */ e) => setValues({ ...values, [x.id]: e.currentTarget.value })} /></label>
      ${!r.annulled && html`<${Faces} die=${x} faces=${d.faces.find((f) => f.id === x.id)?.shows ?? []} value=${values[x.id] ?? String(x.face ?? x.value ?? "")} set=${(/** @type {number} */ f) => setValues({ ...values, [x.id]: String(f) })} />`}</li>`)}</ul>
    ${changed.length > 0 && html`<${Total} sum=${summed(d.dice, values)} was=${r.total} value=${total} set=${setTotal} />`}
    ${r.annulled && html`<p class="word">${ruledOut ? tr("This roll is annulled.") : tr("The players took this roll out themselves: it can be rolled or typed again.")}</p>`}
    ${(!r.annulled || ruledOut || r.ruled === "otherwise") && html`<label>Reason<input type="text" id="reason" maxlength="200" value=${reason} onInput=${(/** @type {any} */ e) => setReason(e.currentTarget.value)} /></label>`}
    ${r.annulled && ruledOut && html`<p class="hub-row"><button class="main" id="restore" disabled=${r.ruled === "pending"} onClick=${() => rule("restore")}>Take the annulment back</button></p>`}
    ${(!r.annulled || r.ruled === "otherwise") && html`<p class="hub-row"><button class="main" id="correct" disabled=${changed.length === 0} onClick=${correct}>Correct</button>
      ${!r.held && html`<button id="hold" onClick=${() => rule("hold")}>Hold</button>`}
      ${(r.held || ["refused", "done", "otherwise"].includes(r.ruled)) && html`<button id="release" onClick=${() => rule("release")}>${r.held ? tr("Release") : tr("Release from the ruling")}</button>`}
      <button id="annul" onClick=${() => rule("annul")}>Annul</button></p>`}
    ${(r.waits || r.why.startsWith("a judge left it out")) && html`<p class="hub-row"><button id="count" onClick=${() => rule("count")}>Let it count</button>${r.waits && html`<button id="leave" onClick=${() => rule("leave")}>Leave it out</button>`}</p>`}
    ${d.game && html`<p class="soft">${r.annulled ? tr("Taking it back brings the game to where it stood; what was played since the annulment is taken back by that.") : tr("Annulling takes the game back to before this roll.")}</p>`}
    ${why && html`<p class="word bad" role="alert" id="why">${why}</p>`}
    ${d.lines.length > 0 && html`<details><summary>How it came about</summary><ul>${d.lines.map((l, i) => html`<li key=${i}>${l}</li>`)}</ul></details>`}
    ${d.game && html`<${GameLog} n=${n} fresh=${`${v.tables.find((t) => t.name === r.table)?.rolls ?? 0} ${v.counts.corrections}`} />`}
    <h3>What is known of it</h3><ol class="hub-history">${d.history.map((s) => html`<li key=${s.rev}><span class="soft">${time(s.received)}</span> ${s.status === "annulled" ? tr("annulled") : s.text ? heard(s.text) : s.total} ${s.dice.map((x) => html`<${OneDie} key=${x.id} die=${x} />`)}</li>`)}
      ${d.rulings.map((x) => html`<li key=${x.id}><span class="soft">${time(x.at)}</span> ${judgeName(x.judge)}: ${deed(x)}, ${tr("“{text}”", { text: heard(x.reason) })} <span class="hub-tag">${states[x.state] ?? x.state}</span> ${heard(x.why)}</li>`)}</ol></section>`;
}

/** What the dice come to if each shows a number; null if one doesn't. @param {DieLine[]} dice @param {Record<string, string>} values */
function summed(dice, values) {
  const all = dice.map((x) => (x.face === null ? Number(values[x.id] ?? x.value ?? NaN) : NaN));
  return all.every(Number.isInteger) ? all.reduce((a, b) => a + b, 0) : null;
}

/** What the roll counts until its table has worked the correction out. @param {{sum: number | null, was: number | null, value: string, set: (total: string) => void}} props */
function Total({ sum, was, value, set }) {
  const from = value.trim() === "" ? sum ?? was ?? 0 : Number(value);
  const step = (/** @type {number} */ by) => set(String(from + by));
  return html`<div class="hub-row" id="total"><button class="quiet" data-total="less" aria-label="One less" onClick=${() => step(-1)}>−</button>
    <label>Total until the table has answered<input type="number" name="total" step="1" placeholder=${tr("none")} value=${value} onInput=${(/** @type {any} */ e) => set(e.currentTarget.value)} /></label>
    <button class="quiet" data-total="more" aria-label="One more" onClick=${() => step(1)}>+</button>
    ${sum !== null && html`<button data-total="sum" aria-pressed=${value === String(sum)} onClick=${() => set(String(sum))}>${tr("The dice come to {n}", { n: sum })}</button>`}
    ${value !== "" && html`<button class="quiet" data-total="none" onClick=${() => set("")}>No total</button>`}
    <p class="soft">${value.trim() === "" ? tr("Without a total the roll counts nothing until the table has worked it out.") : tr("If the table works out another total, that counts, and the ruling says both.")}</p></div>`;
}

/** What a ruling is called, with the total that the judge said. @param {import("./messages.js").RulingLine} x */
const deed = (x) => (x.total === null ? deeds[x.do] ?? x.do : tr("{deed}, total {n}", { deed: deeds[x.do] ?? x.do, n: x.total }));

/** What a judge did, as it is called. @type {Record<string, string>} */
const deeds = { hold: tr("hold"), release: tr("release"), correct: tr("correct"), annul: tr("annul"), restore: tr("restore"), count: tr("count it"), leave: tr("leave out") };
/** @type {Record<string, string>} */
const states = { here: tr("in force"), pending: tr("on its way to the table"), done: tr("done at the table"), refused: tr("not done at the table"), otherwise: tr("not as ruled"), waits: tr("it waits for a judge") };

/** What a die can show, for tapping: numbers, or its own faces, each once. @param {{die: DieLine, faces: string[], value: string, set: (n: number) => void}} props */
function Faces({ die, faces, value, set }) {
  const own = die.face !== null;
  const sides = Number(/^d(\d+)$/.exec(die.shape)?.[1] ?? 0);
  const all = own ? faces.map((text, n) => ({ n, text })).filter((f) => faces.indexOf(f.text) === f.n) : sides > 20 ? [] : Array.from({ length: sides }, (_, i) => ({ n: i + 1, text: String(i + 1) }));
  const up = own ? faces.indexOf(faces[Number(value)] ?? "") : Number(value);
  return all.length > 0 && html`<div class="hub-faces" role="group" aria-label="It shows">${all.map((f) => html`<button key=${f.n} data-face=${`${die.id} ${f.n}`} aria-pressed=${up === f.n} onClick=${() => set(f.n)}>${f.text}</button>`)}</div>`;
}

/** Where a die's number comes from. @type {Record<string, string>} */
const hows = { read: tr("read by the camera"), confirmed: tr("confirmed"), typed: tr("typed"), unread: tr("not read") };

/** The table's picture of a die. It is fetched when somebody asks for it. @param {{n: number, die: DieLine}} props */
function Evidence({ n, die }) {
  const [lost, setLost] = useState(false);
  const sure = die.how === "read" && die.confidence > 0 ? `, ${percent(die.confidence)}` : "";
  const read = `${hows[die.how] ?? die.how}${sure}`;
  if (!die.seen || lost) return html`<div class="hub-nopic"><${OneDie} die=${die} /><small>${die.seen ? tr("no picture to be had now") : tr("no camera saw it")}</small></div>`;
  return html`<figure><img src=${`api/evidence/${n}/${encodeURIComponent(die.id)}`} alt=${tr("Picture of the die, read as {shows}", { shows: die.shows || die.value })} onError=${() => setLost(true)} /><figcaption>${die.shows || die.value} (${read})</figcaption></figure>`;
}

/** @param {{v: View, choose: (n: number) => void}} props */
function Lists({ v, choose }) {
  const d = v.desk;
  if (!d) return "";
  return html`<section><h2>Held rolls</h2>${d.held.length === 0 ? html`<p class="soft">None.</p>` : html`<ul class="hub-list" id="held">${d.held.map((r) => html`<li key=${r.n}><button onClick=${() => choose(r.n)}><b>${r.table}</b> ${said(r.called)} ${r.player} <${Figure} roll=${r} words=${true} /></button></li>`)}</ul>`}</section>
    <section><h2>Rulings</h2>${d.rulings.length === 0 ? html`<p class="soft">None.</p>` : html`<ol class="hub-history" id="rulings">${d.rulings.map((x) => html`<li key=${x.id}><button class="quiet" onClick=${() => choose(x.roll)}>${x.table}, ${said(x.called)}</button> ${judgeName(x.judge)}: ${deed(x)}, ${tr("“{text}”", { text: heard(x.reason) })} <span class="hub-tag">${states[x.state] ?? x.state}</span> ${heard(x.why)}</li>`)}</ol>`}</section>
    <section><h2>Refused</h2>${d.refused.length === 0 ? html`<p class="soft">Nothing.</p>` : html`<ol class="hub-history" id="refused">${d.refused.map((x, i) => html`<li key=${i}><span class="soft">${time(x.at)}</span> <b>${x.table}</b>: ${heard(x.why)}</li>`)}</ol>`}</section>`;
}
