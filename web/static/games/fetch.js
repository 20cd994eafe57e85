// Asking the table by HTTP.

/**
 * Asks for something. What is wrong comes back as a sentence.
 * @param {string} address
 * @param {{method?: string, body?: any}} [how] a body that is no string is sent as JSON
 * @returns {Promise<{ok: boolean, why: string, data: any}>}
 */
export async function ask(address, how = {}) {
  const { method = how.body === undefined ? "GET" : "POST", body } = how;
  const r = await fetch(address, { method, body: body === undefined || typeof body === "string" ? body : JSON.stringify(body) }).catch(() => null);
  if (!r) return { ok: false, why: "The table can’t be reached. Try again when it is back.", data: null };
  const data = await r.json().catch(() => null);
  return { ok: r.ok, why: r.ok ? "" : sentence(data?.error ?? "The table refused that."), data };
}

/** @param {string} text */
export const sentence = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** Saves something as a file of this device. @param {string} name @param {string} text */
export function save(name, text) {
  const a = document.createElement("a");
  a.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  a.download = name;
  a.click();
  setTimeout(() => URL.revokeObjectURL(a.href), 1000);
}
