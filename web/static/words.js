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

/** @param {EyeView} eye */
export function meterWords(eye) {
  if (eye.state === "no camera") return { good: true, words: "" };
  const words = eye.quality.words ?? [];
  if (!eye.quality.good && words.length > 0) return { good: false, words: `Picture: ${words.join(", ")}` };
  return { good: true, words: eye.quality.good ? "Picture: good" : "" };
}

/** @param {DieView} d */
export function dieWords(d) {
  const what = d.as || d.shape || "die";
  if (d.shows && !d.asks) return `${what} shows ${d.shows}`;
  if (d.asks) return `${what}, not sure${d.value === null ? "" : `, perhaps ${d.value}`}`;
  const how = d.how === "read" ? "" : d.how === "confirmed" ? ", confirmed" : ", set by hand";
  return `${what} shows ${d.value ?? "nothing known"}${how}`;
}

/** @param {number} n @param {string} one @param {string} many */
export const counted = (n, one, many) => `${n} ${n === 1 ? one : many}`;

/** @param {string} at RFC 3339 */
export function clock(at) {
  const t = new Date(at);
  return Number.isNaN(t.getTime()) ? "" : t.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
}
