// Lets a device in by the key after the # of the QR code's address. Browsers don't send that
// part, so it is in no log on the way.
import { at } from "./where.js";
import { tr } from "./language.js";

const place = document.getElementById("joining");
/** @param {string} text */
const say = (text) => {
  if (place) place.textContent = text;
};

async function join() {
  const [key, to = ""] = location.hash.slice(1).split("&to=");
  if (!key) {
    say(tr("This table shows itself only to devices that were let in. Scan the QR code that is shown at the table."));
    return;
  }
  try {
    const r = await fetch("api/join", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ key, to: decodeURIComponent(to) }) });
    const told = await r.json();
    if (r.ok) location.replace(at(told.to)); // the key leaves the history
    else say(`${told.error.charAt(0).toUpperCase()}${told.error.slice(1)}.`);
  } catch {
    say(tr("The table can’t be reached. Is this device on the same network? Load the page to try again."));
  }
}

join();
addEventListener("hashchange", join);
