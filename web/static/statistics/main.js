// How often each die showed each face, what follows from it, and the rolls that were changed.
import { html, render, useState } from "../view.js";
import { useEye } from "../eye.js";
import { Head } from "../games/head.js";
import { Choose, Save, Tick, useCounted } from "./asked.js";
import { Chain } from "./chain.js";
import { Die } from "./die.js";
import { Disputes } from "./disputes.js";
import { Fights, Luck } from "./evening.js";
import { tr, trn } from "../language.js";

/** @typedef {import("../messages.js").Statistics} Statistics */

/** @typedef {{player: string, game: string, since: string, until: string, typed: string, virtual: string}} Asked */

function Page() {
  useEye(["main h2"]);
  const [asked, setAsked] = useState(/** @type {Asked} */ ({ player: "", game: "", since: "", until: "", typed: "", virtual: "" }));
  /** @type {{st: Statistics | null, wrong: string}} */
  const { st, wrong } = useCounted(asked, tr("The table can't be reached: is the program running?"));
  /** @param {Partial<Asked>} change */
  const ask = (change) => setAsked({ ...asked, ...change });
  return html`<${Head} title="Statistics" at="/statistics" />
    <main class="statistics">
      <section class="card" aria-labelledby="of">
        <h2 id="of">Which rolls</h2>
        <div class="of">
          <${Choose} name=${tr("Player")} all=${tr("everybody")} list=${st?.players ?? []} value=${asked.player} set=${(/** @type {string} */ player) => ask({ player })} />
          <${Choose} name=${tr("Game")} all=${tr("all, and what was counted")} list=${st?.games ?? []} value=${asked.game} set=${(/** @type {string} */ game) => ask({ game })} />
          <label>From<input type="date" value=${asked.since} onChange=${(/** @type {any} */ e) => ask({ since: e.target.value })} /></label>
          <label>Earlier than<input type="date" value=${asked.until} onChange=${(/** @type {any} */ e) => ask({ until: e.target.value })} /></label>
          <${Tick} name=${tr("also dice that were typed")} value=${asked.typed} set=${(/** @type {string} */ typed) => ask({ typed })} />
          <${Tick} name=${tr("also the virtual table’s")} value=${asked.virtual} set=${(/** @type {string} */ virtual) => ask({ virtual })} />
        </div>
        ${wrong && html`<p class="bad" role="alert">${wrong}</p>`}
        ${st && html`<p class="how" aria-live="polite">${trn(st.total, "{n} die rolled.", "{n} dice rolled.")}${st.left_out > 0 && ` ${trn(st.left_out, "{n} other is not asked for here.", "{n} others are not asked for here.")}`}</p>
          <div class="row"><${Save} asked=${asked} name="astragal-statistics.json" /></div>`}
      </section>
      <${Luck} /><${Fights} />
      ${st && st.dice.map((d) => html`<${Die} key=${d.die} d=${d} />`)}
      ${st && html`<section class="card"><h2>How they are judged</h2><p class="how">${tr("{words} A camera that misreads makes a fair die look uneven: the counts say how many were read by the camera alone.", { words: st.words })}</p></section>`}
      <${Disputes} />
      <${Chain} />
    </main>`;
}

const root = document.getElementById("page");
if (root) {
  root.replaceChildren();
  render(html`<${Page} />`, root);
}
