// A roll that another program asks for: which dice, for what and for whom, to be read from across the table.
import { html } from "./view.js";
import { Chip } from "./dice.js";
import { ask } from "./games/fetch.js";
import { heard, listed, tr, trn } from "./language.js";

/** @typedef {import("./messages.js").RequestView} RequestView */
/** @typedef {import("./messages.js").RequestDie} RequestDie */

/** The dice of a request in words: "d20 + 2d6". @param {RequestDie[]} dice */
function diceWords(dice) {
  /** @type {Map<string, number>} */
  const count = new Map();
  for (const d of dice) count.set(d.shape, (count.get(d.shape) ?? 0) + 1);
  return [...count].map(([shape, n]) => (shape === "coin" ? trn(n, "{n} coin", "{n} coins") : n === 1 ? shape : `${n}${shape}`)).join(" + ");
}

/** How to roll what isn't one solid. @type {Record<string, string>} */
const hints = {
  d100: tr("A d100 is a ten-sided die with tens and one with 0 to 9."),
  d3: tr("No d3? Roll a d6: 1 and 2 are 1, 3 and 4 are 2, 5 and 6 are 3. Tap what it comes to."),
  coin: tr("The camera doesn’t know coins: tap what each shows."),
};

/** What lies there and isn't asked for. @param {RequestDie[]} strays */
function straysWords(strays) {
  const named = strays.map((d) => (!d.shape ? tr("a die") : d.shows && d.shows !== "?" ? tr("a {shape} showing {shows}", { shape: d.shape, shows: d.shows }) : tr("a {shape}", { shape: d.shape })));
  return tr("Not asked for: {list}. That doesn’t count.", { list: listed(named) });
}

/**
 * @param {{request: RequestView, may: boolean, say: (text: string) => void}} p
 */
export function Asked({ request: r, may, say }) {
  if (r.state === "cancelled") return null;
  const done = r.state === "rolled";
  const whose = [r.player && html`<bdi>${r.player}</bdi>`, r.from && tr("{from} asks", { from: html`<bdi>${r.from}</bdi>` })].filter(Boolean);
  const shapes = [...new Set(r.dice.map((d) => d.shape))];
  const cancel = async () => {
    const answer = await ask(`/api/requests/${r.request}`, { method: "DELETE" });
    if (!answer.ok) say(answer.why);
  };
  return html`<section class=${done ? "card asked done" : "card asked"} id="asked" data-state=${r.state} aria-live="polite" aria-label="A roll that another program asks for">
    <p class="asked-dice">${done ? html`${r.total ?? heard(r.text)}` : html`${tr("Roll {dice}", { dice: diceWords(r.dice) })}`}</p>
    ${done && typeof r.total === "number" && r.dice.length > 1 && html`<p class="how" id="asked-together">${tr("on all dice together")}</p>`}
    ${r.for && html`<p class="asked-for">${tr("for {what}", { what: html`<bdi>${r.for}</bdi>` })}</p>`}
    ${whose.length > 0 && html`<p class="asked-who">${whose.map((w, i) => html`${i > 0 ? " · " : ""}${w}`)}</p>`}
    ${done && html`<p class="how">${heard(r.text)}${r.corrected ? ` · ${tr("corrected")}` : ""}</p>`}
    ${!done && shapes.map((s) => hints[s] && html`<p class="how" key=${s}>${hints[s]}</p>`)}
    <div class="dice asked-drawn">${r.dice.map((d) => html`<${Chip} key=${d.id} shape=${d.shape} value=${d.value} shows=${d.shows} />`)}</div>
    ${!done && r.strays.length > 0 && html`<p class="how" id="asked-strays">${straysWords(r.strays)}</p>`}
    ${r.state === "asking" && (r.doubts.length > 0 ? r.doubts.map((d) => html`<p class="word" key=${d}>${heard(d)}</p>`) : html`<p class="word">The camera isn’t sure of a die: say what it shows.</p>`)}
    <div class="row">
      ${may && html`<a class=${r.state === "asking" ? "button main" : "button"} id="asked-tap" href=${`games/${r.request}`}>${done ? tr("Correct it") : r.state === "asking" ? (r.doubts.length > 0 ? tr("Say which count") : tr("Say what it shows")) : tr("Tap what the dice show")}</a>`}
      ${may && !done && html`<button class="quiet" id="asked-cancel" onClick=${cancel}>Don’t roll</button>`}
    </div>
  </section>`;
}
