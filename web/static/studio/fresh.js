// A die that no list has: its owner lays it under the camera face by face, and names each picture once. Then it is a die of theirs.
import { html, useEffect, useRef, useState } from "../view.js";
import { focusOn } from "../eye.js";
import { ask } from "../games/fetch.js";
import { Swatch } from "../games/dice.js";
import { Glyph, glyphName, glyphs } from "../glyphs.js";
import { useHeldTray } from "./course.js";
import { listed, tr, trn } from "../language.js";
import { stateName } from "../words.js";

/** @typedef {import("./types.js").FreshView} FreshView */
/** @typedef {import("./types.js").FreshAt} FreshAt */
/** @typedef {import("./types.js").FreshNaming} FreshNaming */
/** @typedef {import("./types.js").StudioView} StudioView */
/** @typedef {FreshView["prints"][number]} Print */

const drawable = ["demo-sky", "demo-garden", "demo-storm", "demo-wheel"]; // dice for trying this, if no camera watches

/** @param {{answered: import("./types.js").Answered, fresh: FreshView, setFresh: (f: FreshView | null) => void, view: StudioView, kept: (v: StudioView) => void, say: (text: string) => void}} p */
export function Fresh({ answered, fresh, setFresh, view, kept, say }) {
  const [busy, setBusy] = useState(false);
  const [name, setName] = useState("");
  const [demo, setDemo] = useState(drawable[0] ?? "");
  const held = useHeldTray(answered);
  /** @param {string} word @param {any} [more] */
  const tell = async (word, more = {}) => {
    setBusy(true);
    const r = await ask(`/api/studio/fresh/${word}`, { body: { heard: fresh.heard, ...more } });
    setBusy(false);
    if (r.ok && word !== "keep") return setFresh(r.data.fresh);
    if (r.ok) {
      say(tr("{name} is a die of yours now. Throw it: it is read from now on.", { name: name.trim() }));
      setFresh(null);
      return kept(r.data);
    }
    say(r.why);
    const now = await ask("/api/studio/fresh");
    if (now.ok) setFresh(now.data.fresh);
  };
  const end = async () => {
    const r = await ask("/api/studio/fresh", { method: "DELETE" });
    if (!r.ok) return say(r.why);
    setFresh(null);
  };
  const toss = async () => {
    const r = await ask("/api/studio/throw", { body: { dice: [demo] } });
    if (!r.ok) say(r.why);
  };
  const looked = useRef(fresh.looks);
  useEffect(() => { // a look that brought a new picture: its word is asked for
    const brought = fresh.looks > looked.current;
    looked.current = fresh.looks;
    if (brought) focusOn('.fresh-print[data-state="asks"] [data-field="word"]');
  }, [fresh.looks]);
  const unnamed = fresh.prints.filter((p) => !p.naming).length;
  const whole = fresh.looks > 0 && fresh.missing === 0 && unnamed === 0;
  return html`<section class="card studio-fresh" aria-labelledby="fresh-title" data-heard=${fresh.heard} data-looks=${fresh.looks} data-prints=${fresh.prints.length} data-missing=${fresh.missing} data-unnamed=${unnamed}>
    <div class="card-head"><h2 id="fresh-title">${headOf(fresh, unnamed)}</h2><span class="badge">${held ? stateName(held.state) : "…"}</span></div>
    ${fresh.looks === 0 ? html`<p>Lay one die in the middle of the tray, take your hand away, and press. If you have several equal dice, lay them all.</p>`
    : html`<p class="fresh-die"><${Swatch} colors=${fresh.colors} shape=${fresh.shape} /><span id="fresh-seen">${fresh.size_mm > 0 ? tr("It is a {colors} {shape}, {size_mm} mm from edge to edge.", { colors: listed(fresh.colors), shape: fresh.shape, size_mm: fresh.size_mm }) : tr("It is a {colors} {shape}; how large it is only a calibrated camera tells.", { colors: listed(fresh.colors), shape: fresh.shape })}</span></p>
      <progress max=${fresh.sides} value=${Math.min(fresh.faces.length, fresh.sides)} aria-label="Faces known"></progress>
      <p class="how" id="fresh-state">${stateOf(fresh, unnamed)}</p>`}
    ${held?.waits && html`<p class="word">${tr("The game {game} waits for a roll. What lies here counts for nothing there.", { game: html`<a href=${`games/${held.waits.id}`}>${held.waits.title}</a>` })}</p>`}
    ${fresh.prints.length > 0 && html`<ul class="fresh-prints">${fresh.prints.map((p) => html`<${Face} key=${`${p.of.throw}-${p.of.n}`} fresh=${fresh} p=${p} busy=${busy} tell=${(/** @type {FreshNaming} */ naming) => tell("say", { naming })} />`)}</ul>`}
    <div class="row foot"><span class="tally">${held ? (trn(held.dice, "1 die is seen", "{n} dice are seen")) : ""}</span>
      ${view.virtual && html`<select aria-label="Die to try this with" value=${demo} onChange=${(/** @type {any} */ e) => setDemo(e.target.value)}>${drawable.map((d) => html`<option key=${d} value=${d}>${d.replace("demo-", "")}</option>`)}</select><button id="fresh-toss" disabled=${busy} onClick=${toss}>Throw a virtual die</button>`}
      <button class=${whole ? "" : "main"} id="fresh-look" disabled=${busy} onClick=${() => tell("look")}>${busy ? tr("Looking…") : fresh.looks === 0 ? tr("It lies there: look") : tr("Another face is up: look")}</button></div>
    ${whole && html`<form class="row foot" onSubmit=${(/** @type {Event} */ e) => { e.preventDefault(); tell("keep", { name }); }}><label class="fresh-name">What is this die called?<input id="fresh-name" value=${name} maxlength="60" required onInput=${(/** @type {any} */ e) => setName(e.target.value)} /></label>
      <button class="main" id="fresh-keep" disabled=${busy || !name.trim()}>Keep this die</button></form>`}
    <div class="row"><button class="quiet" id="fresh-back" disabled=${busy || fresh.looks === 0} onClick=${() => tell("back")}>Take the last look back</button>
      <button class="quiet" id="fresh-end" onClick=${end}>Give this die up</button></div>
  </section>`;
}

/** @param {FreshView} fresh @param {FreshAt} a */
const pictureOf = (fresh, a) => `api/studio/fresh/${a.throw}/${a.n}?${fresh.heard}`;

/** @param {FreshView} fresh @param {number} unnamed */
function headOf(fresh, unnamed) {
  if (fresh.looks === 0) return tr("A new die");
  if (unnamed > 0) return tr("What is on this face?");
  return fresh.missing > 0 ? tr("Show the next face") : fresh.missing === 0 ? tr("All faces are known") : tr("Too many faces");
}

/** @param {FreshView} fresh @param {number} unnamed */
function stateOf(fresh, unnamed) {
  const faces = fresh.faces.length > 0 ? `${tr("Its faces: {faces}.", { faces: fresh.faces.join(", ") })} ` : "", told = (/** @type {string} */ text) => faces + text;
  if (fresh.missing < 0) return told(tr("A {shape} has {sides} faces, and these are {n}. If two pictures are the same face, give them the same name. If a picture isn’t on so many faces, say so.", { shape: fresh.shape, sides: fresh.sides, n: fresh.faces.length }));
  if (unnamed > 0) return told(trn(unnamed, "One picture has no name yet.", "{n} pictures have no name yet."));
  if (fresh.missing === 0) return told(tr("Is that right? Then give the die a name."));
  return told(trn(fresh.missing, "One face is missing. Turn the die to a face that isn’t here, or throw it. If a picture is on more faces, say so.", "{n} faces are missing. Turn the die to a face that isn’t here, or throw it. If a picture is on more faces, say so."));
}

/** A picture, and what it is. @param {{fresh: FreshView, p: Print, busy: boolean, tell: (n: FreshNaming) => void}} props */
function Face({ fresh, p, busy, tell }) {
  const said = p.naming;
  const [word, setWord] = useState(wordOf(said));
  const [picking, setPicking] = useState(false);
  /** @param {Partial<FreshNaming>} more @param {string} [as] */
  const name = (more, as = word) => {
    if (!as.trim() && !more.left) return;
    tell({ ...p.of, shows: { icon: as.trim(), count: said?.shows.count ?? 1 }, faces: said?.faces ?? 0, left: false, ...more });
  };
  const on = said && !said.left ? said.faces || fresh.faces.filter((f) => f === wordsOf(said)).length : 0;
  return html`<li class="fresh-print" data-print=${`${p.of.throw}-${p.of.n}`} data-state=${said ? (said.left ? "left" : "named") : "asks"} data-word=${wordOf(said)}>
    <div class="fresh-pictures"><img class="fresh-big" src=${pictureOf(fresh, p.of)} alt=${said && !said.left ? wordOf(said) : tr("a face")} width="112" height="112" /><span class="how">${trn(p.seen, "seen once", "seen {n} times")}</span></div>
    <div class="fresh-words">${said?.left && html`<p class="how">Left out. Say a word if it counts after all.</p>`}
      <div class="row"><label>What is it?<input data-field="word" value=${word} maxlength="40" placeholder="sword, 3, blank…" onInput=${(/** @type {any} */ e) => setWord(e.target.value)} onChange=${(/** @type {any} */ e) => name({}, e.target.value)} /></label>
        <button class="small-do" data-do="pick" aria-expanded=${picking ? "true" : "false"} onClick=${() => setPicking(!picking)}>${glyphName(word) ? html`<${Glyph} name=${word} />` : ""} Pick a sign</button></div>
      ${picking && html`<div class="fresh-signs" role="group" aria-label="Signs">${[...new Set([...["plus", "minus", "blank"], ...earlier(fresh), ...Object.keys(glyphs).filter((g) => !g.includes("/"))])].map((g) => html`<button key=${g} class="small-do" data-sign=${g} title=${g.replaceAll("_", " ")} onClick=${() => { setWord(g); setPicking(false); name({}, g); }}>${glyphName(g) ? html`<${Glyph} name=${g} label=${g.replaceAll("_", " ")} />` : g}</button>`)}</div>`}
      ${said && !said.left && html`<div class="row fresh-often">${said.shows.icon && html`<${Often} label="how many of it" at=${said.shows.count ?? 1} most=${6} busy=${busy} set=${(/** @type {number} */ n) => name({ shows: { ...said.shows, count: n } })} field="count" />`}
        <${Often} label="on how many faces" at=${on} most=${fresh.sides} busy=${busy} set=${(/** @type {number} */ n) => name({ shows: said.shows, faces: n })} field="faces" /></div>`}
      ${!said && html`<button class="small-do" data-do="leave" disabled=${busy} onClick=${() => name({ left: true })}>Leave this picture out</button>`}</div></li>`;
}

/** @param {{label: string, at: number, most: number, busy: boolean, set: (n: number) => void, field: string}} p */
const Often = ({ label, at, most, busy, set, field }) => html`<span class="fresh-count" role="group" aria-label=${label}>${label} <button class="small-do" data-less=${field} aria-label=${tr("less: {label}", { label })} disabled=${busy || at <= 1} onClick=${() => set(at - 1)}>−</button><b data-at=${field}>${at}</b><button class="small-do" data-more=${field} aria-label=${tr("more: {label}", { label })} disabled=${busy || at >= most} onClick=${() => set(at + 1)}>+</button></span>`;

/** @param {FreshNaming | null} n */
const wordOf = (n) => (n && !n.left ? n.shows.icon || (n.shows.value === undefined || n.shows.value === null ? "" : String(n.shows.value)) : "");

/** A face in words, as the program says it. @param {FreshNaming} n */
const wordsOf = (n) => (n.shows.icon && (n.shows.count ?? 1) > 1 ? `${n.shows.icon} ×${n.shows.count}` : wordOf(n));

/** Words that other faces of the die have. @param {FreshView} fresh */
const earlier = (fresh) => fresh.prints.map((p) => wordOf(p.naming)).filter((w) => w && !/^\d+$/u.test(w));
