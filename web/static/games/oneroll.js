// Counting one roll without a game.
import { html } from "../vendor/preact-htm.js";
import { Head } from "./head.js";

/** @param {{say: (text: string) => void}} p */
export function OneRoll({ say: _ }) {
  return html`<${Head} at="/roll" /><main class="narrow"><section class="card"><h2>One roll</h2></section></main>`;
}
