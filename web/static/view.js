// What pages draw with: preact and htm. What a template says in English is drawn in the page's language.
import { html as draw } from "./vendor/preact-htm.js";
import { inLanguage, language } from "./language.js";

export * from "./vendor/preact-htm.js";

/** Translated templates, by the English ones. @type {Map<TemplateStringsArray, TemplateStringsArray>} */
const known = new Map();

/** @param {TemplateStringsArray} template @param {any[]} values @returns {any} */
export function html(template, ...values) {
  if (language === "en") return draw(template, ...values);
  let own = known.get(template);
  if (!own) known.set(template, own = /** @type {any} */ (inLanguage(template)));
  return draw(/** @type {any} */ (own), ...values);
}
