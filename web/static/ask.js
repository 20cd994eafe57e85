// What the table asks: dice that were not read for sure, and the rules' own questions.
import { html, useEffect, useRef, useState } from "./view.js";
import { Chips, Keys, shapes, shapeWords, valueWords } from "./dice.js";
import { counted } from "./words.js";
import { at as addressOf } from "./where.js";
import { heard, tr, trn } from "./language.js";
import { Crop, FixDie } from "./fix.js";

/** @typedef {import("./messages.js").View} View */
/** @typedef {import("./messages.js").Act} Act */
/** @typedef {import("./messages.js").DieView} DieView */
/** @typedef {import("./messages.js").ThrowView} ThrowView */
/** @typedef {import("./messages.js").Question} Question */
/** @typedef {(act: Act) => void | Promise<void>} Do */

/**
 * Everything that waits for somebody.
 * @param {{view: View, may: boolean, act: Do}} p
 */
export function Asks({ view, may, act }) {
  const first = view.waiting[0];
  const again = view.asks.find((q) => q.kind === "roll" && thrownAgain(q) > 0);
  return html`
    ${again && html`<${RollAgain} key=${again.id} q=${again} may=${may} virtual=${view.eye.virtual} act=${act} />`}
    ${first && html`<${AskThrow} key=${`t${first.id}`} t=${first} more=${view.waiting.length - 1} again=${again} may=${may} act=${act} />`}
    ${view.asks.filter((q) => q !== again).map((q) => html`<${AskRule} key=${q.id} q=${q} may=${may} act=${act} />`)}`;
}

/** @param {{t: ThrowView, more: number, again: Question | undefined, may: boolean, act: Do}} p */
function AskThrow({ t, more, again, may, act }) {
  const unsure = t.dice.filter((d) => d.asks);
  const odd = unsure.filter((d) => d.strange).length;
  const strange = 2 * odd > unsure.length && 2 * unsure.length >= t.dice.length;
  const about = { throw: t.id, rev: t.rev };
  const rolled = again ? thrownAgain(again) : 0;
  if (may && t.blocked && rolled > 0 && t.dice.length > rolled) return html`<${PickThrown} key=${t.id} t=${t} n=${rolled} act=${act} />`;
  const forget = html`<button class=${strange ? "" : "quiet"} data-do="discard" onClick=${() => act({ do: "discard", ...about })}>${strange ? tr("Not a roll") : tr("Not a roll: forget it")}</button>`;
  const each = (t.blocked ? t.dice : unsure).map((d) => html`<${FixDie} key=${d.n} t=${t} d=${d} may=${may} act=${act} />`);
  return html`<section class="card ask" id="ask" aria-labelledby="ask-title">
    <h2 id="ask-title">${strange ? (odd === unsure.length ? tr("These dice show neither pips nor numbers") : tr("Some of these dice show neither pips nor numbers")) : title(t, unsure.length)}</h2>
    <p class="lead">${strange ? tr("The camera reads pips and numbers. Pictures, letters and symbols it must be taught once.")
      : unsure.length > 0
      ? trn(unsure.length, "{n} die was not read for sure, so this roll isn’t counted yet.", "{n} dice were not read for sure, so this roll isn’t counted yet.")
      : t.blocked ? tr("Every die is read, but the roll is not counted yet.") : tr("Every die is read, but something may be wrong with the picture.")}${more > 0 ? ` ${trn(more, "{n} more roll waits after it.", "{n} more rolls wait after it.")}` : ""}</p>
    ${!may && html`<p class="word">This screen only looks on. Scan the QR code at the table to answer from here.</p>`}
    ${may && strange && html`<div class="row"><a class="button main" id="teach-these" href=${addressOf("/studio")}>Teach these dice</a>${forget}</div>`}
    ${strange ? html`<details id="say-all-the-same"><summary>Say what each shows all the same</summary>${each}</details>` : each}
    ${t.blocked && html`<p class="word">${heard(t.blocked)}</p>`}
    ${t.problems.map((p) => html`<p class="word" key=${p}>${heard(p)}</p>`)}
    ${may && (!strange || t.problems.length > 0) && html`<div class="row end">
      ${t.problems.length > 0 && html`<button class="main" data-do="confirm" onClick=${() => act({ do: "confirm", ...about })}>All dice are marked</button>`}
      ${!strange && forget}
    </div>`}
  </section>`;
}

/** How many dice a question asks to roll again; 0 if it asks for a new roll. @param {Question} q */
const thrownAgain = (q) => (q.roll?.dice ?? []).filter((d) => !(q.kept ?? []).some((k) => k.id === d.id)).length;

/**
 * More dice lie there than are rolled again. A tap tells which were thrown.
 * @param {{t: ThrowView, n: number, act: Do}} p
 */
function PickThrown({ t, n, act }) {
  const [picked, setPicked] = useState(/** @type {number[]} */ ([]));
  /** @param {number} die */
  const turn = (die) => setPicked(picked.includes(die) ? picked.filter((x) => x !== die) : [...picked, die]);
  const say = async () => {
    let rev = t.rev;
    for (const d of t.dice) if (!picked.includes(d.n)) await act({ do: "remove", throw: t.id, rev: rev++, die: d.n });
  };
  return html`<section class="card ask" id="ask" aria-labelledby="ask-title">
    <h2 id="ask-title">${trn(n, "Which die was thrown?", "Which {n} dice were thrown?")}</h2>
    <p class="lead">${heard(t.blocked)}</p>
    <div class="choices thrown" role="group" aria-label="Dice on the tray">${t.dice.map((d) => html`<button key=${d.n} data-thrown=${d.n} aria-pressed=${picked.includes(d.n) ? "true" : "false"} onClick=${() => turn(d.n)}>
      <${Crop} d=${d} /><span>${d.value === null ? "?" : valueWords(d.shape, d.value)}</span></button>`)}</div>
    <div class="row end"><button class="main" id="these-thrown" disabled=${picked.length !== n} onClick=${say}>${trn(n, "This one was thrown", "These {n} were thrown")}</button>
      <button class="quiet" data-do="discard" onClick=${() => act({ do: "discard", throw: t.id, rev: t.rev })}>Forget this throw</button></div>
  </section>`;
}

/** Which dice are to be rolled again: that comes before all else. @param {{q: Question, may: boolean, virtual: boolean, act: Do}} p */
function RollAgain({ q, may, virtual, act }) {
  const n = thrownAgain(q);
  const kept = (q.kept ?? []).map((k) => k.id);
  const dice = (q.roll?.lying ?? []).filter((d) => !kept.includes(d.id));
  const more = q.roll?.purpose === "further";
  return html`<section class="card ask again" data-question="roll" aria-labelledby="again-title">
    <h2 class="again-text" id="again-title">${more ? trn(n, "Roll one more die", "Roll {n} more dice") : trn(n, "Roll this die again", "Roll these {n} dice again")}</h2>
    <${Chips} dice=${dice.map((d, i) => ({ ...d, n: i }))} />
    <p class="lead">${more ? trn(n, "{text} Pick up the same die or take another one: what was shown still counts.", "{text} Pick up the same dice or take others: what was shown still counts.", { text: heard(q.text) }) : (q.text.includes(":") ? tr("{text} The others count as they lie. Leave them in the tray, or take them out.", { text: heard(q.text) }) : tr("The others count as they lie. Leave them in the tray, or take them out."))}</p>
    ${may && virtual && html`<div class="row"><button class="main" id="throw-again" onClick=${() => act({ do: "throw" })}>${trn(n, "Throw it", "Throw them")}</button></div>`}
  </section>`;
}

/** @param {ThrowView} t @param {number} unsure */
function title(t, unsure) {
  if (unsure > 0) return trn(unsure, "What does this die show?", "What do these dice show?");
  return t.blocked ? tr("A roll is waiting") : tr("Is this the whole roll?");
}

/**
 * A die that the camera missed.
 * @param {{t: ThrowView, at: [number, number] | null, act: Do, done: () => void}} p
 */
export function AddDie({ t, at, act, done }) {
  const usual = t.dice[0]?.shape || "d6";
  const [shape, setShape] = useState(usual);
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => box.current?.querySelector("button")?.focus(), []);
  return html`<section class="ask-die" ref=${box} id="add-die" aria-label="A missed die">
    <span class="nocrop" aria-hidden="true">${shape}</span>
    <div>
      <p>${tr("{what} · what does it show?", { what: html`<strong>A missed die</strong>` })}</p>
      <${Keys} key=${shape} shape=${shape} label="What does the missed die show?"
        tap=${(/** @type {number} */ value) => { act({ do: "add", throw: t.id, rev: t.rev, value, shape, ...(at ? { at } : {}) }); done(); }} />
      <div class="row">
        <label>Die<select value=${shape} onChange=${(/** @type {any} */ e) => setShape(e.target.value)}>${shapes.map((s) => html`<option key=${s} value=${s}>${shapeWords(s)}</option>`)}</select></label>
        <button class="quiet" onClick=${done}>Cancel</button>
      </div>
    </div>
  </section>`;
}

/** A question of the rules. @param {{q: Question, may: boolean, act: Do}} p */
function AskRule({ q, may, act }) {
  const [picked, setPicked] = useState(/** @type {string[]} */ ([]));
  /** @param {string[]} chosen */
  const say = (chosen) => act({ do: "answer", question: q.id, chosen });
  const one = q.declare?.options ?? (q.roll ? q.roll.else ?? [] : []);
  const pick = q.pick;
  /** @param {string} id */
  const turn = (id) => setPicked(picked.includes(id) ? picked.filter((x) => x !== id) : [...picked, id]);
  return html`<section class=${q.kind === "roll" ? "card" : "card ask"} data-question=${q.kind}>
    <h2>${heard(q.text)}</h2>
    ${may && one.length > 0 && html`<div class="choices">${one.map((o) => html`<button class="small" key=${o.id} data-option=${o.id} onClick=${() => say([o.id])}>${heard(o.text)}</button>`)}</div>`}
    ${may && pick && html`<div class="choices">${pick.options.map((o) => html`<button class="small" key=${o.id} data-option=${o.id} aria-pressed=${picked.includes(o.id) ? "true" : "false"} onClick=${() => turn(o.id)}>${heard(o.text)}</button>`)}</div>
      <div class="row end"><button class="main" disabled=${picked.length < pick.min || picked.length > pick.max} onClick=${() => say(picked)}>${picked.length === 0 ? tr("None") : tr("Take {n}", { n: picked.length })}</button></div>`}
  </section>`;
}
