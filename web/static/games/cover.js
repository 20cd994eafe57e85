// The cover over what is secret, for screens that several players use. The screen is handed to whoever is asked.
import { html } from "../view.js";
import { Elsewhere } from "./question.js";
import { tr } from "../language.js";

/**
 * The seats to which a screen is handed: those that nobody holds, or those that it holds itself.
 * @param {import("../messages.js").GameView} view
 */
export const handedTo = (view) => view.seats.filter((s) => view.table && (view.mine.length === 0 ? !s.held : view.mine.length > 1 && view.mine.includes(s.seat)));

/** @param {{view: import("../messages.js").GameView, setAs: (seat: number) => void, act: (a: any) => Promise<boolean>}} p */
export function Cover({ view, setAs, act }) {
  const secret = view.seats.filter((s) => s.secret && !view.play.pending.some((q) => q.seats?.includes(s.seat)));
  if (secret.length === 0 || view.game.status !== "playing") return null;
  const can = handedTo(view);
  const here = secret.filter((s) => can.some((c) => c.seat === s.seat));
  const others = secret.filter((s) => !here.includes(s));
  return html`<section class="card cover" id="cover" aria-labelledby="cover-title">
    <h2 id="cover-title">Something secret is asked</h2>
    ${here.length > 0 && html`<p class="now-text">${tr("Hand this screen to {names}. The others look away.", { names: here.map((s) => s.name).join(tr(", then to ")) })}</p>
      <div class="options">${here.map((s) => html`<button key=${s.seat} class="option main" data-hand=${s.seat} onClick=${() => setAs(s.seat)}>${tr("I am {name}", { name: s.name })}</button>`)}</div>`}
    <${Elsewhere} seats=${others.map((s) => s.seat)} view=${view} act=${act} />
  </section>`;
}
