// Which table is asked, with which key, and for whom. All of it is of one browser: its address of the table is no other's.
import { ID, say } from "./words.js";
import { Table } from "./table.js";

export function registerSettings() {
  const given = game.modules.get(ID)?.flags?.[ID]?.table;
  const texts = { address: typeof given === "string" ? given : "", key: "", name: "" };
  for (const [key, initial] of Object.entries(texts)) {
    game.settings.register(ID, key, { name: `ASTRAGAL.Settings.${key}.Name`, hint: `ASTRAGAL.Settings.${key}.Hint`, scope: "client", config: true, type: String, default: initial });
  }
  game.settings.register(ID, "patience", {
    name: "ASTRAGAL.Settings.patience.Name", hint: "ASTRAGAL.Settings.patience.Hint", scope: "client", config: true,
    type: Number, range: { min: 0, max: 900, step: 15 }, default: 180,
  });
  game.settings.registerMenu(ID, "try", {
    name: "ASTRAGAL.Settings.try.Name", label: "ASTRAGAL.Settings.try.Label", hint: "ASTRAGAL.Settings.try.Hint", icon: "fa-solid fa-plug", type: Trial, restricted: false,
  });
}

/** @param {string} key */
const text = (key) => String(game.settings.get(ID, key) ?? "").trim();

/** After so many seconds without news somebody is asked whether to wait on; 0 for never. */
export const patience = () => Number(game.settings.get(ID, "patience")) || 0;

/** Who rolls, as the table's page says it. */
export const player = () => text("name") || game.user.name;

/** @type {Table | null} */
let last = null;

/** The table that the settings name now. What is still open at another one goes on there. */
export function table() {
  const [address, key] = [text("address"), text("key")];
  if (!last?.is(address, key)) last = new Table(address, key);
  return last;
}

/** The window that tries whether the table may be asked. */
class Trial extends foundry.applications.api.ApplicationV2 {
  static DEFAULT_OPTIONS = { id: "astragal-try", classes: ["astragal"], window: { title: "ASTRAGAL.Settings.try.Label", icon: "fa-solid fa-plug" }, position: { width: 480, height: /** @type {"auto"} */ ("auto") } };

  async _renderHTML() {
    const says = document.createElement("p");
    says.setAttribute("role", "status");
    const again = document.createElement("button");
    again.type = "button";
    again.textContent = say("Settings.try.Again");
    again.addEventListener("click", () => this.#look(says));
    void this.#look(says);
    const body = document.createElement("div");
    body.className = "astragal-body";
    body.append(says, again);
    return body;
  }

  /** @param {unknown} body @param {HTMLElement} content */
  _replaceHTML(body, content) {
    content.replaceChildren(/** @type {HTMLElement} */ (body));
  }

  /** @param {HTMLElement} says */
  async #look(says) {
    says.dataset.state = "trying";
    says.textContent = say("Settings.try.Trying");
    try {
      const at = table();
      await at.look();
      says.dataset.state = "good";
      says.textContent = say("Settings.try.Good", { address: at.address });
    } catch (e) {
      says.dataset.state = "bad";
      says.textContent = /** @type {Error} */ (e).message;
    }
  }
}
