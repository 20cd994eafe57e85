// What the page says, in one place.
import { heard, language, tr, trn } from "./language.js";

/** @typedef {import("./messages.js").DieView} DieView */
/** @typedef {import("./messages.js").EyeView} EyeView */

/** @type {Record<string, string>} */
const states = {
  empty: tr("Ready: throw the dice"),
  moving: tr("Dice are rolling"),
  settled: tr("Counted"),
  reading: tr("Reading"),
  asking: tr("Needs you"),
  "hand in tray": tr("A hand is in the tray"),
  blocked: tr("The view is blocked"),
  "too dark": tr("Too dark"),
  "no camera": tr("No camera"),
  starting: tr("Starting"),
};

/** Whether a camera, a file or the virtual table is seen. @param {{state: string}} eye */
export const sees = (eye) => eye.state !== "no camera" && eye.state !== "starting";

/** The same, shorter: what the state is called. @type {Record<string, string>} */
const names = {
  empty: tr("empty"),
  moving: tr("moving"),
  settled: tr("settled"),
  reading: tr("reading"),
  asking: tr("asking"),
  "hand in tray": tr("hand in tray"),
  blocked: tr("blocked"),
  "too dark": tr("too dark"),
  "no camera": tr("no camera"),
  starting: tr("starting"),
};

/** What a state is called. @param {string} state */
export const stateName = (state) => names[state] ?? state;

/** @type {Record<string, string>} */
const sources = { "virtual table": tr("virtual table"), "pictures from a phone": tr("pictures from a phone") };

/** What is looked at. A camera stays as it calls itself. @param {string} source */
export const sourceName = (source) => sources[source] ?? source;

/** @param {string} state */
export const stateWords = (state) => states[state] ?? state;

/**
 * What goes on over the tray: what was read in a file, or what goes on under the camera.
 * @param {EyeView} eye
 */
export function eyeWords(eye) {
  if (eye.blind) return tr("No OpenCV");
  if (eye.teaching) return tr("For teaching");
  if (eye.offered && eye.state === "settled") return tr("Not counted yet");
  if (!eye.file) return stateWords(eye.state);
  if (eye.state === "no camera") return eye.file.kind === "clip" ? tr("The clip can’t be shown") : tr("The picture can’t be shown");
  return eye.file.over && eye.state !== "asking" ? fileWords(eye.file) : stateWords(eye.state);
}

/**
 * The same in a game, which asks for a throw only while it waits for a roll.
 * @param {EyeView} eye @param {boolean} rolling
 */
export const gameEyeWords = (eye, rolling) => (rolling || eye.blind || eye.teaching || eye.file || eye.state !== "empty" ? eyeWords(eye) : tr("Ready"));

/** @param {import("./messages.js").File} file */
function fileWords(file) {
  if (file.kind === "clip") return file.rolls > 0 ? trn(file.rolls, "The clip is over: {n} roll read", "The clip is over: {n} rolls read") : tr("The clip is over: no roll was seen");
  return file.dice > 0 ? trn(file.dice, "Read: {n} die", "Read: {n} dice") : tr("No die was found in this picture");
}

/** The looks of a state's words. @param {EyeView} eye */
export const eyeClass = (eye) => `state ${eye.file?.over && eye.file.kind === "picture" && eye.file.dice === 0 ? "blocked" : eye.state.replaceAll(" ", "-")}`;

/** @param {EyeView} eye */
export function meterWords(eye) {
  if (!sees(eye)) return { good: true, words: "" };
  const words = eye.quality.words ?? [];
  if (!eye.quality.good && words.length > 0) return { good: false, words: tr("Picture: {words}", { words: words.map((w) => heard(w)).join(", ") }) };
  return { good: true, words: eye.quality.good ? tr("Picture: good") : "" };
}

/** Whether the words say that the camera looks too flat. @param {string[] | null | undefined} words */
export const tooFlat = (words) => (words ?? []).some((w) => w.startsWith("too flat:"));

/**
 * A die for people: its colour, what it is, where it lies, and what it shows.
 * @param {DieView} d @param {string} [place]
 */
export function dieWords(d, place = "") {
  const what = [[d.as ? "" : d.colors?.[0], d.as || d.shape || tr("die")].filter(Boolean).join(" "), place].filter(Boolean).join(", ");
  if (d.shows && !d.asks) return place ? tr("{what}, shows {value}", { what, value: d.shows }) : tr("{what} shows {value}", { what, value: d.shows });
  if (d.asks) return d.value === null ? tr("{what}, not sure", { what }) : tr("{what}, not sure, perhaps {value}", { what, value: d.value });
  const value = d.value ?? tr("nothing known");
  const said = place ? tr("{what}, shows {value}", { what, value }) : tr("{what} shows {value}", { what, value });
  return d.how === "read" ? said : d.how === "confirmed" ? tr("{said}, confirmed", { said }) : tr("{said}, set by hand", { said });
}

const places = [[tr("upper left"), tr("upper middle"), tr("upper right")], [tr("left"), tr("middle"), tr("right")], [tr("lower left"), tr("lower middle"), tr("lower right")]];

/**
 * Where something lies in a picture: "upper left", "middle".
 * @param {number[]} box x, y, width, height @param {number} w @param {number} h
 */
export function placeWords([x, y, bw, bh], w, h) {
  const third = (/** @type {number} */ at, /** @type {number} */ of) => Math.min(2, Math.max(0, Math.floor((3 * at) / of)));
  return places[third(y + bh / 2, h)][third(x + bw / 2, w)];
}

/** @param {number} n @param {string} one @param {string} many */
export const counted = (n, one, many) => trn(n, `{n} ${one}`, `{n} ${many}`);

/** @param {string} at RFC 3339 */
export function clock(at) {
  const t = new Date(at);
  return Number.isNaN(t.getTime()) ? "" : t.toLocaleTimeString(language, { hour: "2-digit", minute: "2-digit" });
}
