// The log by turn and step, in plain sentences. The last part is open, the others are folded. Anything in it can be
// corrected or taken back.
import { html, useEffect, useState } from "../view.js";
import { clock, counted } from "../words.js";
import { at as addressOf } from "../where.js";
import { useEscape } from "../eye.js";
import { glyphName } from "../glyphs.js";
import { useChange } from "./choice.js";
import { ask } from "./fetch.js";
import { FaceMark, dieName, faceShown, faceWords, Swatch } from "./dice.js";
import { told } from "./names.js";
import { Told } from "./told.js";
import { widgets } from "./question.js";
import { distinct } from "./rolled.js";
import { tr } from "../language.js";

/** @typedef {import("../messages.js").LogLine} LogLine */

/** @param {any} p */
export function Log({ view, look, may, act, say }) {
  const [older, setOlder] = useState(/** @type {LogLine[]} */ ([]));
  const [open, setOpen] = useState(/** @type {number | null} */ (null));
  const id = view.game.id;
  useEscape(() => setOpen(null), open !== null);
  const known = [...view.log, ...older.filter((l) => !view.log.some((/** @type {LogLine} */ x) => x.n === l.n))];
  const entries = older.filter((l) => l.kind !== "seat").length;
  const parts = partsOf(known);
  const more = async () => {
    const r = await ask(`/api/games/${id}/log?before=${known.at(-1)?.n ?? 1}${view.seat ? `&seat=${view.seat}` : ""}`);
    if (r.ok) setOlder([...older, ...r.data.log]);
    else say(r.why);
  };
  const line = (/** @type {LogLine} */ l) => html`<${Entry} key=${l.kind === "seat" ? `seat ${l.n} ${l.at} ${l.answer}` : l.n} l=${l} view=${view} look=${look} may=${may} act=${act} say=${say} open=${open === l.n} setOpen=${setOpen} />`;
  return html`<section class="card a-log" data-eye="#log-title" aria-labelledby="log-title">
    <div class="card-head"><h2 id="log-title">What happened</h2>${view.table && html`<a class="button quiet" id="save-game" href=${`games/${id}/game.jsonl`} download>Save the game</a>`}</div>
    ${known.length === 0 && html`<p class="how">Nothing yet.</p>`}
    <div class="log-parts">${parts.map((p, i) => html`<details key=${p.key} class="log-part" data-part=${p.turn} open=${i === 0}><summary><span>${p.turn ? told(view, p.turn) : tr("Before")}</span>${p.step && html`<b>${told(view, p.step)}</b>`}<small>${counted(p.lines.length, "entry", "entries")}</small></summary>
      <ol class="log">${p.lines.map(line)}</ol></details>`)}</div>
    ${view.older > entries && html`<button class="quiet" onClick=${more}>Show older entries</button>`}
  </section>`;
}

/**
 * Entries that stand in the same part of the game, the newest part first. An entry without a part stands with the
 * entry after it.
 * @param {LogLine[]} lines newest first
 */
function partsOf(lines) {
  /** @type {{key: string, turn: string, step: string, lines: LogLine[]}[]} */
  const out = [];
  for (const l of lines) {
    const [turn = "", step = ""] = l.part, last = out.at(-1);
    if (last && (l.part.length === 0 || (last.turn === turn && last.step === step))) last.lines.push(l);
    else if (last && last.turn === "" && last.step === "") Object.assign(last, { turn, step, lines: [...last.lines, l] });
    else out.push({ key: "", turn, step, lines: [l] });
  }
  return out.map((p) => ({ ...p, key: `${p.turn}/${p.step}/${p.lines.at(-1)?.n}` }));
}

/** @param {any} p */
function Entry({ l, view, look, may, act, say, open, setOpen }) {
  if (l.kind === "seat") return html`<li class="seat"><p class="log-head"><time>${clock(l.at)}</time></p><p class="answer">${told(view, l.answer)}</p></li>`;
  return html`<li class=${l.stands && !l.amended && !l.idle ? "" : "gone"} data-entry=${l.n}>
      <p class="log-head"><span class="n">${l.n}</span>${l.who && html`<strong>${l.who}</strong>`}<time>${clock(l.at)}</time>${l.by && html`<span class="by">${l.by}</span>`}${becomeOf(l) && html`<span class="by">${becomeOf(l)}</span>`}</p>
      ${l.asked && html`<p class="asked">${told(view, l.asked)}</p>`}
      ${l.kind === "amend" && html`<p class="was">${l.was && l.was !== l.answer ? tr("Corrects entry {n}: it was {was}", { n: l.of, was: html`<s>${told(view, l.was)}</s>` }) : tr("Corrects entry {n}.", { n: l.of })}</p>`}
      <p class="answer">${l.roll ? html`<${Rolled} view=${view} text=${l.answer} />` : html`<${Told} view=${view} look=${look} text=${l.answer} />`}</p>
      ${l.gone.length + l.told.length > 0 && html`<ul class="told">${l.gone.map((/** @type {string} */ t, /** @type {number} */ i) => html`<li key=${`g${i}`}><s>${told(view, t)}</s></li>`)}${l.told.map((/** @type {string} */ t, /** @type {number} */ i) => html`<li key=${i}><${Told} view=${view} look=${look} text=${t} /></li>`)}</ul>`}
      ${l.changed.length > 0 && html`<p class="how">What this changed:</p><ul class="told changed">${l.changed.map((/** @type {string} */ t, /** @type {number} */ i) => html`<li key=${i}><${Told} view=${view} look=${look} text=${t} /></li>`)}</ul>`}
      ${may && l.stands && html`<div class="row">
        ${l.can && l.asked && html`<button class="quiet" data-do="change" aria-expanded=${open ? "true" : "false"} aria-label=${l.roll ? tr("Correct entry {n}", { n: l.n }) : tr("Change entry {n}", { n: l.n })} onClick=${() => setOpen(open ? null : l.n)}>${l.roll ? tr("Correct") : tr("Change")}</button>`}
        ${!l.kept && html`<button class="quiet" data-do="undo" aria-label=${tr("{what}, entry {n}", { what: backWords(l), n: l.n })} onClick=${() => act({ do: "undo", game: view.game.id, entry: l.n })}>${backWords(l)}</button>`}</div>`}
      ${open && html`<${Change} n=${l.n} view=${view} act=${act} say=${say} close=${() => setOpen(null)} />`}
    </li>`;
}

/** What dice showed, each icon as its glyph: "3 melee, ID". @param {{view: import("../messages.js").GameView, text: string}} p */
function Rolled({ view, text }) {
  return html`<span class="log-roll">${text.split(", ").map((part, i) => {
    const [, n, words] = /** @type {string[]} */ (part.match(/^(?:(\d+) )?(.*)$/u)), icon = words.toLowerCase().replaceAll(" ", "_");
    return html`<span key=${i}>${glyphName(icon) ? html`<${FaceMark} face=${{ icon, count: n ? Number(n) : 1 }} />` : told(view, part)}</span>`;
  })}</span>`;
}

/** What the button does that takes back an entry and all after it. @param {LogLine} l */
const backWords = (l) => (l.kind === "undo" ? tr("Bring it back") : tr("Go back to here"));

/** What has become of an entry. @param {LogLine} l */
const becomeOf = (l) => (!l.stands ? tr("taken back") : l.amended ? tr("changed later") : l.idle ? tr("doesn’t count now") : l.kept ? tr("kept when the game went back") : "");

/** An entry's question again, with its answer. @param {any} p */
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
  if (was.dice?.length > 0) return html`<${ChangeRoll} q=${q} was=${was} crops=${entry.crops ?? {}} view=${view} send=${send} />`;
  return html`<${ChangeAnswer} q=${q} was=${was} view=${view} act=${act} say=${say} send=${send} />`;
}

/** @param {any} p */
function ChangeAnswer({ q, was, view, act, say, send }) {
  const c = useChange(q, was, (a) => send({ answer: { ...a, to: q.id } })), Widget = widgets[q.kind];
  return html`<div class="change"><${Widget} c=${c} view=${view} act=${act} say=${say} before=${was} /></div>`;
}

/** The dice of a roll. A tap on the right face corrects one. @param {any} p */
function ChangeRoll({ q, was, crops, view, send }) {
  const [open, setOpen] = useState("");
  return html`<div class="change"><p class="how">Tap the die that was misread, then the face that was up. Everything after it is worked out again.</p>
    <ul class="roll-dice">${was.dice.map((/** @type {any} */ t) => {
      const die = q.roll.dice?.find((/** @type {any} */ d) => d.id === t.id) ?? { id: t.id, shape: t.shape, faces: [] };
      const name = dieName(die, view);
      const shows = faceShown(die, t);
      return html`<li key=${t.id} class="roll-die" data-die=${t.id}><button type="button" class="roll-name" aria-expanded=${open === t.id ? "true" : "false"} onClick=${() => setOpen(open === t.id ? "" : t.id)}>
        ${crops[t.id] ? html`<img class="crop" src=${addressOf(crops[t.id])} alt="" />` : html`<${Swatch} colors=${die.colors ?? t.colors} shape=${die.shape} />`}<strong>${name}</strong>${shows && html`<span class="shows"><${FaceMark} face=${shows} /></span>`}</button>
        ${open === t.id && html`<div class="faces" role="group" aria-label=${tr("What did {name} show?", { name })}>${distinct(die, []).map((f) => html`<button type="button" key=${f.i} data-face=${f.i} aria-label=${faceWords(f.face)}
          onClick=${() => send({ shown: [{ die: t.id, face: f.i }] })}><${FaceMark} face=${f.face} /></button>`)}</div>`}</li>`;
    })}</ul></div>`;
}
