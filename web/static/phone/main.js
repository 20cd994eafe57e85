// This phone as the table's camera.
import { html, render, useEffect, useRef, useState } from "../view.js";
import { Flat } from "../flat.js";
import { sentence } from "../games/fetch.js";
import { Head } from "../games/head.js";
import { at } from "../where.js";
import { stateWords, tooFlat } from "../words.js";
import { abilities, allowed, awake, cameras, openCamera, picture, set, sizes, words } from "./camera.js";
import { link } from "./link.js";
import { heard, tr } from "../language.js";

/** @typedef {import("../messages.js").PhoneMessage} PhoneMessage */
/** @typedef {ReturnType<typeof abilities>} Abilities */

function Page() {
  const video = useRef(/** @type {HTMLVideoElement | null} */ (null));
  const [now, setNow] = useState({ linked: false, why: "", status: 0 });
  const [on, setOn] = useState(false); // the camera is open
  const [live, setLive] = useState(false); // the table watches it
  const [table, setTable] = useState(/** @type {PhoneMessage | null} */ (null));
  const [says, say] = useState("");
  const [sent, setSent] = useState(0);
  const [list, setList] = useState(/** @type {{id: string, name: string}[]} */ ([]));
  const [which, setWhich] = useState("");
  const [size, setSize] = useState(0);
  const [can, setCan] = useState(/** @type {Abilities | null} */ (null));
  const held = useRef({ stream: /** @type {MediaStream | null} */ (null), wanted: false, line: /** @type {ReturnType<typeof link> | null} */ (null), sleep: () => {} });

  useEffect(() => {
    const it = held.current;
    const send = async () => {
      if (!it.wanted || !video.current) return;
      const jpeg = await picture(video.current);
      if (!it.wanted) return;
      if (!jpeg) {
        setTimeout(send, 200);
        return;
      }
      it.line?.send(jpeg);
      setSent((n) => n + 1);
    };
    it.line = link((m) => {
      if (m.type === "ready" && it.wanted) it.line?.wish("resume");
      if (m.type === "state") setTable(m);
      if (m.type === "go") { setLive(true); say(""); }
      if (m.type === "next") send();
      if (m.type === "refused") say(heard(m.why ?? ""));
      if (m.type === "stopped") { setLive(false); it.wanted = false; if (m.why) say(tr("Stopped: {why}.", { why: heard(m.why) })); }
    }, (standing) => {
      setNow(standing);
      if (!standing.linked) setLive(false);
    });
    return () => it.line?.close();
  }, []);

  /** @param {string} id @param {number} n */
  const open = async (id, n) => {
    const it = held.current;
    it.stream?.getTracks().forEach((t) => t.stop());
    try {
      it.stream = await openCamera(id, sizes[n]);
    } catch (err) {
      it.stream = null;
      setOn(false);
      say(words(err));
      return false;
    }
    const track = it.stream.getVideoTracks()[0];
    track.onended = () => { setOn(false); say(tr("The camera was taken away. Press the button again.")); };
    if (video.current) {
      video.current.srcObject = it.stream;
      await video.current.play().catch(() => {});
    }
    setCan(abilities(it.stream));
    setWhich(track.getSettings().deviceId ?? id);
    setList(await cameras().catch(() => []));
    setOn(true);
    return true;
  };
  const start = async () => {
    const it = held.current;
    say("");
    if (!on && !(await open(which, size))) return;
    it.sleep();
    it.sleep = awake();
    it.wanted = true;
    it.line?.wish("start");
  };
  const stop = () => {
    const it = held.current;
    it.wanted = false;
    it.line?.wish("stop");
    it.stream?.getTracks().forEach((t) => t.stop());
    it.stream = null;
    it.sleep();
    setOn(false);
    setLive(false);
    setCan(null);
  };

  const { linked } = now;
  const state = now.why ? tr("Not let in") : !linked ? tr("The table can’t be reached. Trying again…") : live ? stateWords(table?.state ?? "") : on ? tr("Not the camera now") : tr("Ready");
  return html`<${Head} pulse=${false}><span class="state" id="state" role="status">${state}</span><//>
    <main class="phone">
      ${now.why && html`<p class="word bad" id="refused" role="alert">${sentence(heard(now.why))}.</p>`}
      ${!allowed() && html`<${Insecure} />`}
      <div class="finder"><video ref=${video} muted playsinline></video>
        ${!on && html`<p class="nothing">Lay or clamp the phone over the tray, looking straight down.</p>`}
        ${live && html`<span class="live" id="sent" data-sent=${sent}>camera of the table</span>`}</div>
      ${says && html`<p class="word bad" id="says" role="alert">${says}</p>`}
      ${live && table?.problem && html`<p class="word" id="problem" role="alert">${heard(table.problem)}</p>`}
      ${live && (table?.words?.length ?? 0) > 0 && html`<p class="word" id="quality">${tr("Picture: {words}", { words: table?.words?.map((w) => heard(w)).join(", ") })}</p>`}
      ${live && tooFlat(table?.words) && html`<${Flat} />`}
      <div class="rows">
        ${live ? html`<button id="stop" onClick=${stop}>Stop</button>` : html`<button class="main" id="start" disabled=${!linked || !allowed()} onClick=${start}>Use this phone as the camera</button>`}
        ${on && html`<p class="how">Keep this page in front. The screen stays awake while it is the camera.</p>`}
        ${on && list.length > 1 && html`<label>Camera<select id="which" value=${which} onChange=${(/** @type {any} */ e) => open(e.target.value, size)}>${list.map((c) => html`<option key=${c.id} value=${c.id}>${c.name}</option>`)}</select></label>`}
        ${on && html`<label>Size<select id="size" value=${size} onChange=${(/** @type {any} */ e) => { setSize(Number(e.target.value)); open(which, Number(e.target.value)); }}>${sizes.map(([w, h], i) => html`<option key=${i} value=${i}>${w} × ${h}</option>`)}</select></label>`}
        ${can && held.current.stream && html`<${Knobs} can=${can} stream=${held.current.stream} say=${say} />`}
      </div>
      <p><a href="./">To the table’s page</a></p>
    </main>`;
}

/** What a page can set on this camera. @param {{can: Abilities, stream: MediaStream, say: (text: string) => void}} p */
function Knobs({ can, stream, say }) {
  const [lit, setLit] = useState(false);
  const [focus, setFocus] = useState("continuous");
  /** @param {Record<string, any>} what @param {string} no */
  const turn = async (what, no) => {
    const done = await set(stream, what);
    if (!done) say(no);
    return done;
  };
  return html`
    ${can.torch && html`<button id="torch" aria-pressed=${lit ? "true" : "false"} onClick=${async () => { if (await turn({ torch: !lit }, tr("The light can’t be switched here."))) setLit(!lit); }}>Light</button>`}
    ${can.focus.length > 1 && html`<label>Focus<select id="focus" value=${focus} onChange=${async (/** @type {any} */ e) => { const to = e.target.value; if (await turn({ focusMode: to }, tr("The focus can’t be set here."))) setFocus(to); }}>${can.focus.map((f) => html`<option key=${f} value=${f}>${f === "continuous" ? tr("by itself") : f === "manual" ? tr("by hand") : f}</option>`)}</select></label>`}
    ${can.distance && focus === "manual" && html`<label>Distance<input id="distance" type="range" min=${can.distance.min} max=${can.distance.max} step=${can.distance.step} onInput=${(/** @type {any} */ e) => turn({ focusMode: "manual", focusDistance: Number(e.target.value) }, tr("The focus can’t be set here."))} /></label>`}
    ${can.zoom && html`<label>Zoom<input id="zoom" type="range" min=${can.zoom.min} max=${can.zoom.max} step=${can.zoom.step} onInput=${(/** @type {any} */ e) => turn({ zoom: Number(e.target.value) }, tr("The zoom can’t be set here."))} /></label>`}`;
}

/** Why there is no camera here, and where there is. */
function Insecure() {
  const secure = at("/phone").replace(/^http:/, "https:");
  return html`<div class="word bad" id="insecure" role="alert"><p>A browser hands its camera over to secure pages only.</p>
    ${location.protocol === "http:" && html`<p>${tr("Open {address}.", { address: html`<a href=${secure}>${secure}</a>` })} The browser warns of a certificate that nobody vouches for: the table made it itself. On Android choose “Advanced”, “Proceed”; on an iPhone “Show details”, “visit this website”.</p>`}</div>`;
}

const root = document.getElementById("page");
if (root) {
  root.replaceChildren();
  render(html`<${Page} />`, root);
}
