// The table's page.
import { html, render, useEffect, useMemo, useRef, useState } from "./vendor/preact-htm.js";
import { lostWords, useInert, waitWords } from "./pulse.js";
import { connect, keepCurrent, nothing } from "./table.js";
import { LinkLine, LinkTrouble, LinkWaits } from "./eventlink.js";
import { AddDie, Asks, FixDie, Offer, Teaching } from "./ask.js";
import { Asked } from "./asked.js";
import { Camera, Invite, TypeRoll } from "./panels.js";
import { Rolls } from "./rolls.js";
import { Seats } from "./seats.js";
import { Total, spoken } from "./total.js";
import { Tray } from "./tray.js";
import { eyeClass, eyeWords } from "./words.js";

/** @typedef {import("./messages.js").Act} Act */
/** @typedef {import("./messages.js").View} View */

const hash = document.querySelector("script[data-hash]")?.getAttribute("data-hash") ?? "";
const icon = new URL("./icon.svg", import.meta.url).href;
const toastFor = 6000; // ms

function Page() {
  const [seen, setSeen] = useState(nothing);
  const [toast, say] = useState("");
  const table = useMemo(() => connect(setSeen, "", say), []);
  useEffect(() => {
    if (seen.view) keepCurrent(seen.view, hash);
  }, [seen.view?.page]);
  useEffect(() => {
    const gone = toast ? setTimeout(() => say(""), toastFor) : undefined;
    return () => clearTimeout(gone);
  }, [toast]);
  /** @param {Act} a */
  const act = async (a) => {
    const reply = await table.act(a);
    if (reply.type === "refused") say(reply.why ?? "That was refused.");
  };
  if (!seen.view) return html`<p class="starting" role="status">${waitWords(seen)}</p>`;
  return html`<${Table} view=${seen.view} may=${seen.may} linked=${seen.linked} why=${seen.why} act=${act} say=${say} />
    ${toast && html`<p class="toast" role="alert">${toast}</p>`}`;
}

/** @param {{view: View, may: boolean, linked: boolean, why: string, act: (a: Act) => void, say: (text: string) => void}} p */
function Table({ view, may, linked, why, act, say }) {
  useInert(linked);
  const [panel, setPanel] = useState("");
  const close = () => setPanel("");
  /** @param {string} name @param {string} words */
  const button = (name, words) => html`<button class="quiet" id=${`open-${name}`} aria-expanded=${panel === name ? "true" : "false"} onClick=${() => setPanel(panel === name ? "" : name)}>${words}</button>`;
  const { eye } = view;
  return html`
    <header class="head">
      <h1><img src=${icon} alt="" />Astragal</h1>
      <span class=${linked ? eyeClass(eye) : "state no-camera"} id="state" role="status">${linked ? eyeWords(eye) : "Not live"}</span>
      <nav aria-label="Table"><a class="button quiet" id="to-games" href="games">Games</a>${may && html`<a class="button quiet" id="to-studio" href="studio">Teach</a>`}${may && button("type", "Type a roll")}${may && !eye.blind && button("camera", "Camera")}${button("invite", "Screens")}</nav>
    </header>
    <div class="words">
      ${!linked && html`<p class="word bad" id="lost" role="alert">${lostWords(why)}</p>`}
      ${view.trouble && html`<p class="word bad" role="alert">${view.trouble}</p>`}
      <${LinkTrouble} link=${view.link} /><${LinkWaits} link=${view.link} />
      <${Teaching} eye=${eye} />
      ${view.play && view.play.id !== view.request?.request && html`<p class="word" id="tray-of">The dice on the tray are for a game: <a href=${`games/${view.play.id}`}>${view.play.title}</a>. ${may && html`<button class="quiet" id="count-again" onClick=${() => act({ do: "tray", game: 0 })}>Count them here</button>`}</p>`}
      ${eye.why && html`<p class="word" id="why"><span>${eye.why}</span> ${may && html`<button class="quiet" id="other-source" onClick=${() => setPanel("camera")}>Choose another source</button> <button class="quiet" id="close-why" onClick=${() => act({ do: "heard" })}>Close</button>`}</p>`}
      ${eye.problem && panel !== "camera" && html`<p class="word" id="problem" role="alert">${eye.problem}</p>`}
      ${!may && html`<p class="word" id="looking-on">This screen only looks on. To answer from here, scan the QR code at the table.</p>`}
      ${panel === "type" && html`<${TypeRoll} act=${act} close=${close} />`}
      ${panel === "camera" && html`<${Camera} view=${view} act=${act} close=${close} say=${say} />`}
      ${panel === "invite" && html`<${Invite} view=${view} may=${may} close=${close} />`}
    </div>
    <main class=${`sheet${linked ? "" : " lost"}${view.request && view.request.state !== "rolled" ? " waits" : ""}${view.asks.some((q) => q.kind === "roll" && (q.roll?.dice ?? []).length > 0) ? " to-roll" : ""}`}>
      <div class="right">
        ${view.request && html`<${Asked} request=${view.request} may=${may} say=${say} />`}
        ${(!view.play || view.play.id === view.request?.request) && html`<${Offer} eye=${eye} tray=${view.tray} may=${may} roll=${!!view.play} act=${act} />`}
        <${Asks} view=${view} may=${may} act=${act} />
        <${Total} view=${view} />
        <${Seats} view=${view} may=${may} act=${act} />
      </div>
      <div class="left">
        <${TrayWithFix} view=${view} may=${may} linked=${linked} act=${act} toSource=${() => setPanel("camera")} />
        <${Rolls} view=${view} may=${may} act=${act} />
        <${LinkLine} link=${view.link} />
      </div>
    </main>
    <${Speaker} view=${view} />`;
}

/** The tray with what is said about the die that was tapped. @param {any} p */
function TrayWithFix({ view, may, linked, act, toSource }) {
  const [adding, setAdding] = useState(false);
  const [at, setAt] = useState(/** @type {[number, number] | null} */ (null));
  const [chosen, setChosen] = useState(/** @type {number | null} */ (null));
  const tray = view.tray;
  const id = tray?.id;
  useEffect(() => { setAdding(false); setAt(null); setChosen(null); }, [id]);
  const die = tray?.status === "offered" ? undefined : tray?.dice.find((/** @type {any} */ d) => d.n === chosen);
  const done = () => { setAdding(false); setAt(null); };
  return html`<${Tray} view=${view} may=${may} linked=${linked} act=${act} toSource=${toSource} adding=${adding} chosen=${chosen}
    choose=${(/** @type {number} */ n) => setChosen(n === chosen ? null : n)}
    setAdding=${(/** @type {boolean} */ on) => { setAdding(on); setAt(null); setChosen(null); }}
    mark=${(/** @type {[number, number]} */ p) => { setAt(p); setAdding(false); }}>
    ${at && html`<${AddDie} t=${tray} at=${at} act=${act} done=${done} />`}
    ${adding && html`<div class="row"><span class="how">Tap the die in the picture, or</span><button onClick=${() => { setAt([tray.width / 2, tray.height / 2]); setAdding(false); }}>add it without a place</button></div>`}
    ${die && html`<${FixDie} key=${die.n} t=${tray} d=${die} may=${may} act=${act} done=${() => setChosen(null)} />`}
  <//>`;
}

/** Says new results to a screen reader, once each. @param {{view: View}} p */
function Speaker({ view }) {
  const words = spoken(view);
  const first = useRef(words);
  return html`<p class="unseen" role="status" aria-live="polite" id="spoken">${words === first.current && view.rolls.length === 0 ? "" : words}</p>`;
}

const root = document.getElementById("page");
if (root) {
  root.replaceChildren();
  render(html`<${Page} />`, root);
}
