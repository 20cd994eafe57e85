// The dice under the camera, each with what it is taken for and what it may be.
import { html, useEffect, useRef, useState } from "../vendor/preact-htm.js";
import { ask } from "../games/fetch.js";

/** @typedef {import("./types.js").StudioView} StudioView */
/** @typedef {import("./types.js").StudioDie} StudioDie */
/** @typedef {import("./types.js").StudioTray} StudioTray */
/** @typedef {import("./types.js").StudioGuess} StudioGuess */
/** @typedef {import("./types.js").Named} Named */

const every = 700; // ms between looks at what the table sees
const trayful = 12; // dice that the virtual table throws at once

/** @param {{view: StudioView, army: string[], dice: StudioDie[], setView: (v: StudioView) => void, say: (text: string) => void}} p */
export function Tray({ view, army, dice, setView, say }) {
  const [tray, setTray] = useState(/** @type {StudioTray | null} */ (null));
  const [named, setNamed] = useState(/** @type {Record<number, Named>} */ ({}));
  const [testing, setTesting] = useState(false);
  const [tests, setTests] = useState(/** @type {{was: string, read: string}[]} */ ([]));
  const [busy, setBusy] = useState(false);
  const seen = useRef(-1);
  const want = army.map(encodeURIComponent).join(",");
  useEffect(() => {
    let over = false;
    seen.current = -1;
    const look = async () => {
      const r = await ask(`/api/studio/tray?dice=${want}${seen.current >= 0 ? `&wait&since=${seen.current}` : ""}`);
      if (over) return;
      if (r.ok && r.data.n === seen.current) setTray((t) => (t ? { ...t, state: r.data.state } : t));
      else if (r.ok) {
        seen.current = r.data.n;
        setTray(r.data);
        setNamed(guessed(r.data));
      }
      setTimeout(() => !over && look(), every);
    };
    look();
    return () => { over = true; };
  }, [want, view.version]);

  /** @param {number} n @param {Named} as */
  const name = (n, as) => {
    const group = tray?.groups.find((g) => g.includes(n)) ?? [n];
    const next = { ...named };
    for (const k of group) if (k === n || !next[k]) next[k] = k === n ? as : { ...as, any: true };
    setNamed(next);
  };
  const learn = async () => {
    const shots = Object.entries(named).map(([n, as]) => ({ n: Number(n), die: as.die, face: as.face, any: as.any }));
    if (testing) {
      setTests([...tests, ...Object.entries(named).map(([n, as]) => ({ was: as.words, read: tray?.dice.find((d) => d.n === Number(n))?.words || "unknown" }))]);
      setNamed({});
      return;
    }
    setBusy(true);
    const r = await ask("/api/studio/teach", { body: { tray: tray?.n, shots } });
    setBusy(false);
    if (!r.ok) return say(r.why);
    say(`Learned: ${shots.length === 1 ? "1 die" : `${shots.length} dice`}.`);
    setView(r.data);
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
  const ready = Object.keys(named).length;
  return html`<section class="card studio-tray" aria-labelledby="tray-title"><div class="card-head"><h2 id="tray-title">On the tray</h2><span class="badge">${tray?.state ?? "…"}</span></div>
    <p class="how">${army.length === 0 ? "First choose the dice that you want to teach. " : ""}Lay dice down with the face up that is missing, or throw a handful; then say what each shows. While this page is open, throws are for teaching and count for nothing.</p>
    <div class="row">${view.virtual && html`<button id="toss" disabled=${army.length === 0} onClick=${toss}>Throw virtual dice</button>`}<button class="quiet" id="look" onClick=${look}>Look again</button>
      <label class="studio-test"><input type="checkbox" checked=${testing} onChange=${() => setTesting(!testing)} /> only test what is known</label></div>
    ${tray && tray.n > 0 && tray.dice.length === 0 && html`<p>No die is seen there.</p>`}
    <ul class="studio-crops">${tray?.dice.map((d) => html`<${OnTray} key=${`${tray.n}-${d.n}`} tray=${tray.n} d=${d} named=${named[d.n]} dice=${dice} name=${name} drop=${() => { const next = { ...named }; delete next[d.n]; setNamed(next); }} />`)}</ul>
    ${tray && tray.dice.length > 0 && html`<div class="row foot"><span class="tally">${ready} of ${tray.dice.length} named</span><button class="main" id="learn" disabled=${ready === 0 || busy} onClick=${learn}>${testing ? "These are right: count them" : ready === 1 ? "Learn this die" : `Learn these ${ready} dice`}</button></div>`}
    ${tests.length > 0 && html`<${Confusion} tests=${tests} />`}
  </section>`;
}

/** What the program is sure of needs no person. @param {StudioTray} t @returns {Record<number, Named>} */
function guessed(t) {
  /** @type {Record<number, Named>} */
  const out = {};
  for (const d of t.dice) if (d.sure && d.die && d.words && !d.doubt) out[d.n] = { words: d.words, die: d.die, face: d.face, any: false };
  return out;
}

/** @param {{tray: number, d: StudioGuess, named: Named | undefined, dice: StudioDie[], name: (n: number, as: Named) => void, drop: () => void}} p */
function OnTray({ tray, d, named, dice, name, drop }) {
  const fits = dice.filter((x) => !d.shape || x.shape === d.shape);
  const shown = named && d.may.find((m) => m.words === named.words);
  return html`<li class="studio-crop" data-n=${d.n} data-named=${named ? "yes" : "no"} data-box=${JSON.stringify(d.box)}><img src=${`/api/studio/tray/${tray}/${d.n}`} alt=${`die ${d.n}`} width="96" height="96" />
    <div class="studio-what">${d.doubt ? html`<p class="word">${d.doubt}</p>` : html`
      <p aria-live="polite">${named ? html`<strong>${named.words}</strong>${!named.any && html` <span class="how">${dice.find((x) => x.id === named.die)?.name ?? ""}</span>`} <button class="small-do" aria-label=${`Die ${d.n}: not this`} onClick=${drop}>×</button>` : html`<span class="how">What does it show?</span>`}</p>
      ${!named && html`<div class="studio-chips">${d.may.map((m) => html`<button key=${m.words} class="small-do" data-may=${m.words} onClick=${() => name(d.n, { words: m.words, die: m.homes[0].die, face: m.homes[0].face, any: m.homes.length > 1 })}>${m.words}</button>`)}
        <select aria-label=${`Die ${d.n}: another face`} value="" onChange=${(/** @type {any} */ e) => { const [die, face] = e.target.value.split("/"); const f = dice.find((x) => x.id === die)?.faces.find((y) => y.face === Number(face)); if (f) name(d.n, { words: f.words, die, face: f.face, any: false }); }}>
          <option value="">another…</option>${(fits.length > 0 ? fits : dice).map((x) => html`<optgroup key=${x.id} label=${x.name}>${x.faces.map((f) => html`<option key=${f.face} value=${`${x.id}/${f.face}`}>${f.words}</option>`)}</optgroup>`)}</select></div>`}
      ${named?.any && shown && shown.homes.length > 1 && html`<label class="studio-home">of <select value="" onChange=${(/** @type {any} */ e) => { const h = shown.homes.find((x) => x.die === e.target.value); if (h) name(d.n, { words: named.words, die: h.die, face: h.face, any: false }); }}>
        <option value="">any of them</option>${shown.homes.map((h) => html`<option key=${h.die} value=${h.die}>${h.name}</option>`)}</select></label>`}`}
    </div></li>`;
}

/** How often what was taken for what. @param {{tests: {was: string, read: string}[]}} p */
function Confusion({ tests }) {
  const rows = new Map();
  for (const t of tests) {
    const row = rows.get(t.was) ?? { n: 0, right: 0, wrong: new Map() };
    row.n++;
    if (t.read === t.was) row.right++;
    else row.wrong.set(t.read, (row.wrong.get(t.read) ?? 0) + 1);
    rows.set(t.was, row);
  }
  const right = tests.filter((t) => t.read === t.was).length;
  return html`<h3>Tested: ${right} of ${tests.length} right</h3><table class="studio-table"><thead><tr><th>It was</th><th>read right</th><th>taken for</th></tr></thead><tbody>
    ${[...rows].sort().map(([was, r]) => html`<tr key=${was}><td>${was}</td><td>${r.right} of ${r.n}</td><td>${[...r.wrong].map(([w, n]) => `${w} ×${n}`).join(", ")}</td></tr>`)}</tbody></table>`;
}
