// The studio: dice are laid under the camera or thrown, and named, until the program knows their faces.
import { html, render, useEffect, useRef, useState } from "../view.js";
import { useEye } from "../eye.js";
import { ask } from "../games/fetch.js";
import { Head } from "../games/head.js";
import { Army } from "./army.js";
import { Course } from "./course.js";
import { Fresh } from "./fresh.js";
import { Gallery } from "./gallery.js";
import { Heap } from "./heap.js";
import { Own } from "./own.js";
import { Tray } from "./tray.js";

/** @typedef {import("./types.js").StudioView} StudioView */
/** @typedef {import("./types.js").StudioDie} StudioDie */
/** @typedef {import("./types.js").CourseView} CourseView */
/** @typedef {import("./types.js").HeapView} HeapView */
/** @typedef {import("./types.js").FreshView} FreshView */

const toastFor = 7000; // ms
const kept = "astragal-studio-army";

/** @returns {string[]} */
function keptArmy() {
  try {
    const ids = JSON.parse(localStorage.getItem(kept) ?? "[]");
    return Array.isArray(ids) ? ids.filter((id) => typeof id === "string") : [];
  } catch {
    return [];
  }
}

function Page() {
  const [toast, say] = useState("");
  useEye(["main h2"]);
  const [view, setView] = useState(/** @type {StudioView | null} */ (null));
  const [trouble, setTrouble] = useState("");
  const [army, setArmy] = useState(keptArmy);
  const [dice, setDice] = useState(/** @type {StudioDie[]} */ ([]));
  useEffect(() => {
    const gone = toast ? setTimeout(() => say(""), toastFor) : undefined;
    return () => clearTimeout(gone);
  }, [toast]);
  const [course, setCourse] = useState(/** @type {CourseView | null} */ (null));
  const [heap, setHeap] = useState(/** @type {HeapView | null} */ (null));
  const [fresh, setFresh] = useState(/** @type {FreshView | null} */ (null));
  const refresh = () => ask("/api/studio").then((r) => {
    if (r.ok) setView(r.data); else setTrouble(r.why);
    return r.ok;
  });
  useEffect(() => {
    Promise.all([ask("/api/studio/heap"), ask("/api/studio/course"), ask("/api/studio/fresh")]).then(([h, c, f]) => {
      if (f.ok) setFresh(f.data.fresh);
      if (h.ok) setHeap(h.data.heap);
      if (h.ok && h.data.heap) setArmy(h.data.heap.army);
      if (c.ok) setCourse(c.data.course);
      const why = [h, c, f].find((r) => !r.ok)?.why; // what was under way and can't go on
      refresh().then((open) => open && why && say(why));
    });
  }, []);
  const [testing, setTesting] = useState(false);
  const [gone, setGone] = useState(false); // the table doesn't answer
  const answered = (/** @type {{ok: boolean, data: any}} */ r) => setGone(!r.ok && r.data === null);
  const prove = async () => {
    for (const way of ["course", "heap"]) {
      const r = await ask(`/api/studio/${way}`, { method: "DELETE" });
      if (!r.ok) return say(r.why);
    }
    setArmy(course?.army ?? heap?.army ?? army);
    setCourse(null);
    setHeap(null);
    setTesting(true);
  };
  /** @param {string[]} ids */
  const test = (ids) => {
    setArmy(ids);
    setTesting(true);
    scrollTo(0, 0);
  };
  /** @param {string[]} ids */
  const layOut = async (ids) => {
    const r = await ask("/api/studio/course", { body: { dice: ids } });
    if (!r.ok) return say(r.why);
    setArmy(ids);
    setCourse(r.data.course);
  };
  const throwAll = async () => {
    const r = await ask("/api/studio/heap", { body: { dice: army } });
    if (!r.ok) return say(r.why);
    setHeap(r.data.heap);
  };
  const newDie = async () => {
    const r = await ask("/api/studio/fresh", { body: {} });
    if (!r.ok) return say(r.why);
    setFresh(r.data.fresh);
    scrollTo(0, 0);
  };
  /** @param {StudioView} v */
  const keptNew = (v) => {
    const is = v.own.filter((id) => !view?.own.includes(id));
    setView(v);
    setArmy([...army, ...is]);
  };
  const version = view?.version ?? 0;
  const asked = useRef(0);
  useEffect(() => {
    localStorage.setItem(kept, JSON.stringify(army));
    const mine = ++asked.current;
    if (army.length === 0) return setDice([]);
    ask(`/api/studio/dice?dice=${[...new Set(army)].map(encodeURIComponent).join(",")}`).then((r) => {
      if (mine === asked.current && r.ok) setDice(r.data.dice);
    });
  }, [army, version]);
  if (trouble) return html`<${Head} at="/studio" /><main class="narrow"><section class="card"><h2>Teach dice</h2><p>${trouble}</p></section></main>`;
  if (!view) return html`<${Head} at="/studio" /><main class="narrow"><p class="how">…</p></main>`;
  return html`<${Head} at="/studio" /><main class="studio">
    ${gone && html`<p class="word studio-gone" id="gone" role="alert">The table doesn’t answer. What was said is kept there, and this page goes on when it is back.</p>`}
    ${fresh ? html`<${Fresh} answered=${answered} fresh=${fresh} setFresh=${setFresh} view=${view} kept=${keptNew} say=${say} />`
    : course ? html`<${Course} answered=${answered} course=${course} setCourse=${setCourse} prove=${prove} refresh=${refresh} say=${say} />`
    : heap ? html`<${Heap} answered=${answered} heap=${heap} setHeap=${setHeap} prove=${prove} view=${view} dice=${dice} refresh=${refresh} say=${say} />`
    : html`<${Tray} answered=${answered} layOut=${layOut} throwAll=${throwAll} testing=${testing} setTesting=${setTesting} view=${view} army=${army} dice=${dice} setView=${setView} say=${say} />`}
    <div class="studio-side"><${Army} view=${view} army=${army} setArmy=${setArmy} dice=${dice} setView=${setView} say=${say} />
      <${Own} newDie=${fresh ? null : newDie} view=${view} setView=${setView} army=${army} setArmy=${setArmy} say=${say} />
      <${Gallery} view=${view} army=${army} setView=${setView} test=${test} say=${say} /></div>
  </main>${toast && html`<p class="toast" role="alert">${toast}</p>`}`;
}

const root = document.getElementById("page");
if (root) {
  root.replaceChildren();
  render(html`<${Page} />`, root);
}
