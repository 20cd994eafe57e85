// The module's sentences, in the language of whoever reads them.

/** The id of the module: of its settings, its sentences and its way of rolling. */
export const ID = "astragal";

/** A sentence of the language file. @param {string} key @param {Record<string, string | number>} [about] */
export function say(key, about = {}) {
  return game.i18n.format(`ASTRAGAL.${key}`, Object.fromEntries(Object.entries(about).map(([k, v]) => [k, String(v)])));
}

/** @type {Promise<(text: string) => string> | null} */
let hearing = null;

/** What the table said in English, in the language of whoever reads it. What isn't known stays English. @param {string} text @returns {Promise<string>} */
export async function heard(text) {
  hearing ??= hears().catch(() => (said) => said);
  return (await hearing)(text);
}

/** The pages' script, which the table packs beside this one with its catalogues. @returns {Promise<(text: string) => string>} */
async function hears() {
  const language = game.i18n.lang.split("-")[0];
  if (language === "en") return (said) => said;
  /** @type {typeof import("../../../static/heard.js")} */
  const pages = await import(new URL("./heard.js", import.meta.url).href);
  return (await pages.open(language, {})).heard;
}

/** An element. @param {string} tag @param {Record<string, string>} [attributes] @param {...(Node | string)} inside @returns {HTMLElement} */
export function element(tag, attributes = {}, ...inside) {
  const e = document.createElement(tag);
  for (const [k, v] of Object.entries(attributes)) e.setAttribute(k, v);
  e.append(...inside);
  return e;
}
