// Armies that the table keeps.
import { html } from "../vendor/preact-htm.js";
import { Head } from "./head.js";

/** @param {{say: (text: string) => void}} p */
export function Armies({ say: _ }) {
  return html`<${Head} at="/armies" /><main class="narrow"><section class="card"><h2>Armies</h2></section></main>`;
}
