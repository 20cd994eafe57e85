// What hands must do at the table: draw orders and lay them as cards, which no camera sees. It is a step of its own
// until somebody says that it is done.
import { Look } from "../dragons/reference.js";
import { html, useState } from "../view.js";
import { told } from "../games/names.js";

/** The facts of this round's drawing. @param {import("../messages.js").GameView} view */
function drawn(view) {
  const trail = view.play.trail;
  const last = trail.findIndex((f, i) => f.rule === "vera.phase.drawing" && !trail.slice(i + 1).some((g) => g.rule === "vera.phase.initiative"));
  return last < 0 ? [] : trail.slice(last).filter((f) => f.rule === "vera.phase.drawing");
}

/** @param {{view: import("../messages.js").GameView}} p */
export function Hands({ view }) {
  const st = view.play.state;
  const [done, setDone] = useState(0); // the round whose cards are laid
  const facts = drawn(view);
  if (!st?.round || done === st.round || facts.length === 0 || !["drawing", "orders", "keeping"].includes(st.phase)) return null;
  return html`<section class="card ask vera-hands" id="hands" aria-labelledby="hands-title"><h2 id="hands-title">With your hands: draw and lay orders</h2>
    <ol>${facts.map((f, i) => html`<li key=${i}>${told(view, f.text)}</li>`)}
      <li>Then each lays one order face down on each unit. <${Look} rule="vera.phase.issuing">How?<//></li></ol>
    <div class="row"><button type="button" class="main" id="hands-done" onClick=${() => setDone(st.round)}>The orders lie</button></div></section>`;
}
