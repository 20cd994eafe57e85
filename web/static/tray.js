// The tray: its live picture with every die outlined and labelled, and what can be done there.
import { html, useRef } from "./vendor/preact-htm.js";
import { usePreview } from "./preview.js";
import { stateWords, meterWords, dieWords } from "./words.js";

/** @typedef {import("./messages.js").View} View */
/** @typedef {import("./messages.js").DieView} DieView */
/** @typedef {import("./messages.js").ThrowView} ThrowView */

/**
 * @param {object} p
 * @param {View} p.view
 * @param {boolean} p.may
 * @param {boolean} p.linked
 * @param {boolean} p.adding whether the next tap marks a missed die
 * @param {number | null} p.chosen the die that is being looked at
 * @param {(n: number) => void} p.choose
 * @param {(at: [number, number]) => void} p.mark
 * @param {(on: boolean) => void} p.setAdding
 * @param {(act: import("./messages.js").Act) => void} p.act
 * @param {any} [p.children] what is said about the chosen die
 */
export function Tray({ view, may, linked, adding, chosen, choose, mark, setAdding, act, children }) {
  const url = usePreview();
  const { eye, tray } = view;
  const w = tray?.width || 1280, h = tray?.height || 720;
  const shown = tray && tray.status !== "discarded" ? tray.dice.filter((d) => d.lying && d.box[2] > 0) : [];
  const busy = eye.state === "moving" || eye.state === "hand in tray";
  const live = url && eye.state !== "no camera";
  return html`<section class="card tray a-tray" aria-label="Tray">
    <div class=${adding ? "picture adding" : "picture"} style=${{ aspectRatio: `${w} / ${h}` }}>
      ${live && html`<img src=${url} alt="" />`}
      ${!live && html`<div class="nothing"><strong>${stateWords(eye.state)}</strong><span>${nothingHere(view)}</span></div>`}
      ${live && !linked && html`<span class="stale">old picture</span>`}
      ${tray && tray.width > 0 && html`<${Marks} tray=${tray} dice=${shown} w=${w} h=${h} faint=${busy} adding=${adding} chosen=${chosen} choose=${choose} mark=${mark} />`}
    </div>
    <${Tools} view=${view} may=${may} adding=${adding} setAdding=${setAdding} act=${act} />
    ${children && html`<div class="below">${children}</div>`}
  </section>`;
}

/** @param {View} view */
function nothingHere(view) {
  if (view.eye.state === "no camera") return "Rolls can be typed in. Plug a camera in, or choose one under “Camera”.";
  return "The picture comes in a moment.";
}

/** @param {any} p */
function Tools({ view, may, adding, setAdding, act }) {
  const { eye, tray } = view;
  const meter = meterWords(eye);
  const canMark = may && tray && tray.width > 0 && tray.status !== "discarded";
  return html`<div class="tools">
    ${may && eye.virtual && html`<button class="main" id="throw" onClick=${() => act({ do: "throw" })}>Throw the dice</button>`}
    ${canMark && html`<button id="add" aria-pressed=${adding ? "true" : "false"} onClick=${() => setAdding(!adding)}>${adding ? "Tap where it lies…" : "Mark a missed die"}</button>`}
    ${may && eye.state !== "no camera" && html`<button class="quiet" id="look" onClick=${() => act({ do: "look" })}>Read again</button>`}
    <span class=${meter.good ? "meter" : "meter warn"}>${meter.words}</span>
  </div>`;
}

/** @param {any} p */
function Marks({ tray, dice, w, h, faint, adding, chosen, choose, mark }) {
  const svg = useRef(/** @type {SVGSVGElement | null} */ (null));
  const size = Math.max(18, Math.min(w, h) / 22);
  /** @param {MouseEvent} e */
  const tap = (e) => {
    if (!adding || !svg.current) return;
    const box = svg.current.getBoundingClientRect();
    mark([Math.round((e.clientX - box.left) / box.width * w), Math.round((e.clientY - box.top) / box.height * h)]);
  };
  return html`<svg ref=${svg} viewBox=${`0 0 ${w} ${h}`} preserveAspectRatio="none" onClick=${tap} role="group" aria-label="Dice on the tray">
    <g class=${faint ? "marks faint" : "marks"}>
      ${dice.map((/** @type {DieView} */ d) => html`<${Mark} key=${`${tray.id}-${d.n}`} d=${d} size=${size} w=${w} h=${h} chosen=${chosen === d.n} choose=${() => !adding && choose(d.n)} />`)}
    </g>
  </svg>`;
}

/** @param {{d: DieView, size: number, w: number, h: number, chosen: boolean, choose: () => void}} p */
function Mark({ d, size, w, h, chosen, choose }) {
  const [x, y, bw, bh] = d.box;
  const outline = d.outline.length > 2 ? d.outline : [[x, y], [x + bw, y], [x + bw, y + bh], [x, y + bh]];
  const points = outline.map((p) => p.join(",")).join(" ");
  const wide = size * (String(d.value ?? "?").length > 1 ? 1.7 : 1.25);
  const cx = Math.min(Math.max(x + bw / 2, wide / 2 + 2), w - wide / 2 - 2);
  const cy = y - size * 0.8 > size * 0.7 ? y - size * 0.75 : Math.min(y + bh + size * 0.75, h - size * 0.7);
  /** @param {KeyboardEvent} e */
  const key = (e) => {
    if (e.key !== "Enter" && e.key !== " ") return;
    e.preventDefault();
    choose();
  };
  return html`<g class=${`mark${d.asks ? " asks" : ""}${chosen ? " chosen" : ""}`} role="button" tabindex="0" data-die=${d.n}
      aria-label=${`${dieWords(d)}. Press to change.`} onClick=${choose} onKeyDown=${key}>
    <polygon class="under" points=${points} /><polygon class="line" points=${points} />
    <rect class="flag" x=${cx - wide / 2} y=${cy - size * 0.65} width=${wide} height=${size * 1.3} rx=${size * 0.35} />
    <text x=${cx} y=${cy} font-size=${size}>${d.asks ? "?" : d.value ?? "?"}</text>
  </g>`;
}
