// What opens under the head: the camera, and letting others in.
import { html, useEffect, useState } from "./view.js";
import { sourceName } from "./words.js";
import { ask } from "./games/fetch.js";
import { Devices } from "./devices.js";
import { Code } from "./invite.js";
import { useTitle } from "./typeroll.js";
import { later } from "./later.js";
import { heard, tr } from "./language.js";

const Askers = later(async () => (await import("./askers.js")).Askers);

/** @typedef {import("./messages.js").View} View */
/** @typedef {import("./messages.js").Act} Act */
/** @typedef {(act: Act) => void} Do */

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
    say(r.ok ? tr("The picture is being read.") : r.why);
    e.target.value = "";
  };
  return html`<section class="card panel" id="camera" aria-labelledby="camera-title">
    <div class="card-head"><h2 id="camera-title" ref=${title} tabindex="-1">Camera</h2><button class="quiet" onClick=${close}>Close</button></div>
    <p>${eye.source ? tr("Looking at {source}.", { source: html`<strong>${sourceName(eye.source)}</strong>` }) : tr("Looking at nothing.")}</p>
    ${eye.problem && html`<p class="word bad">${heard(eye.problem)}</p>`}
    <div class="choices">${sources.map((s) => html`<button class="small" key=${s.id} data-source=${s.id} onClick=${() => act({ do: "source", source: s.id })}>${s.name}</button>`)}</div>
    <form class="row" onSubmit=${(/** @type {Event} */ e) => { e.preventDefault(); act({ do: "source", source: url }); }}>
      <label>Address of a network camera<input type="text" placeholder="http://… or rtsp://…" value=${url} onInput=${(/** @type {any} */ e) => setURL(e.target.value)} /></label>
      <button disabled=${url === ""}>Look there</button></form>
    ${view.network && html`<details id="phone-camera"><summary>Use a phone as the camera</summary>
      <p>Scan this with the phone. Its browser warns of a certificate that nobody vouches for: this table made it itself. On Android choose “Advanced”, “Proceed”; on an iPhone “Show details”, “visit this website”.</p>
      <${Code} id="phone-code" query="to=phone" alt="QR code of the page that makes a phone the camera" />
      <p>${tr("Or run an IP camera app on the phone and write its address into the field above: IP Webcam {webcam}, DroidCam {droidcam}, RTSP apps {rtsp} as they show it.", { webcam: html`<code>http://PHONE:8080/video</code>`, droidcam: html`<code>http://PHONE:4747/video</code>`, rtsp: html`<code>rtsp://PHONE:8554/…</code>` })}</p></details>`}
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
    ${may && html`<${Askers} />`}
    <p>${tr("For a stream, {choose} and add its address to OBS as a browser source.", { choose: html`<a id="to-overlay" href="overlay/setup">choose an overlay</a>` })}</p>
  </section>`;
}
