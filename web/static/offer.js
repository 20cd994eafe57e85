// Dice on the tray that don't count: those that lay there at the start, or were thrown while somebody taught or after
// the count was over.
import { html } from "./view.js";
import { tr, trn } from "./language.js";

/** @typedef {import("./messages.js").Act} Act */
/** @typedef {import("./messages.js").ThrowView} ThrowView */
/** @typedef {(act: Act) => void | Promise<void>} Do */

/**
 * Dice that don't count by themselves. count is the count that is over, if that is why.
 * @param {{eye: import("./messages.js").EyeView, tray: ThrowView | null, may: boolean, roll?: boolean, count?: import("./messages.js").CountView, act: Do}} p
 */
export function Offer({ eye, tray, may, roll = false, count, act }) {
  if (!eye.offered || !tray || tray.status !== "offered" || ["moving", "reading"].includes(eye.state)) return null; // other dice may lie there in a moment
  const n = tray.dice.length;
  /** @type {Record<string, string>} */
  const words = { start: trn(n, "This die lay here at the start", "These {n} dice lay here at the start"),
    teaching: trn(n, "A die was thrown while the tray was for teaching", "{n} dice were thrown while the tray was for teaching"),
    over: trn(n, "A die was thrown after the count was over", "{n} dice were thrown after the count was over") };
  const anew = async () => {
    if (count) await act({ do: "count", count: { ...count.settings, zero: true } });
    await act({ do: "take" });
  };
  if (count?.over && !roll) return html`<section class="card ask" id="offer" aria-labelledby="offer-title"><h2 id="offer-title">${words[eye.offered]}</h2>
    <p class="lead">${trn(n, "It is not counted.", "They are not counted.")}</p>
    ${may && html`<div class="row"><button id="anew" onClick=${anew}>${trn(n, "Start from zero and count it", "Start from zero and count them")}</button>
      <button class="quiet" id="pass-offer" onClick=${() => act({ do: "pass" })}>No</button></div>`}</section>`;
  return html`<section class="card ask" id="offer" aria-labelledby="offer-title"><h2 id="offer-title">${words[eye.offered]}</h2>
    <p class="lead">${trn(n, "It is not counted.", "They are not counted.")} ${roll ? tr("Is this the roll?") : trn(n, "Count it?", "Count them?")}</p>
    ${may && html`<div class="row"><button class="main" id="take-offer" onClick=${() => act({ do: "take" })}>${roll ? tr("Yes, this is the roll") : trn(n, "Count it", "Count them")}</button>
      <button class="quiet" id="pass-offer" onClick=${() => act({ do: "pass" })}>No</button></div>`}</section>`;
}

/** Says that a studio page has the tray. @param {{eye: import("./messages.js").EyeView}} p */
export function Teaching({ eye }) {
  if (!eye.teaching) return null;
  return html`<p class="word" id="teaching" role="status">The tray is for teaching now: “Teach” is open on a screen. What is thrown doesn’t count until that page is closed.</p>`;
}
