// What stands between this page and the table.
import { say } from "./words.js";

/** Why the table doesn't do what it is asked. Its message is a sentence that says how to mend it. */
export class Trouble extends Error {
  /** @param {string} kind a sentence's name in the language file @param {Record<string, string | number>} [about] */
  constructor(kind, about = {}) {
    super(say(`Trouble.${kind}`, about));
    this.kind = kind;
  }

  /** Asking again may help without anything being changed here. */
  get passes() {
    return !["refused", "address", "noaddress"].includes(this.kind);
  }
}
