// A streamer chooses an overlay here, sees it, and copies its address.
import { Head } from "../games/head.js";
import { keep } from "../link.js";
import { html, render, useEffect, useRef, useState } from "../view.js";
import { at } from "../where.js";
import { choicesIn, colored, corners, layouts, themes } from "./choices.js";
import { example } from "./example.js";
import { greatOf, usualGreat } from "./great.js";
import { drawn } from "./parts.js";
import { Plate, dress, fitWithin } from "./plate.js";
import { tr } from "../language.js";

/** @typedef {import("../messages.js").OverlayShown} OverlayShown */
/** @typedef {Record<string, string>} Form what the address holds, by name; "player NAME" for a player */

const layoutWords = /** @type {Record<string, string>} */ ({ plate: tr("a plate of the parts below"), lower: tr("lower third"), corner: "corner", side: tr("side board"), full: tr("full picture, between scenes"), ticker: "ticker" });
const partWords = /** @type {Record<string, string>} */ ({ clip: tr("the throw as it fell"), dice: "dice", total: "total", trail: tr("the sum, line by line"), question: tr("the open question"), log: tr("the last rolls"), board: tr("the board") });
const colorWords = /** @type {Record<string, string>} */ ({ ink: "letters", soft: tr("quieter letters"), back: tr("the plate"), line: "lines", mark: "highlight", behind: tr("what lies behind (for a colour key)") });
/** A colour's first value, if it isn't red. Green is what video programs remove first. @type {Record<string, string>} */
const usualColor = { behind: "00ff00" };
const kept = "astragal-overlay-setup";

/** The query of an overlay's address. @param {Form} form */
function queryOf(form) {
  const q = new URLSearchParams();
  for (const [name, value] of Object.entries(form)) {
    if (!value) continue;
    if (name.startsWith("player ")) q.append("player", `${name.slice(7)}|${value}`);
    else q.set(name, value);
  }
  return q.toString();
}

/** The picture, as large as a video, drawn as wide as there is room. @param {{query: string, shown: OverlayShown, ground: string}} p */
function Picture({ query, shown, ground }) {
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  const choices = choicesIn(query, Object.keys(drawn));
  useEffect(() => {
    const root = box.current?.firstElementChild;
    if (!(root instanceof HTMLElement) || !box.current) return undefined;
    dress(root, choices);
    render(html`<${Plate} ...${{ choices, drawn, shown, view: null, from: tr("table"), wrong: choices.wrong, great: greatOf(choices.great, shown), linked: true, lost: null, refused: "", away: false }} />`, root);
    const size = () => { root.style.transform = `scale(${(box.current?.clientWidth ?? 1920) / 1920})`; };
    size();
    fitWithin(root);
    const watch = new ResizeObserver(size);
    watch.observe(box.current);
    return () => watch.disconnect();
  }, [query, shown]);
  return html`<div class=${`video ${ground}`} ref=${box} role="img" aria-label="How the overlay looks"><div id="overlay" inert></div></div>`;
}

function Page() {
  const [form, setForm] = useState(/** @type {Form} */ (remembered()));
  const [live, setLive] = useState(/** @type {OverlayShown | null} */ (null));
  const [ground, setGround] = useState("checker");
  const [copied, setCopied] = useState(false);
  const field = useRef(/** @type {HTMLInputElement | null} */ (null));
  useEffect(() => keep({ path: "/api/overlay", probe: "/api/overlay/alive", hear: (m) => { if (m.type === "overlay" && m.overlay.shown) setLive(m.overlay.shown); }, tell: () => {} }).close, []);
  /** @param {Form} change */
  const set = (change) => {
    setForm((was) => ({ ...was, ...change }));
    setCopied(false);
  };
  useEffect(() => {
    try {
      localStorage.setItem(kept, JSON.stringify(form));
    } catch {
      // if the store is full, the choices are lost next time
    }
  }, [form]);
  const rolled = live && (live.game || live.rolls.length > 0);
  /** @type {OverlayShown} */
  const shown = rolled ? live : example;
  const query = queryOf(form);
  const address = `${at("/overlay")}${query && `?${query}`}`;
  const choices = choicesIn(query, Object.keys(drawn));
  const copy = async () => {
    field.current?.select();
    // Insecure pages have only the old clipboard.
    const done = await (navigator.clipboard?.writeText(address).then(() => true, () => false) ?? false);
    setCopied(done || document.execCommand("copy"));
  };
  /** @param {string} name @param {string} words @param {string[]} list @param {Record<string, string>} [say] @param {string} [usual] */
  const choose = (name, words, list, say = {}, usual = "") => html`<label>${words}<select id=${`choose-${name}`} value=${form[name] ?? usual} onChange=${(/** @type {any} */ e) => set({ [name]: e.target.value === usual ? "" : e.target.value })}>${list.map((w) => html`<option key=${w} value=${w}>${say[w] ?? w}</option>`)}</select></label>`;
  /** @param {string} name @param {string} words @param {number} least @param {number} most @param {number} usual @param {number} [step] */
  const number = (name, words, least, most, usual, step = 1) => html`<label>${words}<input id=${`choose-${name}`} type="number" min=${least} max=${most} step=${step} value=${form[name] ?? usual} onInput=${(/** @type {any} */ e) => set({ [name]: e.target.value })} /></label>`;
  /** @param {string} name @param {boolean} on */
  const part = (name, on) => set({ parts: Object.keys(drawn).filter((p) => (p === name ? on : choices.parts.includes(p))).join(",") });
  const players = /** @type {{name: string}[]} */ (shown.game ? shown.game.seats : shown.count.seats).map((s) => s.name).filter((n) => n && !n.includes("|"));
  /** @param {string} rule @param {boolean} on */
  const great = (rule, on) => set({ great: [...choices.great.filter((g) => g !== rule), ...(on ? [rule] : [])].join(",") || "no" });
  return html`<${Head} title="Overlay" at="/overlay/setup" />
    <main class="setup">
      <section class="card" aria-label="What the stream shows">
        <h2>What the stream shows</h2>
        <div class="fields">${choose("layout", tr("Layout"), Object.keys(layouts), layoutWords, "plate")}${choose("theme", tr("Theme"), themes, {}, "dark")}
          ${choose("corner", tr("Corner"), ["", ...["low", "high"].flatMap((y) => corners.slice(2).map((x) => `${y}-${x}`))], { "": tr("as the layout has it") })}
          ${number("size", tr("Size"), 0.3, 6, 1, 0.1)}${number("delay", tr("Held back, seconds"), 0, 60, 0)}${number("stay", tr("Shown for, seconds (0: until the next)"), 0, 600, 0)}${number("lines", tr("Lines of the log"), 1, 12, 4)}
          <label>Font of this machine<input id="choose-font" type="text" value=${form.font ?? ""} placeholder="Georgia" onInput=${(/** @type {any} */ e) => set({ font: e.target.value })} /></label></div>
        <fieldset><legend>Parts</legend><div class="ticks">${Object.keys(drawn).map((name) => html`<label key=${name}><input type="checkbox" data-part=${name} checked=${choices.parts.includes(name)} onChange=${(/** @type {any} */ e) => part(name, e.target.checked)} />${partWords[name] ?? name}</label>`)}</div></fieldset>
        <fieldset><legend>Great rolls</legend><div class="ticks">${[...usualGreat, "d6"].map((rule) => html`<label key=${rule}><input type="checkbox" data-great=${rule} checked=${choices.great.includes(rule)} onChange=${(/** @type {any} */ e) => great(rule, e.target.checked)} />${({ d20: "a natural 20", same: tr("three dice or more, all the same"), "word:slain": tr("something is slain"), d6: "a six" })[rule] ?? rule}</label>`)}</div></fieldset>
        <fieldset><legend>Colours of your own</legend><div class="ticks">${Object.keys(colored).map((name) => html`<label key=${name}><input type="checkbox" checked=${!!form[name]} aria-label=${tr("own colour: {colorWords}", { colorWords: colorWords[name] })} onChange=${(/** @type {any} */ e) => set({ [name]: e.target.checked ? usualColor[name] ?? "c33030" : "" })} />${colorWords[name]}
          ${form[name] && html`<input type="color" id=${`choose-${name}`} aria-label=${colorWords[name]} value=${`#${form[name].slice(0, 6)}`} onInput=${(/** @type {any} */ e) => set({ [name]: e.target.value.slice(1) })} />`}</label>`)}</div></fieldset>
        ${players.length > 0 && html`<fieldset><legend>Players on the air</legend>${players.map((name) => html`<${PlayerOnAir} key=${name} name=${name} value=${form[`player ${name}`] ?? ""} set=${(/** @type {string} */ v) => set({ [`player ${name}`]: v })} />`)}</fieldset>`}
        <div class="row"><button type="button" class="quiet" id="anew" onClick=${() => setForm({})}>Begin anew</button></div>
      </section>
      <section class="card seen" aria-label="How it looks">
        <h2>How it looks</h2>
        <${Picture} query=${`?${query}`} shown=${shown} ground=${ground} />
        <p class="how" id="whose-roll">${rolled ? tr("This is the table’s last roll.") : tr("This is an example. No roll was counted yet; the stream shows a dash until there is one.")}</p>
        ${choices.wrong.map((w) => html`<p class="bad" role="alert" key=${w}>${w}</p>`)}
        <label>Behind it<select id="ground" value=${ground} onChange=${(/** @type {any} */ e) => setGround(e.target.value)}><option value="checker">a checker</option><option value="dark">a dark picture</option><option value="light">a light picture</option></select></label>
        <label>Its address<input class="address" id="address" type="text" readonly value=${address} ref=${field} onFocus=${(/** @type {any} */ e) => e.target.select()} /></label>
        <div class="row"><button type="button" class="primary" id="copy" onClick=${copy}>${copied ? tr("Copied") : tr("Copy the address")}</button>
          <a class="button quiet" id="drag" href=${`${address}${query ? "&" : "?"}layer-name=Astragal&layer-width=1920&layer-height=1080`} onClick=${(/** @type {Event} */ e) => e.preventDefault()}>Drag me into OBS</a></div>
        <p class="how">In OBS: Sources, Browser, 1920 × 1080. Or drag the second button into OBS’s picture. If your OBS has no Browser source, capture a browser’s window: choose “what lies behind” above, and take that colour out with the filter “Color Key”.</p>
      </section>
    </main>`;
}

/** A player's name and colour on the air. @param {{name: string, value: string, set: (v: string) => void}} p */
function PlayerOnAir({ name, value, set }) {
  const [as = "", color = ""] = value.split("|");
  /** @param {string} a @param {string} c */
  const say = (a, c) => set(a || c ? `${a.replaceAll("|", "")}|${c}` : "");
  return html`<div class="fields"><label>${tr("{name} is called", { name })}<input type="text" data-player=${name} value=${as} placeholder=${name} onInput=${(/** @type {any} */ e) => say(e.target.value, color)} /></label>
    <label>${tr("{name}’s colour", { name })}<input type="color" aria-label=${tr("{name}’s colour", { name })} value=${`#${color || "ffffff"}`} onInput=${(/** @type {any} */ e) => say(as, e.target.value.slice(1))} /></label></div>`;
}

/** What was chosen last. @returns {Form} */
function remembered() {
  try {
    return JSON.parse(localStorage.getItem(kept) ?? "{}");
  } catch {
    return {};
  }
}

const root = document.getElementById("page");
if (root) {
  root.replaceChildren();
  render(html`<${Page} />`, root);
}
