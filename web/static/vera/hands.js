// What hands must do at the table: draw orders and lay them as cards, which no camera sees. It is a step of its own
// until somebody says that it is done.
import { Look } from "../dragons/reference.js";
import { html } from "../view.js";
import { told } from "../games/names.js";
import { listed, tr } from "../language.js";

/** @typedef {import("../games/boards.js").HandsStep} HandsStep */

/** The facts of this round's drawing. @param {import("../messages.js").GameView} view */
function drawn(view) {
  const trail = view.play.trail;
  const last = trail.findIndex((f, i) => f.rule === "vera.phase.drawing" && !trail.slice(i + 1).some((g) => g.rule === "vera.phase.initiative"));
  return last < 0 ? [] : trail.slice(last).filter((f) => f.rule === "vera.phase.drawing");
}

/** What hands must do now; null if nothing. @param {import("../messages.js").GameView} view @returns {HandsStep | null} */
export function handsOf(view) {
  const st = view.play.state;
  if (!st?.round || !["drawing", "orders", "keeping"].includes(st.phase) || drawn(view).length === 0) return null;
  // The questions of drawing and laying belong to what the hands do. Which card is kept is asked after it.
  return { key: `round ${st.round}`, alone: st.phase === "keeping", step: "Lay orders", who: listed(view.seats.map((s) => s.name)), text: tr("Draw orders and lay one face down on each unit."), done: tr("The orders lie") };
}

/** @param {{view: import("../messages.js").GameView, step: HandsStep, done: () => void}} p */
export function Hands({ view, step, done }) {
  return html`<section class="card ask vera-hands" id="hands" aria-labelledby="hands-title"><h2 id="hands-title">With your hands: draw and lay orders</h2>
    <ol>${drawn(view).map((f, i) => html`<li key=${i}>${told(view, f.text)}</li>`)}
      <li>Then each lays one order face down on each unit. <${Look} rule="vera.phase.issuing">How?<//></li></ol>
    <div class="row"><button type="button" class="main" id="hands-done" onClick=${done}>${step.done}</button></div></section>`;
}
