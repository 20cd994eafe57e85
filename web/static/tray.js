// The tray: its live picture with every die outlined and labelled, and what can be done there.
import { html, useRef } from "./view.js";
import { usePreview } from "./preview.js";
import { eyeWords, meterWords, dieWords, placeWords, sees, tooFlat } from "./words.js";
import { valueWords } from "./dice.js";
import { tr } from "./language.js";
import { later } from "./later.js";

const Before = later(async () => (await import("./before.js")).Before);
const Flat = later(async () => (await import("./flat.js")).Flat);

/** @typedef {import("./messages.js").View} View */
/** @typedef {import("./messages.js").DieView} DieView */
/** @typedef {import("./messages.js").ThrowView} ThrowView */

/**
 * @param {object} p
 * @param {Pick<View, "eye" | "tray">} p.view
 * @param {boolean} p.may
 * @param {boolean} p.linked
 * @param {boolean} p.adding whether the next tap marks a missed die
 * @param {number | null} p.chosen the die that is being looked at
 * @param {(n: number) => void} p.choose
 * @param {(at: [number, number]) => void} p.mark
 * @param {(on: boolean) => void} p.setAdding
 * @param {(act: import("./messages.js").Act) => void} p.act
 * @param {any} [p.children] what is said about the chosen die
 * @param {() => void} [p.toSource] opens the choice of another source
 * @param {boolean} [p.game] whether the dice are a game's
 * @param {boolean} [p.bare] the picture has no labels: nobody threw these dice
 */
export function Tray({ view, may, linked, adding, chosen, choose, mark, setAdding, act, children, toSource, game = false, bare = false }) {
  const url = usePreview();
  const { eye, tray } = view;
  const w = tray?.width || 1280, h = tray?.height || 720;
  const shown = tray && !bare && tray.status !== "discarded" ? tray.dice.filter((d) => d.lying && d.box[2] > 0) : [];
  const busy = ["moving", "reading", "hand in tray"].includes(eye.state); // the outlines are where dice lay before
  const live = url && sees(eye);
  return html`<section class="card tray a-tray" aria-label="Tray">
    <div class=${adding ? "picture adding" : "picture"} style=${{ aspectRatio: `${w} / ${h}` }}>
      ${live && html`<img src=${url} alt="" />`}
      ${!live && html`<div class="nothing"><strong>${eyeWords(eye)}</strong><span>${nothingHere(view)}</span></div>`}
      ${live && !linked && html`<span class="stale">old picture</span>`}
      ${live && tray && tray.width > 0 && html`<${Marks} tray=${tray} dice=${shown} w=${w} h=${h} faint=${busy} adding=${adding} chosen=${chosen} choose=${choose} mark=${mark} />`}
    </div>
    ${may && !adding && shown.length > 0 && tray?.status !== "offered" && html`<p class="how tap-hint" id="tap-hint">${game ? tr("Tap a die in the picture to say which it is and what it shows.") : tr("Tap a die in the picture to change what it shows.")}</p>`}
    ${tray && html`<${Before} ...${{ tray, may, chosen, choose }} />`}
    <${Tools} view=${view} may=${may} adding=${adding} setAdding=${setAdding} act=${act} game=${game} />
    ${tooFlat(eye.quality.words) && sees(eye) && html`<${Flat} />`}
    ${eye.file && html`<${Shown} eye=${eye} file=${eye.file} may=${may} act=${act} toSource=${toSource} />`}
    ${children && html`<div class="below">${children}</div>`}
  </section>`;
}

/** @param {Pick<View, "eye" | "tray">} view */
function nothingHere(view) {
  if (view.eye.blind) return view.eye.blind;
  if (view.eye.file || view.eye.problem) return tr("Rolls can be typed in meanwhile.");
  if (view.eye.state === "no camera") return tr("Rolls can be typed in. Plug a camera in, or choose one under “Camera”.");
  return tr("The picture comes in a moment.");
}

/** @param {any} p */
function Tools({ view, may, adding, setAdding, act, game }) {
  const { eye, tray } = view;
  const meter = meterWords(eye);
  const canMark = may && !game && tray && tray.width > 0 && tray.status !== "discarded" && tray.status !== "offered";
  return html`<div class="tools">
    ${may && eye.virtual && html`<button class="main" id="throw" onClick=${() => act({ do: "throw" })}>Throw the dice</button>`}
    ${canMark && html`<button id="add" aria-pressed=${adding ? "true" : "false"} onClick=${() => setAdding(!adding)}>${adding ? tr("Tap where it lies…") : tr("Mark a missed die")}</button>`}
    ${may && sees(eye) && !eye.file && html`<button class="quiet" id="look" onClick=${() => act({ do: "look" })}>Read again</button>`}
    <span class=${meter.good ? "meter" : "meter warn"}>${meter.words}</span>
  </div>`;
}

/**
 * What was read in a file, and what can be done with it.
 * @param {{eye: import("./messages.js").EyeView, file: import("./messages.js").File, may: boolean, act: (act: import("./messages.js").Act) => void, toSource?: () => void}} p
 */
function Shown({ eye, file, may, act, toSource }) {
  const none = file.over && file.kind === "picture" && file.dice === 0 && sees(eye);
  return html`<div class="shown" id="file">
    <p><strong id="file-name">${file.name}</strong>${file.of > 1 ? ` · ${tr("picture {n} of {of}", { n: file.n, of: file.of })}` : ""}${file.over ? html` · <span id="file-read">${eyeWords({ ...eye, state: eye.state === "asking" ? "settled" : eye.state })}</span>` : ""}</p>
    ${none && eye.quality.good && html`<p class="how">Take the picture from above, near enough that each die is easy to see, with the whole tray in it.</p>`}
    ${may && html`<div class="row"><button id="again" onClick=${() => act({ do: "again" })}>Again</button>
      ${file.n < file.of && html`<button class="main" id="next" onClick=${() => act({ do: "next" })}>Next picture</button>`}
      ${toSource ? html`<button class="quiet" id="other" onClick=${toSource}>Choose another source</button>` : html`<a class="button quiet" href="./">Choose another source</a>`}</div>`}
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
      ${dice.map((/** @type {DieView} */ d) => html`<${Mark} key=${`${tray.id}-${d.n}`} d=${d} w=${w} h=${h} chosen=${chosen === d.n} choose=${() => !adding && choose(d.n)} />`)}
      <g class="flags" aria-hidden="true">${dice.map((/** @type {DieView} */ d) => html`<${Flag} key=${`${tray.id}-${d.n}`} d=${d} dice=${dice} size=${size} w=${w} h=${h} />`)}</g>
    </g>
  </svg>`;
}

/** A die's outline: press it to change what it shows. @param {{d: DieView, w: number, h: number, chosen: boolean, choose: () => void}} p */
function Mark({ d, w: wide, h: high, chosen, choose }) {
  const [x, y, bw, bh] = d.box;
  const outline = d.outline.length > 2 ? d.outline : [[x, y], [x + bw, y], [x + bw, y + bh], [x, y + bh]];
  const points = outline.map((p) => p.join(",")).join(" ");
  /** @param {KeyboardEvent} e */
  const key = (e) => {
    if (e.key !== "Enter" && e.key !== " ") return;
    e.preventDefault();
    choose();
  };
  return html`<g class=${`mark${d.asks ? " asks" : ""}${chosen ? " chosen" : ""}`} role="button" tabindex="0" data-die=${d.n}
      aria-label=${tr("{die}. Press to change.", { die: dieWords(d, placeWords(d.box, wide, high)) })} onClick=${choose} onKeyDown=${key}>
    <polygon class="under" points=${points} /><polygon class="line" points=${points} />
  </g>`;
}

/** What a die shows, beside it. @param {{d: DieView, dice: DieView[], size: number, w: number, h: number}} p */
function Flag({ d, dice, size, w, h }) {
  const words = d.asks ? "?" : d.shows || valueWords(d.shape ?? "", d.value);
  const wide = size * (words.length > 2 ? 0.62 * words.length + 0.6 : words.length > 1 ? 1.7 : 1.25), high = size * 1.3;
  const [cx, cy] = place(d, dice, wide, high, w, h);
  return html`<g class=${d.asks ? "asks" : ""}>
    <rect class="flag" x=${cx - wide / 2} y=${cy - high / 2} width=${wide} height=${high} rx=${size * 0.35} />
    <text x=${cx} y=${cy} font-size=${size}>${words}</text>
  </g>`;
}

/**
 * The middle of a free place for a flag: above its die, below, right or left of it; above if none is free.
 * @param {DieView} d @param {DieView[]} dice @param {number} wide @param {number} high @param {number} w @param {number} h
 * @returns {[number, number]}
 */
function place(d, dice, wide, high, w, h) {
  const [x, y, bw, bh] = d.box;
  const gap = high * 0.08;
  /** @type {[number, number][]} */
  const spots = [[x + bw / 2, y - high / 2 - gap], [x + bw / 2, y + bh + high / 2 + gap], [x + bw + wide / 2 + gap, y + bh / 2], [x - wide / 2 - gap, y + bh / 2]];
  const free = spots.find(([cx, cy]) => cx > wide / 2 && cx < w - wide / 2 && cy > high / 2 && cy < h - high / 2 &&
    !dice.some((o) => o.n !== d.n && Math.abs(o.box[0] + o.box[2] / 2 - cx) < (o.box[2] + wide) / 2 && Math.abs(o.box[1] + o.box[3] / 2 - cy) < (o.box[3] + high) / 2));
  const [cx, cy] = free ?? spots[0];
  return [Math.min(Math.max(cx, wide / 2 + 2), w - wide / 2 - 2), Math.min(Math.max(cy, high / 2 + 2), h - high / 2 - 2)];
}
