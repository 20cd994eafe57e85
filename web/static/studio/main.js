// The studio: dice are laid under the camera or thrown, and named, until the program knows their faces.
import { html, render, useEffect, useRef, useState } from "../vendor/preact-htm.js";
import { ask } from "../games/fetch.js";
import { Head } from "../games/head.js";
import { Army } from "./army.js";
import { Course } from "./course.js";
import { Gallery } from "./gallery.js";
import { Own } from "./own.js";
import { Tray } from "./tray.js";

/** @typedef {import("./types.js").StudioView} StudioView */
/** @typedef {import("./types.js").StudioDie} StudioDie */
/** @typedef {import("./types.js").CourseView} CourseView */

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
  const [view, setView] = useState(/** @type {StudioView | null} */ (null));
  const [trouble, setTrouble] = useState("");
  const [army, setArmy] = useState(keptArmy);
  const [dice, setDice] = useState(/** @type {StudioDie[]} */ ([]));
  useEffect(() => {
    const gone = toast ? setTimeout(() => say(""), toastFor) : undefined;
    return () => clearTimeout(gone);
  }, [toast]);
  const [course, setCourse] = useState(/** @type {CourseView | null} */ (null));
  const refresh = () => ask("/api/studio").then((r) => {
    if (r.ok) setView(r.data); else setTrouble(r.why);
    return r.ok;
  });
  useEffect(() => {
    ask("/api/studio/course").then((r) => {
      if (r.ok) setCourse(r.data.course);
      refresh().then((open) => open && !r.ok && say(r.why)); // a course that was under way and can't go on
    });
  }, []);
  const [testing, setTesting] = useState(false);
  const prove = async () => {
    const r = await ask("/api/studio/course", { method: "DELETE" });
    if (!r.ok) return say(r.why);
    setArmy(course?.army ?? army);
    setCourse(null);
    setTesting(true);
  };
  const layOut = async () => {
    const r = await ask("/api/studio/course", { body: { dice: army } });
    if (!r.ok) return say(r.why);
    setCourse(r.data.course);
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
    ${course ? html`<${Course} course=${course} setCourse=${setCourse} prove=${prove} refresh=${refresh} say=${say} />` : html`<${Tray} layOut=${layOut} testing=${testing} setTesting=${setTesting} view=${view} army=${army} dice=${dice} setView=${setView} say=${say} />`}
    <div class="studio-side"><${Army} view=${view} army=${army} setArmy=${setArmy} dice=${dice} say=${say} />
      <${Own} view=${view} setView=${setView} army=${army} setArmy=${setArmy} say=${say} />
      <${Gallery} view=${view} setView=${setView} say=${say} /></div>
  </main>${toast && html`<p class="toast" role="alert">${toast}</p>`}`;
}

const root = document.getElementById("page");
if (root) {
  root.replaceChildren();
  render(html`<${Page} />`, root);
}
