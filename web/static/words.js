// What the page says, in one place.

/** @typedef {import("./messages.js").DieView} DieView */
/** @typedef {import("./messages.js").EyeView} EyeView */

/** @type {Record<string, string>} */
const states = {
  empty: "Ready: throw the dice",
  moving: "Dice are rolling",
  settled: "Counted",
  reading: "Reading",
  asking: "Needs you",
  "hand in tray": "A hand is in the tray",
  blocked: "The view is blocked",
  "too dark": "Too dark",
  "no camera": "No camera",
};

/** @param {string} state */
export const stateWords = (state) => states[state] ?? state;

/**
 * What goes on over the tray: what a file held once it was seen whole, or what goes on under the camera.
 * @param {EyeView} eye
 */
export function eyeWords(eye) {
  if (eye.blind) return "No OpenCV";
  if (eye.teaching) return "For teaching";
  if (eye.offered && eye.state === "settled") return "Not counted yet";
  if (!eye.file) return stateWords(eye.state);
  if (eye.state === "no camera") return eye.file.kind === "clip" ? "The clip can’t be shown" : "The picture can’t be shown";
  return eye.file.over && eye.state !== "asking" ? fileWords(eye.file) : stateWords(eye.state);
}

/** @param {import("./messages.js").File} file */
function fileWords(file) {
  if (file.kind === "clip") return file.rolls > 0 ? `The clip is over: ${counted(file.rolls, "roll", "rolls")} read` : "The clip is over: no roll was seen";
  return file.dice > 0 ? `Read: ${counted(file.dice, "die", "dice")}` : "No die was found in this picture";
}

/** The looks of a state's words. @param {EyeView} eye */
export const eyeClass = (eye) => `state ${eye.file?.over && eye.file.kind === "picture" && eye.file.dice === 0 ? "blocked" : eye.state.replaceAll(" ", "-")}`;

/** @param {EyeView} eye */
export function meterWords(eye) {
  if (eye.state === "no camera") return { good: true, words: "" };
  const words = eye.quality.words ?? [];
  if (!eye.quality.good && words.length > 0) return { good: false, words: `Picture: ${words.join(", ")}` };
  return { good: true, words: eye.quality.good ? "Picture: good" : "" };
}

/** Whether what is said of a picture is that its camera looks too flat. @param {string[] | null | undefined} words */
export const tooFlat = (words) => (words ?? []).some((w) => w.startsWith("too flat:"));

/**
 * A die for people: its colour, what it is, where it lies, and what it shows.
 * @param {DieView} d @param {string} [place]
 */
export function dieWords(d, place = "") {
  const what = [[d.as ? "" : d.colors?.[0], d.as || d.shape || "die"].filter(Boolean).join(" "), place].filter(Boolean).join(", ");
  const shows = place ? ", shows" : " shows";
  if (d.shows && !d.asks) return `${what}${shows} ${d.shows}`;
  if (d.asks) return `${what}, not sure${d.value === null ? "" : `, perhaps ${d.value}`}`;
  const how = d.how === "read" ? "" : d.how === "confirmed" ? ", confirmed" : ", set by hand";
  return `${what}${shows} ${d.value ?? "nothing known"}${how}`;
}

/**
 * Where something lies in a picture: "upper left", "middle".
 * @param {number[]} box x, y, width, height @param {number} w @param {number} h
 */
export function placeWords([x, y, bw, bh], w, h) {
  const third = (/** @type {number} */ at, /** @type {number} */ of) => Math.min(2, Math.max(0, Math.floor((3 * at) / of)));
  const down = ["upper", "", "lower"][third(y + bh / 2, h)], across = ["left", "", "right"][third(x + bw / 2, w)];
  return [down, across || (down ? "middle" : "")].filter(Boolean).join(" ") || "middle";
}

/** @param {number} n @param {string} one @param {string} many */
export const counted = (n, one, many) => `${n} ${n === 1 ? one : many}`;

/** @param {string} at RFC 3339 */
export function clock(at) {
  const t = new Date(at);
  return Number.isNaN(t.getTime()) ? "" : t.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
}
