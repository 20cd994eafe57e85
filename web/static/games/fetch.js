// Requests to the table by HTTP.
import { askOnce } from "../post.js";
import { tr } from "../language.js";

/**
 * Asks for something. If it fails, why is a sentence.
 * @param {string} address
 * @param {{method?: string, body?: any}} [how] a body that is neither a string nor a file is sent as JSON
 * @returns {Promise<{ok: boolean, why: string, data: any}>}
 */
export async function ask(address, how = {}) {
  const { method = how.body === undefined ? "GET" : "POST", body } = how;
  const { ok, why, data } = await askOnce(address, method, body === undefined || typeof body === "string" || body instanceof File ? body : JSON.stringify(body), tr("table"));
  return { ok, why: sentence(why), data };
}

/** @param {string} text */
export const sentence = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** Ends a sentence, if it isn't a question. @param {string} text */
export const ends = (text) => (/[.?!]$/u.test(text) ? text : `${text}.`);

/** Saves something as a file of this device. @param {string} name @param {string} text */
export function save(name, text) {
  const a = document.createElement("a");
  a.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  a.download = name;
  a.click();
  setTimeout(() => URL.revokeObjectURL(a.href), 1000);
}
