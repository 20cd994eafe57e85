// How often the event's dice showed each face, and what follows from it.
import { html, useState } from "../view.js";
import { Choose, Save, Tick, useCounted } from "../statistics/asked.js";
import { Die } from "../statistics/die.js";
import { tr, trn } from "../language.js";

/** @typedef {import("./messages.js").Statistics} Counted */

/** @typedef {{player: string, table: string, round: string, apart: string, typed: string, virtual: string}} Asked */

/** @param {{v: import("./messages.js").View}} props */
export function Statistics({ v }) {
  const [asked, setAsked] = useState(/** @type {Asked} */ ({ player: "", table: "", round: "", apart: "", typed: "", virtual: "" }));
  const [newer, setNewer] = useState(0);
  /** @type {{st: Counted | null, wrong: string}} */
  const { st, wrong } = useCounted(asked, tr("The hub can’t be reached."), newer);
  /** @param {Partial<Asked>} change */
  const ask = (change) => setAsked({ ...asked, ...change });
  const rounds = (st?.rounds ?? []).map((r) => `${r.n}: ${r.name}`);
  return html`<div class="statistics">
    <section class="card" aria-labelledby="of"><h2 id="of">Which rolls</h2>
      <div class="of">
        <${Choose} name=${tr("Player")} all=${tr("everybody")} list=${st?.players ?? []} value=${asked.player} set=${(/** @type {string} */ player) => ask({ player })} />
        <${Choose} name=${tr("Table")} all=${tr("all tables")} list=${st?.tables ?? []} value=${asked.table} set=${(/** @type {string} */ table) => ask({ table })} />
        <${Choose} name=${tr("Round")} all=${tr("the whole event")} list=${rounds} value=${rounds[Number(asked.round) - 1] ?? ""} set=${(/** @type {string} */ round) => ask({ round: round.split(":")[0] })} />
        <${Choose} name=${tr("Each one’s dice for themselves")} all=${tr("no, all of one look together")} list=${["tables", "players"]} value=${asked.apart} set=${(/** @type {string} */ apart) => ask({ apart })} />
        <${Tick} name=${tr("also dice that no camera saw")} value=${asked.typed} set=${(/** @type {string} */ typed) => ask({ typed })} />
        <${Tick} name=${tr("also virtual tables’ dice")} value=${asked.virtual} set=${(/** @type {string} */ virtual) => ask({ virtual })} />
      </div>
      ${wrong && html`<p class="bad" role="alert">${wrong}</p>`}
      ${st && html`<p class="how" id="counted" aria-live="polite">${trn(st.total, "{n} die rolled{left}.", "{n} dice rolled{left}.", { left: left(st) })}</p>
        <div class="row"><${Save} asked=${asked} name="statistics.json" />
        <button class="quiet" id="count-again" onClick=${() => setNewer(newer + 1)}>Count again</button> <span class="how">${trn(v.counts.rolls, "1 roll has come in.", "{n} rolls have come in.")}</span></div>`}
    </section>
    ${st && st.dice.map((d) => html`<${Die} key=${d.die} d=${d} />`)}
    ${st && html`<section class="card"><h2>How they are judged</h2><p class="how">${tr("{words} Here these are the dice of several tables: one that is uneven may hide among the others of its look, so count each table’s or each player’s for themselves. A camera that misreads makes a fair die look uneven. Rolls that a judge holds or has annulled are not counted.", { words: st.words })}</p></section>`}
  </div>`;
}

/** @param {Counted} st */
function left(st) {
  const typed = st.typed > 0 ? tr("; {typed} more that no camera saw", { typed: st.typed }) : "";
  const virtual = st.virtual > 0 ? trn(st.virtual, "; {n} more of virtual tables", "; {n} more of virtual tables") : "";
  const unknown = st.unknown > 0 ? trn(st.unknown, "; {n} whose faces the hub wasn’t told, which its table’s own statistics count", "; {n} whose faces the hub wasn’t told, which their tables’ own statistics count") : "";
  return typed + virtual + unknown;
}
