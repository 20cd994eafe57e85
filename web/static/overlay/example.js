// A sample roll, shown while an overlay is chosen and nothing was rolled yet. It is never on the air.
import { tr } from "../language.js";

/** @type {any} */
export const example = {
  game: null, asks: [], dice: [], by: "", corrected: false, result: null, told: [], roll: 1, throw: 0,
  count: { teams: [], seats: [{ name: tr("Ann"), team: "", total: 31, up: false }, { name: tr("Ben"), team: "", total: 24, up: true }] },
  rolls: [
    { n: 2, seat: tr("Ann"), total: 26, text: "", corrected: false, lines: [{ text: "26 = 20 + 6", after: 26 }], dice: [{ shape: "d20", value: 20, colors: ["blue"] }, { shape: "d6", value: 6, colors: ["red"] }] },
    { n: 1, seat: tr("Ben"), total: 9, text: "", corrected: false, lines: [], dice: [] },
  ],
};
