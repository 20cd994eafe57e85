// What pages draw with: preact and htm. What a template says in English is drawn in the page's language.
import { html as draw, render as put, useEffect, useErrorBoundary, useRef } from "./vendor/preact-htm.js";
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

const againAfter = 5000; // ms

/**
 * What can't be drawn says so: what it showed before would look like what stands now. It is tried again as soon as it gets something else to show, and after a while.
 * @param {{instead?: any, children?: any}} p instead stands in its place, null for nothing
 */
export function Guard({ instead, children }) {
  const failed = useRef(/** @type {any} */ (null));
  const [error, again] = useErrorBoundary((e) => { failed.current = children; console.error(e); });
  useEffect(() => {
    const next = error ? setTimeout(again, againAfter) : undefined;
    return () => clearTimeout(next);
  }, [error]);
  if (!error) return children;
  if (failed.current !== children) {
    again();
    return children;
  }
  return instead !== undefined ? instead : html`<p class="word bad undrawn" role="alert">This can’t be shown at the moment. Nothing that was rolled is lost. <button type="button" class="quiet" onClick=${() => location.reload()}>Load the page anew</button></p>`;
}

/** Draws into an element. What can't be drawn is replaced by a sentence. @param {any} what @param {Element} where */
export const render = (what, where) => put(html`<${Guard}>${what}<//>`, where);
