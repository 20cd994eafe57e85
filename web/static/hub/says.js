// What the hub says in few words, in the page's language: how a game ended, what a roll is called, what decides between equals. Names stay as they are.
import { heard, listed, tr } from "../language.js";

/** @type {Record<string, string>} */
const fixed = {
  drawn: tr("drawn"), over: tr("over"), "no opponent": tr("no opponent"), counting: tr("counting"), "a natural 20": tr("a natural 20"), Swiss: tr("Swiss"),
  "opponents’ points": tr("opponents’ points"), "points of those beaten": tr("points of those beaten"), "games won": tr("games won"), "sum of the rolls": tr("sum of the rolls"), "best roll": tr("best roll"),
  typed: tr("typed"), camera: tr("camera"), "camera and typed": tr("camera and typed"),
};

/** @type {[RegExp, (m: RegExpExecArray) => string][]} */
const forms = [
  [/^(.+) won$/u, (m) => tr("{name} won", { name: m[1] })],
  [/^roll (\d+)$/u, (m) => tr("roll {n}", { n: m[1] })],
  [/^roll (\d+) of the event$/u, (m) => tr("roll {n} of the event", { n: m[1] })],
  [/^game (\d+), entry (\d+)$/u, (m) => tr("game {n}, entry {m}", { n: m[1], m: m[2] })],
  [/^all (\d+) dice show their highest$/u, (m) => (m[1] === "2" ? tr("both dice show their highest") : tr("all {n} dice show their highest", { n: m[1] }))],
  [/^all (\d+) dice show (.+)$/u, (m) => tr("all {n} dice show {shows}", { n: m[1], shows: heard(m[2]) })],
];

/** @param {string} text */
export function said(text) {
  if (Object.hasOwn(fixed, text)) return fixed[text];
  for (const [form, say] of forms) {
    const m = form.exec(text);
    if (m) return say(m);
  }
  return heard(text);
}

/** The winners that a text names, of those who played; null if it doesn't. Names may have "and" in them. @param {string} text @param {string[]} names @returns {string[] | null} */
function winners(text, names) {
  for (const name of names) {
    if (text === name) return [name];
    const rest = text.startsWith(`${name} and `) ? winners(text.slice(name.length + 5), names) : null;
    if (rest) return [name, ...rest];
  }
  return null;
}

/** How a game ended, and names are those who played it. @param {string} text @param {string[]} names */
export function ended(text, names) {
  const won = text.endsWith(" won") ? winners(text.slice(0, -4), names) : null;
  return won && won.length > 1 ? tr("{names} won", { names: listed(won) }) : said(text);
}

/** What decides between equals, one after the other. @param {string[]} ties */
export const inTurn = (ties) => ties.map(said).join(tr(", then "));

/** How a game ended for one player, as the log has it. @type {Record<string, (name: string) => string>} */
const ends = { won: (name) => tr("{name} won", { name }), drawn: (name) => tr("{name} drew", { name }), lost: (name) => tr("{name} lost", { name }) };

/** A line of what was done. @param {string} what */
export function logged(what) {
  const result = /^(entered the result of .+ in round \d+: )(.+)$/u.exec(what);
  if (result) return heard(result[1] + result[2].split(", ").map((p) => p.replace(/^(.+) (won|drawn|lost)(?=$| \()/u, (_, name, how) => ends[how](name))).join(", "));
  return heard(what.replace(/^(set the event up: )(Swiss)(?=,)/u, (_, before, system) => before + said(system)));
}
