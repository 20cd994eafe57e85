// How often each die showed each face, what can be said of that, and the rolls that were changed.
import { html, render, useEffect, useState } from "../vendor/preact-htm.js";
import { Head } from "../games/head.js";
import { Chain } from "./chain.js";
import { Choose, Die } from "./die.js";
import { Disputes } from "./disputes.js";

/** @typedef {import("../messages.js").Statistics} Statistics */

/** @typedef {{player: string, game: string, since: string, until: string, typed: boolean, virtual: boolean}} Asked */

/** @param {Asked} a */
function query(a) {
  const q = new URLSearchParams();
  for (const name of /** @type {const} */ (["player", "game", "since", "until"])) if (a[name]) q.set(name, a[name]);
  for (const name of /** @type {const} */ (["typed", "virtual"])) if (a[name]) q.set(name, "yes");
  return q.toString();
}

function Page() {
  const [asked, setAsked] = useState(/** @type {Asked} */ ({ player: "", game: "", since: "", until: "", typed: false, virtual: false }));
  const [st, setSt] = useState(/** @type {Statistics | null} */ (null));
  const [wrong, setWrong] = useState("");
  useEffect(() => {
    let here = true;
    fetch(`/api/statistics?${query(asked)}`).then(async (r) => {
      const got = await r.json();
      if (!here) return;
      setWrong(r.ok ? "" : got.error);
      if (r.ok) setSt(got);
    }, () => here && setWrong("The table can't be reached: is the program running?"));
    return () => { here = false; };
  }, [asked]);
  /** @param {Partial<Asked>} change */
  const ask = (change) => setAsked({ ...asked, ...change });
  return html`<${Head} title="Statistics" at="/statistics" />
    <main class="statistics">
      <section class="card" aria-labelledby="of">
        <h2 id="of">Which rolls</h2>
        <div class="of">
          <${Choose} name="Player" all="everybody" list=${st?.players ?? []} value=${asked.player} set=${(/** @type {string} */ player) => ask({ player })} />
          <${Choose} name="Game" all="all, and what was counted" list=${st?.games ?? []} value=${asked.game} set=${(/** @type {string} */ game) => ask({ game })} />
          <label>From<input type="date" value=${asked.since} onChange=${(/** @type {any} */ e) => ask({ since: e.target.value })} /></label>
          <label>Up to, not with<input type="date" value=${asked.until} onChange=${(/** @type {any} */ e) => ask({ until: e.target.value })} /></label>
          <label class="tick"><input type="checkbox" checked=${asked.typed} onChange=${(/** @type {any} */ e) => ask({ typed: e.target.checked })} />also dice that were typed</label>
          <label class="tick"><input type="checkbox" checked=${asked.virtual} onChange=${(/** @type {any} */ e) => ask({ virtual: e.target.checked })} />also the virtual table's</label>
        </div>
        ${wrong && html`<p class="bad" role="alert">${wrong}</p>`}
        ${st && html`<p class="how" aria-live="polite">${st.total} dice rolled${st.left_out > 0 ? `; ${st.left_out} others are not asked for here` : ""}.</p>
          <div class="row"><a class="button quiet" href=${`/statistics.csv?${query(asked)}`} download>Save as CSV</a>
          <a class="button quiet" href=${`/api/statistics?${query(asked)}`} download="astragal-statistics.json">Save as JSON</a></div>`}
      </section>
      ${st && st.dice.map((d) => html`<${Die} key=${d.die} d=${d} />`)}
      ${st && html`<section class="card"><h2>How they are judged</h2><p class="how">${st.words} A camera that misreads makes a fair die look uneven: the counts say how many were read by the camera alone.</p></section>`}
      <${Disputes} />
      <${Chain} />
    </main>`;
}

const root = document.getElementById("page");
if (root) {
  root.replaceChildren();
  render(html`<${Page} />`, root);
}
