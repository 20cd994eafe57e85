// Reads from the address what an overlay shows and how, and makes the address of a choice.
import { usualGreat, wrongGreat } from "./great.js";
import { tr } from "../language.js";

/** @typedef {{as: string, color: string}} Player */

/**
 * @typedef {object} Choices
 * @property {string} layout
 * @property {string[]} parts in the order in which they are shown
 * @property {string} theme
 * @property {string[]} corner
 * @property {number} size
 * @property {number} delay s
 * @property {number} stay s for which a roll is shown, 0 until the next one
 * @property {number} lines of the log
 * @property {string} table
 * @property {string} font
 * @property {Record<string, string>} colors CSS colours by the name of what they colour
 * @property {Record<string, Player>} players by the name that the table gives them
 * @property {string[]} great what is highlighted
 * @property {string[]} wrong sentences about choices that aren't valid
 */

/** The layouts: the parts that each has if none are chosen, and its corner. @type {Record<string, {parts: string[], corner: string[]}>} */
export const layouts = {
  plate: { parts: ["dice", "total"], corner: ["low", "left"] },
  lower: { parts: ["dice", "total"], corner: ["low", "middle"] },
  corner: { parts: ["dice", "total"], corner: ["low", "right"] },
  side: { parts: ["board", "dice", "total", "question"], corner: ["right"] },
  full: { parts: ["board", "dice", "total", "question", "log"], corner: ["middle"] },
  ticker: { parts: ["log"], corner: ["low", "middle"] },
};

export const themes = ["dark", "light", "felt", "clear"];
export const corners = ["low", "high", "left", "middle", "right"];
/** What can have its own colour, and the variable that holds it. @type {Record<string, string>} */
export const colored = { ink: "--ov-ink", back: "--ov-plate", soft: "--ov-soft", line: "--ov-line", mark: "--ov-great", behind: "--ov-behind" };
const known = ["table", "layout", "parts", "theme", "corner", "size", "delay", "stay", "lines", "font", "great", "player", ...Object.keys(colored), "at", "dice", "text", "plate"];
const hex = /^(?:[0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{8})$/i;

/** @param {string} search @param {string[]} parts that there are @returns {Choices} */
export function choicesIn(search, parts) {
  const q = new URLSearchParams(search);
  /** @type {string[]} */
  const wrong = [];
  /** @param {string} name @param {number} usual @param {number} least @param {number} most */
  const number = (name, usual, least, most) => {
    const text = q.get(name);
    const n = Number(text);
    if (text === null || text === "") return usual;
    if (Number.isFinite(n) && n >= least && n <= most) return n;
    wrong.push(tr("{name}={text}: it must be a number from {least} to {most}", { name, text, least, most }));
    return usual;
  };
  /** @param {string} name @param {string[]} words @param {string[]} may */
  const among = (name, words, may) => words.filter((w) => {
    if (!may.includes(w)) wrong.push(tr("{name}={w}: there is {may}", { name, w, may: may.join(", ") }));
    return may.includes(w);
  });
  for (const name of new Set(q.keys())) {
    if (!known.includes(name)) wrong.push(tr("{name} means nothing: there is {known}", { name, known: known.slice(0, -4).join(", ") }));
  }
  const layout = among("layout", split(q.get("layout"), ","), Object.keys(layouts))[0] ?? "plate";
  const asked = among("parts", split(q.get("parts"), ","), parts);
  let shown = asked.length > 0 ? asked : layouts[layout].parts.filter((p) => parts.includes(p));
  if (q.get("dice") === "no") shown = shown.filter((p) => p !== "dice");
  if (q.get("text") === "yes" && !shown.includes("trail")) shown = [...shown, "trail"];
  const corner = among("corner", split(q.get("corner") ?? q.get("at"), "-"), corners);
  const theme = among("theme", split(q.get("theme"), ","), themes)[0] ?? (q.get("plate") === "no" ? "clear" : "dark");
  /** @param {string} name @param {string | null} text */
  const color = (name, text) => {
    if (!text) return "";
    if (hex.test(text)) return `#${text}`;
    wrong.push(tr("{name}={text}: a colour is written as 3, 6 or 8 hexadecimal digits, like c33030", { name, text }));
    return "";
  };
  const colors = Object.fromEntries(Object.keys(colored).map((name) => [name, color(name, q.get(name))]).filter(([, c]) => c));
  const players = Object.fromEntries(q.getAll("player").map((text) => {
    const [name, as = "", tint = ""] = text.split("|");
    return [name, { as, color: color(`player ${name}`, tint) }];
  }));
  const great = split(q.get("great") ?? usualGreat.join(","), ",").filter((g) => g !== "no");
  wrong.push(...great.map(wrongGreat).filter(Boolean));
  return {
    layout, parts: shown, theme, corner: corner.length > 0 ? corner : layouts[layout].corner, size: number("size", 1, 0.3, 6),
    delay: number("delay", 0, 0, 60), stay: number("stay", 0, 0, 600), lines: number("lines", 4, 1, 12), table: q.get("table") ?? "",
    font: (q.get("font") ?? "").replace(/["\\;{}]/g, ""), colors, players, great: great.filter((g) => !wrongGreat(g)), wrong,
  };
}

/** @param {string | null} text @param {string} by */
const split = (text, by) => (text ?? "").split(by).map((w) => w.trim()).filter(Boolean);

/** A player's name on the air. @param {Choices | undefined} choices @param {string} name */
export const called = (choices, name) => choices?.players[name]?.as || name;
