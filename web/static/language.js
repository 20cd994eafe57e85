// The language that the page speaks. A sentence's key is the sentence in English; words/LANGUAGE.json has its translations.

/** A sentence, or its plural forms by the names that Intl.PluralRules gives them. @typedef {string | Record<string, string>} Words */

const asked = document.documentElement.lang || "en"; // the server chose it

/** @type {Record<string, Words> | null} */
const found = asked === "en" ? null
  : await fetch(new URL(`./words/${asked}.json`, import.meta.url)).then((r) => (r.ok ? r.json() : null)).catch(() => null); // without it the page speaks English

/** What says the sentences of the rules and the table. */
const rules = found && (await (await import("./heard.js")).open(asked, found));

/** The page's language, as BCP 47 has it: "en", "de". */
export const language = found ? asked : "en";
document.documentElement.lang = language;

/** All that there are; the server says which in the page. */
export const languages = (document.documentElement.dataset.languages || "en").split(" ");

/** Speaks another language from now on, on this device. @param {string} to */
export function choose(to) {
  document.cookie = `language=${to}; path=${new URL(document.baseURI).pathname}; max-age=31536000; samesite=lax`;
  const here = new URL(location.href);
  here.searchParams.delete("lang");
  if (here.href === location.href) location.reload();
  else location.replace(here);
}

const words = found ?? {};
const plural = new Intl.PluralRules(language);
const figures = new Intl.NumberFormat(language, { useGrouping: false, maximumFractionDigits: 6 });

/** A number as the language writes it. @param {number} n @param {number} [digits] after the point, always */
export const number = (n, digits) => (digits === undefined ? figures.format(n) : new Intl.NumberFormat(language, { minimumFractionDigits: digits, maximumFractionDigits: digits, useGrouping: false }).format(n));

/** A share as percent: 0.25 is "25%". @param {number} x @param {number} [digits] after the point */
export const percent = (x, digits = 0) => new Intl.NumberFormat(language, { style: "percent", minimumFractionDigits: digits, maximumFractionDigits: digits }).format(x);

/**
 * A sentence with what stands in its places: `tr("{player} waits", { player })`. With an element in a place it is a list that htm takes.
 * If English has one word for two things, the text after "||" tells them apart: "Roll||verb".
 * @param {string} text @param {Record<string, any>} [places]
 * @returns {any}
 */
export function tr(text, places) {
  const said = Object.hasOwn(words, text) ? words[text] : text.split("||")[0];
  return fill(typeof said === "string" ? said : text, places);
}

/**
 * A sentence about a number, at {n}: `trn(n, "{n} die", "{n} dice")`. The plural is the key.
 * @param {number} n @param {string} one @param {string} many @param {Record<string, any>} [places]
 * @returns {any}
 */
export function trn(n, one, many, places) {
  const said = Object.hasOwn(words, many) ? words[many] : undefined;
  const form = typeof said === "object" ? said[plural.select(n)] ?? said.other : undefined;
  return fill(form ?? (n === 1 ? one : many).split("||")[0], { n, ...places });
}

/** @param {string} text @param {Record<string, any> | undefined} places @returns {any} */
function fill(text, places) {
  if (!places) return text;
  const parts = text.split(/\{(\w+)\}/u).map((part, i) => (i % 2 === 0 ? part : part in places ? shown(places[part]) : `{${part}}`));
  return parts.some((p) => typeof p === "object" && p !== null) ? parts : parts.join("");
}

/** @param {any} value */
const shown = (value) => (typeof value === "number" ? number(value) : value ?? "");

/** What the rules, the table or the hub said, in the page's language; what isn't known stays English. @type {import("./heard.js").Heard} */
export const heard = rules?.heard ?? ((text) => text);

/** The same, or null for what isn't known. */
export const known = rules?.known;

/** Texts with "and" or "or" before the last. @param {string[]} texts @param {"conjunction" | "disjunction"} [type] */
export const listed = (texts, type = "conjunction") => new Intl.ListFormat(language, { type }).format(texts);

/** Attributes that people read or hear. */
const said = /(\s(?:title|aria-label|placeholder|alt|label|words|hint)=")([^"\u0001]*)(")/gu;

/** A text without what only stands around it. */
const around = /^([\s·]*)(.*?)([\s·]*)$/su;

/** @param {string} text */
function inWords(text) {
  const [, before, core, after] = /** @type {RegExpExecArray} */ (around.exec(text));
  const key = core.replace(/\s+/gu, " ");
  const to = Object.hasOwn(words, key) ? words[key] : undefined;
  return typeof to === "string" ? before + to + after : text;
}

/**
 * A template's own texts in the page's language: what stands between tags, and in the attributes that are said.
 * @param {readonly string[]} template @returns {string[]}
 */
export function inLanguage(template) {
  return template.join("\u0001").replace(/<[^>]*>|[^<]+/gu, (part) => (part.startsWith("<")
    ? part.replace(said, (_, name, text, end) => name + inWords(text) + end)
    : part.split("\u0001").map(inWords).join("\u0001"))).split("\u0001");
}
