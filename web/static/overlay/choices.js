// What an overlay shows and how, from its address.

/**
 * @typedef {object} Choices
 * @property {string[]} parts in the order in which they are shown
 * @property {string} theme
 * @property {string[]} corner
 * @property {number} size
 * @property {number} delay s
 * @property {number} lines of the log
 * @property {string} table
 * @property {string[]} wrong sentences about choices that mean nothing
 */

const themes = ["dark", "light", "felt", "clear"];
const corners = ["low", "high", "left", "middle", "right"];
const known = ["table", "parts", "theme", "corner", "size", "delay", "lines", "at", "dice", "text", "plate"];

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
    wrong.push(`${name}=${text}: it must be a number from ${least} to ${most}`);
    return usual;
  };
  /** @param {string} name @param {string[]} words @param {string[]} may */
  const among = (name, words, may) => words.filter((w) => {
    if (!may.includes(w)) wrong.push(`${name}=${w}: there is ${may.join(", ")}`);
    return may.includes(w);
  });
  for (const name of q.keys()) {
    if (!known.includes(name)) wrong.push(`${name} means nothing: there is ${known.slice(0, 7).join(", ")}`);
  }
  const asked = among("parts", split(q.get("parts"), ","), parts);
  let shown = asked.length > 0 ? asked : ["dice", "total"];
  if (q.get("dice") === "no") shown = shown.filter((p) => p !== "dice");
  if (q.get("text") === "yes" && !shown.includes("trail")) shown = [...shown, "trail"];
  const corner = among("corner", split(q.get("corner") ?? q.get("at"), "-"), corners);
  const theme = among("theme", split(q.get("theme"), ","), themes)[0] ?? (q.get("plate") === "no" ? "clear" : "dark");
  return {
    parts: shown, theme, corner: corner.length > 0 ? corner : ["low", "left"], size: number("size", 1, 0.3, 6),
    delay: number("delay", 0, 0, 60), lines: number("lines", 4, 1, 12), table: q.get("table") ?? "", wrong,
  };
}

/** @param {string | null} text @param {string} by */
const split = (text, by) => (text ?? "").split(by).map((w) => w.trim()).filter(Boolean);
