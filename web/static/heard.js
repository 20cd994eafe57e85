// What the rules and the table say in English, in the page's language. A sentence's id is the English sentence with places:
// "{a} loses {b}: {n} left." The arguments are what stands in the places. A sentence that isn't known as a whole stays English.

/** @typedef {import("./language.js").Words} Words */
/** @typedef {{literals: string[], places: string[], part: string, weight: number, words: Words}} T */
/** @typedef {string | null} Said */
/** @typedef {(text: string, names?: readonly string[]) => string} Heard names: texts that are names, whatever they look like */
/** @typedef {(text: string, deep: number) => Said} Say */

const ends = /(?<=[.?!]) (?=[\p{Lu}“])/u; // between sentences
const most = 4000; // sentences that are remembered
const mostSteps = 4000; // to look for one: a sentence that takes more stays English
const aNumber = /^[+−-]?\d+$/u;
/** What is printed: a name. Its words begin with capitals, or are those that stand in names. */
const aName = /^(?:[\p{Lu}\d(“"?]|[vr]\d)[^\s]*(?: (?:[\p{Lu}\d(“"&+−–-][^\s]*|of|the|and|in|de|von|van|o'))*$/u;
/** Words that begin an English sentence. None of them is a name unless somebody has it: "It shows nothing" says nothing of one called It. */
const noName = /^(?:It|Its|They|Their|Them|This|That|These|Those|He|She|His|Her|You|Your|We|Our|Nobody|Somebody|Everybody|Nothing|Something|Everything|There|Here|The|An|All|Both|Each|Every|Either|Neither|Some|Any|None|No|Not|What|Who|Whoever|Which|When|Where|Why|How|If|Only|Nor|And|But|Or|So|Then)$/u;

/** Whether a text looks like a name. @param {string} text */
const named = (text) => aName.test(text) && !noName.test(text);
/** An id of the rules that stands for a place or a die ("home-ann"); the page puts its name there. */
const anID = /^[a-z]+(?:-[a-z0-9]+)+$/u;
/** What every language writes so. */
const forms = ["{a} ({b})", "{n} {a}", "{a} {n}", "{a}, and {b}", "{a} = {b}"];
const behind = /^(.+?) ((?:at|from|on|that shows|until) .+)$/u;
/** Printed on dice, although a form would fit: "Ring of Stars". */
const anItem = /^\p{Lu}\p{L}+ of \p{Lu}\p{L}+$/u;
const figures = /^[\d?+−-][\d\s,.+−×=?-]*$/u;
/** A place that holds anything: what a person, the system or another program calls so. It is said if it is known. */
const anything = /^[s-z]$/u;
const aDie = /^d(?:\d+|F)$/u;
/** What stands around the place of a face. */
const aheadOfFace = /\b(?:shows|read as|brings one more:|is rolled again:) $/u, behindFace = /^ is rolled again:/u;
/** A face with an icon that somebody named in small letters: "star", "2 burning star", "star 3". What could be the rest of a sentence is none. */
const aFace = /^(?:\d+ )?(?!.*\b(?:an?|the|its?|itself|nothing|anything|everything|something|none|no|not|how|what|which|that|is|are|and|or|of|now|all|one|any|more|less|to|for|with|in|on)\b)\p{L}[\p{L}\d'’-]*(?: [\p{L}\d'’-]+){0,2}$/u;

/** @param {string} key @param {Words} words @returns {T} */
function template(key, words) {
  const parts = key.split("||")[0].split(/\{(\w+)\}/u), literals = parts.filter((_, i) => i % 2 === 0);
  return { literals, places: parts.filter((_, i) => i % 2 === 1), part: literals.reduce((a, b) => (b.length > a.length ? b : a)), weight: literals.join("").length, words };
}

/**
 * Makes the function that says a sentence in a language. It returns null for one that it doesn't know.
 * @param {Record<string, Words>} words of the language, by their ids
 * @param {string} language
 * @returns {(...a: Parameters<Heard>) => Said}
 */
export function hearing(words, language) {
  const plural = new Intl.PluralRules(language), list = new Intl.ListFormat(language);
  const templates = [...Object.entries(words), ...forms.map((f) => /** @type {[string, Words]} */ ([f, f]))].filter(([key, w]) => key.includes("{") && w !== "").map(([key, w]) => template(key, w)).sort((a, b) => b.weight - a.weight);
  /** Printed names that a form with "of" would tear: "Finger of Death". */
  const items = Object.keys(words).filter((key) => key.includes(" of ") && words[key] === key);
  /** @type {Map<string, string | null>} */
  let known = new Map();
  /** What was found for the places of the current sentence. @type {Map<string, Said>} */
  const placed = new Map();
  let called = "", left = 0; // steps that a sentence may still take
  let tooDeep = false; // something was not looked at, because it stood too deep: elsewhere it may be known
  /** @type {Set<string>} */
  let printed = new Set();

  /** @param {T} t @param {string[]} args */
  const filled = (t, args) => {
    const n = Number(args[t.places.indexOf("n")]);
    const text = typeof t.words === "string" ? t.words : t.words[plural.select(Math.abs(n))] ?? t.words.other;
    return text.replace(/\{(\w+)\}/gu, (_, p) => args[t.places.indexOf(p)] ?? "");
  };

  /** One sentence of a known form. @type {Say} */
  const one = (text, deep) => {
    const own = Object.hasOwn(words, text) ? words[text] : "";
    if (typeof own === "string" && own !== "") return own;
    /** @type {{text: string, t: T} | null} */
    let best = null;
    for (const t of templates) {
      if (best && t.weight < best.t.weight) break;
      if (left < 0) return null;
      if (t.part === " of " && (anItem.test(text) || items.some((name) => text.includes(name)))) continue;
      if (!text.includes(t.part) || !text.startsWith(t.literals[0]) || !text.endsWith(t.literals[t.places.length])) continue;
      const args = met(t, text, t.literals[0].length, 0, deep);
      if (!args) continue;
      const said = filled(t, args);
      if (best && best.text !== said) return null; // it could be either
      best ??= { text: said, t };
    }
    return best?.text ?? null;
  };

  /** What stands behind a word without a blank: nothing, the sign of a plural, or more words. @type {Say} */
  const tail = (text, deep) => {
    const [, before, words, after] = /** @type {string[]} */ (/^([,:;]? ?)(.*?)([.?!]?)$/u.exec(text));
    if (words === "") return text;
    if (before === "") return words === "s" ? after : null;
    if (before === " " && /^\p{Lu}/u.test(words)) return null; // it would tear a name
    const said = argument(words, deep);
    return said === null ? null : before + said + after;
  };

  /** What stands in a template's places from number i on, said. @param {T} t @param {string} text @param {number} from @param {number} i @param {number} deep @returns {string[] | null} */
  const met = (t, text, from, i, deep) => {
    if (i === t.places.length) return from === text.length ? [] : null;
    left -= 1;
    const next = t.literals[i + 1], last = i + 1 === t.places.length, close = /(?:^|\p{L})$/u.test(t.literals[i]) && i > 0;
    const end = text.length - next.length;
    for (let to = last ? end : text.indexOf(next, from + Number(!close)); to >= from + Number(!close) && to <= end; to = last ? -1 : next === "" ? to + 1 : text.indexOf(next, to + 1)) {
      if (left < 0 || !text.startsWith(next, to)) return null;
      const arg = text.slice(from, to);
      if (ends.test(arg) && !/^ \p{Lu}/u.test(next)) continue; // no place holds several sentences, unless one follows
      if (t.literals[i].endsWith('"') && next.startsWith('"')) { // somebody's own words
        const after = arg.includes('"') ? null : met(t, text, to + next.length, i + 1, deep);
        if (after) return [arg, ...after];
        continue;
      }
      if (/^['’]s/u.test(next) && !printed.has(arg) && !named(arg)) continue; // somebody's
      const said = /^[nmkl]$/u.test(t.places[i]) ? (aNumber.test(arg) ? arg : null) : (close ? tail : argument)(arg, deep + 1) ?? (isFace(t, i) && aFace.test(arg) ? arg : null) ?? (anything.test(t.places[i]) && !ends.test(arg) && (t.literals[i] !== "" || !arg.includes(" ")) ? arg : null);
      const rest = said === null ? null : met(t, text, to + next.length, i + 1, deep);
      if (rest) return [/** @type {string} */ (said), ...rest];
    }
    return null;
  };

  /** Whether a face of a die stands in a template's place number i. @param {T} t @param {number} i */
  const isFace = (t, i) => aheadOfFace.test(t.literals[i]) || behindFace.test(t.literals[i + 1]);

  /** Parts, each said by itself. @param {string[]} parts @param {Say} say @param {number} deep @returns {string[] | null} */
  const each = (parts, say, deep) => {
    if (parts.length < 2) return null;
    const out = [];
    for (const p of parts) {
      const said = say(p, deep);
      if (said === null) return null;
      out.push(said);
    }
    return out;
  };

  /** @type {Say} */
  const sentence = (text, deep) => {
    if (deep > 6) tooDeep = true;
    if (deep > 6 || left < 0) return null;
    if (printed.has(text)) return text;
    const before = known.get(text);
    if (before !== undefined) return before;
    left -= 10; // it is compared with each form
    const outside = tooDeep;
    tooDeep = false;
    let said = one(text, deep);
    said ??= each(text.split(ends), sentence, deep + 1)?.join(" ") ?? null;
    if (said === null && text.includes(": ")) {
      const at = text.indexOf(": "), first = argument(text.slice(0, at), deep + 1), then = first === null ? null : argument(text.slice(at + 2), deep + 1);
      if (then !== null) said = `${first}: ${then}`;
    }
    if (said === null && /^\p{Lu}(?:\p{Ll}.*)? /u.test(text)) { // a reason that begins a sentence
      const small = one(text[0].toLowerCase() + text.slice(1), deep);
      if (small !== null) said = small[0].toUpperCase() + small.slice(1);
    }
    for (const by of ["; ", ", ", " + "]) said ??= each(text.split(by), argument, deep + 1)?.join(by) ?? null;
    if (said === null && text.endsWith(".")) { // results end with a stop
      const plain = argument(text.slice(0, -1), deep + 1);
      if (plain !== null) said = `${plain}.`;
    }
    if (known.size > most) known = new Map();
    if (left >= 0 && (said !== null || !tooDeep)) known.set(text, said);
    tooDeep ||= outside;
    return said;
  };

  /** What stands in a place: a number, a name, a sentence, several of them. @type {Say} */
  const argument = (text, deep) => {
    if (aNumber.test(text) || figures.test(text) || printed.has(text) || anID.test(text) || aDie.test(text)) return text;
    if (left < 0 || text !== text.trim()) return null;
    const before = placed.get(text);
    if (before !== undefined) return before;
    const outside = tooDeep;
    tooDeep = false;
    const said = inPlace(text, deep);
    if (left >= 0 && (said !== null || !tooDeep)) placed.set(text, said);
    tooDeep ||= outside;
    return said;
  };

  /** @type {Say} */
  const inPlace = (text, deep) => {
    const said = sentence(text, deep);
    if (said !== null) return said;
    const there = somewhere(text, deep);
    if (there) return there;
    const several = deep > 6 ? null : pair(text, deep) ?? each(text.split(" "), (t) => (figures.test(t) || aDie.test(t) ? t : typeof words[t] === "string" && words[t] !== "" ? /** @type {string} */ (words[t]) : null), deep)?.join(" ");
    if (several) return several;
    return named(text) ? text : null;
  };

  /** "Wall of Fog on home-bob". @type {Say} */
  const somewhere = (text, deep) => {
    const where = deep > 6 ? null : behind.exec(text);
    const first = where && argument(where[1], deep + 1), then = first && one(where[2], deep + 1);
    return then ? `${first} ${then}` : null;
  };

  /** Two with "and" between. @type {Say} */
  const pair = (text, deep) => {
    const two = each(text.split(/ and (?!.* and )/u), argument, deep + 1);
    return two && list.format(two);
  };

  return (text, names = []) => {
    if (text === "" || aNumber.test(text)) return text;
    const now = names.join("\n");
    if (now !== called) {
      called = now;
      printed = new Set(names);
      known = new Map();
    }
    if (printed.has(text) || figures.test(text)) return text;
    left = mostSteps;
    tooDeep = false;
    placed.clear();
    const said = sentence(text, 0) ?? somewhere(text, 0);
    if (said === null) known.set(text, null); // once is enough
    return said && /^\p{Lu}/u.test(text) ? said[0].toUpperCase() + said.slice(1) : said;
  };
}

/**
 * Fetches a language's catalogue. What it doesn't have, a page's own words may.
 * @param {string} language @param {Record<string, Words>} page
 */
export async function open(language, page) {
  const words = await fetch(new URL(`./heard/${language}.json`, import.meta.url)).then((r) => (r.ok ? r.json() : {})).catch(() => ({}));
  const known = hearing(words, language);
  const part = (/** @type {string} */ text, /** @type {readonly string[] | undefined} */ names) => known(text, names) ?? (typeof page[text] === "string" && !names?.includes(text) ? /** @type {string} */ (page[text]) : null);
  /** @type {Heard} */
  const heard = (text, names) => part(text, names) ?? text.split(ends).map((t) => part(t, names) ?? t).join(" ");
  return { known, heard };
}
