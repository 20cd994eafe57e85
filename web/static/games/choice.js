// What is being chosen: one state for each open question. The list of buttons, the bar and the board share it. A
// choice knows what each of its options may become, and what it costs and leaves.
import { useEffect, useLayoutEffect, useState } from "../view.js";
import { ends, fill, most, openFor, weightOf } from "./picksums.js";
import { heard, tr, trn } from "../language.js";

/** @typedef {import("../messages.js").Question} Q */
/** @typedef {import("../messages.js").GameView} GameView */
/** @typedef {import("../messages.js").Answer} Answer */

/**
 * What somebody has chosen but not sent yet.
 * @typedef {{chosen?: string[], points?: number[], tapped?: Record<string, {face: number, before: string}>}} Draft
 */

/**
 * Something that can be chosen.
 * @typedef {object} Item
 * @property {string} id
 * @property {string} text
 * @property {string} icon what is drawn beside it, "" for nothing but what its id means
 * @property {string} note what choosing it costs and leaves
 * @property {string[]} on what it stands for on the board
 * @property {number} weight
 * @property {"can" | "chosen" | "shut"} state
 * @property {number} n its points, or its place in an order from 1, else 0
 */

/**
 * A question with what is chosen of it.
 * @typedef {object} Choice
 * @property {Q} q
 * @property {Draft} draft
 * @property {(change: Draft | ((old: Draft) => Draft)) => void} put
 * @property {boolean} own whether this screen may answer it
 * @property {boolean} ready whether it takes taps at this moment
 * @property {Item[]} items for a roll only what can replace it
 * @property {boolean} takes whether a separate tap sends what is chosen
 * @property {boolean} good whether what is chosen can be sent
 * @property {string} tally what is chosen so far, and of how much
 * @property {string} take what the button that sends it says
 * @property {(id: string) => void} tap chooses an option, or takes it back
 * @property {(id: string) => void} tapOnce chooses, and sends the answer if nothing is left to choose
 * @property {((ids: string[]) => {all: boolean, n: number, tap: () => void} | null)} group several of its options together: how many can be chosen by one tap, whether all are, and the tap that chooses them or takes them back. Null if they can't be
 * @property {(i: number, by: number) => void} move moves points
 * @property {() => void} fill chooses as much as can be
 * @property {() => void} clear
 * @property {() => void} send
 * @property {(a: any, way?: string) => void} answer
 * @property {import("../messages.js").Way[]} ways answers that go on to what follows
 * @property {(id: string) => void} way answers in this way
 */

const settle = 300; // ms in which a new question takes no tap, because a finger may still be on its way to the old one

/**
 * The open questions that this screen sees, with what is chosen of each.
 * @param {GameView} view @param {(a: any) => Promise<boolean>} act
 * @returns {Choice[]}
 */
export function useChoices(view, act) {
  const [drafts, setDrafts] = useState(/** @type {Record<string, Draft>} */ ({}));
  const [ready, setReady] = useState(/** @type {string[]} */ ([]));
  const [busy, setBusy] = useState("");
  const pending = view.play.pending;
  const ids = pending.map((q) => q.id).join();
  useLayoutEffect(() => {
    const now = ids.split(",");
    setReady((old) => old.filter((id) => now.includes(id))); // a question that was gone and comes back is a new one
    const t = setTimeout(() => setReady(now), settle);
    return () => clearTimeout(t);
  }, [ids]);
  useEffect(() => setBusy(""), [ids, view.play.entries]); // a question that comes back after an undo is the same one
  return pending.map((q) => {
    /** @param {Answer | {}} a @param {string} [way] */
    const answer = async (a, way) => {
      setBusy(q.id);
      const seat = answers(q, view);
      // An answer is on its way. Until the next question is there, no tap may answer this one again.
      if (!(await act({ do: "reply", game: view.game.id, answer: { ...a, to: q.id, ...(seat ? { seat } : {}) }, ...(way ? { way } : {}) }))) setBusy((old) => (old === q.id ? "" : old));
    };
    return choiceOf(q, drafts[q.id] ?? draftOf(q, q.before ?? null), (change) => setDrafts((old) => ({ ...old, [q.id]: changed(old[q.id] ?? draftOf(q, q.before ?? null), change) })),
      view.own.includes(q.id), ready.includes(q.id) && busy !== q.id, answer);
  });
}

/**
 * A choice that is changed in the log.
 * @param {Q} q @param {any} was @param {(a: any) => void} answer @returns {Choice}
 */
export function useChange(q, was, answer) {
  const [draft, setDraft] = useState(() => draftOf(q, was));
  return choiceOf({ ...q, ways: [] }, draft, (change) => setDraft((old) => changed(old, change)), true, true, answer);
}

/** @typedef {Draft | ((old: Draft) => Draft)} Change */

/** @param {Draft} old @param {Change} change @returns {Draft} */
const changed = (old, change) => ({ ...old, ...(typeof change === "function" ? change(old) : change) });

/** Who answers from this screen. @param {Q} q @param {GameView} view */
export function answers(q, view) {
  const seats = q.seats ?? [];
  return seats.find((s) => view.mine.includes(s)) ?? (seats.includes(view.seat) ? view.seat : seats.find((s) => !view.seats[s - 1]?.held) ?? seats[0] ?? 0);
}

/** What is chosen at first: what an earlier answer chose, if that still fits. @param {Q} q @param {any} before @returns {Draft} */
function draftOf(q, before) {
  if (q.pick) return { chosen: (before?.chosen ?? []).filter((/** @type {string} */ id) => q.pick?.options.some((o) => o.id === id)) };
  if (q.arrange) {
    const items = q.arrange.items;
    return { chosen: before?.chosen?.length === items.length && before.chosen.every((/** @type {string} */ id) => items.some((o) => o.id === id)) ? before.chosen : [] };
  }
  if (q.allot) {
    const rows = q.allot.rows, fits = before?.points?.length === rows.length;
    return { points: rows.map((r, i) => Math.min(Math.max(fits ? before.points[i] : r.min ?? 0, r.min ?? 0), r.max)) };
  }
  return { tapped: {} };
}

/**
 * @param {Q} q @param {Draft} draft @param {(change: Change) => void} put @param {boolean} own @param {boolean} ready @param {(a: any, way?: string) => void} answer
 * @returns {Choice}
 */
function choiceOf(q, draft, put, own, ready, answer) {
  const base = { q, draft, put, own, ready, answer, items: [], ways: own ? q.ways ?? [] : [], way: (/** @type {string} */ id) => { if (ready && own) answer({}, id); }, takes: false, good: false, tally: "", take: "", tap: () => {}, tapOnce: () => {}, group: () => null, move: () => {}, fill: () => {}, clear: () => {}, send: () => {} };
  if (q.pick) return picking(base);
  if (q.allot) return allotting(base);
  if (q.arrange) return arranging(base);
  const options = q.declare?.options ?? q.roll?.else ?? [];
  const tap = (/** @type {string} */ id) => { if (ready && own) answer({ chosen: [id] }); };
  return { ...base, items: options.map((o) => item(o, "can")), tap, tapOnce: tap };
}

/** @param {any} o @param {Item["state"]} state @param {number} [n] @returns {Item} */
const item = (o, state, n = 0) => ({ id: o.id, text: o.text || o.id, icon: o.icon ?? "", note: o.note ?? "", on: o.on ?? (o.die ? [o.die] : []), weight: o.weight ?? 0, state, n });

/** @param {Choice} c @returns {Choice} */
function picking(c) {
  const pick = /** @type {import("../messages.js").Pick} */ (c.q.pick);
  const chosen = c.draft.chosen ?? [];
  const limit = pick.limit ?? null, weight = weightOf(pick, chosen);
  const single = pick.min === 1 && pick.max === 1;
  const good = fits(pick, chosen);
  const open = openFor(pick, single ? [] : chosen);
  /** What is chosen after a tap. Null if it can't be tapped. @param {string} id */
  const after = (id) => (!c.ready || (!chosen.includes(id) && !open.has(id)) ? null : single ? [id] : chosen.includes(id) ? chosen.filter((x) => x !== id) : [...chosen, id]);
  const tap = (/** @type {string} */ id) => {
    const now = after(id);
    if (now) c.put({ chosen: now });
  };
  const tapOnce = (/** @type {string} */ id) => {
    const now = after(id);
    if (!now) return;
    c.put({ chosen: now });
    if (now.includes(id) && whole(pick, now)) c.answer({ chosen: now });
  };
  /** @param {string[]} ids */
  const group = (ids) => {
    const own = pick.options.filter((o) => ids.includes(o.id)).map((o) => o.id), others = chosen.filter((id) => !own.includes(id)), all = own.every((id) => chosen.includes(id));
    if (limit !== null || pick.parts || own.length < 2 || others.length + own.length > pick.max) return null;
    return { all, n: own.length, tap: () => { if (c.ready) c.put({ chosen: all ? others : [...others, ...own] }); } };
  };
  const weighs = pick.options.some((o) => (o.weight ?? 0) > 0), counts = c.q.counts ? ` ${heard(c.q.counts)}` : "";
  return {
    ...c, takes: true, good, tap, tapOnce, group,
    items: pick.options.map((o) => item(o, chosen.includes(o.id) ? "chosen" : open.has(o.id) ? "can" : "shut")),
    tally: [trn(chosen.length, "{n} chosen", "{n} chosen"), weighs ? (limit !== null ? tr("{weight} of {limit}", { weight, limit }) : `${weight}`) + counts : "", pick.parts ? tr("{left} left", { left: weightOf(pick, pick.options.map((o) => o.id)) - weight }) : ""].filter(Boolean).join(", "),
    take: chosen.length === 0 ? tr("None") : tr("Take {n}", { n: chosen.length }),
    fill: () => c.put({ chosen: fill(pick) }), clear: () => c.put({ chosen: [] }), send: () => c.answer({ chosen }),
  };
}

/** Whether these can be sent. @param {import("../messages.js").Pick} pick @param {string[]} chosen */
function fits(pick, chosen) {
  const limit = pick.limit ?? null, weight = weightOf(pick, chosen);
  return chosen.length >= pick.min && chosen.length <= pick.max && !(limit !== null && weight > limit) && !(pick.most && weight < most(pick)) && ends(pick, chosen);
}

/**
 * Whether nothing is left to choose: as many as there may be, if their number is fixed or one at most, or as much as
 * there must be. If fewer are enough, the player says when it is enough.
 * @param {import("../messages.js").Pick} pick @param {string[]} chosen
 */
function whole(pick, chosen) {
  if (pick.parts || !fits(pick, chosen)) return false;
  return pick.max === 1 || (pick.min === pick.max && chosen.length === pick.max) || (pick.most === true && openFor(pick, chosen).size === 0);
}

/** @param {Choice} c @returns {Choice} */
function allotting(c) {
  const allot = /** @type {import("../messages.js").Allot} */ (c.q.allot);
  const points = c.draft.points ?? [];
  const left = allot.points - points.reduce((sum, p) => sum + p, 0);
  const move = (/** @type {number} */ i, /** @type {number} */ by) => {
    const r = allot.rows[i], to = points[i] + by;
    if (!c.ready || to < (r.min ?? 0) || to > r.max || (by > 0 && left < by)) return;
    c.put({ points: points.map((p, k) => (k === i ? to : p)) });
  };
  const tap = (/** @type {string} */ id) => {
    const i = allot.rows.findIndex((r) => r.id === id);
    if (i >= 0) move(i, left > 0 && points[i] < allot.rows[i].max ? 1 : (allot.rows[i].min ?? 0) - points[i]);
  };
  // If the remaining points can go only one way, they go there, and nothing is left to choose.
  const tapOnce = (/** @type {string} */ id) => {
    const i = allot.rows.findIndex((r) => r.id === id);
    if (i < 0 || !c.ready) return;
    if (left <= 0 || points[i] >= allot.rows[i].max) return tap(id);
    const now = points.map((p, k) => (k === i ? p + 1 : p)), open = allot.rows.map((r, k) => r.max - now[k]), room = open.reduce((a, b) => a + b, 0);
    const last = left - 1, one = open.filter((n) => n > 0).length === 1, forced = !allot.some && last > 0 && (one || room === last);
    const to = forced ? now.map((p, k) => p + Math.min(open[k], last)) : now;
    c.put({ points: to });
    if (!allot.some && (forced || last === 0)) c.answer({ points: to });
  };
  return {
    ...c, takes: true, good: left === 0 || (allot.some === true && left > 0), move, tap, tapOnce,
    items: allot.rows.map((r, i) => item(r, points[i] > 0 ? "chosen" : left > 0 && r.max > 0 ? "can" : "shut", points[i])),
    tally: left === 0 ? tr("all spread") : tr("{left} left", { left }), take: tr("That’s it"),
    clear: () => c.put({ points: allot.rows.map((r) => r.min ?? 0) }), send: () => c.answer({ points }),
  };
}

/** @param {Choice} c @returns {Choice} */
function arranging(c) {
  const items = c.q.arrange?.items ?? [], order = c.draft.chosen ?? [];
  const after = (/** @type {string} */ id) => (order.includes(id) ? order.filter((x) => x !== id) : [...order, id]);
  const tap = (/** @type {string} */ id) => { if (c.ready) c.put({ chosen: after(id) }); };
  // The last one has only one place.
  const tapOnce = (/** @type {string} */ id) => {
    if (!c.ready) return;
    const now = after(id), rest = items.map((o) => o.id).filter((x) => !now.includes(x)), all = rest.length <= 1 && now.includes(id) ? [...now, ...rest] : now;
    c.put({ chosen: all });
    if (all.length === items.length) c.answer({ chosen: all });
  };
  return {
    ...c, takes: true, good: order.length === items.length, tap, tapOnce,
    items: items.map((o) => item(o, order.includes(o.id) ? "chosen" : "can", order.indexOf(o.id) + 1)),
    tally: tr("{n} of {items} in order", { n: order.length, items: items.length }), take: tr("In this order"),
    fill: () => c.put({ chosen: [...order, ...items.map((o) => o.id).filter((id) => !order.includes(id))] }), clear: () => c.put({ chosen: [] }), send: () => c.answer({ chosen: order }),
  };
}
