// How each kind of game looks on the table, by the kind's form. A look is loaded when a game of its kind is shown.
import { html, useEffect, useState } from "../view.js";
import { PlainBoard } from "./board.js";
import { tr, trn } from "../language.js";

/**
 * What hands must do at the table, which no camera sees. If it stands alone, nothing else is asked until somebody says that it is done.
 * @typedef {{key: string, alone: boolean, step: string, who: string, text: string, done: string}} HandsStep key: which of the game’s times it is; step: the step of the track, as the rules name it; done: what the button says
 */

/**
 * A board gets the game's view.
 * - drawn says which ids of the state it draws.
 * - Aside is what stands beside it.
 * - hands says what hands must do, and Now tells it at length.
 * - About is the mark that opens the card of what has an id.
 * - cards are the names that open a card, each with its id ("" if the name means several things). Card is such a name.
 * @typedef {{Board: any, drawn: (view: any) => Set<string>, Aside?: any, Now?: any, hands?: (view: any) => HandsStep | null, About?: any, cards?: (view: any) => Map<string, string>, Card?: any}} Look
 */

const none = () => new Set();

/** @type {Look} */
const plain = { Board: PlainBoard, drawn: none };

/** @type {Record<string, () => Promise<Look>>} */
const looks = {
  tally: async () => ({ Board: TallyBoard, drawn: none }),
  dragondice: async () => (await import("../dragons/board.js")).look,
  vera: async () => (await import("../vera/board.js")).look,
};

/** How a kind of game looks; null until it is loaded. @param {string} form @returns {Look | null} */
export function useLook(form) {
  const [look, setLook] = useState(/** @type {Look | null} */ (looks[form] ? null : plain));
  useEffect(() => {
    looks[form]?.().then((found) => setLook(found));
  }, [form]);
  return look;
}

/** @param {{view: import("../messages.js").GameView}} p */
function TallyBoard({ view }) {
  const state = view.play.state;
  if (!state) return null;
  return html`<ul class="seats">${(state.standings ?? []).map((/** @type {any} */ s) => html`<li key=${s.seat} class="standing">
    <span class="name">${s.name || tr("All rolls")}</span><span class="count">${trn(s.rolls, "1 roll", "{n} rolls")}</span><span class="sum">${s.total ?? ""}</span></li>`)}</ul>`;
}
