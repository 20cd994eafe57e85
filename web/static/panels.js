// What opens under the head: typing a roll, the camera, and letting others in.
import { html, useEffect, useRef, useState } from "./vendor/preact-htm.js";
import { ask } from "./games/fetch.js";
import { Devices } from "./devices.js";
import { Code } from "./invite.js";
import { Chip, Keys, shapes, shapeWords, valueWords } from "./dice.js";

/** @typedef {import("./messages.js").View} View */
/** @typedef {import("./messages.js").Act} Act */
/** @typedef {(act: Act) => void} Do */

/** A panel's title takes the focus when the panel opens: there the eye is. */
function useTitle() {
  const title = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => title.current?.focus(), []);
  return title;
}

const keptShape = "astragal-typed";

/** The kind of die that was typed last on this device. */
const lastShape = () => { const s = localStorage.getItem(keptShape) ?? ""; return shapes.includes(s) ? s : "d6"; };

/** A roll typed by hand: with taps, or with the number keys. @param {{act: Do, close: (counts?: boolean) => void, first?: string}} p first: the digit that opened it */
export function TypeRoll({ act, close, first = "" }) {
  const [shape, setShape] = useState(lastShape);
  const [dice, setDice] = useState(/** @type {{shape: string, value: number}[]} */ ([]));
  const send = () => { act({ do: "type", dice }); setDice([]); close(true); };
  /** @param {string} s */
  const choose = (s) => { localStorage.setItem(keptShape, s); setShape(s); };
  const title = useTitle();
  return html`<section class="card panel" id="type-roll" aria-labelledby="type-title">
    <div class="card-head"><h2 id="type-title" ref=${title} tabindex="-1">Type a roll</h2><button class="quiet" onClick=${close}>Close</button></div>
    <div class="row" role="group" aria-label="Kind of die">${shapes.map((s) => html`<button key=${s} aria-pressed=${s === shape ? "true" : "false"} data-shape=${s} onClick=${() => choose(s)}>${shapeWords(s)}</button>`)}</div>
    ${shape === "d10" && html`<p class="how">For a d100 add a “d10 tens” too: 00 and 0 are 100.</p>`}
    <${Keys} key=${shape} shape=${shape} label=${`Add a ${shapeWords(shape)}`} tap=${(/** @type {number} */ value) => setDice((old) => [...old, { shape, value }])} first=${first} enter=${dice.length > 0 ? send : undefined} />
    <div class="typed" aria-live="polite">${dice.map((d, i) => html`<button key=${i} aria-label=${`Take out ${shapeWords(d.shape)} ${valueWords(d.shape, d.value)}`} onClick=${() => setDice(dice.filter((_, k) => k !== i))}><${Chip} shape=${d.shape} value=${d.value} /></button>`)}
      ${dice.length === 0 && html`<span class="how">Tap what each die shows, or type it with the number keys: Enter counts. Tap a die to take it out.</span>`}</div>
    <div class="row end"><button class="main" id="send-roll" disabled=${dice.length === 0} onClick=${send}>Count ${dice.length || ""} ${dice.length === 1 ? "die" : "dice"}</button></div>
  </section>`;
}

/** What is looked at. @param {{view: View, act: Do, close: () => void, say: (text: string) => void}} p */
export function Camera({ view, act, close, say }) {
  const [sources, setSources] = useState(/** @type {{id: string, name: string}[]} */ ([]));
  const [url, setURL] = useState("");
  const title = useTitle();
  useEffect(() => {
    fetch("api/sources").then((r) => r.json()).then((r) => setSources(r.sources ?? [])).catch(() => {});
  }, []);
  const { eye } = view;
  /** @param {any} e */
  const upload = async (e) => {
    const file = e.target.files[0];
    if (!file) return;
    const r = await ask("/api/picture", { body: file });
    say(r.ok ? "The picture is being read." : r.why);
    e.target.value = "";
  };
  return html`<section class="card panel" id="camera" aria-labelledby="camera-title">
    <div class="card-head"><h2 id="camera-title" ref=${title} tabindex="-1">Camera</h2><button class="quiet" onClick=${close}>Close</button></div>
    <p>${eye.source ? html`Looking at <strong>${eye.source}</strong>.` : "Looking at nothing."}</p>
    ${eye.problem && html`<p class="word bad">${eye.problem}</p>`}
    <div class="choices">${sources.map((s) => html`<button class="small" key=${s.id} data-source=${s.id} onClick=${() => act({ do: "source", source: s.id })}>${s.name}</button>`)}</div>
    <form class="row" onSubmit=${(/** @type {Event} */ e) => { e.preventDefault(); act({ do: "source", source: url }); }}>
      <label>Address of a network camera<input type="text" placeholder="http://… or rtsp://…" value=${url} onInput=${(/** @type {any} */ e) => setURL(e.target.value)} /></label>
      <button disabled=${url === ""}>Look there</button></form>
    ${view.network && html`<details id="phone-camera"><summary>Use a phone as the camera</summary>
      <p>Scan this with the phone. Its browser warns of a certificate that nobody vouches for: this table made it itself. On Android choose <em>Advanced</em>, <em>Proceed</em>; on an iPhone <em>Show details</em>, <em>visit this website</em>.</p>
      <${Code} id="phone-code" query="to=phone" alt="QR code of the page that makes a phone the camera" />
      <p>Or run an IP camera app on the phone and write its address into the field above: IP Webcam <code>http://PHONE:8080/video</code>, DroidCam <code>http://PHONE:4747/video</code>, RTSP apps <code>rtsp://PHONE:8554/…</code> as they show it.</p></details>`}
    <div class="row">
      <button aria-pressed=${eye.locked ? "true" : "false"} onClick=${() => act({ do: eye.locked ? "unlock" : "lock" })}>Hold exposure and colours</button>
      <label class="button">Read a photo<input class="unseen" type="file" accept="image/jpeg" capture="environment" onChange=${upload} /></label>
    </div>
  </section>`;
}

/** The QR code that lets a phone answer. @param {{view: View, may: boolean, close: () => void}} p */
export function Invite({ view, may, close }) {
  const [codes, setCodes] = useState(0); // how many new ones were made here
  const title = useTitle();
  return html`<section class="card panel" id="invite" aria-labelledby="invite-title">
    <div class="card-head"><h2 id="invite-title" ref=${title} tabindex="-1">More screens</h2><button class="quiet" onClick=${close}>Close</button></div>
    ${!may ? html`<p id="no-code">This screen only looks on, so it shows no code. A device that may answer shows it here: the table’s own screen, or a phone that scanned the code.</p>`
      : view.network ? html`<p>Scan this with a phone on the same network. It can then answer and correct. Whoever opens the address without the code only looks on.</p><${Code} query=${codes ? `new=${codes}` : ""} alt="QR code with the table’s address" />`
      : html`<${Code} alt="" />`}
    ${may && view.network && html`<${Devices} renewed=${() => setCodes(codes + 1)} />`}
    <p>For a stream, <a id="to-overlay" href="overlay/setup">choose an overlay</a> and add its address to OBS as a browser source.</p>
  </section>`;
}
