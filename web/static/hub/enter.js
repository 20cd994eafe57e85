// A token may stand behind the # of a page's address. That part is sent to nobody.
import { ask } from "./link.js";

/** Takes a token out of the address and signs in with it. @returns {Promise<boolean>} whether there was one, and it was taken */
export async function enterByAddress() {
  const brought = decodeURIComponent(location.hash.slice(1));
  if (!brought.startsWith("astragal")) return false;
  history.replaceState(null, "", location.pathname + location.search);
  return (await ask("/api/enter", { token: brought })) === "";
}
