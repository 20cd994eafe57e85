// What is told in the chat: to whoever rolled and to those who lead the game, and to nobody else.
import { element, say } from "./words.js";

/** @param {string} key a heading of the language file @param {string[]} lines */
export function tell(key, lines) {
  const whisper = new Set([game.user.id]);
  for (const u of game.users) if (u.isGM) whisper.add(u.id);
  const content = element("div", { class: "astragal-told" }, element("p", {}, element("strong", {}, say(key))), ...lines.map((l) => element("p", {}, l))).outerHTML;
  return CONFIG.ChatMessage.documentClass.create({ content, whisper: [...whisper] });
}
