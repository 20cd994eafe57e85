// The moment in which a roll counts: the result in one line, large, over the board. A tap ends it.
import { html, useEffect, useRef, useState } from "../view.js";
import { told } from "./names.js";
import { chime } from "./sound.js";
import { heard, tr } from "../language.js";

/** @typedef {import("../messages.js").Fact} Fact */
/** @typedef {import("../messages.js").Term} Term */
/** @typedef {import("../messages.js").GameView} GameView */

const lasts = 1500; // ms
const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** The facts that are new since the last view of the same game. @param {GameView} view @returns {Fact[]} */
export function useNews(view) {
  const seen = useRef({ told: view.play.told, entries: view.play.entries });
  const [news, setNews] = useState(/** @type {Fact[]} */ ([]));
  useEffect(() => {
    const { told: n, entries, trail } = view.play, more = n - seen.current.told;
    // The player has seen what an undo or a correction tells again.
    if (more > 0 && entries > seen.current.entries) setNews(trail.slice(-Math.min(more, trail.length)));
    else if (more < 0) setNews([]);
    seen.current = { told: n, entries };
  }, [view.play.told, view.play.entries]);
  return news;
}

/** The result of the latest facts: the last one that has a line of its own. @param {Fact[]} news */
const resultOf = (news) => [...news].reverse().find((f) => f.sum) ?? null;

/** @param {{view: GameView, news: Fact[]}} p */
export function Moment({ view, news }) {
  const fact = resultOf(news);
  const [gone, setGone] = useState(/** @type {Fact | null} */ (null));
  useEffect(() => {
    if (!fact) return;
    chime(fact.sum?.makes.n ? "result" : "nothing");
    const end = () => setGone(fact);
    const t = setTimeout(end, lasts);
    addEventListener("pointerdown", end);
    return () => {
      clearTimeout(t);
      removeEventListener("pointerdown", end);
    };
  }, [fact]);
  if (!fact?.sum || gone === fact) return null;
  const after = news.slice(news.indexOf(fact) + 1).filter((f) => f.kind === "event").slice(0, 2);
  return html`<div class=${`moment${still() ? " still" : ""}${fact.sum.makes.n === 0 ? " nothing" : ""}`} id="moment"><p class="moment-line"><${SumLine} sum=${fact.sum} /></p>${(fact.sum.terms ?? []).length === 0 && html`<p class="moment-then">${told(view, fact.text)}</p>`}
    ${after.map((f, i) => html`<p class="moment-then" key=${i}>${told(view, f.text)}</p>`)}</div>`;
}

/** A result in one line. @param {{sum: import("../messages.js").Sum}} p */
export function SumLine({ sum }) {
  const terms = sum.terms ?? []; // none if a result stands alone
  return html`<span class="sum-line">${terms.map((t, i) => html`${t.op && html`<i class="op">${t.op}</i>`}<${One} key=${i} term=${t} />`)}${terms.length > 0 && html`<i class="op">=</i>`}<b class="makes"><${One} term=${sum.makes} /></b></span>`;
}

/** @param {{term: Term}} p */
const One = ({ term }) => html`<span class="term">${term.n !== null && term.n !== undefined && html`<b>${term.n}</b> `}<small>${heard(term.of)}</small></span>`;
