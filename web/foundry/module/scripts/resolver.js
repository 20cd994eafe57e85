// The window that has a roll's dice rolled at the table. Foundry asks it for dice as it works the roll out, and goes on
// with what it is handed: keeping, exploding and rolling again is Foundry's.
import { Errand, many, shapeOf } from "./errand.js";
import { tell } from "./later.js";
import { patience, player, table } from "./settings.js";
import { ID, element, heard, say } from "./words.js";

/** @typedef {import("../../foundry").DiceTerm} DiceTerm */
/** @typedef {import("../../foundry").TermResult} TermResult */
/**
 * A die of the roll: fetched from the table or typed. by says who it came from in the end, result is what Foundry has of it.
 * @typedef {{term: DiceTerm, shape: string, value: number | null, typed: string, by: "table" | "hand" | "program", result: TermResult | null}} Die
 */
/**
 * Dice that Foundry waits for.
 * @typedef {{dice: Die[], errand: Errand | null, typing: boolean, news: number, hush: boolean, end: (why: Error | null) => void}} Batch
 */

/** What may be typed for a die: its lowest and its highest number. @param {Die} d @returns {[number, number]} */
const range = (d) => (d.shape === "dF" ? [-1, 1] : d.shape === "coin" ? [0, 1] : [1, d.term.faces ?? 1]);

/** What a die shows, in words. @param {string} shape @param {number} value */
function shows(shape, value) {
  if (shape === "coin") return say(value === 1 ? "Coin.heads" : "Coin.tails");
  if (shape === "dF") return { "-1": "−", 0: "0", 1: "+" }[value] ?? `${value}`;
  return `${value}`;
}

/** A die's name, for people. @param {string} shape */
const named = (shape) => (shape === "coin" ? say("Coin.name") : shape);

/** Dice in words, for people: "2d20 + d6". @param {import("./errand.js").Fetched[]} dice */
const words = (dice) => many(dice).map(([shape, n]) => (n === 1 ? named(shape) : shape === "coin" ? `${n} × ${named(shape)}` : `${n}${shape}`)).join(" + ");

/** A sentence of the table's, in the language of whoever reads it. @param {string} text */
function doubt(text) {
  const p = element("p", { class: "astragal-doubt" }, text);
  void heard(text).then((said) => (p.textContent = said));
  return p;
}

/** The windows whose rolls wait for dice. @type {Set<Resolver>} */
export const waiting = new Set();

export class Resolver extends foundry.applications.dice.RollResolver {
  static DEFAULT_OPTIONS = {
    id: "astragal-resolver-{id}", tag: "div", classes: ["astragal"], window: { title: "ASTRAGAL.Window.Title", icon: "fa-solid fa-dice-d20" },
    position: { width: 440, height: /** @type {"auto"} */ ("auto") },
  };

  /** Foundry's own template isn't used. @type {Record<string, object>} */
  static PARTS = {};

  /** @type {Set<Batch>} */
  #open = new Set();
  /** Who rolls what is still missing, if somebody chose that for this roll: "" for the table. @type {"" | "hand" | "program"} */
  #instead = "";
  /** Somebody closed the window. */
  #leaving = false;
  #late = false;
  /** Dice that didn't come from the table. @type {Die[]} */
  #others = [];
  #clock = 0;
  #body = element("div", { class: "astragal-body" });
  #status = element("p", { class: "astragal-status", role: "status" });
  #alarm = element("p", { class: "astragal-alarm", role: "alert" });
  #over = false;

  // What Foundry asks for

  async awaitFulfillment() {
    await this.#fill(this.roll.terms);
  }

  /** @param {DiceTerm} term */
  async addTerm(term) {
    await this.#fill([term]);
  }

  /**
   * One die more, because another one exploded or is rolled again. Without an answer Foundry rolls it.
   * @param {DiceTerm} term @param {string} method @param {{reroll?: boolean, explode?: boolean}} [how]
   */
  async resolveResult(term, method, { reroll = false, explode = false } = {}) {
    const die = this.#die(term, method);
    if (!die) { // no table can be asked for it
      const odd = { ...this.#plain(term), by: /** @type {const} */ ("program"), value: term.randomFace() };
      this.#others.push(odd);
      return odd.value;
    }
    const why = reroll ? "For.reroll" : explode ? "For.explode" : "For.more";
    await this.#fetch([die], say(why, { of: term.expression === this.roll.formula ? this.#what() : `${this.#what()}, ${term.expression}` }));
    return die.value ?? undefined; // Foundry keeps this number, so a correction of it comes too late
  }

  /** Foundry hands over what another device rolled. Nothing here waits for that. */
  registerResult() {
    return false;
  }

  _checkDone() {}

  _toggleSubmission() {}

  /** @param {object} [options] */
  async close(options = {}) {
    if (this.#open.size > 0) { // Foundry still waits: somebody closed the window
      this.#leaving = true;
      this.#draw();
      return this;
    }
    this.#over = true;
    clearTimeout(this.#clock);
    this.#rolls().RESOLVERS.delete(this.roll);
    this.#tellOthers();
    // What Foundry's own window does here would add dice to the roll.
    await foundry.applications.api.ApplicationV2.prototype.close.call(this, options);
    return this;
  }

  // How dice are got

  #rolls() {
    return /** @type {import("../../foundry").RollClass} */ (/** @type {unknown} */ (this.roll.constructor));
  }

  /** What the roll is for. */
  #what() {
    const alias = CONFIG.ChatMessage.documentClass.getSpeaker().alias ?? "";
    const of = [this.roll.options?.flavor, alias !== player() && alias !== game.user.name ? alias : ""].filter(Boolean).join(", ");
    return of ? `${this.roll.formula} (${of})` : this.roll.formula;
  }

  /** @param {DiceTerm} term */
  #method(term) {
    const chosen = /** @type {Record<string, string> | null} */ (game.settings.get("core", "diceConfiguration"));
    return chosen?.[term.denomination] || CONFIG.Dice.fulfillment.defaultMethod;
  }

  /** A die of a term; null for one that Foundry must roll. @param {DiceTerm} term @param {string} method @returns {Die | null} */
  #die(term, method) {
    if (method !== ID) return { ...this.#plain(term), by: "hand" };
    return shapeOf(term.denomination) ? this.#plain(term) : null;
  }

  /** @param {DiceTerm} term @returns {Die} */
  #plain(term) {
    return { term, shape: shapeOf(term.denomination) ?? term.denomination, value: null, typed: "", by: "table", result: null };
  }

  /** Gets the dice of terms. @param {object[]} terms */
  async #fill(terms) {
    const fresh = this.#rolls().identifyFulfillableTerms(terms).filter((t) => t.number && t.faces && ![...this.fulfillable.values()].some((f) => f.term === t));
    /** @type {Die[]} */
    const dice = [];
    for (const term of fresh) {
      const id = foundry.utils.randomID();
      const method = this.#method(term);
      term._id = id;
      this.fulfillable.set(id, { id, term, method, isNew: true });
      for (let n = term.results.length; n < Math.abs(term.number ?? 0); n++) {
        const die = this.#die(term, method);
        if (die) dice.push(die);
      }
    }
    if (dice.length === 0) return;
    await this.#fetch(dice, this.#what());
    for (const d of dice) {
      d.result = { result: d.value ?? d.term.randomFace(), active: true };
      d.term.results.push(d.result);
    }
    for (const term of new Set(dice.map((d) => d.term))) term.method = this.#by(dice.filter((d) => d.term === term));
  }

  /** How dice were rolled, as Foundry calls it: the program's own way if one of them was. @param {Die[]} dice */
  #by(dice) {
    if (dice.some((d) => d.by === "program")) return "mersenne";
    return dice.some((d) => d.by === "hand") ? "manual" : ID;
  }

  /** Waits until each of the dice has a value. @param {Die[]} dice @param {string} what */
  async #fetch(dice, what) {
    this.#rolls().RESOLVERS.set(this.roll, this);
    clearTimeout(this.#shut);
    this.#over = false;
    if (this.#instead === "program") {
      dice.forEach((d) => this.#program(d));
      this.#shutSoon();
      return;
    }
    /** @type {Batch} */
    const batch = { dice, errand: null, typing: this.#instead === "hand", news: Date.now(), hush: false, end: () => {} };
    const ended = new Promise((done, fail) => (batch.end = (why) => (why ? fail(why) : done(undefined))));
    this.#open.add(batch);
    waiting.add(this);
    const asked = dice.filter((d) => d.by === "table" && d.value === null);
    if (asked.length > 0 && !batch.typing) batch.errand = this.#errand(batch, asked, what);
    await this.render({ force: true });
    this.#draw();
    try {
      await ended;
    } finally {
      this.#open.delete(batch);
      if (this.#open.size === 0) {
        waiting.delete(this);
        this.#shutSoon();
      }
    }
  }

  /** @param {Batch} batch @param {Die[]} asked @param {string} what */
  #errand(batch, asked, what) {
    const before = new Map(asked.map((d) => [d, /** @type {number | null} */ (null)]));
    const errand = new Errand(table(), asked, { what, who: player() }, () => {
      if (this.#open.has(batch)) {
        batch.news = Date.now();
        this.#late = false;
        if (!errand.trouble) batch.hush = false;
        this.#draw();
        this.#finish(batch);
        return;
      }
      this.#corrected(asked.filter((d) => d.by === "table" && known(errand, d) && d.value !== before.get(d)).map((d) => ({ die: d, was: before.get(d) ?? null })));
      asked.forEach((d) => before.set(d, d.value));
    });
    batch.end = ((end) => (/** @type {Error | null} */ why) => {
      asked.forEach((d) => before.set(d, d.value));
      end(why);
    })(batch.end);
    return errand;
  }

  /** Foundry goes on as soon as each die of a batch is known for sure. @param {Batch} batch */
  #finish(batch) {
    if (!this.#open.has(batch) || batch.dice.some((d) => d.value === null)) return;
    if (batch.errand && !batch.errand.done && batch.dice.some((d) => d.by === "table")) return;
    this.#open.delete(batch);
    batch.end(null);
  }

  #shut = 0;

  /** The roll is worked out when Foundry closes this window, or when it asks for nothing more. */
  #shutSoon() {
    clearTimeout(this.#shut);
    this.#shut = window.setTimeout(() => this.#open.size === 0 && void this.close(), 400);
  }

  /** What didn't come from the table is said, so that nobody takes it for a real die. */
  #tellOthers() {
    const others = this.#others.splice(0);
    if (others.length > 0) void tell("Told.others", [this.roll.formula, ...others.map((d) => say(`Told.${d.by}`, { die: named(d.shape), value: shows(d.shape, d.value ?? 0) }))]);
  }

  /** The table says that dice show something else than it said before. @param {{die: Die, was: number | null}[]} changed */
  #corrected(changed) {
    /** @type {string[]} */
    const late = [];
    for (const { die, was } of changed) {
      if (die.value === null || was === null) continue;
      if (die.result && !die.term._evaluated) die.result.result = die.value;
      else late.push(say("Told.corrected", { die: named(die.shape), was: shows(die.shape, was), now: shows(die.shape, die.value) }));
    }
    if (late.length === 0) return;
    const total = this.roll.total;
    void tell("Told.late", [...late, total === undefined ? say("Told.open", { roll: this.roll.formula }) : say("Told.stands", { roll: this.roll.formula, total })]);
  }

  // What somebody chooses

  /** @param {Die} d */
  #program(d) {
    d.value = d.term.randomFace();
    d.by = "program";
    this.#others.push(d);
  }

  /** Foundry rolls what is missing. */
  #letFoundry() {
    this.#instead = "program";
    for (const b of [...this.#open]) {
      const rolled = b.errand;
      b.errand = null;
      for (const d of b.dice) if (d.value === null || d.by === "table" && !known(rolled, d)) this.#program(d);
      void rolled?.end();
      this.#settle(b);
    }
  }

  /** Somebody types what is missing. */
  #type() {
    this.#instead = "hand";
    this.#leaving = this.#late = false;
    for (const b of this.#open) b.typing = true;
    this.#draw();
    /** @type {HTMLElement | null} */ (this.#body.querySelector("input, select"))?.focus();
  }

  /** What was typed is taken, if all of it is there. */
  #use() {
    for (const b of [...this.#open]) {
      const missing = b.dice.filter((d) => this.#types(b, d));
      const numbers = missing.map((d) => {
        const [low, high] = range(d);
        const n = d.typed.trim() === "" ? NaN : Number(d.typed);
        return Number.isInteger(n) && n >= low && n <= high ? n : null;
      });
      const at = numbers.indexOf(null);
      if (at >= 0) {
        const d = missing[at];
        const [low, high] = range(d);
        this.#word(this.#status, say("Type.wrong", { die: named(d.shape), low, high }));
        /** @type {HTMLElement | null} */ (this.#body.querySelector(`[data-die="${b.dice.indexOf(d)}"]`))?.focus();
        return;
      }
      missing.forEach((d, i) => {
        d.value = numbers[i];
        if (d.by === "table") this.#others.push(d);
        d.by = "hand";
      });
      const rolled = b.errand;
      if (b.typing) {
        b.errand = null;
        void rolled?.end();
      }
      this.#settle(b);
    }
  }

  /** @param {Batch} b */
  #settle(b) {
    this.#leaving = this.#late = false;
    this.#draw();
    this.#finish(b);
  }

  /** Nothing is rolled: the table needn't wait, and Foundry is told. */
  #back() {
    const what = this.roll.formula;
    for (const b of [...this.#open]) {
      this.#open.delete(b);
      void b.errand?.end();
      b.end(new Error(say("Back", { roll: what })));
    }
    void this.close();
  }

  /** Goes on waiting, and asks the table again where it had dropped the roll. */
  #wait() {
    this.#leaving = this.#late = false;
    for (const b of this.#open) {
      b.news = Date.now();
      b.hush = true;
      if (b.errand && (b.errand.state === "cancelled" || b.errand.trouble && (!b.errand.trouble.passes || b.errand.trouble.kind === "gone"))) {
        b.hush = false;
        b.errand.again();
      }
    }
    this.#draw();
  }

  /** The page goes away: the table needn't wait for its dice. */
  leave() {
    for (const b of this.#open) void b.errand?.end(true);
  }

  /** The browser kept the page and shows it again: its rolls wait again. */
  returned() {
    for (const b of this.#open) b.errand?.back();
    this.#draw();
  }

  // What is shown

  async _prepareContext() {
    return { formula: this.roll.formula, groups: {} };
  }

  async _renderHTML() {
    return { body: this.#body };
  }

  /** @param {Record<string, HTMLElement>} parts @param {HTMLElement} content */
  _replaceHTML({ body }, content) {
    if (content.firstChild !== body) content.replaceChildren(body);
  }

  /** Whether a die is to be typed now. @param {Batch} b @param {Die} d */
  #types(b, d) {
    return d.value === null && (d.by === "hand" || b.typing) || b.typing && d.by === "table" && !known(b.errand, d);
  }

  /** Says something only where it is another sentence, so that it is read out once. @param {HTMLElement} e @param {string} text */
  #word(e, text) {
    if (e.textContent !== text) e.textContent = text;
    e.hidden = text === "";
  }

  /** Why somebody should choose how the roll goes on; empty while all is well. */
  #alarmed() {
    if (this.#leaving) return say("Ask.leave");
    for (const b of this.#open) {
      if (b.typing || !b.errand) continue;
      if (b.errand.trouble && !(b.hush && b.errand.trouble.passes)) return b.errand.trouble.message;
      if (b.errand.state === "cancelled") return say("Ask.cancelled");
    }
    return this.#late ? say("Ask.late", { seconds: patience() }) : "";
  }

  /** How the roll stands. */
  #stands() {
    for (const b of this.#open) {
      if (b.typing || !b.errand) return say("State.type");
      if (b.errand.trouble) return say("State.lost");
      const who = player();
      switch (b.errand.state) {
        case "": return say("State.asked");
        case "queued": return say("State.queued");
        case "asking": return say("State.look");
        case "paused": return say("State.paused");
        case "cancelled": return say("State.cancelled");
        case "waiting": return say("State.waiting", { who, dice: words(b.errand.parts.find((p) => p.view?.state !== "rolled")?.dice.filter((d) => d.value === null) ?? []) });
      }
    }
    return say("State.done");
  }

  #draw() {
    if (this.#over && this.#open.size === 0) return;
    const at = document.activeElement instanceof HTMLElement && this.#body.contains(document.activeElement) ? document.activeElement.dataset.die ?? document.activeElement.dataset.do : undefined;
    const alarm = this.#alarmed();
    if (alarm && this.#alarm.textContent !== alarm && !this.#leaving) {
      ui.notifications.warn(alarm);
      this.bringToFront();
    }
    this.#word(this.#alarm, alarm);
    this.#word(this.#status, this.#stands());
    const typing = [...this.#open].some((b) => b.dice.some((d) => this.#types(b, d)));
    const fetching = [...this.#open].some((b) => b.errand && !b.typing);
    const doubts = [...this.#open].flatMap((b) => (b.typing ? [] : b.errand?.doubts ?? []));
    const buttons = [
      typing && this.#button("use", say("Button.use"), () => this.#use(), true),
      alarm && this.#button("wait", say(this.#asksAgain() ? "Button.again" : "Button.wait"), () => this.#wait(), true),
      fetching && game.user.hasPermission("MANUAL_ROLLS") && this.#button("type", say("Button.type"), () => this.#type()),
      (fetching || typing) && this.#button("program", say("Button.program"), () => this.#letFoundry()),
      this.#open.size > 0 && this.#button("back", say("Button.back"), () => this.#back()),
    ].filter((b) => b instanceof HTMLElement);
    this.#body.replaceChildren(
      element("p", { class: "astragal-what" }, this.roll.formula),
      element("ul", { class: "astragal-dice" }, ...[...this.#open].flatMap((b) => b.dice.map((d, i) => this.#drawn(b, d, i)))),
      this.#status, ...doubts.map(doubt), this.#alarm, element("div", { class: "astragal-buttons" }, ...buttons));
    if (at) /** @type {HTMLElement | null} */ (this.#body.querySelector(`[data-die="${at}"], [data-do="${at}"]`))?.focus();
    this.#wind();
  }

  /** Whether waiting on means to ask the table once more. */
  #asksAgain() {
    return !this.#leaving && [...this.#open].some((b) => b.errand && (b.errand.state === "cancelled" || b.errand.trouble && (!b.errand.trouble.passes || b.errand.trouble.kind === "gone")));
  }

  /** @param {string} what @param {string} words @param {() => void} then @param {boolean} [main] */
  #button(what, words, then, main = false) {
    const b = element("button", { type: "button", "data-do": what, ...(main ? { class: "astragal-main" } : {}) }, words);
    b.addEventListener("click", then);
    return b;
  }

  /** @param {Batch} b @param {Die} d @param {number} i */
  #drawn(b, d, i) {
    const name = named(d.shape);
    if (!this.#types(b, d)) return element("li", { "data-known": d.value === null ? "no" : "yes" }, element("span", { class: "astragal-shape" }, name), element("strong", {}, d.value === null ? "…" : shows(d.shape, d.value)));
    const [low, high] = range(d);
    const label = say("Type.label", { die: name });
    /** @type {HTMLInputElement | HTMLSelectElement} */
    let field;
    if (high - low < 3) {
      const options = Array.from({ length: high - low + 1 }, (_, n) => element("option", { value: `${low + n}` }, shows(d.shape, low + n)));
      field = /** @type {HTMLSelectElement} */ (element("select", { "aria-label": label, "data-die": `${i}` }, element("option", { value: "" }, "–"), ...options));
    } else {
      field = /** @type {HTMLInputElement} */ (element("input", { type: "number", min: `${low}`, max: `${high}`, step: "1", inputmode: "numeric", "aria-label": label, "data-die": `${i}` }));
      field.addEventListener("keydown", (e) => /** @type {KeyboardEvent} */ (e).key === "Enter" && this.#use());
    }
    field.value = d.typed;
    field.addEventListener("input", () => (d.typed = field.value));
    return element("li", { "data-known": "no" }, element("span", { class: "astragal-shape" }, name), field);
  }

  /** Winds the clock that asks whether to wait on. */
  #wind() {
    clearTimeout(this.#clock);
    const waits = [...this.#open].filter((b) => b.errand && !b.typing && ["", "waiting", "asking", "paused"].includes(b.errand.state));
    if (waits.length === 0 || patience() <= 0 || this.#late) return;
    const due = Math.min(...waits.map((b) => b.news)) + 1000 * patience() - Date.now();
    this.#clock = window.setTimeout(() => {
      this.#late = true;
      this.#draw();
    }, Math.max(due, 0));
  }
}

/** Whether the table has said for sure what a die shows. @param {Errand | null} errand @param {Die} d */
function known(errand, d) {
  return errand?.parts.some((p) => p.view?.state === "rolled" && p.dice.includes(d)) ?? false;
}
