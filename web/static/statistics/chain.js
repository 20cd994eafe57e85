// Whether the log is unchanged.
import { html, useState } from "../view.js";
import { heard, tr, trn } from "../language.js";

/** @typedef {import("../messages.js").LogVerdict} LogVerdict */

export function Chain() {
  const [v, setV] = useState(/** @type {LogVerdict | null} */ (null));
  const [wrong, setWrong] = useState("");
  const check = async () => {
    try {
      const r = await fetch("api/verify");
      const got = await r.json();
      setWrong(r.ok ? "" : got.error);
      setV(r.ok ? got : null);
    } catch {
      setWrong(tr("The table can't be reached: is the program running?"));
    }
  };
  return html`<section class="card" aria-labelledby="chain">
    <h2 id="chain">The log</h2>
    <p class="how">Each entry holds the hash of all before it. The check finds the first that was changed, removed or put in.</p>
    <button onClick=${check}>Check it</button>
    <div aria-live="polite">
      ${wrong && html`<p class="bad">${wrong}</p>`}
      ${v && html`<p data-fault=${v.fault ? v.fault.entry : 0}>${v.fault ? html`<strong class="bad">${heard(v.fault.text)}</strong>` : tr("The log is as it was written: {entries}, {pictures}.", { entries: trn(v.entries, "{n} entry", "{n} entries"), pictures: trn(v.pictures, "{n} kept picture", "{n} kept pictures") })}
        ${v.sealed ? ` ${tr("Entries 1 to {sealed} are older than the chain: they are as they were when it began, and nothing is known of them before.", { sealed: v.sealed })}` : ""}</p>
        <p class="how">The last entry's link, to be written down elsewhere: <code>${v.entries}:${v.head}</code></p>`}
    </div>
  </section>`;
}
