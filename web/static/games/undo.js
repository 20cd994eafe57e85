// One visible button that takes the last answer back.
import { html } from "../view.js";
import { told } from "./names.js";
import { tr } from "../language.js";

/** @typedef {import("../messages.js").LogLine} LogLine */

/** The button that takes the last answer back. It says whose answer and which. @param {any} p */
export function Undo({ view, may, act }) {
  const last = /** @type {LogLine | undefined} */ (view.log.find((/** @type {LogLine} */ l) => l.kind !== "seat"));
  const l = last?.kind === "undo" ? last : view.log.find((/** @type {LogLine} */ x) => x.kind !== "seat" && x.stands && !x.kept);
  if (!may || !l || view.ask) return null;
  const words = l.kind === "undo" ? tr("Bring back what was taken back") : l.hidden ? tr("Take back: what {who} answered", { who: l.who || tr("somebody") })
    : l.roll ? (l.who ? tr("Take back: {who}’s roll", { who: l.who }) : tr("Take back: the roll"))
    : l.who ? tr("Take back: {who}’s “{answer}”", { who: l.who, answer: told(view, l.answer) }) : tr("Take back: “{answer}”", { answer: told(view, l.answer) });
  return html`<button type="button" class="undo" id="undo" title=${l.asked ? told(view, l.asked) : undefined} onClick=${() => act({ do: "undo", game: view.game.id, entry: l.n })}>↶ <span>${words}</span></button>`;
}
