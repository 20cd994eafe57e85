// The tray's picture beside a game's board.
import { html, useEffect, useState } from "../view.js";
import { later } from "../later.js";
import { Tray } from "../tray.js";

const NameDie = later(async () => (await import("./namedie.js")).NameDie);

/** The tray with its dice. A die that isn't known is named here. @param {any} p */
export function GameTray({ view, may, linked, act, rolling }) {
  const [chosen, setChosen] = useState(/** @type {number | null} */ (null));
  const id = view.tray?.id;
  useEffect(() => setChosen(null), [id]);
  const die = view.tray && view.tray.status !== "offered" && [...view.tray.dice, ...view.tray.before].find((d) => d.n === chosen);
  return html`<${Tray} view=${view} may=${may && (rolling || view.eye.virtual)} linked=${linked} act=${act} game=${true} adding=${false} chosen=${chosen}
    choose=${(/** @type {number} */ n) => setChosen(n === chosen ? null : n)} setAdding=${() => {}} mark=${() => {}}>
    ${!view.game.tray && html`<p class="how">The tray is not this game’s now. ${view.table && html`<button class="quiet" id="take-tray" onClick=${() => act({ do: "tray", game: view.game.id })}>Roll here</button>`}</p>`}
    ${die && html`<${NameDie} key=${`${id}-${die.n}`} view=${view} die=${die} may=${may} act=${act} done=${() => setChosen(null)} />`}
  <//>`;
}
