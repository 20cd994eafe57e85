// The overlay for a stream: the last roll and its total, kept on screen whatever happens to the
// table. Choices in the address: ?at=low-left … high-right, &size=1.5, &dice=no, &text=yes, &plate=no.
import { html, render } from "./vendor/preact-htm.js";
import { Chips } from "./dice.js";
import { connect, keepCurrent } from "./table.js";

/** @typedef {import("./messages.js").RollView} RollView */

const hash = document.querySelector("script[data-hash]")?.getAttribute("data-hash") ?? "";
const choice = new URLSearchParams(location.search);
const kept = "astragal-overlay-roll";
const root = document.getElementById("overlay");

/** @type {RollView | null} */
let roll = remembered();

/** The roll that was shown last, so that a reload while the table is away isn't blank. @returns {RollView | null} */
function remembered() {
  try {
    return JSON.parse(localStorage.getItem(kept) ?? "null");
  } catch {
    return null;
  }
}

function draw() {
  if (!root) return;
  root.className = (choice.get("at") ?? "low-left").split("-").filter((w) => ["low", "high", "left", "middle", "right"].includes(w)).join(" ");
  const size = Number(choice.get("size") ?? 1);
  root.style.setProperty("--scale", String(size >= 0.3 && size <= 6 ? size : 1));
  render(html`<${Plate} />`, root);
}

function Plate() {
  const dice = (roll?.dice ?? []).map((d, i) => ({ ...d, n: i }));
  return html`<div class=${choice.get("plate") === "no" ? "plate" : "plate card"}>
    <div class="who">${roll ? roll.seat || `Roll ${roll.n}` : "Astragal"}</div>
    <div class="figure" id="total">${roll ? roll.total ?? "–" : "–"}</div>
    ${roll && choice.get("dice") !== "no" && html`<${Chips} dice=${dice} />`}
    ${roll && (choice.get("text") === "yes" || roll.total === null) && html`<div class="text">${roll.text}</div>`}
  </div>`;
}

draw();
connect((seen) => {
  if (!seen.view) return;
  if (seen.linked) keepCurrent(seen.view, hash);
  roll = seen.view.rolls[0] ?? null;
  localStorage.setItem(kept, JSON.stringify(roll));
  draw();
});
