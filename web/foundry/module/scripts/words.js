// The module's sentences, in the language of whoever reads them.

/** The id of the module: of its settings, its sentences and its way of rolling. */
export const ID = "astragal";

/** A sentence of the language file. @param {string} key @param {Record<string, string | number>} [about] */
export function say(key, about = {}) {
  return game.i18n.format(`ASTRAGAL.${key}`, Object.fromEntries(Object.entries(about).map(([k, v]) => [k, String(v)])));
}

/** An element. @param {string} tag @param {Record<string, string>} [attributes] @param {...(Node | string)} inside @returns {HTMLElement} */
export function element(tag, attributes = {}, ...inside) {
  const e = document.createElement(tag);
  for (const [k, v] of Object.entries(attributes)) e.setAttribute(k, v);
  e.append(...inside);
  return e;
}
