// A page that offers the parts of Foundry VTT's interface that the module uses, made after fvtt-types 13.346 in our own words,
// so that the module can be tried where there is no Foundry. It is no Foundry: what Foundry does behind these names is a guess.

/** What a test looks at. */
const seen = (globalThis.seen = { words: [], chat: [], notes: [], totals: [], failed: [], baseClosed: 0 });

// Applications

const hooks = new Map();
globalThis.Hooks = {
  on: (event, then) => hooks.set(event, [...(hooks.get(event) ?? []), then]),
  once: (event, then) => Hooks.on(event, then),
  call: (event, ...args) => (hooks.get(event) ?? []).forEach((then) => then(...args)),
};

function chain(cls) {
  const out = [];
  for (let c = cls; c?.name; c = Object.getPrototypeOf(c)) out.push(c);
  return out;
}

let windows = 0;
const open = [];

class ApplicationV2 {
  static DEFAULT_OPTIONS = { id: "app-{id}", tag: "div", classes: [], window: { title: "" }, position: {} };
  #element = null;
  #turn = Promise.resolve();

  constructor(options = {}) {
    this.options = Object.assign({}, ...chain(this.constructor).reverse().map((c) => (Object.hasOwn(c, "DEFAULT_OPTIONS") ? c.DEFAULT_OPTIONS : {})), options);
    this.id = this.options.id.replace("{id}", ++windows);
  }

  get element() { return this.#element; }
  get rendered() { return this.#element !== null; }
  get title() { return game.i18n.localize(this.options.window.title); }

  render({ force = false } = {}) {
    if (!this.rendered && !force) return Promise.resolve(this);
    this.#turn = this.#turn.then(() => this.#render());
    return this.#turn.then(() => this);
  }

  async #render() {
    const context = await this._prepareContext({});
    const result = await this._renderHTML(context, {});
    if (!this.#element) {
      const frame = document.createElement(this.options.tag);
      frame.id = this.id;
      frame.className = ["application", ...this.options.classes].join(" ");
      frame.style.width = `${this.options.position.width ?? 400}px`;
      frame.innerHTML = '<header class="window-header"><h2 class="window-title"></h2><button type="button" class="close" aria-label="Close">×</button></header><section class="window-content"></section>';
      frame.querySelector(".window-title").textContent = this.title;
      frame.querySelector(".close").addEventListener("click", () => this.close());
      this.#element = frame;
      document.body.append(frame);
      open.push(this);
    }
    this._replaceHTML(result, this.#element.querySelector(".window-content"), {});
    for (const c of chain(this.constructor)) Hooks.call(`render${c.name}`, this, this.#element);
  }

  async close() {
    this.#element?.remove();
    this.#element = null;
    if (open.includes(this)) open.splice(open.indexOf(this), 1);
    for (const c of chain(this.constructor)) Hooks.call(`close${c.name}`, this);
    return this;
  }

  bringToFront() {}
  async _prepareContext() { return {}; }
  async _renderHTML() { throw new Error("_renderHTML isn't there"); }
  _replaceHTML() { throw new Error("_replaceHTML isn't there"); }
}

addEventListener("keydown", (e) => e.key === "Escape" && open.at(-1)?.close({ closeKey: true }));

class RollResolver extends ApplicationV2 {
  static DEFAULT_OPTIONS = { id: "roll-resolver-{id}", tag: "form", window: { title: "Roll Resolution" } };
  static PARTS = { form: { template: "roll-resolver.hbs" } };
  #roll;
  #fulfillable = new Map();
  #resolve = () => {};

  constructor(roll, options = {}) {
    super(options);
    this.#roll = roll;
  }

  get roll() { return this.#roll; }
  get fulfillable() { return this.#fulfillable; }

  async awaitFulfillment() {
    const terms = Roll.identifyFulfillableTerms(this.roll.terms);
    if (terms.length === 0) return;
    for (const term of terms) {
      term._id = foundry.utils.randomID();
      const method = game.settings.get("core", "diceConfiguration")[term.denomination];
      term.method = method;
      this.fulfillable.set(term._id, { id: term._id, term, method, isNew: true });
    }
    Roll.RESOLVERS.set(this.roll, this);
    await this.render({ force: true });
    await new Promise((done) => (this.#resolve = done));
  }

  async addTerm() {}
  async resolveResult() {}
  registerResult() { return false; }
  _checkDone() {}
  _toggleSubmission() {}
  async _prepareContext() {
    // Like Foundry's, it looks up each method's icon.
    return { groups: [...this.fulfillable.values()].map((f) => CONFIG.Dice.fulfillment.methods[f.method].icon) };
  }
  async _renderHTML() { return { form: document.createTextNode("Foundry's own window") }; }
  _replaceHTML(parts, content) { content.replaceChildren(...Object.values(parts)); }

  /** Hands over what stands in the window's fields; what is missing Foundry rolls. */
  async close(options = {}) {
    seen.baseClosed++;
    for (const { term } of this.fulfillable.values()) for (let n = 0; n < term.number; n++) term.results.push({ result: term.randomFace(), active: true });
    Roll.RESOLVERS.delete(this.roll);
    this.#resolve();
    return super.close(options);
  }
}

// Dice

class RollTerm {
  _evaluated = false;
  isIntermediate = false;
  get resolver() { return this._root?._resolver ?? this._resolver; }
  evaluate(options) {
    if (this._evaluated) throw new Error(`The ${this.constructor.name} has already been evaluated and is now immutable`);
    this._evaluated = true;
    return this._evaluate(options);
  }
  async _evaluate() { return this; }
}

class OperatorTerm extends RollTerm {
  constructor(operator) { super(); this.operator = operator; }
  get expression() { return ` ${this.operator} `; }
}

class NumericTerm extends RollTerm {
  constructor(number) { super(); this.number = number; }
  get expression() { return `${this.number}`; }
  get total() { return this.number; }
}

class DiceTerm extends RollTerm {
  results = [];
  #method;

  constructor({ number = 1, faces = 6, modifiers = [] }) {
    super();
    this._number = number;
    this._faces = faces;
    this.modifiers = modifiers;
  }

  get method() { return this.#method; }
  set method(method) { if (!this.#method && method in CONFIG.Dice.fulfillment.methods) this.#method = method; }
  get number() { return this._number instanceof Roll ? this._number.total : this._number; }
  get faces() { return this._faces; }
  get denomination() { return this.constructor.DENOMINATION; }
  get expression() { return `${this._number instanceof Roll ? `(${this._number.formula})` : this._number}d${this.face}${this.modifiers.join("")}`; }
  get face() { return this.denomination; }
  get total() { return this.results.reduce((sum, r) => sum + (r.active ? (r.count ?? r.result) : 0), 0); }

  async _evaluate(options) {
    if (this._number instanceof Roll) {
      this._number._root = this._root;
      await this._number.evaluate(options);
    }
    if (this.resolver && !this._id) await this.resolver.addTerm(this);
    for (let n = this.results.length; n < Math.abs(this.number); n++) await this.roll();
    for (const m of this.modifiers) await this.#modify(m);
    return this;
  }

  async roll(options = {}) {
    const roll = { result: undefined, active: true };
    roll.result = (await this._roll(options)) ?? this.randomFace();
    this.results.push(roll);
    return roll;
  }

  async _roll(options) {
    const method = game.settings.get("core", "diceConfiguration")[this.denomination] || CONFIG.Dice.fulfillment.defaultMethod;
    const how = CONFIG.Dice.fulfillment.methods[method];
    if (how?.interactive && this.resolver) return this.resolver.resolveResult(this, method, options);
    return how?.handler?.(this, options);
  }

  mapRandomFace(u) { return Math.ceil((1 - u) * this.faces); }
  randomFace() { return this.mapRandomFace(CONFIG.Dice.randomUniform()); }

  async #modify(modifier) {
    const [, name, sign, rest] = /^([a-z]+)([<>]?=?)(.*)$/.exec(modifier);
    const n = rest === "" ? 1 : Number(rest);
    const is = { "<": (v) => v < n, "<=": (v) => v <= n, ">": (v) => v > n, ">=": (v) => v >= n }[sign] ?? ((v) => v === n);
    const active = () => this.results.filter((r) => r.active);
    const least = active().sort((a, b) => a.result - b.result);
    const drop = { kh: least.length - n, k: least.length - n, kl: -(least.length - n), dl: n, d: n, dh: -n }[name];
    if (drop !== undefined) {
      const out = drop >= 0 ? least.slice(0, drop) : least.slice(drop);
      for (const r of out) [r.active, r.discarded] = [false, true];
    } else if (name === "x" || name === "xo") {
      const bursts = rest === "" ? (v) => v === this.faces : is;
      for (let i = 0, first = this.results.length; i < (name === "x" ? this.results.length : first); i++) {
        const r = this.results[i];
        if (!r.active || r.exploded || !bursts(r.result)) continue;
        r.exploded = true;
        await this.roll({ explode: true });
      }
    } else if (name === "r" || name === "rr") {
      for (let i = 0, first = this.results.length; i < (name === "rr" ? this.results.length : first); i++) {
        const r = this.results[i];
        if (!r.active || !is(r.result)) continue;
        [r.active, r.rerolled] = [false, true];
        await this.roll({ reroll: true });
      }
    } else {
      throw new Error(`no modifier ${modifier}`);
    }
  }
}

class Die extends DiceTerm {
  static DENOMINATION = "d";
  get denomination() { return `d${this.faces}`; }
  get face() { return this.faces; }
}

class FateDie extends DiceTerm {
  static DENOMINATION = "f";
  constructor(data) { super({ ...data, faces: 3 }); }
  mapRandomFace(u) { return Math.ceil((1 - u) * 3) - 2; }
}

class Coin extends DiceTerm {
  static DENOMINATION = "c";
  constructor(data) { super({ ...data, faces: 2 }); }
  mapRandomFace(u) { return Math.round(1 - u); }
}

class PoolTerm extends RollTerm {
  constructor(rolls, keep) { super(); this.rolls = rolls; this.keep = keep; }
  get expression() { return `{${this.rolls.map((r) => r.formula).join(", ")}}${this.keep}`; }
  get total() { return this.keep === "kl" ? Math.min(...this.rolls.map((r) => r.total)) : this.keep === "kh" ? Math.max(...this.rolls.map((r) => r.total)) : this.rolls.reduce((s, r) => s + r.total, 0); }
  async _evaluate(options) {
    for (const r of this.rolls) {
      r._root = this._root;
      await r.evaluate(options);
    }
    return this;
  }
}

class Roll {
  static RESOLVERS = new Map();
  _evaluated = false;

  constructor(formula, data = {}, options = {}) {
    this.options = options;
    this.terms = Roll.parse(formula);
  }

  get formula() { return this.terms.map((t) => t.expression).join(""); }
  get total() { return this._total; }
  get dice() { return this.terms.flatMap((t) => (t instanceof DiceTerm ? [...(t._number instanceof Roll ? t._number.dice : []), t] : t instanceof PoolTerm ? t.rolls.flatMap((r) => r.dice) : [])); }

  /** Numbers, dice with modifiers, (roll)d6, {roll, roll}kh, + and −. */
  static parse(text) {
    const terms = [];
    let rest = text.trim();
    const take = (pattern) => {
      const m = pattern.exec(rest);
      if (m) rest = rest.slice(m[0].length).trimStart();
      return m;
    };
    while (rest) {
      let m;
      if ((m = take(/^([+-])/))) terms.push(new OperatorTerm(m[1]));
      else if ((m = take(/^\{([^}]*)\}(kh|kl)?/))) terms.push(new PoolTerm(m[1].split(",").map((f) => new Roll(f)), m[2] ?? ""));
      else if ((m = take(/^(\d*|\(([^)]*)\))d(\d+|f|c)((?:[a-z]+(?:[<>]?=?\d+)?)*)/i))) {
        const number = m[2] ? new Roll(m[2]) : m[1] === "" ? 1 : Number(m[1]);
        const modifiers = m[4].match(/[a-z]+(?:[<>]?=?\d+)?/g) ?? [];
        const Kind = { f: FateDie, c: Coin }[m[3].toLowerCase()] ?? Die;
        terms.push(new Kind({ number, faces: Number(m[3]), modifiers }));
      } else if ((m = take(/^\d+/))) terms.push(new NumericTerm(Number(m[0])));
      else throw new Error(`no roll: ${text}`);
    }
    return terms;
  }

  static identifyFulfillableTerms(terms) {
    const config = game.settings.get("core", "diceConfiguration");
    return terms.flatMap((term) => {
      if (term instanceof PoolTerm) return term.rolls.flatMap((r) => Roll.identifyFulfillableTerms(r.terms));
      if (!(term instanceof DiceTerm) || !term.number || !term.faces) return [];
      const method = config[term.denomination] || CONFIG.Dice.fulfillment.defaultMethod;
      return CONFIG.Dice.fulfillment.methods[method]?.interactive && (method !== "manual" || game.user.hasPermission("MANUAL_ROLLS")) ? [term] : [];
    });
  }

  static get resolverImplementation() {
    const methods = new Set(Object.values(game.settings.get("core", "diceConfiguration")).filter((m) => m && m !== "manual" && CONFIG.Dice.fulfillment.methods[m]?.interactive));
    return (methods.size === 1 && CONFIG.Dice.fulfillment.methods[[...methods][0]].resolver) || RollResolver;
  }

  async evaluate(options = {}) {
    if (this._evaluated) throw new Error("This roll has been evaluated");
    this._evaluated = true;
    let resolver;
    if (!this._root && options.allowInteractive !== false) {
      resolver = new Roll.resolverImplementation(this);
      this._resolver = resolver;
      await resolver.awaitFulfillment();
    }
    let total = 0, sign = 1;
    for (const term of this.terms) {
      term._root = this._root ?? this;
      if (term instanceof OperatorTerm) {
        sign = term.operator === "-" ? -1 : 1;
        continue;
      }
      await term.evaluate(options);
      total += sign * term.total;
      sign = 1;
    }
    this._total = total;
    resolver?.close();
    return this;
  }

  async toMessage() {
    const li = document.createElement("li");
    li.innerHTML = '<p class="formula"></p><p class="dice"></p><p class="total"></p>';
    li.querySelector(".formula").textContent = this.formula;
    li.querySelector(".dice").textContent = this.dice.map((d) => `${d.expression}: ${d.results.map((r) => (r.active ? r.result : `(${r.result})`)).join(", ")}`).join("; ");
    li.querySelector(".total").textContent = this.total;
    document.querySelector("#chat").append(li);
    seen.totals.push({ formula: this.formula, total: this.total, dice: this.dice.map((d) => ({ method: d.method, results: d.results.map((r) => r.result), kept: d.results.filter((r) => r.active).map((r) => r.result) })) });
  }
}

// The rest of it

class ChatMessage {
  static async create({ content, whisper = [] }) {
    seen.chat.push({ content, whisper });
    const li = document.createElement("li");
    li.dataset.whisper = whisper.join(" ");
    li.innerHTML = content;
    document.querySelector("#chat").append(li);
  }
  static getSpeaker() { return { alias: "Thorin" }; }
}

const note = (kind) => (text) => {
  seen.notes.push(`${kind}: ${text}`);
  const li = document.createElement("li");
  li.textContent = text;
  document.querySelector("#notes").append(li);
};

const stored = new Map([["core.diceConfiguration", Object.fromEntries(["d3", "d4", "d6", "d8", "d10", "d12", "d20", "d100", "f", "c"].map((d) => [d, "astragal"]))]]);
const registered = new Map();

globalThis.foundry = {
  utils: { randomID: (n = 16) => Array.from(crypto.getRandomValues(new Uint8Array(n)), (b) => "ABCDEFGHJKLMNPQRSTUVWXYZ"[b % 24]).join("") },
  applications: { api: { ApplicationV2 }, dice: { RollResolver } },
};
globalThis.CONFIG = {
  Dice: {
    rolls: [Roll], randomUniform: () => 0,
    fulfillment: {
      dice: Object.fromEntries(["d4", "d6", "d8", "d10", "d12", "d20", "d100"].map((d) => [d, { label: d, icon: "" }])),
      methods: { mersenne: { label: "Mersenne", handler: (term) => term.randomFace() }, manual: { label: "Manual", icon: "", interactive: true } },
      defaultMethod: "mersenne",
    },
  },
  ChatMessage: { documentClass: ChatMessage },
};
globalThis.ui = { notifications: { info: note("info"), warn: note("warn"), error: note("error") } };

const manifest = await (await fetch("modules/astragal/module.json")).json();
const words = new Map();
const put = (path, at) => {
  for (const [k, v] of Object.entries(at)) typeof v === "string" ? words.set([...path, k].join("."), v) : put([...path, k], v);
};
// English first, and over it the language that is chosen, as Foundry does.
for (const lang of new Set(["en", new URLSearchParams(location.search).get("lang") ?? "en"])) {
  for (const l of manifest.languages.filter((l) => l.lang === lang)) put([], await (await fetch(`modules/astragal/${l.path}`)).json());
}

globalThis.game = {
  i18n: {
    lang: new URLSearchParams(location.search).get("lang") ?? "en",
    localize: (key) => {
      if (!words.has(key) && key.startsWith("ASTRAGAL")) seen.words.push(key);
      return words.get(key) ?? key;
    },
    format: (key, about = {}) => game.i18n.localize(key).replace(/\{(\w+)\}/g, (_, name) => {
      if (!(name in about)) seen.words.push(`${key}: ${name}`);
      return about[name];
    }),
  },
  settings: {
    register: (module, key, about) => registered.set(`${module}.${key}`, about),
    registerMenu: (module, key, about) => registered.set(`${module}.${key}`, about),
    get: (module, key) => stored.get(`${module}.${key}`) ?? registered.get(`${module}.${key}`)?.default,
    set: (module, key, value) => stored.set(`${module}.${key}`, value),
  },
  user: { id: "ann", name: "Ann", hasPermission: () => !globalThis.noTyping },
  users: [{ id: "ann", isGM: false }, { id: "ben", isGM: false }, { id: "gus", isGM: true }],
  modules: { get: (id) => (id === manifest.id ? manifest : undefined) },
};
globalThis.Roll = Roll;

for (const path of manifest.styles) {
  const link = document.createElement("link");
  Object.assign(link, { rel: "stylesheet", href: `modules/astragal/${path}` });
  document.head.append(link);
}
for (const path of manifest.esmodules) await import(`./modules/astragal/${path}`);
Hooks.call("init");
for (const [key, about] of registered) for (const text of [about.name, about.hint]) if (text && !words.has(text)) seen.words.push(`${key}: ${text}`);

globalThis.roll = async (formula) => {
  try {
    const r = new Roll(formula);
    await r.evaluate();
    await r.toMessage();
  } catch (e) {
    seen.failed.push(e.message);
    ui.notifications.error(e.message);
  }
};
document.querySelector("#ask").addEventListener("submit", (e) => {
  e.preventDefault();
  void roll(document.querySelector("#formula").value);
});
document.querySelector("#open-try").addEventListener("click", () => new (registered.get("astragal.try").type)().render({ force: true }));
document.documentElement.dataset.ready = "yes";
