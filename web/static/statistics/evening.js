// The evening in pictures: each player's luck roll by roll, a game's damage turn by turn, and the moments that
// decided it.
import { learn } from "../isolate.js";
import { html, useEffect, useState } from "../view.js";
import { at } from "../where.js";
import { valuesOf } from "../dice.js";
import { heard, language, number, tr, trn } from "../language.js";

/** @typedef {import("../messages.js").RollView} RollView */
/** @typedef {import("../messages.js").GameInfo} GameInfo */
/** @typedef {import("../messages.js").RollLuck} RollLuck */

const pause = 6 * 3600e3; // ms without a roll that separate two evenings
const mostRolls = 400; // how many of the newest rolls are looked at
const dashes = ["", "7 4", "2 3", "10 3 2 3", "1 5", "14 4"]; // lines differ by more than their colour

/** The newest rolls, oldest first, back to the pause before this evening. @returns {Promise<RollView[]>} */
async function thisEvening() {
  /** @type {RollView[]} */
  let rolls = [];
  for (let before = 999_999_999; rolls.length < mostRolls;) {
    const r = await fetch(at(`/api/rolls?before=${before}`));
    if (!r.ok) break;
    /** @type {RollView[]} */
    const older = learn(await r.json()).rolls;
    if (older.length === 0) break;
    rolls = [...older].reverse().concat(rolls);
    before = older[older.length - 1].n;
    if (before <= 1 || gap(rolls) > 0) break;
  }
  return rolls.slice(gap(rolls));
}

/** Where the evening begins: after the last long pause. @param {RollView[]} rolls */
const gap = (rolls) => rolls.reduce((from, r, i) => (i > 0 && Date.parse(r.throw.at) - Date.parse(rolls[i - 1].throw.at) > pause ? i : from), 0);

/**
 * Each player's luck: after each roll, how far all dice so far are above what fair dice show, and how far
 * 95 of 100 such evenings stay.
 * @typedef {{name: string, points: number[], band: number[]}} Line
 * @param {{name: string, above: number, spread: number}[]} rolls how far each is above fair, and the variance of that
 * @returns {Line[]}
 */
function luckOf(rolls) {
  /** @type {Map<string, Line & {sum: number, spread: number}>} */
  const of = new Map();
  for (const r of rolls) {
    const it = of.get(r.name) ?? { name: r.name, points: [0], band: [0], sum: 0, spread: 0 };
    it.sum += r.above;
    it.spread += r.spread;
    it.points.push(it.sum);
    it.band.push(1.96 * Math.sqrt(it.spread));
    of.set(r.name, it);
  }
  return [...of.values()].map(({ name, points, band }) => ({ name, points, band }));
}

/** How far a counted roll's pips are above those of fair dice. @param {RollView} r */
function pipsOf(r) {
  let above = 0, spread = 0;
  for (const d of r.dice) {
    const values = valuesOf(d.shape ?? "");
    if (d.value === null || values.length === 0) continue;
    const mean = values.reduce((a, b) => a + b, 0) / values.length;
    above += d.value - mean;
    spread += values.reduce((a, v) => a + (v - mean) ** 2, 0) / values.length;
  }
  return { name: r.seat || tr("The table"), above, spread };
}

/** @param {number} n */
const signed = (n) => `${n < 0 ? "−" : "+"}${number(Math.abs(Math.round(10 * n) / 10))}`;

export function Luck() {
  const [rolls, setRolls] = useState(/** @type {RollView[] | null} */ (null));
  useEffect(() => { thisEvening().then(setRolls, () => setRolls([])); }, []);
  const all = luckOf((rolls ?? []).map(pipsOf)).filter((p) => p.points.length > 1);
  if (all.length === 0) return null;
  return html`<section class="card" aria-labelledby="luck"><h2 id="luck">Luck this evening</h2>
    <p class="how">How far the pips of all dice so far lie above or below fair ones. Fair dice stay in the grey band 95 times of 100.</p>
    <${Lines} all=${all} /></section>`;
}

/** Each player's luck as a line, with what it came to. @param {{all: Line[]}} p */
function Lines({ all }) {
  const long = Math.max(...all.map((p) => p.points.length)) - 1;
  const high = Math.max(1, ...all.flatMap((p) => [...p.points.map(Math.abs), ...p.band]));
  const widest = all.reduce((a, b) => (b.points.length > a.points.length ? b : a));
  const x = (/** @type {number} */ i) => 40 + (480 * i) / long, y = (/** @type {number} */ v) => 110 - (95 * v) / high;
  return html`<svg class="chart" viewBox="0 0 640 220" role="img" aria-label=${all.map((p) => trn(p.points.length - 1, "{name} {sum} after {n} roll", "{name} {sum} after {n} rolls", { name: p.name, sum: signed(p.points[p.points.length - 1]) })).join("; ")}>
      <polygon class="band" points=${[...widest.band.map((b, i) => `${x(i)},${y(b)}`), ...widest.band.map((b, i) => `${x(i)},${y(-b)}`).reverse()].join(" ")} />
      <line class="zero" x1="40" x2="520" y1=${y(0)} y2=${y(0)} /><text x="4" y=${y(0) + 5}>fair</text>
      ${all.map((p, k) => html`<polyline key=${p.name} class=${`line line-${k % 6}`} stroke-dasharray=${dashes[k % dashes.length]} points=${p.points.map((v, i) => `${x(i)},${y(v)}`).join(" ")} />`)}
      ${spread(all.map((p) => y(p.points[p.points.length - 1]))).map((top, k) => html`<text key=${k} x="528" y=${top + 5}>${all[k].name.slice(0, 10)} ${signed(all[k].points[all[k].points.length - 1])}</text>`)}
    </svg>
    <ul class="sayings">${all.map((p) => html`<li key=${p.name}>${trn(p.points.length - 1, "{name} {sum} after {n} roll", "{name} {sum} after {n} rolls", { name: html`<strong>${p.name}</strong>`, sum: signed(p.points[p.points.length - 1]) })}${Math.abs(p.points[p.points.length - 1]) > p.band[p.band.length - 1] ? tr(": more than luck usually is") : ""}</li>`)}</ul>`;
}

/** Moves labels apart that would overlap. @param {number[]} tops */
function spread(tops) {
  const order = tops.map((top, i) => ({ top, i })).sort((a, b) => a.top - b.top);
  for (let k = 1; k < order.length; k++) order[k].top = Math.max(order[k].top, order[k - 1].top + 16);
  return order.sort((a, b) => a.i - b.i).map((o) => o.top);
}

/**
 * The fights in a game's log: what was taken in which turn, after all corrections.
 * @param {string} log a saved game
 * @returns {{players: string[], hits: {turn: number, seat: number, n: number, words: string, text: string}[]}}
 */
function fightsOf(log) {
  /** @type {any[]} */
  let entries = [];
  /** @type {string[]} */
  let players = [];
  for (const line of log.split("\n").filter(Boolean)) {
    const e = JSON.parse(line);
    if (e.header) players = (e.header.players ?? []).map((/** @type {any} */ p) => p.name);
    if (e.kind === "undo") entries = entries.filter((x) => x.n < e.of || (e.keep ?? []).includes(x.n));
    entries.push(e);
  }
  let turn = 0;
  const hits = entries.flatMap((e) => {
    turn = Number(/^(?:turn|round) (\d+)/u.exec(e.key ?? "")?.[1] ?? turn);
    return (e.told ?? []).filter((/** @type {any} */ f) => f.sum?.makes?.n > 0 && /^(damage|hits?)$/u.test(f.sum.makes.of))
      .map((/** @type {any} */ f) => ({ turn, seat: f.seat ?? 0, n: f.sum.makes.n, words: sumWords(f.sum), text: f.text }));
  });
  return { players, hits };
}

/** "7 melee − 4 saves = 3 damage" @param {any} s */
const sumWords = (s) => `${(s.terms ?? []).map((/** @type {any} */ t) => [t.op, t.n, heard(t.of ?? "")].filter((x) => x !== undefined && x !== "").join(" ")).join(" ")} = ${s.makes.n} ${heard(s.makes.of)}`;

/** @param {string} at RFC 3339 */
const day = (at) => new Date(at).toLocaleString(language, { dateStyle: "medium", timeStyle: "short" });

/** One game's damage, turn by turn, and its greatest blows. */
export function Fights() {
  const [games, setGames] = useState(/** @type {GameInfo[]} */ ([]));
  const [id, setID] = useState("");
  const [shut, setShut] = useState(false); // an answer in it is still secret, or this screen may not read its log
  const [rolls, setRolls] = useState(/** @type {RollLuck[]} */ ([]));
  const [fights, setFights] = useState(/** @type {ReturnType<typeof fightsOf> | null} */ (null));
  useEffect(() => {
    fetch(at("/api/games")).then(async (r) => {
      if (!r.ok) return;
      /** @type {GameInfo[]} */
      const list = learn(await r.json()).games.filter((/** @type {GameInfo} */ g) => !g.single && g.players.length > 1);
      setGames(list);
      setID(String(list[0]?.id ?? ""));
    }, () => {});
  }, []);
  useEffect(() => {
    if (!id) return;
    let here = true;
    setFights(null);
    setShut(false);
    fetch(at(`/games/${id}/game.jsonl`)).then(async (r) => {
      const text = await r.text();
      if (!here) return;
      setShut(!r.ok);
      if (r.ok) setFights(fightsOf(text));
    }, () => {});
    setRolls([]);
    fetch(at(`/api/games/${id}/luck`)).then(async (r) => {
      const got = r.ok ? learn(await r.json()).rolls : [];
      if (here) setRolls(got);
    }, () => {});
    return () => { here = false; };
  }, [id]);
  if (games.length === 0) return null;
  const players = games.find((g) => String(g.id) === id)?.players ?? [];
  const luck = luckOf(rolls.map((r) => ({ name: players[r.seat - 1] ?? "", above: r.got - r.fair, spread: r.spread })));
  return html`<section class="card" aria-labelledby="fights"><h2 id="fights">A game, turn by turn</h2>
    <div class="of"><label>Game<select id="fights-of" value=${id} onChange=${(/** @type {any} */ e) => setID(e.target.value)}>${games.map((g) => html`<option key=${g.id} value=${String(g.id)}>${[g.title, g.kind, day(g.begun)].join(" · ")}</option>`)}</select></label></div>
    ${shut && html`<p class="how">Its log can’t be read from here now.</p>`}
    ${fights && fights.hits.length === 0 && html`<p class="how">Nobody was hurt in it yet.</p>`}
    ${fights && fights.hits.length > 0 && html`<${Damage} ...${fights} />`}
    ${luck.length > 0 && html`<h3>Luck in it</h3><p class="how">How much of what was rolled for (melee, saves, hits) the dice showed above or below fair ones, before anything changed it. Fair dice stay in the grey band 95 times of 100.</p><${Lines} all=${luck} />`}</section>`;
}

/** @param {ReturnType<typeof fightsOf>} p */
function Damage({ players, hits }) {
  const turns = Math.max(...hits.map((h) => h.turn));
  const first = Math.min(...hits.map((h) => h.turn));
  const of = (/** @type {number} */ turn, /** @type {number} */ seat) => hits.filter((h) => h.turn === turn && h.seat === seat).reduce((n, h) => n + h.n, 0);
  const all = Array.from({ length: turns - first + 1 }, (_, i) => first + i);
  const high = Math.max(...all.flatMap((t) => players.map((_, i) => of(t, i + 1))), 1);
  const wide = 560 / all.length, bar = Math.min(26, (wide - 8) / players.length);
  const greatest = [...hits].sort((a, b) => b.n - a.n).slice(0, 3);
  const name = (/** @type {number} */ seat) => players[seat - 1] ?? "";
  return html`<svg class="chart" viewBox="0 0 640 200" role="img" aria-label=${tr("Damage taken: {all}", { all: all.map((t) => tr("turn {t}: {all}", { t, all: players.map((p, i) => `${p} ${of(t, i + 1)}`).join(", ") })).join("; ") })}>
      <defs>${players.map((_, k) => html`<pattern key=${k} id=${`fill-${k}`} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform=${`rotate(${45 * k})`}><rect width="6" height="6" class=${`fill-${k % 6}`} />${k > 0 && html`<line x1="0" x2="0" y1="0" y2="6" class="hatch" />`}</pattern>`)}</defs>
      <line class="zero" x1="40" x2="620" y1="165" y2="165" />
      ${all.map((t, i) => html`<g key=${t}>${players.map((_, k) => { const n = of(t, k + 1); return n > 0 && html`<rect key=${k} x=${48 + i * wide + k * bar} y=${165 - (140 * n) / high} width=${bar - 2} height=${(140 * n) / high} fill=${`url(#fill-${k})`} /><text x=${48 + i * wide + k * bar + bar / 2 - 1} y=${160 - (140 * n) / high} text-anchor="middle">${n}</text>`; })}
        <text x=${48 + i * wide + (players.length * bar) / 2} y="184" text-anchor="middle">${t}</text></g>`)}<text x="4" y="184">turn</text>
    </svg>
    <ul class="key">${players.map((p, k) => html`<li key=${p}><svg width="16" height="16" aria-hidden="true"><rect width="16" height="16" fill=${`url(#fill-${k})`} /></svg>${tr("{p} took {reduce}", { p, reduce: hits.filter((h) => h.seat === k + 1).reduce((n, h) => n + h.n, 0) })}</li>`)}</ul>
    <h3>The greatest blows</h3>
    <ol class="blows">${greatest.map((h, i) => html`<li key=${i} data-blow=${h.n}>${tr("Turn {turn}, against", { turn: h.turn })} <strong>${name(h.seat)}</strong>: ${h.words}</li>`)}</ol>`;
}
