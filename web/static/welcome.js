// The first visit: three sentences and one button each, until the first roll counts.
import { html } from "./view.js";
import { at } from "./where.js";
import { tr } from "./language.js";
import { sees } from "./words.js";

/** @typedef {import("./messages.js").View} View */

/** Whether nothing was ever rolled at this table. @param {View} view */
export const isNew = (view) => view.rolls.length === 0 && view.waiting.length === 0 && !view.request && !view.play;

/** Whether these are the virtual table's first dice, which nobody threw. @param {View} view */
export const nobodyThrew = (view) => isNew(view) && view.eye.virtual && view.eye.offered === "start";

/** @param {{view: View, act: (a: import("./messages.js").Act) => void, open: (panel: string) => void, close: () => void}} p */
export function Welcome({ view, act, open, close }) {
  const { eye } = view;
  const seen = sees(eye) && !eye.blind;
  const first = eye.virtual && seen ? { words: tr("Try it with drawn dice: they roll on the picture of a tray, and the total is counted."), name: tr("Throw now"), go: () => act({ do: "throw" }) }
    : seen ? { words: tr("Throw your dice into the tray: they are read, and the total stands here."), name: tr("Throw now"), go: close }
    : { words: tr("Throw your dice, and type what they show: the total stands here."), name: tr("Throw now"), go: () => open("type") };
  return html`<section class="card welcome" id="welcome" aria-labelledby="welcome-title">
    <h2 id="welcome-title">Real dice, counted for you</h2>
    <ul>
      <li><p>${first.words}</p><button class="main" id="welcome-throw" onClick=${first.go}>${first.name}</button></li>
      ${!eye.blind && html`<li><p>Point a webcam, an old phone or a network camera straight down at your tray.</p><button id="welcome-camera" onClick=${() => open("camera")}>Connect a camera</button></li>`}
      <li><p>Play Dragon Dice, Vera Discordia or a plain count: the table keeps the rules and the score.</p><a class="button" id="welcome-game" href=${at("/games?new")}>Play a game</a></li>
    </ul>
  </section>`;
}
