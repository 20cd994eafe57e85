// An army that is laid out in rows and shown face by face. The page draws what must lie where. A press says that it
// does.
import { html, useEffect, useState } from "../view.js";
import { ask, ends, sentence } from "../games/fetch.js";
import { FaceMark, Swatch } from "../games/dice.js";
import { heard, tr, trn } from "../language.js";
import { stateName } from "../words.js";

/** @typedef {import("./types.js").StudioView} StudioView */
/** @typedef {import("./types.js").CourseView} CourseView */
/** @typedef {import("./types.js").CoursePlace} CoursePlace */
/** @typedef {import("./types.js").CoursePicture} CoursePicture */
/** @typedef {import("./types.js").Held} Held */
/** @typedef {import("./types.js").Answered} Answered */

const holdEvery = 1500; // ms between requests to keep the tray for teaching

/** Keeps the tray for teaching as long as the page is open, and says what the eye is doing. @param {Answered} answered hears whether the table answers @returns {Held | null} */
export function useHeldTray(answered) {
  const [held, setHeld] = useState(/** @type {Held | null} */ (null));
  useEffect(() => {
    let over = false;
    const hold = async () => {
      const r = await ask("/api/studio/hold", { body: {} });
      if (over) return;
      answered(r);
      if (r.ok) setHeld(r.data);
      setTimeout(() => !over && hold(), holdEvery);
    };
    hold();
    return () => { over = true; };
  }, []);
  return held;
}

/** @param {{answered: Answered, course: CourseView, setCourse: (c: CourseView | null) => void, prove: () => void, refresh: () => void, say: (text: string) => void}} p */
export function Course({ answered, course, setCourse, prove, refresh, say }) {
  const [busy, setBusy] = useState(false);
  const held = useHeldTray(answered);
  /** @param {string} word @param {any} [more] */
  const tell = async (word, more = {}) => {
    setBusy(true);
    const r = await ask(`/api/studio/course/${word}`, { body: { heard: course.heard, ...more } });
    setBusy(false);
    if (!r.ok) {
      say(r.why);
      const now = await ask("/api/studio/course");
      if (now.ok) setCourse(now.data.course);
      return;
    }
    setCourse(r.data.course);
    refresh();
  };
  const end = async () => {
    const r = await ask("/api/studio/course", { method: "DELETE" });
    if (!r.ok) return say(r.why);
    setCourse(null);
    refresh();
  };
  const first = course.shown === 0;
  const rows = rowsOf(course.places);
  return html`<section class="card studio-course" aria-labelledby="course-title" data-heard=${course.heard} data-shown=${course.shown} data-left=${course.left} data-wrong=${course.said.length} data-done=${course.done ? "yes" : "no"}>
    <div class="card-head"><h2 id="course-title">${headOf(course)}</h2><span class="badge">${held ? stateName(held.state) : "…"}</span></div>
    <progress max=${course.of} value=${course.shown} aria-label="Faces shown"></progress>
    <p class="how"><b id="course-shown">${course.shown}</b> ${course.left > 0 ? (course.trays > 1 ? trn(course.left, "of {of} faces shown, about {n} more press; tray {tray} of {trays}.", "of {of} faces shown, about {n} more presses; tray {tray} of {trays}.", { of: course.of, tray: course.tray, trays: course.trays }) : trn(course.left, "of {of} faces shown, about {n} more press.", "of {of} faces shown, about {n} more presses.", { of: course.of })) : (course.trays > 1 ? tr("of {of} faces shown; tray {tray} of {trays}.", { of: course.of, tray: course.tray, trays: course.trays }) : tr("of {of} faces shown.", { of: course.of }))}</p>
    ${held?.waits && html`<p class="word">${tr("The game {game} waits for a roll. What lies here counts for nothing there.", { game: html`<a href=${`games/${held.waits.id}`}>${held.waits.title}</a>` })}</p>`}
    ${course.said.length > 0 && html`<ul class="course-said" role="alert">${course.said.map((s, i) => html`<li key=${i} class="word"><div class="course-pictures">${s.pictures.map((p) => html`<img key=${`${p.press}-${p.n}`} src=${pictureOf(course, p)} alt="" width="96" height="96" />`)}</div>
      <p>${ends(sentence(heard(s.words)))}</p>${s.places.map((n) => leaveOut(course, n, busy, tell))}</li>`)}</ul>`}
    ${!course.done && html`<p>${first ? tr("Lay the dice down like this, each with the face up that is drawn. The rows may be crooked; what counts is which die is in which row, and the order from the left.") : tr("Turn each die where it lies to the picture that is drawn now. Then take your hand away and press.")}</p>
      <div class="course-rows">${rows.map((row, i) => html`<ol key=${i} class="course-row" aria-label=${tr("Row {n}", { n: i + 1 })}>${row.map((p) => html`<${Lying} key=${p.place} course=${course} p=${p} />`)}</ol>`)}</div>
      <div class="row foot"><span class="tally">${held ? trn(course.places.length, "{dice} of {n} die is seen", "{dice} of {n} dice are seen", { dice: held.dice }) : ""}</span><button class="main" id="press" disabled=${busy} onClick=${() => tell("press")}>${busy ? tr("Looking…") : tr("They lie like this")}</button></div>`}
    ${course.done && html`<p>Now see whether it holds: throw all the dice twice. The page counts what it reads, what it asks and what it takes for something else.</p>
      <div class="row foot"><span class="tally"></span><button class="main" id="course-prove" onClick=${prove}>Test it: throw twice</button></div>`}
    <div class="row"><button class="quiet" id="course-back" disabled=${busy || !course.back} onClick=${() => tell("back")}>Take the last step back</button>
      ${!course.done && html`<button class="quiet" id="course-turn" disabled=${busy} onClick=${() => tell("turn")}>${[tr("The camera sees the rows from below: turn"), tr("The camera sees the rows from the right: turn"), tr("The camera sees the rows from above: turn"), tr("The camera sees the rows from the left: turn")][course.turned]}</button>`}
      <button class="quiet" id="course-end" onClick=${end}>${course.done ? tr("Close") : tr("Stop here: what was shown stays learned")}</button></div>
  </section>`;
}

/** @param {CourseView} course @param {number} n @param {boolean} busy @param {(word: string, more: any) => void} tell */
function leaveOut(course, n, busy, tell) {
  const p = course.places.find((x) => x.place === n && x.shows);
  return p && p.again ? html`<button key=${n} class="quiet" data-leave=${n} disabled=${busy} onClick=${() => tell("leave", { place: n })}>${tr("Leave this face of {name} out", { name: p.name })}</button>` : null;
}

/** @param {CourseView} course */
function headOf(course) {
  if (course.done) return tr("All faces were shown");
  if (course.shown === 0) return trn(course.places.length, "Lay this die out", "Lay these {n} dice out");
  return course.said.length > 0 ? tr("Put these right, and show the next") : tr("Turn each to its next picture");
}

/** @param {CourseView} course @param {CoursePicture} p */
const pictureOf = (course, p) => `api/studio/course/${p.press}/${p.n}?${course.heard}`;

/** @param {CoursePlace[]} places */
function rowsOf(places) {
  /** @type {CoursePlace[][]} */
  const rows = [];
  for (const p of places) (rows[p.row] ??= []).push(p);
  return rows;
}

/** A die as it must lie. @param {{course: CourseView, p: CoursePlace}} props */
function Lying({ course, p }) {
  const state = p.wrong ? "wrong" : p.shows ? "next" : "rest";
  return html`<li class="course-die" data-place=${p.place} data-state=${state} data-shows=${p.shows ? p.shows.icon ?? "" : ""}>
    <div class="course-top"><${Swatch} colors=${p.colors} shape=${p.shape} />${p.shown && html`<img src=${pictureOf(course, p.shown)} alt="as it was seen last" width="36" height="36" />`}</div>
    ${p.shows ? html`<${FaceMark} face=${p.shows} />` : html`<span class="how">as it lies</span>`}
    <span class="course-name">${p.name}${p.shape !== "d6" && html` <span class="how">${p.shape}</span>`}</span>${p.again && p.shows && html`<span class="how">again</span>`}</li>`;
}
