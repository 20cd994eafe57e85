// The current question: what is asked, whom, by which rule, and the widget that answers it.
import { html } from "../view.js";
import { Look, useBook } from "../dragons/reference.js";
import { later } from "../later.js";
import { placeIn } from "./cite.js";
import { Declare } from "./declare.js";
import { Told } from "./told.js";
import { Pick } from "./pick.js";
import { counted } from "../words.js";
import { listed, tr, trn } from "../language.js";

/** @typedef {import("../messages.js").GameView} GameView */
/** @typedef {import("../messages.js").Question} Q */

const Roll = later(async () => (await import("./roll.js")).Roll);
const Allot = later(async () => (await import("./allot.js")).Allot);
const Arrange = later(async () => (await import("./arrange.js")).Arrange);

/** One widget for each kind of question. @type {Record<string, any>} */
export const widgets = { roll: Roll, pick: Pick, allot: Allot, arrange: Arrange, declare: Declare };

/** @param {{c: import("./choice.js").Choice, view: GameView, act: (a: any) => Promise<boolean>, say: (text: string) => void, look?: import("./boards.js").Look | null}} p */
export function Question({ c, view, act, say, look = null }) {
  const { q, own, ready } = c;
  const seats = q.seats ?? [], book = useBook();
  const Widget = widgets[q.kind];
  const names = seats.map((s) => view.seats[s - 1]?.name).filter(Boolean);
  return html`<section class=${`card now kind-${q.kind}`} data-question=${q.kind} data-id=${q.id} data-own=${own ? "yes" : "no"} data-ready=${ready ? "yes" : "no"} aria-labelledby=${`q-${q.id}`}>
    <p class="now-who">${names.length > 0 ? listed(names, "disjunction") : tr("The table")}${q.secret ? ` · ${tr("secret")}` : ""}</p>
    <h2 class="now-text" id=${`q-${q.id}`} tabindex="-1"><${Told} view=${view} look=${look} text=${q.text} /></h2>
    ${q.aside && html`<p class="word" id="aside"><${Told} view=${view} look=${look} text=${q.aside} /></p>`}
    ${(q.cite || q.rule) && html`<p class="now-rule" title=${q.cite || undefined}><${Look} rule=${q.rule}>${q.cite ? placeIn(book, q.cite) : ruleWords(q.rule)}<//></p>`}
    ${q.before && html`<p class="word" id="before">Asked again, because something before it has changed.</p>`}
    ${own || q.kind === "roll" ? html`<${Widget} c=${c} view=${view} act=${act} say=${say} About=${look?.About} />`
      : html`<p class="how">${awaited(q)}</p>`}
    ${!own && html`<${Elsewhere} seats=${seats} view=${view} act=${act} />`}
  </section>`;
}

/** What somebody else is doing, without the form for it. @param {Q} q */
function awaited(q) {
  const { pick, allot, arrange, declare } = q;
  if (pick) return trn(pick.options.length, "They choose from {n} option.", "They choose from {n} options.");
  if (allot) return trn(allot.points, "They spread {n} point.", "They spread {n} points.");
  if (arrange) return tr("They put {n} in order.", { n: arrange.items.length });
  return tr("They choose one of {options}.", { options: (declare?.options ?? []).length });
}

/**
 * Where the seats answer for which this screen can't, and on the table’s screen the button that allows it.
 * @param {{seats: number[], view: GameView, act: (a: any) => Promise<boolean>}} p
 */
export function Elsewhere({ seats, view, act }) {
  const here = view.mine.length === 0 ? "leave" : "sit";
  return html`${seats.filter((s) => view.seats[s - 1] && !view.mine.includes(s)).map((s) => {
    const { name, held, here: there } = view.seats[s - 1];
    if (!view.table) return html`<p class="how" key=${s}>${held ? tr("{name} answers on their own screen.", { name }) : tr("{name} answers at the table’s screen.", { name })}</p>`;
    if (held && there) return html`<p class="how" key=${s}>${tr("{name} answers on their own screen. To answer here instead, press “Leave the seat” there.", { name })}</p>`;
    if (!held && here === "leave") return null;
    return html`<div class="row elsewhere" key=${s}><p class="how">${held ? tr("{name}’s screen is not connected.", { name }) : tr("This screen is {mine}’s. {name} answers at the table’s screen.", { mine: listed(view.mine.map((m) => view.seats[m - 1]?.name)), name })}</p>
      <button data-here=${s} onClick=${() => act({ do: here, game: view.game.id, seat: s })}>${tr("{name} answers here", { name })}</button></div>`;
  })}`;
}

/** A rule's id for people: its last part. @param {string | undefined} rule */
const ruleWords = (rule) => (rule ? tr("Rule {rule}", { rule }) : "");
