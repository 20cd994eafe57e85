// The phone's connection to the table. It sends a picture each time that the table asks for the next, so that it is
// always the newest. It reconnects by itself.
import { keep } from "../link.js";

/** @typedef {import("../messages.js").PhoneMessage} PhoneMessage */

/**
 * @param {(m: PhoneMessage) => void} hear called with each message
 * @param {(now: import("../link.js").Standing) => void} tell called when the connection comes and goes
 */
export function link(hear, tell) {
  const line = keep({ path: "/api/phone", hear, tell });
  return {
    /** @param {"start" | "resume" | "stop"} what */
    wish: (what) => line.send(JSON.stringify({ do: what })),
    /** @param {Blob} jpeg */
    send: (jpeg) => line.send(jpeg),
    close: () => line.close(),
  };
}
