// The test at the end: the results of throws, which faces are weak, and what to do about them.
import { html, useEffect, useState } from "../view.js";
import { ask, sentence } from "../games/fetch.js";
import { tr, trn } from "../language.js";

/** @typedef {import("./types.js").ProofView} ProofView */

/** @param {{said: ProofView | null, say: (text: string) => void}} p the result of the last throw, null if none was counted since the page opened */
export function Proof({ said, say }) {
  const [kept, setKept] = useState(/** @type {ProofView | null} */ (null));
  useEffect(() => {
    if (said) setKept(said);
    else ask("/api/studio/proof").then((r) => (r.ok ? setKept(r.data) : say(r.why)));
  }, [said]);
  if (!kept) return null;
  const anew = async () => {
    const r = await ask("/api/studio/proof", { method: "DELETE" });
    if (!r.ok) return say(r.why);
    setKept(r.data);
  };
  const more = kept.enough - kept.throws;
  if (kept.throws === 0) return html`<p id="proof" data-throws="0" class="how">Throw all the dice twice. What the program is sure of has a tick: look at each, tap those that are wrong, and say what the others show.</p>`;
  return html`<section class="proof" id="proof" data-throws=${kept.throws} data-read=${kept.read} data-asked=${kept.asked} data-wrong=${kept.wrong} aria-labelledby="proof-title">
    <h3 id="proof-title">${headOf(kept)}</h3>
    <ul class="proof-counts"><li data-is="read">${tr("{n} read", { n: html`<b>${kept.read}</b>` })}</li><li data-is="asked">${tr("{n} asked about", { n: html`<b>${kept.asked}</b>` })}</li><li data-is="wrong">${tr("{n} wrong", { n: html`<b>${kept.wrong}</b>` })}</li>${kept.missing > 0 && html`<li data-is="asked">${tr("{n} not seen", { n: html`<b>${kept.missing}</b>` })}</li>`}</ul>
    ${kept.light.map((w) => html`<p key=${w} class="word">${sentence(w)}.</p>`)}
    ${kept.weak.length > 0 && html`<ul class="proof-weak">${kept.weak.map((d) => html`<li key=${`${d.throw}-${d.n}`}><img src=${`api/studio/proof/${d.throw}/${d.n}`} alt="" width="64" height="64" />
      <span><strong>${d.was}</strong> ${d.read ? tr("was taken for {read}", { read: d.read }) : tr("was asked about")}<span class="how">${sentence(d.advice)}.</span></span></li>`)}</ul>
      <p class="how">These pictures are learned now. A throw more tells whether it helped.</p>`}
    <div class="row">${more > 0 ? html`<span class="tally">${trn(more, "Throw once more.", "Throw {n} times more.")}</span>` : null}<button class="quiet" id="proof-anew" onClick=${anew}>Begin the test anew</button></div>
  </section>`;
}

/** @param {ProofView} v */
function headOf(v) {
  if (v.throws < v.enough) return trn(v.throws, "Thrown once: {read} of {dice} read", "Thrown {n} times: {read} of {dice} read", { read: v.read, dice: v.dice });
  if (v.wrong > 0) return trn(v.wrong, "One was taken for something else: throw again", "{n} were taken for something else: throw again");
  if (v.asked + v.missing > 0) return tr("Nothing was read wrong. What it isn’t sure of, it asks");
  return tr("All read: these dice are ready to play");
}
