// The cover over what is secret, for tables with one screen: it is handed to the player who is asked.
import { html } from "../vendor/preact-htm.js";

/** @param {{view: import("../messages.js").GameView, may: boolean, as: number, setAs: (seat: number) => void}} p */
export function Cover({ view, may, as, setAs }) {
  const secret = view.seats.filter((s) => s.secret && !view.play.pending.some((q) => q.seats?.includes(s.seat)));
  if (secret.length === 0 || view.game.status !== "playing") return null;
  const here = may && view.mine.length === 0 ? secret.filter((s) => !s.held && s.seat !== as) : [];
  const others = secret.filter((s) => !here.includes(s));
  return html`<section class="card cover" id="cover" aria-labelledby="cover-title">
    <h2 id="cover-title">Something secret is asked</h2>
    ${here.length > 0 && html`<p class="now-text">Hand this screen to ${here.map((s) => s.name).join(here.length > 1 ? ", then to " : "")}. The others look away.</p>
      <div class="options">${here.map((s) => html`<button key=${s.seat} class="option main" data-hand=${s.seat} onClick=${() => setAs(s.seat)}>I am ${s.name}</button>`)}</div>`}
    ${others.length > 0 && html`<p class="lead">${others.map((s) => s.name).join(" and ")} ${others.length === 1 ? "answers" : "answer"} on a screen of their own.</p>`}
  </section>`;
}
