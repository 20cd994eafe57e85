// The test at the end: the results of throws, which faces are weak, and what to do about them.
import { html, useEffect, useState } from "../view.js";
import { ask, ends, sentence } from "../games/fetch.js";
import { heard, tr, trn } from "../language.js";

/** @typedef {import("./types.js").ProofView} ProofView */

/** @param {{said: ProofView | null, army: string[], say: (text: string) => void}} p what the last throw came to; null where none was counted since the page opened */
export function Proof({ said, army, say }) {
  const [kept, setKept] = useState(/** @type {ProofView | null} */ (null));
  const of = [...new Set(army)].map(encodeURIComponent).join(",");
  useEffect(() => {
    let over = false;
    if (said) setKept(said);
    else ask(`/api/studio/proof?dice=${of}`).then((r) => !over && (r.ok ? setKept(r.data) : say(r.why)));
    return () => { over = true; };
  }, [said, of]);
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
    <ul class="proof-counts"><li data-is="read">${tr("{n} read", { n: html`<b>${kept.read}</b>` })}</li><li data-is="asked">${tr("{n} asked about", { n: html`<b>${kept.asked}</b>` })}</li><li data-is=${kept.wrong > 0 ? "wrong" : "read"}>${tr("{n} wrong", { n: html`<b>${kept.wrong}</b>` })}</li>${kept.missing > 0 && html`<li data-is="asked">${tr("{n} not seen", { n: html`<b>${kept.missing}</b>` })}</li>`}</ul>
    ${kept.light.map((w) => html`<p key=${w} class="word">${sentence(heard(w))}.</p>`)}
    ${kept.weak.length > 0 && html`<ul class="proof-weak">${kept.weak.map((d) => html`<li key=${`${d.throw}-${d.n}`}><img src=${`api/studio/proof/${d.throw}/${d.n}`} alt="" width="64" height="64" />
      <span><strong>${d.was || tr("A die that nobody named")}</strong> ${d.read ? tr("was taken for {read}", { read: d.read }) : tr("was asked about")}<span class="how">${ends(sentence(heard(d.advice)))}</span></span></li>`)}</ul>
      ${kept.weak.some((d) => d.was) && html`<p class="how">What was named is learned now. A throw more tells whether it helped.</p>`}`}
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
