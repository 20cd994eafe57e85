// A roll that is typed with number keys. Each number goes to the next die that isn't known yet, and Enter counts the
// roll. Dice whose faces are no numbers are tapped.
import { keyed, valuesOf } from "../dice.js";
import { useKeys } from "../eye.js";
import { html, useState } from "../view.js";
import { hand, say } from "./rolled.js";

/** @param {{c: import("./choice.js").Choice, rows: import("./rolled.js").Row[], view: import("../messages.js").GameView, act: (a: any) => Promise<boolean>}} p */
export function RollKeys({ c, rows, view, act }) {
  const [digits, setDigits] = useState("");
  const next = c.own ? rows.find((r) => !r.die.faces?.length && !r.at?.kept && !r.shows && r.face === undefined) : undefined;
  const whole = rows.every((r) => r.shows || r.face !== undefined) && rows.some((r) => r.face !== undefined);
  /** @param {string} text @param {boolean} end whether no further digit comes */
  const type = (text, end) => {
    const { value, more } = next ? keyed(valuesOf(next.die.shape || "d6"), text) : { value: undefined, more: false };
    const said = value !== undefined && (end || !more);
    if (said && next) say(c, next, value, act);
    setDigits(!said && more ? text : "");
  };
  useKeys((e) => {
    const on = /** @type {Element} */ (e.target);
    if (!c.own || !c.ready || e.defaultPrevented || e.ctrlKey || e.metaKey || e.altKey || on.closest?.("input, select, textarea, [role=dialog], dialog")) return;
    if (/^\d$/u.test(e.key)) type(digits + e.key, false);
    else if (e.key === "Backspace" && digits) setDigits(digits.slice(0, -1));
    else if (e.key !== "Enter" || on.closest?.("button, a")) return;
    else if (digits) type(digits, true);
    else if (whole) hand(c, rows, false, view, act);
    else return;
    e.preventDefault();
  });
  return next && digits ? html`<span class="so-far" role="status" data-typing=${next.die.id}>${next.name}: <b>${digits}…</b></span>` : null;
}
