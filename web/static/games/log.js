// The log in plain sentences: anything in it can be corrected or taken back.
import { html, useEffect, useState } from "../vendor/preact-htm.js";
import { clock } from "../words.js";
import { ask } from "./fetch.js";
import { FaceMark, dieName, faceShown, faceWords, Swatch } from "./dice.js";
import { told } from "./names.js";
import { widgets } from "./question.js";
import { distinct } from "./roll.js";

/** @typedef {import("../messages.js").LogLine} LogLine */

const few = 12; // entries shown before somebody wants more

/** @param {any} p */
export function Log({ view, may, act, say }) {
  const [older, setOlder] = useState(/** @type {LogLine[]} */ ([]));
  const [open, setOpen] = useState(/** @type {number | null} */ (null));
  const id = view.game.id;
  const [all, setAll] = useState(false);
  const known = [...view.log, ...older.filter((l) => !view.log.some((/** @type {LogLine} */ x) => x.n === l.n))];
  const entries = older.filter((l) => l.kind !== "seat").length;
  const lines = all ? known : known.slice(0, few);
  const more = async () => {
    if (!all) return setAll(true);
    const r = await ask(`/api/games/${id}/log?before=${lines.at(-1)?.n ?? 1}${view.seat ? `&seat=${view.seat}` : ""}`);
    if (r.ok) setOlder([...older, ...r.data.log]);
    else say(r.why);
  };
  return html`<section class="card a-log" aria-labelledby="log-title">
    <div class="card-head"><h2 id="log-title">What happened</h2>${view.table && html`<a class="button quiet" id="save-game" href=${`games/${id}/game.jsonl`} download>Save the game</a>`}</div>
    ${lines.length === 0 && html`<p class="how">Nothing yet.</p>`}
    <ol class="log">${lines.map((l) => l.kind === "seat" ? html`<li key=${`seat ${l.n} ${l.at} ${l.answer}`} class="seat"><p class="log-head"><time>${clock(l.at)}</time></p><p class="answer">${told(view, l.answer)}</p></li>` : html`<li key=${l.n} class=${l.stands && !l.amended && !l.idle ? "" : "gone"} data-entry=${l.n}>
      <p class="log-head"><span class="n">${l.n}</span>${l.who && html`<strong>${l.who}</strong>`}<time>${clock(l.at)}</time>${l.by && html`<span class="by">${l.by}</span>`}${becomeOf(l) && html`<span class="by">${becomeOf(l)}</span>`}</p>
      ${l.asked && html`<p class="asked">${told(view, l.asked)}</p>`}
      ${l.kind === "amend" && html`<p class="was">Corrects entry ${l.of}${l.was && l.was !== l.answer ? html`: it was <s>${told(view, l.was)}</s>` : "."}</p>`}
      <p class="answer">${told(view, l.answer)}</p>
      ${l.gone.length + l.told.length > 0 && html`<ul class="told">${l.gone.map((/** @type {string} */ t, /** @type {number} */ i) => html`<li key=${`g${i}`}><s>${told(view, t)}</s></li>`)}${l.told.map((/** @type {string} */ t, /** @type {number} */ i) => html`<li key=${i}>${told(view, t)}</li>`)}</ul>`}
      ${l.changed.length > 0 && html`<p class="how">What this changed:</p><ul class="told changed">${l.changed.map((/** @type {string} */ t, /** @type {number} */ i) => html`<li key=${i}>${told(view, t)}</li>`)}</ul>`}
      ${may && l.stands && html`<div class="row">
        ${l.can && l.asked && html`<button class="quiet" data-do="change" aria-expanded=${open === l.n ? "true" : "false"} aria-label=${`${l.roll ? "Correct" : "Change"} entry ${l.n}`} onClick=${() => setOpen(open === l.n ? null : l.n)}>${l.roll ? "Correct" : "Change"}</button>`}
        ${!l.kept && html`<button class="quiet" data-do="undo" aria-label=${`${l.kind === "undo" ? "Bring it back" : "Go back to here"}, before entry ${l.n}`} onClick=${() => act({ do: "undo", game: id, entry: l.n })}>${l.kind === "undo" ? "Bring it back" : "Go back to here"}</button>`}</div>`}
      ${open === l.n && html`<${Change} n=${l.n} view=${view} act=${act} say=${say} close=${() => setOpen(null)} />`}
    </li>`)}</ol>
    ${(known.length > lines.length || view.older > entries) && html`<button class="quiet" onClick=${more}>Show older entries</button>`}
  </section>`;
}

/** What has become of an entry. @param {LogLine} l */
const becomeOf = (l) => (!l.stands ? "taken back" : l.amended ? "changed later" : l.idle ? "doesn’t count now" : l.kept ? "kept when the game went back" : "");

/** An entry's question once more, with the answer that it got. @param {any} p */
function Change({ n, view, act, say, close }) {
  const [entry, setEntry] = useState(/** @type {any} */ (null));
  useEffect(() => {
    ask(`/api/games/${view.game.id}/entries/${n}${view.seat ? `?seat=${view.seat}` : ""}`).then((r) => {
      if (r.ok) setEntry(r.data);
      else { say(r.why); close(); }
    });
  }, [n]);
  if (!entry) return html`<p class="how">…</p>`;
  const { question: q, answer: was } = entry;
  /** @param {any} change */
  const send = async (change) => {
    if (await act({ do: "amend", game: view.game.id, entry: n, ...change })) close();
  };
  if (was.dice?.length > 0) return html`<${ChangeRoll} q=${q} was=${was} view=${view} send=${send} />`;
  const Widget = widgets[q.kind];
  return html`<div class="change"><${Widget} q=${q} view=${view} own=${true} seat=${was.seat} ready=${true} before=${was} answer=${(/** @type {any} */ a) => send({ answer: { ...a, to: q.id } })} act=${act} say=${say} /></div>`;
}

/** The dice of a roll: a tap on the right face corrects one. @param {any} p */
function ChangeRoll({ q, was, view, send }) {
  const [open, setOpen] = useState("");
  return html`<div class="change"><p class="how">Tap the die that was misread, then the face that was up. Everything after it is worked out again.</p>
    <ul class="roll-dice">${was.dice.map((/** @type {any} */ t) => {
      const die = q.roll.dice?.find((/** @type {any} */ d) => d.id === t.id) ?? { id: t.id, shape: t.shape, faces: [] };
      const name = dieName(die, view);
      const shows = faceShown(die, t);
      return html`<li key=${t.id} class="roll-die" data-die=${t.id}><button type="button" class="roll-name" aria-expanded=${open === t.id ? "true" : "false"} onClick=${() => setOpen(open === t.id ? "" : t.id)}>
        <${Swatch} colors=${die.colors ?? t.colors} shape=${die.shape} /><strong>${name}</strong>${shows && html`<span class="shows"><${FaceMark} face=${shows} /></span>`}</button>
        ${open === t.id && html`<div class="faces" role="group" aria-label=${`What did ${name} show?`}>${distinct(die, []).map((f) => html`<button type="button" key=${f.i} data-face=${f.i} aria-label=${faceWords(f.face)}
          onClick=${() => send({ shown: [{ die: t.id, face: f.i }] })}><${FaceMark} face=${f.face} /></button>`)}</div>`}</li>`;
    })}</ul></div>`;
}
