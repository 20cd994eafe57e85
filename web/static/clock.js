// The server's clock. A page's own clock may be off by minutes, so what the server dates is never compared with it.

let ahead = 0; // by how many ms the server's clock is ahead of this page's

/** Takes in what the server's clock says; nothing else counts. @param {string | null | undefined} now RFC 3339 */
export function serverSays(now) {
  const at = Date.parse(now ?? "");
  if (!Number.isNaN(at)) ahead = at - Date.now();
}

/** How many ms ago something was, by the server's clock; negative for what is to come. @param {string} at RFC 3339 */
export const since = (at) => Date.now() + ahead - Date.parse(at);
