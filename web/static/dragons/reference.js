// The reference of an edition: what an icon, a spell or a step does, in plain words, with its page, and what a die
// is, with its faces. A tap opens what stands in a <Reference>, and Escape closes it.
import { createContext, html, useContext, useEffect, useMemo, useRef, useState } from "../view.js";
import { ask } from "../games/fetch.js";
import { later } from "../later.js";
import { tr } from "../language.js";

/** @typedef {import("../messages.js").Face} Face */
/** @typedef {import("../messages.js").ReferenceView} ReferenceView */
/** @typedef {import("../messages.js").RuleView} RuleView */

/** What the parts of a page use: a rule by its id, how to open one ("" for the list of all), and how to open a die's card. @type {any} */
const Open = createContext({ book: "", edition: "", rule: (/** @type {string | undefined} */ _id) => undefined, open: (/** @type {string} */ _id) => {}, card: (/** @type {string} */ _kind) => {} });

const DieSheet = later(async () => (await import("./diesheet.js")).DieSheet);
const Page = later(async () => (await import("./rulepage.js")).RulePage);

/** @type {Map<string, ReferenceView>} */
const known = new Map();

/** @param {{edition: string, children?: any}} p */
export function Reference({ edition, children }) {
  const [book, setBook] = useState(/** @type {ReferenceView | null} */ (known.get(edition) ?? null));
  const [at, setAt] = useState(/** @type {string | null} */ (null));
  const [die, setDie] = useState(""); // the kind of die whose card is open
  useEffect(() => {
    const have = known.get(edition) ?? null;
    setBook(have);
    if (have || !edition) return;
    ask(`/api/editions/${encodeURIComponent(edition)}/rules`).then((r) => {
      if (!r.ok) return; // without it nothing can be looked up, but all else works
      known.set(edition, r.data);
      setBook(r.data);
    });
  }, [edition]);
  const value = useMemo(() => {
    const byID = new Map((book?.rules ?? []).filter((r) => r.says).map((r) => [r.id, r]));
    return { book: book?.book ?? "", edition, rule: (/** @type {string | undefined} */ id) => byID.get(id ?? ""), open: setAt, card: setDie };
  }, [book, edition]);
  return html`<${Open.Provider} value=${value}>${children}
    ${die && html`<${DieSheet} key=${die} edition=${edition} id=${die} close=${() => setDie("")} />`}
    ${book && at !== null && html`<${Page} book=${book} rule=${value.rule(at)} go=${setAt} />`}<//>`;
}

/** The book by which the game is played. Empty if it isn’t known. @returns {string} */
export const useBook = () => useContext(Open).book;

/** Text that opens the rule behind it. If there is none, it is only the text. @param {{rule: string | undefined, children?: any}} p */
export function Look({ rule, children }) {
  const { rule: find, open } = useContext(Open);
  if (!find(rule)) return children;
  return html`<button type="button" class="look" data-rule=${rule} aria-haspopup="dialog" onClick=${() => open(rule)}>${children}</button>`;
}

/**
 * A die's name. It opens the die's card: what it is, and all its faces. Outside an edition of Dragon Dice it is only
 * the name.
 * @param {{kind: string | undefined, children?: any}} p kind: its id in the catalogue ("treefolk_oak")
 */
export function LookDie({ kind, children }) {
  const { edition, card } = useContext(Open);
  if (!edition || !kind || !edition.match(/^(starter|\d)/u)) return children;
  return html`<button type="button" class="look look-die" data-die-kind=${kind} aria-haspopup="dialog" onClick=${() => card(kind)}>${children}</button>`;
}

/** Opens a die's card by its kind. Outside an edition of Dragon Dice it does nothing. @returns {(kind: string) => void} */
export function useCard() {
  const { edition, card } = useContext(Open);
  return (kind) => { if (edition && kind) card(kind); };
}

/** A mark beside a choice. It opens the rule behind it. @param {{id: string}} p */
export function LookMark({ id }) {
  const { rule: find, open } = useContext(Open);
  const rule = ruleOf(find, id);
  return rule ? html`<button type="button" class="look-mark" data-rule=${rule.id} aria-haspopup="dialog" aria-label=${tr("What {name} does", { name: rule.name })} onClick=${() => open(rule.id)}>?</button>` : null;
}

/** The icons of a die that do more than count, for looking up. @param {{kind: string | undefined, faces: Face[] | null | undefined}} p */
export function LookFaces({ kind = "", faces }) {
  const { rule: find, open } = useContext(Open);
  const rules = [...new Set((faces ?? []).map((f) => faceRule(find, kind, f)).filter((r) => r && r.kind !== "icon"))];
  if (rules.length === 0) return null;
  return html`<div class="looks"><span class="unseen">What its icons do: </span>${rules.map((r) => html`<button type="button" class="look" key=${r.id} data-rule=${r.id} aria-haspopup="dialog" onClick=${() => open(r.id)}>${r.name}</button>`)}</div>`;
}

/** A face whose icon opens its rule. @param {{kind: string, face: Face, children?: any}} p */
export function LookFace({ kind, face, children }) {
  const rule = faceRule(useContext(Open).rule, kind, face);
  return rule ? html`<${Look} rule=${rule.id}>${children}<//>` : children;
}

/** Opens the list of all rules. */
export function LookAll() {
  const { rule: find, open } = useContext(Open);
  return find("icon/id") || find("vera.order.attack") ? html`<button type="button" class="quiet" id="all-rules" aria-haspopup="dialog" onClick=${() => open("")}>Look up the rules</button>` : null;
}

/**
 * The rule of a choice: "stoneskin earth" is a spell, "smite 1" an icon, "melee" an action.
 * @param {any} find @param {string} id
 */
function ruleOf(find, id) {
  const word = id.split(" ")[0];
  return first(find, [`spell/${word}`, `sai/${word}`, `step/${word}`, `vera.order.${word}`, `vera.ability.${word}`, `eighth/${word}`, `eighth/${word.replaceAll("_", "-")}`]);
}

/**
 * The rule of a face. The maker's logo differs on each kind of die, and a terrain's icons are actions.
 * @param {any} find @param {string} kind @param {Face} f
 */
function faceRule(find, kind, f) {
  const icon = f.icon ?? "", plain = icon.replace(/^dragon_/u, "").replace(/^claw$/u, "claws");
  if (icon === "logo") return find(`sai/logo_${/medallion/u.test(kind) ? "medallion" : /relic/u.test(kind) ? "relic" : "champion"}`);
  if (/^(dragon|drake|wyrm)/u.test(kind) && !/^dragonkin/u.test(kind)) return find(`dragon-icon/${plain}`);
  if (f.value !== null && f.value !== undefined) return first(find, [`eighth/${icon}`, `eighth/${icon.replaceAll("_", "-")}`, `minor/${icon}`, `step/${icon}`]);
  return first(find, [`sai/${icon}`, `icon/${icon}`, `minor/${icon}`]);
}

/** @param {any} find @param {string[]} ids */
const first = (find, ids) => ids.map((id) => find(id)).find(Boolean);

let sheets = 0; // how many were opened. Each has its own id, because one may open another

/** A sheet over the page. Escape, Close and a tap beside it close it, and the focus returns to what opened it. @param {{title: string, close: () => void, children?: any}} p */
export function Dialog({ title, close, children }) {
  const box = useRef(/** @type {HTMLDialogElement | null} */ (null));
  const [id] = useState(() => `sheet-${++sheets}`);
  useEffect(() => {
    box.current?.showModal();
  }, []);
  /** @param {any} e */
  const beside = (e) => e.target === box.current && box.current?.close();
  return html`<dialog class="reference" ref=${box} aria-labelledby=${id} onClose=${close} onClick=${beside}><div class="reference-in">
    <div class="card-head"><h2 id=${id} tabindex="-1" autofocus>${title}</h2><button type="button" class="quiet" data-do="close-reference" onClick=${() => box.current?.close()}>Close</button></div>
    ${children}
  </div></dialog>`;
}
