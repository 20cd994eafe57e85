// The dice under the camera: what each is taken for, and what a person says of them.
import { html, useEffect, useRef, useState } from "../view.js";
import { ask, ends, sentence } from "../games/fetch.js";
import { Name } from "./name.js";
import { Proof } from "./proof.js";
import { heard, tr, trn } from "../language.js";
import { stateName } from "../words.js";

/** @typedef {import("./types.js").StudioView} StudioView */
/** @typedef {import("./types.js").StudioDie} StudioDie */
/** @typedef {import("./types.js").StudioTray} StudioTray */
/** @typedef {import("./types.js").StudioGuess} StudioGuess */
/** @typedef {import("./types.js").Named} Named */
/** @typedef {import("./types.js").ProofView} ProofView */

const every = 700; // ms between requests for what the table sees
const holdEvery = 4000; // ms between requests to keep the tray for teaching
const trayful = 12; // how many dice the virtual table throws at once

/** @param {{answered: import("./types.js").Answered, view: StudioView, army: string[], dice: StudioDie[], setView: (v: StudioView) => void, say: (text: string) => void, layOut: (ids: string[]) => void, throwAll: () => void, testing: boolean, setTesting: (on: boolean) => void}} p */
export function Tray({ answered, view, army, dice, setView, say, layOut, throwAll, testing, setTesting }) {
  const [tray, setTray] = useState(/** @type {StudioTray | null} */ (null));
  const [named, setNamed] = useState(/** @type {Record<number, Named>} */ ({}));
  const [left, setLeft] = useState(/** @type {number[]} */ ([])); // dice that nobody wants to name
  const [picked, setPicked] = useState(0);
  const [learned, setLearned] = useState({ n: -1, version: -1 }); // the scene that was learned last, and the gallery after it
  const [proof, setProof] = useState(/** @type {{of: string, is: ProofView} | null} */ (null)); // what the last throw of some dice came to
  const [counted, setCounted] = useState(-1); // the scene that was counted last
  const [busy, setBusy] = useState(false);
  const seen = useRef(-1);
  const held = useRef(-holdEvery); // when the page last asked for the tray
  const told = useRef({ n: -1, named: /** @type {Record<number, Named>} */ ({}) }); // what was said of the last scene that was learned
  const want = army.map(encodeURIComponent).join(",");
  /** @param {StudioTray} t */
  const begin = (t) => {
    setTray(t);
    setNamed(t.n === told.current.n ? told.current.named : thought(t));
    setLeft([]);
    setPicked(0);
  };
  useEffect(() => {
    let over = false;
    seen.current = -1;
    const look = async () => {
      if (performance.now() - held.current >= holdEvery) {
        const now = performance.now();
        if ((await ask("/api/studio/hold", { body: {} })).ok) held.current = now;
        if (over) return;
      }
      const r = await ask(`/api/studio/tray?dice=${want}${testing ? "&game" : ""}${seen.current >= 0 ? `&wait&since=${seen.current}` : ""}`);
      if (over) return;
      answered(r);
      if (r.ok && r.data.n === seen.current) setTray((t) => (t ? { ...t, state: r.data.state, waits: r.data.waits } : t));
      else if (r.ok) {
        seen.current = r.data.n;
        begin(r.data);
      }
      setTimeout(() => !over && look(), every);
    };
    look();
    return () => { over = true; };
  }, [want, view.version, testing]);

  const done = tray !== null && (testing ? tray.n === counted : tray.n === learned.n && view.version === learned.version);
  /** @param {StudioGuess} d */
  const stateOf = (d) => (d.doubt ? "doubt" : named[d.n]?.said ? "named" : named[d.n] ? (d.sure ? "sure" : "likely") : left.includes(d.n) ? "left" : "asks");
  const asked = tray?.dice.find((d) => d.n === picked) ?? (done ? undefined : tray?.dice.find((d) => stateOf(d) === "asks"));
  /** @param {number} n @param {Named} as */
  const name = (n, as) => {
    const group = tray?.groups.find((g) => g.includes(n)) ?? [n];
    const next = { ...named, [n]: as };
    for (const k of group) next[k] ??= { ...as, any: true };
    setNamed(next);
    setPicked(0);
  };
  /** @param {number} n */
  const leave = (n) => {
    const next = { ...named };
    delete next[n];
    setNamed(next);
    setLeft([...left, n]);
    setPicked(0);
  };
  const learn = async () => {
    const all = Object.entries(named);
    setBusy(true);
    const shots = all.map(([n, as]) => ({ n: Number(n), die: as.die, face: as.face, any: as.any, said: as.said }));
    if (testing) return count(shots);
    const r = await ask("/api/studio/teach", { body: { tray: tray?.n, shots } });
    setBusy(false);
    if (!r.ok) return say(r.why);
    const more = r.data.shots - view.shots;
    say(more > 0 ? trn(more, "Learned: 1 die. Throw again.", "Learned: {n} dice. Throw again.") : tr("These are known well already. Throw again."));
    told.current = { n: tray?.n ?? -1, named: Object.fromEntries(all.map(([n, as]) => [n, { ...as, said: true }])) };
    setLearned({ n: tray?.n ?? -1, version: r.data.version });
    setView(r.data);
  };
  /** Counts a throw of the test. @param {{n: number, die: string, face: number}[]} shots */
  const count = async (shots) => {
    const r = await ask("/api/studio/proof", { body: { tray: tray?.n, army, shots } });
    setBusy(false);
    if (!r.ok) return say(r.why);
    setCounted(tray?.n ?? -1);
    setProof({ of: want, is: r.data });
    const now = await ask("/api/studio");
    if (now.ok) setView(now.data);
  };
  const toss = async () => {
    const missing = dice.filter((d) => d.faces.some((f) => f.shots === 0)).map((d) => d.id);
    const first = [...missing, ...army.filter((id) => !missing.includes(id))];
    const r = await ask("/api/studio/throw", { body: { dice: first.slice(0, trayful) } });
    if (!r.ok) say(r.why);
  };
  const look = async () => {
    const r = await ask("/api/act", { body: { id: crypto.randomUUID?.() ?? String(Date.now()), do: "look" } });
    if (!r.ok) say(r.why);
  };
  const lying = tray?.dice ?? [];
  const ready = Object.keys(named).length;
  const guesses = lying.filter((d) => stateOf(d) === "likely").length;
  return html`<section class="card studio-tray" aria-labelledby="tray-title" data-eye="#name h3, #learn"><div class="card-head"><h2 id="tray-title">On the tray</h2><span class="badge">${tray ? stateName(tray.state) : "…"}</span></div>
    ${lying.length === 0 && html`<p class="how">${army.length === 0 ? `${tr("First choose the dice that you want to teach.")} ` : ""}Throw a handful, or lay dice down with a missing face up; then say what each shows. While this page is open, throws are for teaching and count for nothing.</p>`}
    ${tray?.waits && html`<p class="word" id="waits">${tr("The game {game} waits for a roll. What is thrown while this page is open doesn’t count there. Close this page to give the tray back.", { game: html`<a href=${`games/${tray.waits.id}`}>${tray.waits.title}</a>` })}</p>`}
    ${army.length === 0 && !view.virtual && !testing && view.armies.length > 0 && html`<div class="studio-lay">${view.armies.map((a) => html`<button key=${a.id} class="main" data-lay=${a.id} onClick=${() => layOut(a.dice)}>${trn(a.dice.length, "Lay {name} out, face by face ({n} die)", "Lay {name} out, face by face ({n} dice)", { name: a.name })}</button>`)}<span class="how">The quickest way: nothing is named, one press a face.</span></div>`}
    ${army.length > 0 && !view.virtual && !testing && html`<div class="studio-lay"><button class="main" id="lay-out" onClick=${() => layOut(army)}>${trn(army.length, "Lay it out, face by face", "Lay these {n} dice out, face by face")}</button><span class="how">The quickest way: nothing is named, one press a face.</span></div>`}
    ${army.length > 0 && !testing && html`<div class="studio-lay"><button id="throw-all" onClick=${throwAll}>${trn(army.length, "Throw it, and name each picture once", "Throw them all, and name each picture once")}</button></div>`}
    <div class="row">${view.virtual && html`<button id="toss" disabled=${army.length === 0} onClick=${toss}>Throw virtual dice</button>`}<button class="quiet" id="look" onClick=${look}>Look again</button>
      <label class="studio-test"><input id="testing" type="checkbox" checked=${testing} onChange=${() => setTesting(!testing)} /> only test what is known</label></div>
    ${testing && html`<${Proof} said=${proof?.of === want ? proof.is : null} army=${army} say=${say} />`}
    ${tray && tray.n > 0 && lying.length === 0 && html`<p>No die is seen there.</p>`}
    ${tray && asked && html`<${Name} key=${`${tray.n}-${asked.n}`} src=${`api/studio/tray/${tray.n}/${asked.n}`} d=${asked} named=${named[asked.n]} dice=${dice} name=${name} leave=${leave} />`}
    <ul class="studio-crops">${tray && lying.map((d) => html`<${OnTray} key=${`${tray.n}-${d.n}`} tray=${tray.n} d=${d} state=${stateOf(d)} named=${named[d.n]} dice=${dice} at=${asked?.n === d.n} pick=${() => setPicked(d.n)} />`)}</ul>
    ${tray?.words.map((w) => html`<p key=${w} class="word">${ends(sentence(heard(w)))}</p>`)}
    ${lying.length > 0 && (done ? html`<div class="row foot"><span class="tally">${testing ? tr("This throw is counted: throw again.") : tr("These dice are learned: throw again, or turn them over.")}</span></div>` : html`<div class="row foot"><span class="tally">${guesses > 0 ? tr("{ready} of {n} named, {guesses} of them only guessed: tap those that are wrong", { ready, n: lying.length, guesses }) : tr("{ready} of {n} named", { ready, n: lying.length })}</span>
      <button class="main" id="learn" disabled=${ready === 0 || busy} onClick=${learn}>${testing ? tr("These are right: count them") : trn(ready, "All right: learn this die", "All right: learn these {n} dice")}</button></div>`)}
  </section>`;
}

/** What the program thinks of a throw: what is sure, and what is so likely that a look is enough. @param {StudioTray} t @returns {Record<number, Named>} */
function thought(t) {
  /** @type {Record<number, Named>} */
  const out = {};
  for (const d of t.dice) if ((d.sure || d.likely) && d.die && d.words && !d.doubt) out[d.n] = { words: d.words, die: d.die, face: d.face, any: d.any, said: false };
  return out;
}

/** @type {Record<string, string>} */
const marks = { sure: "✓", named: "✓", likely: "?", asks: "?", left: "–", doubt: "!" };

/** @param {{tray: number, d: StudioGuess, state: string, named: Named | undefined, dice: StudioDie[], at: boolean, pick: () => void}} p */
function OnTray({ tray, d, state, named, dice, at, pick }) {
  const like = state === "likely" ? d.may.find((m) => m.words === named?.words)?.shot : undefined;
  const name = named && !named.any ? dice.find((x) => x.id === named.die)?.name : "";
  const of = name && !named?.words.includes(name) ? name : "";
  const open = heard(d.doubt ?? "") || (state === "left" ? tr("left out") : tr("what is it?"));
  const words = named ? `${named.words} ${of}`.trim() : open;
  return html`<li class="studio-crop" data-n=${d.n} data-state=${state} data-at=${at ? "yes" : "no"} data-box=${JSON.stringify(d.box)}>
    <button class="studio-pick" disabled=${state === "doubt"} aria-label=${state === "likely" ? tr("Die {n}: {words}, only guessed", { n: d.n, words }) : tr("Die {n}: {words}", { n: d.n, words })} onClick=${pick}>
      <img src=${`api/studio/tray/${tray}/${d.n}`} alt="" width="72" height="72" />
      <span class="studio-label"><span class="studio-mark" aria-hidden="true">${marks[state]}</span>${named ? html`<strong>${named.words}</strong>${of && html` <span class="how">${of}</span>`}` : html`<span class="how">${open}</span>`}</span>
      ${like ? html`<img class="like" src=${`api/studio/shots/${like}`} alt="" title="this was taught as that" width="48" height="48" />` : null}
    </button></li>`;
}
