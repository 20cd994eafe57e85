// One visible button that takes the last answer back.
import { html } from "../vendor/preact-htm.js";
import { told } from "./names.js";

/** @typedef {import("../messages.js").LogLine} LogLine */

/** The button that takes the last answer back, and says whose and what. @param {any} p */
export function Undo({ view, may, act }) {
  const last = /** @type {LogLine | undefined} */ (view.log.find((/** @type {LogLine} */ l) => l.kind !== "seat"));
  const l = last?.kind === "undo" ? last : view.log.find((/** @type {LogLine} */ x) => x.kind !== "seat" && x.stands && !x.kept);
  if (!may || !l || view.ask) return null;
  const words = l.kind === "undo" ? "Bring back what was taken back" : `Take back: ${l.hidden ? `what ${l.who || "somebody"} answered` : `${l.who ? `${l.who}’s ` : ""}${l.roll ? "roll" : `“${told(view, l.answer)}”`}`}`;
  return html`<button type="button" class="undo" id="undo" title=${l.asked ? told(view, l.asked) : undefined} onClick=${() => act({ do: "undo", game: view.game.id, entry: l.n })}>↶ <span>${words}</span></button>`;
}
