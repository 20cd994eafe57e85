// The whole log of a roll's game, by turn, as the table has it, for a judge who wants to know what came before.
import { html, useEffect, useState } from "../view.js";
import { askOnce } from "../post.js";
import { time } from "./parts.js";
import { tr, trn } from "../language.js";

/** @typedef {import("./messages.js").GameLogView} GameLogView */
/** @typedef {import("./messages.js").GameLogLine} GameLogLine */

/**
 * Entries of one part of the game, the newest part first. An entry without a part stands with the entry after it.
 * @param {GameLogLine[]} lines newest first
 */
function partsOf(lines) {
  /** @type {{name: string, lines: GameLogLine[]}[]} */
  const out = [];
  for (const l of lines) {
    const name = l.part.join(", "), last = out.at(-1);
    if (last && (name === "" || name === last.name)) last.lines.push(l);
    else if (last && last.name === "") Object.assign(last, { name, lines: [...last.lines, l] });
    else out.push({ name, lines: [l] });
  }
  return out;
}

/**
 * @param {{n: number, fresh: string}} props n is the roll's number at the hub. Another fresh fetches the log again
 */
export function GameLog({ n, fresh }) {
  const [open, setOpen] = useState(false);
  const [log, setLog] = useState(/** @type {GameLogView | null} */ (null));
  const [why, setWhy] = useState("");
  /** @param {number} before @param {GameLogLine[]} known */
  const fetchLog = async (before, known) => {
    const r = await askOnce(`/api/gamelog/${n}?before=${before}`, "GET", undefined, tr("hub"));
    setWhy(r.ok ? "" : r.why);
    if (r.ok) setLog({ ...r.data, lines: [...known, ...r.data.lines] });
  };
  useEffect(() => { if (open) fetchLog(0, []); }, [n, open, fresh]);
  return html`<details class="hub-log" id="game-log" open=${open} onToggle=${(/** @type {any} */ e) => setOpen(e.currentTarget.open)}><summary>The whole game</summary>
    ${why && html`<p class="word bad" role="alert">${why}</p>`}
    ${open && !log && !why && html`<p class="soft">Asking the table…</p>`}
    ${open && log && partsOf(log.lines).map((p) => html`<section key=${`${p.name} ${p.lines.at(-1)?.n}`} class="hub-log-part" data-part=${p.name}>${(p.name || log.lines.some((l) => l.part.length > 0)) && html`<h3>${p.name || tr("Before")}</h3>`}<ol>${p.lines.map((l, i) => html`<${Line} key=${`${l.n} ${i}`} l=${l} here=${l.n === log.entry} />`)}</ol></section>`)}
    ${open && log && log.older > 0 && html`<button id="older" onClick=${() => fetchLog(log.lines.at(-1)?.n ?? 0, log.lines)}>${trn(log.older, "Show {n} older entry", "Show older entries: {n} more")}</button>`}</details>`;
}

/** @param {{l: GameLogLine, here: boolean}} props */
function Line({ l, here }) {
  const gone = !l.stands ? tr("taken back") : l.amended ? tr("changed later") : "";
  return html`<li class=${gone ? "gone" : ""} data-entry=${l.n} aria-current=${here ? "true" : undefined}>
    <p><span class="soft">${l.n}${l.at && ` · ${time(l.at)}`}</span> <b>${l.who}</b> ${l.asked} ${here && html`<span class="hub-tag">this roll</span>`}${gone && html`<span class="hub-tag">${gone}</span>`}</p>
    <p class="hub-log-answer">${l.was && html`<s>${l.was}</s> `}${l.answer}${l.by && html` <span class="soft">(${l.by})</span>`}</p>
    ${l.told.length + l.changed.length > 0 && html`<ul class="soft">${[...l.told, ...l.changed].map((t, i) => html`<li key=${i}>${t}</li>`)}</ul>`}</li>`;
}
