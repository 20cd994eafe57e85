// What a rule says, on a sheet of its own, and the list of all rules.
import { html, useState } from "../view.js";
import { Credit } from "../glyphs.js";
import { Dialog } from "./reference.js";
import { tr, trn } from "../language.js";

/** @typedef {import("../messages.js").ReferenceView} ReferenceView */
/** @typedef {import("../messages.js").RuleView} RuleView */

/** The kinds of rule items, in the order of the list: what many are called, and one. @type {Record<string, [string, string]>} */
const kinds = { sai: [tr("Special action icons"), tr("Special action icon")], icon: [tr("Icons"), tr("Icon")], spell: [tr("Spells"), tr("Spell")], species: [tr("Abilities"), tr("Ability")], champion: [tr("Champions"), tr("Champion")], item: [tr("Items"), tr("Item")],
  dragon: [tr("Dragons"), tr("Dragon")], "dragon icon": [tr("Dragons’ icons"), tr("Dragon’s icon")], breath: [tr("Breaths"), tr("Breath")], eighth: [tr("Eighth faces"), tr("Eighth face")], minor: [tr("Minor terrains"), tr("Minor terrain")],
  ability: [tr("Abilities"), tr("Ability")], order: [tr("Orders"), tr("Order")], general: [tr("Generals"), tr("General")], terrain: [tr("Terrains"), tr("Terrain")], "phase step": [tr("The round"), tr("The round")],
  "attack step": [tr("Attacks"), tr("Attack")], check: [tr("Checks"), tr("Check")], victory: [tr("How it ends"), tr("How it ends")], step: [tr("Steps"), tr("Step")], roll: [tr("Rolls"), tr("Roll")], magic: [tr("Magic"), tr("Magic")], force: [tr("Forces"), tr("Force")], end: [tr("How it ends"), tr("How it ends")] };

/** What rule items of a kind are called: many (0) or one (1). @param {ReferenceView} book @param {string} kind @param {0 | 1} n */
function kindName(book, kind, n) {
  const own = kind === "species" ? book.words["species abilities"] : undefined;
  return own ? own.charAt(0).toUpperCase() + (n === 1 ? own.replace(/ies$/u, "y") : own).slice(1) : kinds[kind]?.[n] ?? "";
}

/** One rule, or the list of all. @param {{book: ReferenceView, rule: RuleView | undefined, go: (id: string | null) => void}} p */
export function RulePage({ book, rule, go }) {
  return html`<${Dialog} title=${rule?.name ?? tr("Look up")} close=${() => go(null)}>
    ${rule ? html`<${One} book=${book} rule=${rule} />` : html`<${All} book=${book} go=${go} />`}
    ${rule && html`<div class="row"><button type="button" class="quiet" data-do="all-rules" onClick=${() => go("")}>All rules</button></div>`}
  <//>`;
}

/** @param {{book: ReferenceView, rule: RuleView}} p */
function One({ book, rule }) {
  return html`<div data-told=${rule.id}><p class="how">${kindName(book, rule.kind, 1)}${rule.details ? ` · ${rule.details}` : ""}</p>
    <p class="says">${rule.says}</p>
    ${rule.kind === "sai" && rule.says.includes("X") && html`<p class="how">X is what the face is worth.</p>`}
    ${rule.open && html`<p class="word">${tr("The book leaves open {what}. The table is asked.", { what: rule.open.charAt(0).toLowerCase() + rule.open.slice(1) })}</p>`}
    <p class="cite">${tr("{book}, {page}. In our words, not the book’s.", { book: book.book, page: rule.page })}</p></div>`;
}

/** @param {{book: ReferenceView, go: (id: string | null) => void}} p */
function All({ book, go }) {
  const [find, setFind] = useState("");
  const words = find.trim().toLowerCase();
  const shown = book.rules.filter((r) => r.says && (!words || `${r.name} ${r.says} ${r.details}`.toLowerCase().includes(words)));
  return html`<p class="how">${book.book}</p><label class="find">Find<input type="search" id="find-rule" value=${find} onInput=${(/** @type {any} */ e) => setFind(e.target.value)} /></label>
    <p class="unseen" role="status">${words ? trn(shown.length, "{n} found", "{n} found") : ""}</p>
    ${shown.length === 0 && html`<p class="how">Nothing is called or says so.</p>`}
    ${Object.keys(kinds).map((kind) => [kindName(book, kind, 0), shown.filter((r) => r.kind === kind)]).filter(([, list]) => list.length > 0).map(([name, list]) => html`<div key=${name}><h3>${name}</h3>
      <ul class="rule-list">${/** @type {RuleView[]} */ (list).map((r) => html`<li key=${r.id}><button type="button" class="look" data-rule=${r.id} onClick=${() => go(r.id)}>${r.name}</button></li>`)}</ul></div>`)}<${Credit} />`;
}
