// Why the table refused an address, in the page's language.
import { heard } from "./language.js";

const why = /** @type {HTMLElement} */ (document.querySelector("#why"));
why.textContent = heard(why.textContent ?? "");
