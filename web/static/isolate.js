// Isolates names that are written from right to left: else they change places with the figures beside
// them. Every element that a page draws comes by here, so that no page has to think of it.
import { h, options } from "./vendor/preact-htm.js";

// Hebrew, Arabic, Syriac, Thaana, NKo, Adlam and other scripts from right to left, with their marks and digits.
const letter = "[\\u0590-\\u08FF\\uFB1D-\\uFDFF\\uFE70-\\uFEFC\\u{10800}-\\u{10FFF}\\u{1E800}-\\u{1EFFF}]";
const any = new RegExp(letter, "u");
const run = `${letter}+(?:[ .'’"״׳-]?${letter}+)*`;

/** The fields of messages that hold names. */
const keys = new Set(["name", "team", "player", "players", "seat", "who", "title", "game", "games", "table", "tables", "event", "judge", "from", "faction", "playing", "rounds"]);
const longest = 200;

/** Names that the page has heard of: they may hold blanks, digits and signs. @type {Set<string>} */
const heard = new Set();
let pattern = new RegExp(run, "gu");

/** Reads a message, and notes the names in it. @param {string} raw */
export function parsed(raw) {
  const value = JSON.parse(raw);
  if (any.test(raw)) learn(value);
  return value;
}

/** Notes the names in a message. @template T @param {T} message @returns {T} */
export function learn(message) {
  const before = heard.size;
  note(message, false);
  if (heard.size > before) {
    const names = [...heard].sort((a, b) => b.length - a.length).map((n) => n.replace(/[\\^$.*+?()[\]{}|/-]/gu, "\\$&"));
    pattern = new RegExp(`(?<![\\p{L}\\p{M}\\p{N}])(?:${names.join("|")})(?![\\p{L}\\p{M}\\p{N}])|${run}`, "gu");
  }
  return message;
}

/** @param {unknown} value @param {boolean} named */
function note(value, named) {
  if (typeof value === "string") {
    // A sentence or a list of names has letters of both directions; its parts are isolated.
    if (named && value.length <= longest && any.test(value) && !/\p{Script=Latin}/u.test(value)) heard.add(value);
  } else if (Array.isArray(value)) for (const v of value) note(v, named);
  else if (value && typeof value === "object") for (const [k, v] of Object.entries(value)) note(v, keys.has(k));
}

/** A text for a place that takes no elements, like a title. @param {string} text */
export const isolated = (text) => (any.test(text) ? text.replace(pattern, "\u2068$&\u2069") : text);

/** Elements whose text can't hold others. */
const plain = new Set(["option", "title", "text", "tspan", "textarea"]);
const fields = new Set([undefined, "text", "search"]);

/** @param {unknown} child @returns {child is string | number} */
const isText = (child) => typeof child === "string" || typeof child === "number";

/**
 * An element's children with names isolated. Texts in a row stay one element: a row of
 * boxes would set a name beside its sentence.
 * @param {unknown} child @returns {unknown}
 */
function apart(child) {
  if (!Array.isArray(child)) return isText(child) ? named([child]) ?? child : child;
  const out = [...child];
  for (let from = 0; from < child.length; from++) {
    if (!isText(child[from])) {
      out[from] = Array.isArray(child[from]) ? apart(child[from]) : child[from];
      continue;
    }
    let to = from + 1;
    while (to < child.length && isText(child[to])) to++;
    const one = named(child.slice(from, to));
    if (one) out.fill(null, from, to)[from] = one; // what comes after them keeps its place
    from = to - 1;
  }
  return out;
}

/** Texts as one element with names isolated; null if there is no name. @param {(string | number)[]} texts */
function named(texts) {
  if (!texts.some((t) => typeof t === "string" && any.test(t))) return null;
  const parts = texts.flatMap((t) => split(String(t)));
  return parts.length === 1 ? parts[0] : h("span", null, ...parts);
}

/** @param {string} text @returns {unknown[]} */
function split(text) {
  const out = [];
  let end = 0;
  for (const m of text.matchAll(pattern)) {
    out.push(text.slice(end, m.index), h("bdi", null, m[0]));
    end = m.index + m[0].length;
  }
  return [...out, text.slice(end)].filter((part) => part !== "");
}

/** The same for an element that takes text only. @param {unknown} child @returns {unknown} */
const plainly = (child) => (Array.isArray(child) ? child.map(plainly) : typeof child === "string" ? isolated(child) : child);

const drawn = options.vnode;
options.vnode = (/** @type {any} */ node) => {
  const { type, props } = node;
  if (typeof type === "string" && type !== "bdi") {
    if (props.children !== undefined) props.children = plain.has(type) ? plainly(props.children) : apart(props.children);
    if ((type === "input" && fields.has(props.type)) || type === "textarea") props.dir ??= "auto";
    for (const said of ["title", "placeholder"]) if (typeof props[said] === "string") props[said] = isolated(props[said]);
  }
  drawn?.(node);
};
