// The owner's own dice. They are shown to the camera, or entered in a form like a file of dice (docs/dice.md), and
// kept with the gallery.
import { html, useEffect, useState } from "../view.js";
import { ask, sentence } from "../games/fetch.js";
import { Swatch } from "../games/dice.js";
import { tr } from "../language.js";

/** @typedef {import("./types.js").StudioView} StudioView */
/** @typedef {import("./types.js").OwnDie} OwnDie */
/** @typedef {import("./types.js").OwnFace} OwnFace */
/** @typedef {{icon: string, count: string, value: string, was: OwnFace}} Row */
/** @typedef {{id: string, name: string, shape: string, size: string, race: string, colors: string, ink: string, rows: Row[], was: OwnDie | null}} Form */

/** @type {Record<string, number>} */
const sides = { d4: 4, d6: 6, d8: 8, d10: 10, d12: 12, d20: 20 };

/** @returns {Row} */
const blank = () => ({ icon: "", count: "", value: "", was: {} });

/** @param {string} shape @param {Row[]} rows */
const sized = (shape, rows) => Array.from({ length: sides[shape] ?? 6 }, (_, i) => rows[i] ?? blank());

/** @returns {Form} */
const empty = () => ({ id: "", name: "", shape: "d6", size: "", race: "", colors: "", ink: "", rows: sized("d6", []), was: null });

/** @param {OwnDie} d @returns {Form} */
const formOf = (d) => ({ id: d.id, name: d.name ?? "", shape: d.shape, size: d.size_mm ? String(d.size_mm) : "", race: d.race ?? "", colors: (d.colors ?? []).join(", "), ink: d.ink ?? "",
  rows: d.faces.map((f) => ({ icon: f.icon ?? "", count: f.count ? String(f.count) : "", value: f.value === undefined || f.value === null ? "" : String(f.value), was: f })), was: d });

/** A name as an id: "Oak Lord" is oak_lord. @param {string} name */
const idOf = (name) => name.toLowerCase().normalize("NFKD").replace(/[^a-z0-9]+/gu, "_").replace(/^_+|_+$/gu, "");

/** A number as it was typed, or the text if it is none. @param {string} text */
const number = (text) => (text.trim() !== "" && Number.isFinite(Number(text)) ? Number(text) : text.trim());

/** What in a form can't be a number. Empty if all can. @param {Form} f */
function noNumber(f) {
  if (f.size.trim() && typeof number(f.size.replace(",", ".")) === "string") return tr("“{size}” is no size in mm: leave it empty where nobody has measured.", { size: f.size });
  for (const [i, r] of f.rows.entries()) for (const text of [r.count, r.value]) if (text.trim() && !/^\d+$/u.test(text.trim())) return tr("Face {n}: “{text}” is no whole number.", { n: i + 1, text });
  return "";
}

/** The die in a form. What the form doesn't show stays as it was. @param {Form} f */
function dieOf(f) {
  const text = (/** @type {string} */ s) => s.trim() || undefined;
  return { ...f.was, id: f.id.trim() || idOf(f.name), name: text(f.name), shape: f.shape, size_mm: f.size.trim() ? number(f.size.replace(",", ".")) : null, race: text(f.race),
    colors: f.colors.trim() ? f.colors.split(",").map((c) => c.trim()) : undefined, ink: text(f.ink),
    faces: f.rows.map((r) => ({ ...r.was, icon: text(r.icon), count: r.count.trim() ? number(r.count) : undefined, value: r.value.trim() ? number(r.value) : undefined })) };
}

/** @param {{newDie: (() => void) | null, view: StudioView, setView: (v: StudioView) => void, army: string[], setArmy: (ids: string[]) => void, say: (text: string) => void}} p */
export function Own({ newDie, view, setView, army, setArmy, say }) {
  const [dice, setDice] = useState(/** @type {OwnDie[]} */ ([]));
  const [form, setForm] = useState(/** @type {Form | null} */ (null));
  const [why, setWhy] = useState("");
  const read = () => ask("/api/studio/own").then((r) => (r.ok ? setDice(r.data.dice) : say(r.why)));
  useEffect(() => { read(); }, [view.version, view.own.length]);
  /** @param {Partial<Form>} more */
  const set = (more) => setForm((f) => (f ? { ...f, ...more } : f));
  /** @param {string} body @param {(v: StudioView) => void} then */
  const keep = async (body, then) => {
    const r = await ask("/api/studio/own", { body });
    if (!r.ok) return setWhy(r.why);
    setWhy("");
    setView(r.data);
    await read();
    then(r.data);
  };
  /** @param {Event} e */
  const submit = (e) => {
    e.preventDefault();
    if (!form) return;
    const wrong = noNumber(form);
    if (wrong) return setWhy(wrong);
    const d = dieOf(form);
    if (!d.id) return setWhy(tr("Give the die a name."));
    if (!form.was && dice.some((o) => o.id === d.id)) return setWhy(tr("A die of yours is called {id} already: change that one, or give this one another name.", { id: d.id }));
    keep(JSON.stringify({ dice: [d] }), () => {
      setForm(null);
      setArmy(army.includes(d.id) ? army : [...army, d.id]);
      say(tr("{name} is kept. Now show its faces to the camera.", { name: d.name ?? d.id }));
    });
  };
  /** @param {any} e */
  const take = async (e) => {
    const file = e.target.files[0];
    if (!file) return;
    const raw = await file.text();
    e.target.value = "";
    keep(raw, () => say(tr("The dice of the file are kept.")));
  };
  /** @param {OwnDie} d */
  const drop = async (d) => {
    const r = await ask(`/api/studio/own/${encodeURIComponent(d.id)}`, { method: "DELETE" });
    if (!r.ok) return setWhy(r.why);
    setWhy("");
    setArmy(army.filter((id) => id !== d.id));
    setView(r.data);
    read();
  };
  return html`<section class="card" aria-labelledby="own-title"><h2 id="own-title">Dice of your own</h2>
    ${dice.length === 0 && !form && html`<p class="how">Dice of any game: throw or lay one under the camera until each face was up, and say what it shows. Then the program knows it.</p>`}
    <ul class="own-list">${dice.map((d) => html`<li key=${d.id} data-own=${d.id}><${Swatch} colors=${d.colors} shape=${d.shape} /><span><strong>${d.name || d.id}</strong> <span class="how">${d.shape}</span></span>
      <button class="small-do" data-do="change" onClick=${() => { setWhy(""); setForm(formOf(d)); }}>Change</button><button class="small-do" data-do="drop" onClick=${() => drop(d)}>Remove</button></li>`)}</ul>
    ${why && html`<p class="word own-wrong" role="alert" id="own-wrong">${sentence(why)}</p>`}
    ${form ? html`<form id="own-form" onSubmit=${submit}>
      <div class="fields"><label>Name<input id="own-name" value=${form.name} maxlength="100" onInput=${(/** @type {any} */ e) => set({ name: e.target.value })} /></label>
        <label>Solid<select id="own-shape" value=${form.shape} disabled=${form.was !== null} onChange=${(/** @type {any} */ e) => set({ shape: e.target.value, rows: sized(e.target.value, form.rows) })}>${Object.keys(sides).map((s) => html`<option key=${s} value=${s}>${s}</option>`)}</select></label>
        <label>Edge to edge, mm<input id="own-size" inputmode="decimal" placeholder="not measured" value=${form.size} onInput=${(/** @type {any} */ e) => set({ size: e.target.value })} /></label>
        <label>Colours<input id="own-colors" placeholder="green, #b58a22" value=${form.colors} onInput=${(/** @type {any} */ e) => set({ colors: e.target.value })} /></label>
        <label>Colour of the print<input id="own-ink" placeholder="white" value=${form.ink} onInput=${(/** @type {any} */ e) => set({ ink: e.target.value })} /></label>
        <label title="Dice of one family share their drawings: an icon taught once serves them all">Family<input id="own-race" placeholder="none" value=${form.race} onInput=${(/** @type {any} */ e) => set({ race: e.target.value })} /></label></div>
      <table class="own-faces"><thead><tr><th></th><th>Icon, in a word</th><th>how many</th><th>number</th></tr></thead><tbody>${form.rows.map((r, i) => html`<tr key=${i}><th scope="row">${i + 1}</th>
        ${(/** @type {["icon", "count", "value"]} */ (["icon", "count", "value"])).map((k) => html`<td key=${k}><input data-face=${i} data-field=${k} aria-label=${{ icon: tr("Face {n}: icon", { n: i + 1 }), count: tr("Face {n}: how many", { n: i + 1 }), value: tr("Face {n}: number", { n: i + 1 }) }[k]} inputmode=${k === "icon" ? "text" : "numeric"} value=${r[k]}
          onInput=${(/** @type {any} */ e) => set({ rows: form.rows.map((o, n) => (n === i ? { ...o, [k]: e.target.value } : o)) })} /></td>`)}</tr>`)}</tbody></table>
      <p class="how">Leave a face empty that is blank. A picture that stands there three times is one icon, three.${form.shape === "d4" ? ` ${tr("On a d4 say what each corner shows when it points up.")}` : ""}</p>
      <div class="row"><button class="main" id="own-keep">Keep this die</button><button type="button" class="quiet" onClick=${() => { setWhy(""); setForm(null); }}>Cancel</button></div></form>`
    : html`<div class="row">${newDie && html`<button class="main" id="fresh-new" onClick=${newDie}>Show a new die to the camera</button>`}<button class="quiet" id="own-new" onClick=${() => { setWhy(""); setForm(empty()); }}>Write a die down</button>
      <label class="button quiet">Take in a file<input class="unseen" id="own-file" type="file" accept=".json" onChange=${take} /></label>
      ${dice.length > 0 && html`<a class="button quiet" href="api/studio/own?file" download="dice.json">Save as a file</a>`}</div>`}
  </section>`;
}
