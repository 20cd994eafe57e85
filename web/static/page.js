// The table's page.
import { Guard, html, render, useEffect, useMemo, useRef, useState } from "./view.js";
import { AloudSwitch, Said } from "./aloud.js";
import { focusOn, useEscape, useEye, useKeys } from "./eye.js";
import { Head } from "./games/head.js";
import { lostWords, useInert, waitWords } from "./pulse.js";
import { connect, keepCurrent, nothing } from "./table.js";
import { LinkLine, LinkTrouble, LinkWaits, Rulings } from "./eventlink.js";
import { CallJudge, JudgeCalled } from "./judge.js";
import { AddDie, Asks } from "./ask.js";
import { FixDie } from "./fix.js";
import { Offer, Teaching } from "./offer.js";
import { Asked } from "./asked.js";
import { Camera, Invite } from "./panels.js";
import { TypeRoll } from "./typeroll.js";
import { Rolls } from "./rolls.js";
import { Seats } from "./seats.js";
import { Total, spoken } from "./total.js";
import { Tray } from "./tray.js";
import { isNew, nobodyThrew, Welcome } from "./welcome.js";
import { eyeClass, eyeWords, stateWords } from "./words.js";
import { heard, tr } from "./language.js";

/** @typedef {import("./messages.js").Act} Act */
/** @typedef {import("./messages.js").View} View */

const hash = document.querySelector("script[data-hash]")?.getAttribute("data-hash") ?? "";
const toastFor = 6000; // ms

function Page() {
  const [seen, setSeen] = useState(nothing);
  const [toast, say] = useState("");
  const table = useMemo(() => connect(setSeen, "", say), []);
  useEffect(() => () => table.close(), [table]);
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
    if (reply.type === "refused") say(reply.why ? heard(reply.why) : tr("That was refused."));
    return reply.type !== "refused";
  };
  if (!seen.view) return html`<main><p class="starting" role="status">${waitWords(seen)}</p></main>`;
  return html`<${Table} view=${seen.view} may=${seen.may} linked=${seen.linked} why=${seen.why} act=${act} say=${say} />
    ${toast && html`<p class="toast" role="alert">${toast}</p>`}`;
}

/** @param {{view: View, may: boolean, linked: boolean, why: string, act: (a: Act) => void, say: (text: string) => void}} p */
function Table({ view, may, linked, why, act, say }) {
  useInert(linked);
  const [panel, setPanel] = useState("");
  const [typed, setTyped] = useState(""); // the key that opened the keys
  const [welcome, setWelcome] = useState(true);
  const opener = useRef("");
  /** @param {string} name @param {string} [key] */
  const open = (name, key = "") => { opener.current = name; setTyped(key); setPanel(name); };
  /** @param {boolean} [counts] the panel's roll counts: the eye goes to the total */
  const close = (counts) => {
    setPanel("");
    focusOn(counts === true ? ".total h2" : `#open-${opener.current}`);
  };
  useEscape(close, panel !== "");
  useEye(["#ask-title", "[data-question] h2", "#offer-title", "#again-title", ".total h2"]);
  useKeys((e) => {
    if (may && panel === "" && /^\d$/u.test(e.key) && !taken(e) && !document.querySelector(".keys")) open("type", e.key);
  });
  /** @param {string} name @param {string} words */
  const button = (name, words) => html`<button class="quiet" id=${`open-${name}`} aria-expanded=${panel === name ? "true" : "false"} onClick=${() => (panel === name ? close() : open(name))}>${words}</button>`;
  const { eye } = view;
  return html`
    <${Head} at="/" pulse=${false} />
    <div class="head bar">
      <span class=${linked ? eyeClass(eye) : "state no-camera"} id="state" role="status">${!linked ? tr("Not live") : nobodyThrew(view) ? stateWords("empty") : eyeWords(eye)}</span>
      <nav aria-label="Table">${may && button("type", tr("Type a roll"))}${may && !eye.blind && button("camera", tr("Camera"))}${button("invite", tr("Screens"))}<${AloudSwitch} /></nav>
    </div>
    <div class="words">
      ${!linked && html`<p class="word bad" id="lost" role="alert">${lostWords(why)}</p>`}
      ${view.trouble && html`<p class="word bad" role="alert">${heard(view.trouble)}</p>`}
      <${LinkTrouble} link=${view.link} /><${LinkWaits} link=${view.link} /><${JudgeCalled} link=${view.link} may=${may} act=${act} />
      <${Teaching} eye=${eye} />
      ${view.play && view.play.id !== view.request?.request && html`<p class="word" id="tray-of">The dice on the tray are for a game: <a href=${`games/${view.play.id}`}>${view.play.title}</a>. ${may && html`<button class="quiet" id="count-again" onClick=${() => act({ do: "tray", game: 0 })}>Count them here</button>`}</p>`}
      ${eye.why && html`<p class="word" id="why"><span>${heard(eye.why)}</span> ${may && html`<button class="quiet" id="other-source" onClick=${() => open("camera")}>Choose another source</button> <button class="quiet" id="close-why" onClick=${() => act({ do: "heard" })}>Close</button>`}</p>`}
      ${eye.problem && panel !== "camera" && html`<p class="word" id="problem" role="alert">${heard(eye.problem)}</p>`}
      ${!may && html`<p class="word" id="looking-on">This screen only looks on. To answer from here, scan the QR code at the table.</p>`}
      ${panel === "type" && html`<${TypeRoll} act=${act} close=${close} first=${typed} />`}
      ${panel === "camera" && html`<${Camera} view=${view} act=${act} close=${close} say=${say} />`}
      ${panel === "invite" && html`<${Invite} view=${view} may=${may} close=${close} />`}
    </div>
    <main class=${`sheet${linked ? "" : " lost"}${view.request && view.request.state !== "rolled" ? " waits" : ""}${view.asks.some((q) => q.kind === "roll" && (q.roll?.dice ?? []).length > 0) ? " to-roll" : ""}`}>
      <div class="right">
        ${view.request && html`<${Guard}><${Asked} request=${view.request} may=${may} say=${say} /><//>`}
        ${may && welcome && isNew(view) && html`<${Welcome} view=${view} act=${act} open=${open} close=${() => setWelcome(false)} />`}
        ${(!view.play || view.play.id === view.request?.request) && !nobodyThrew(view) && html`<${Guard}><${Offer} eye=${eye} tray=${view.tray} may=${may} roll=${!!view.play} count=${view.count} act=${act} /><//>`}
        <${Guard}><${Asks} view=${view} may=${may} act=${act} /><//>
        ${!(may && welcome && isNew(view)) && html`<${Guard}><${Total} view=${view} /><//>`}
        <${Guard}><${Seats} view=${view} may=${may} act=${act} /><//>
      </div>
      <div class="left">
        <${Guard}><${TrayWithFix} view=${view} may=${may} linked=${linked} act=${act} toSource=${() => open("camera")} /><//>
        <${Guard}><${Rolls} view=${view} may=${may} act=${act} /><//>
        <${Guard}><${Rulings} link=${view.link} rolls=${view.rolls} /><${CallJudge} link=${view.link} may=${may} act=${act} /><${LinkLine} link=${view.link} /><//>
      </div>
    </main>
    <${Guard} instead=${null}><${Speaker} view=${view} /><//>`;
}

/** The tray with what is said about the die that was tapped. @param {any} p */
function TrayWithFix({ view, may, linked, act, toSource }) {
  const [adding, setAdding] = useState(false);
  const [at, setAt] = useState(/** @type {[number, number] | null} */ (null));
  const [chosen, setChosen] = useState(/** @type {number | null} */ (null));
  const tray = view.tray;
  const id = tray?.id;
  useEffect(() => { setAdding(false); setAt(null); setChosen(null); }, [id]);
  const die = tray?.status === "offered" ? undefined : [...(tray?.dice ?? []), ...(tray?.before ?? [])].find((/** @type {any} */ d) => d.n === chosen);
  const done = () => { setAdding(false); setAt(null); };
  return html`<${Tray} view=${view} bare=${nobodyThrew(view)} may=${may} linked=${linked} act=${act} toSource=${toSource} adding=${adding} chosen=${chosen}
    choose=${(/** @type {number} */ n) => setChosen(n === chosen ? null : n)}
    setAdding=${(/** @type {boolean} */ on) => { setAdding(on); setAt(null); setChosen(null); }}
    mark=${(/** @type {[number, number]} */ p) => { setAt(p); setAdding(false); }}>
    ${at && html`<${AddDie} t=${tray} at=${at} act=${act} done=${done} />`}
    ${adding && html`<div class="row"><span class="how">Tap the die in the picture, or</span><button onClick=${() => { setAt([tray.width / 2, tray.height / 2]); setAdding(false); }}>add it without a place</button></div>`}
    ${die && html`<${FixDie} key=${die.n} t=${tray} d=${die} may=${may} act=${act} done=${() => setChosen(null)} />`}
  <//>`;
}

/** Whether a key is for something else: a field, or with a modifier. @param {KeyboardEvent} e */
const taken = (e) => e.ctrlKey || e.metaKey || e.altKey || !!(/** @type {Element} */ (e.target).closest?.("input, select, textarea, dialog, .keys"));

/** Says new results, once each. @param {{view: View}} p */
function Speaker({ view }) {
  const words = spoken(view);
  const first = useRef(words);
  return html`<${Said} words=${words === first.current && view.rolls.length === 0 ? "" : words} />`;
}

const root = document.getElementById("page");
if (root) {
  root.replaceChildren();
  render(html`<${Page} />`, root);
}
