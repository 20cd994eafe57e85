// What the module uses of Foundry VTT, in our own words and no more than that. It was compared with fvtt-types 13.346.

export {};

/** A result of one die, as its term keeps it. */
export interface TermResult {
  result: number;
  active?: boolean;
}

/** Dice of one kind in a roll, like 2d20kh. */
export interface DiceTerm {
  /** The name of the kind: "d20", "f" for Fate dice, "c" for coins. */
  readonly denomination: string;
  readonly expression: string;
  /** How many dice, and with how many faces; undefined while a roll of its own has to say so first. */
  readonly number: number | undefined;
  readonly faces: number | undefined;
  results: TermResult[];
  /** How its dice were rolled. It is set once. */
  method: string | null | undefined;
  /** Set as soon as Foundry works out what the term comes to: from then on its results are taken for granted. */
  _evaluated: boolean;
  /** By this Foundry knows that a resolver has taken the term in. */
  _id?: string;
  randomFace(): number;
}

export interface RollLike {
  readonly formula: string;
  readonly terms: object[];
  readonly total: number | undefined;
  readonly options: { flavor?: string };
}

/** What the class of rolls offers. */
export interface RollClass {
  /** Rolls whose resolver is open. */
  RESOLVERS: Map<RollLike, object>;
  /** Those of the terms, and of the terms inside them, whose dice Foundry doesn't roll itself. */
  identifyFulfillableTerms(terms: object[]): DiceTerm[];
}

interface WindowOptions {
  id?: string;
  tag?: string;
  classes?: string[];
  window?: { title?: string; icon?: string };
  position?: { width?: number; height?: number | "auto" };
}

declare global {
  namespace foundry {
    namespace utils {
      function randomID(length?: number): string;
    }
    namespace applications {
      namespace api {
        class ApplicationV2 {
          constructor(options?: object);
          static DEFAULT_OPTIONS: WindowOptions;
          readonly rendered: boolean;
          render(options?: { force?: boolean }): Promise<this>;
          close(options?: object): Promise<this>;
          bringToFront(): void;
          protected _prepareContext(options: object): Promise<object>;
          protected _renderHTML(context: object, options: object): Promise<unknown>;
          protected _replaceHTML(result: any, content: HTMLElement, options: object): void;
        }
      }
      namespace dice {
        class RollResolver extends foundry.applications.api.ApplicationV2 {
          constructor(roll: RollLike, options?: object);
          static PARTS: Record<string, object>;
          /** The terms that were taken in, by their id. */
          get fulfillable(): Map<string, { id: string; term: DiceTerm; method: string; isNew?: boolean }>;
          get roll(): RollLike;
          protected _prepareContext(options: object): Promise<{ formula: string; groups: object }>;
          protected _renderHTML(context: object, options: object): Promise<Record<string, HTMLElement>>;
          protected _replaceHTML(parts: Record<string, HTMLElement>, content: HTMLElement, options: object): void;
          awaitFulfillment(): Promise<void>;
          addTerm(term: DiceTerm): Promise<void>;
          resolveResult(term: DiceTerm, method: string, how?: { reroll?: boolean; explode?: boolean }): Promise<number | void>;
          registerResult(method: string, denomination: string, result: number): boolean;
          _checkDone(): void;
          _toggleSubmission(enabled: boolean): void;
        }
      }
    }
  }

  const CONFIG: {
    Dice: {
      rolls: RollClass[];
      fulfillment: {
        dice: Record<string, { label: string; icon: string }>;
        methods: Record<string, { label: string; icon?: string | null; interactive?: boolean | null; resolver?: typeof foundry.applications.dice.RollResolver }>;
        defaultMethod: string;
      };
    };
    ChatMessage: { documentClass: { create(data: { content: string; whisper: string[] }): Promise<unknown>; getSpeaker(): { alias?: string } } };
  };

  const game: {
    i18n: { lang: string; localize(key: string): string; format(key: string, about?: Record<string, string>): string };
    settings: {
      register(module: string, key: string, about: object): void;
      registerMenu(module: string, key: string, about: object): void;
      get(module: string, key: string): unknown;
    };
    user: { id: string; name: string; hasPermission(what: "MANUAL_ROLLS"): boolean };
    users: Iterable<{ id: string; isGM: boolean }>;
    modules: { get(id: string): { flags?: Record<string, Record<string, unknown>> } | undefined };
  };

  const ui: { notifications: { info(text: string): unknown; warn(text: string): unknown; error(text: string): unknown } };

  const Hooks: { once(event: string, then: (...args: any[]) => void): void; on(event: string, then: (...args: any[]) => void): void };
}
