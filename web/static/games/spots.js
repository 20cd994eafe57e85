// The things on the board that questions are about: what is lit, and what a tap there does. A board draws its things
// by their ids and asks here. It knows no question.
import { createContext, html, useContext, useLayoutEffect, useRef, useState } from "../view.js";
import { Glyph, glyphName } from "../glyphs.js";
import { told } from "./names.js";
import { tr } from "../language.js";

/** @typedef {import("./choice.js").Choice} Choice */
/** @typedef {import("./choice.js").Item} Item */

/**
 * How a thing stands.
 * @typedef {object} Spot
 * @property {"" | "can" | "chosen" | "shut" | "roll" | "watch"} state watch: somebody else may choose it
 * @property {boolean} about whether a question is about it
 * @property {string} words what the state means, for people who hear it
 * @property {string} badge a few letters in its corner: its place, its points
 * @property {string[]} options what it stands for
 * @property {((at: Element) => void) | null} tap
 */

/** @type {Spot} */
const dark = { state: "", about: false, words: "", badge: "", options: [], tap: null };

/** @type {any} */
const Context = createContext({ of: () => dark, group: () => null, open: () => {}, view: null, choices: [], act: () => {} });

/**
 * What a thing on the board needs. group: several things that lie together, if a tap may choose all of them that can
 * be chosen.
 * @returns {{of: (id: string) => Spot, group: (ids: string[]) => {all: boolean, n: number, options: string[], tap: () => void} | null, open: (at: Element, what: any) => void, view: import("../messages.js").GameView, choices: Choice[], act: (a: any) => any}}
 */
export const useSpots = () => useContext(Context);

/**
 * @param {{view: import("../messages.js").GameView, choices: Choice[], act: (a: any) => any, roll: (die: string, close: () => void) => any, children?: any}} p
 * roll draws the choice of a die's face
 */
export function Spots({ view, choices, act, roll, children }) {
  const [opened, setBubble] = useState(/** @type {{at: Element, what: any, asked: string} | null} */ (null));
  const own = choices.filter((c) => c.own);
  /** @type {Map<string, {c: Choice, item: Item}[]>} */
  const stands = new Map();
  for (const c of own) for (const item of c.items) for (const id of item.on) stands.set(id, [...(stands.get(id) ?? []), { c, item }]);
  const watched = new Set(choices.filter((c) => !c.own).flatMap((c) => [...c.items.flatMap((x) => x.on), ...(c.q.roll?.dice ?? []).map((d) => d.id)]));
  const about = new Set(choices.flatMap((c) => c.q.about ?? []));
  const rolled = new Map(own.flatMap((c) => (c.q.roll?.dice ?? []).map((d) => /** @type {const} */ ([d.id, c]))));
  const asked = choices.map((c) => c.q.id).join();
  const bubble = opened?.asked === asked ? opened : null; // a sheet is about what was asked when it was opened
  const close = () => setBubble(null);
  /** @param {string} id @returns {Spot} */
  const of = (id) => {
    const list = stands.get(id) ?? [], lit = about.has(id);
    const c = rolled.get(id);
    if (list.length === 0 && c) return { state: "roll", about: lit, words: tr("to be rolled: press to say what it shows"), badge: "", options: [], tap: (at) => setBubble({ at, what: (/** @type {() => void} */ shut) => roll(id, shut), asked }) };
    if (list.length === 0) return lit || watched.has(id) ? { ...dark, about: lit, state: watched.has(id) ? "watch" : "" } : dark;
    const first = list[0], state = list.some((x) => x.item.state === "chosen") ? "chosen" : list.some((x) => x.item.state === "can") ? "can" : "shut";
    const n = list.length === 1 ? first.item.n : 0;
    return {
      state, about: lit, badge: n > 0 ? String(n) : "", words: { can: tr("can be chosen"), chosen: tr("chosen"), shut: tr("can’t be chosen with what is chosen") }[state],
      options: list.map((x) => x.item.id), tap: list.length === 1 ? () => first.c.tapOnce(first.item.id) : (at) => setBubble({ at, asked, what: () => html`<${Several} view=${view} list=${list} close=${close} />` }),
    };
  };
  /** @param {string[]} ids */
  const group = (ids) => {
    const lists = ids.map((id) => stands.get(id) ?? []).filter((list) => list.length === 1), c = lists[0]?.[0].c;
    if (!c || lists.some((list) => list[0].c !== c)) return null;
    const options = [...new Set(lists.map((list) => list[0].item.id))], found = c.group(options);
    return found && { ...found, options };
  };
  const open = (/** @type {Element} */ at, /** @type {any} */ what) => setBubble(bubble?.at === at ? null : { at, what, asked }); // a tap closes only what is visibly open
  return html`<${Context.Provider} value=${{ of, group, open, view, choices, act }}>${children}${bubble && html`<${Bubble} at=${bubble.at} close=${close}>${bubble.what(close)}<//>`}<//>`;
}

/** The options that one thing stands for. @param {{view: any, list: {c: Choice, item: Item}[], close: () => void}} p */
function Several({ view, list, close }) {
  return html`<div class="bubble-options">${list.map(({ c, item }) => html`<button type="button" key=${item.id} class="option" data-chip=${item.id} aria-pressed=${item.state === "chosen" ? "true" : "false"} disabled=${item.state === "shut"}
    onClick=${() => { c.tapOnce(item.id); close(); }}><span>${told(view, item.text)}</span>${item.note && html`<small>${told(view, item.note)}</small>`}</button>`)}</div>`;
}

const gap = 8; // px between a thing and its bubble, and to the window's edge

/** A small sheet beside a thing. Escape and a tap elsewhere close it. @param {{at: Element, close: () => void, children?: any}} p */
function Bubble({ at, close, children }) {
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  useLayoutEffect(() => {
    const b = box.current;
    if (!b) return;
    const put = () => {
      const t = at.getBoundingClientRect(), w = b.offsetWidth, h = b.offsetHeight;
      const below = t.bottom + gap + h <= innerHeight - gap;
      b.style.left = `${Math.max(gap, Math.min(t.left + t.width / 2 - w / 2, innerWidth - w - gap))}px`;
      b.style.top = `${below ? t.bottom + gap : Math.max(gap, t.top - gap - h >= gap ? t.top - gap - h : innerHeight - h - gap)}px`;
    };
    // What stands in it may come a moment later: the focus then goes there.
    let entered = false;
    const enter = () => {
      const first = entered ? null : /** @type {HTMLElement | null} */ (b.querySelector("button:not(:disabled)"));
      first?.focus({ preventScroll: true });
      entered = entered || first !== null;
    };
    put();
    enter();
    const watch = new ResizeObserver(() => { put(); enter(); });
    watch.observe(b);
    const away = (/** @type {Event} */ e) => { if (!b.contains(/** @type {Node} */ (e.target)) && !at.contains(/** @type {Node} */ (e.target))) close(); };
    const key = (/** @type {KeyboardEvent} */ e) => {
      if (e.key === "Escape") close();
    };
    addEventListener("pointerdown", away);
    addEventListener("keydown", key);
    addEventListener("resize", put);
    return () => {
      // The focus returns to the thing, unless it has moved elsewhere meanwhile.
      if (at instanceof HTMLElement && at.isConnected && b.contains(document.activeElement)) at.focus({ preventScroll: true });
      watch.disconnect();
      removeEventListener("pointerdown", away);
      removeEventListener("keydown", key);
      removeEventListener("resize", put);
    };
  }, [at]);
  return html`<div class="bubble" data-eye=".bar-text" ref=${box} role="dialog" aria-label="Here">${children}</div>`;
}

/** What can be said in one go of a thing. If it is nowhere, its id is empty. @param {{id: string, where: string}} p */
export function Ways({ id, where }) {
  const { choices, view } = useSpots();
  return html`${choices.flatMap((c) => c.ways.filter((w) => (w.on?.[0] ?? "") === id).map((w) => {
    const text = told(view, w.text), note = w.note ? told(view, w.note) : "", icon = w.id.split("/").at(-1) ?? "";
    return html`<button type="button" key=${w.id} class="way" data-way=${w.id} title=${note} aria-label=${[where, text, note].filter(Boolean).join(", ")} onClick=${() => c.way(w.id)}>${glyphName(icon) && html`<${Glyph} name=${icon} />`}<span>${text}</span></button>`;
  }))}`;
}

/** The button that chooses all of several things that lie together, or takes them back. Nothing if no tap may. @param {{ids: string[], where: string}} p */
export function All({ ids, where }) {
  const group = useSpots().group(ids);
  if (!group) return null;
  return html`<button type="button" class="all-of" data-all=${JSON.stringify(group.options)} aria-pressed=${group.all ? "true" : "false"} aria-label=${tr("All {n} {where}", { n: group.n, where })} onClick=${group.tap}>${tr("all {n}", { n: group.n })}</button>`;
}

/**
 * The attributes of a thing that can be tapped, as a button has them.
 * @param {Spot} spot @param {string} id @param {string} name @param {(at: Element) => void} [else_] what a tap does where nothing is asked
 */
export function spotProps(spot, id, name, else_) {
  const tap = spot.tap ?? else_;
  return {
    type: "button", "data-spot": id, "data-options": spot.options.length > 0 ? JSON.stringify(spot.options) : undefined, "data-several": spot.options.length > 1 ? "yes" : undefined, "data-lit": spot.state || undefined, "data-about": spot.about ? "yes" : undefined,
    tabindex: spot.tap && spot.state !== "shut" ? 0 : -1, "aria-label": [name, spot.words].filter(Boolean).join(", "),
    "aria-disabled": spot.state === "shut" ? "true" : undefined,
    "aria-pressed": spot.state === "chosen" ? "true" : spot.state === "can" ? "false" : undefined,
    onClick: (/** @type {any} */ e) => { e.stopPropagation(); tap?.(e.currentTarget); },
    // If a tap chooses it, the other button or a long press looks at it.
    onContextMenu: spot.tap && else_ ? (/** @type {any} */ e) => { e.preventDefault(); else_(e.currentTarget); } : undefined,
  };
}
