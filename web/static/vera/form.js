// What Vera Discordia wants to know before a game: whose cards, and how it is played.
import { html, useState } from "../vendor/preact-htm.js";

/** @param {{setup: any, setSetup: (setup: any) => void, say: (text: string) => void}} p */
export function VeraForm({ setup, setSetup, say }) {
  const [file, setFile] = useState("");
  const s = setup ?? {};
  /** @param {string} key @param {boolean} on */
  const set = (key, on) => setSetup({ ...s, [key]: on });
  /** @param {any} e */
  const take = async (e) => {
    const chosen = e.target.files[0];
    if (!chosen) return;
    const text = await chosen.text();
    e.target.value = "";
    try {
      const cards = JSON.parse(text);
      setSetup({ ...s, cards: Array.isArray(cards) ? cards : cards.cards ?? cards.factions });
      setFile(chosen.name);
    } catch {
      say("This file holds no cards: it is not JSON.");
    }
  };
  const choices = [["competitive", "Generals are chosen secretly"], ["dice_by_type", "No coloured dice: each type is rolled in turn"], ["no_generals", "Introduction: without generals"], ["no_terrain", "Introduction: without terrain"]];
  return html`<div class="row checks">${choices.map(([key, words]) => html`<label class="check" key=${key}><input type="checkbox" data-set=${key} checked=${!!s[key]} onChange=${(/** @type {any} */ e) => set(key, e.target.checked)} />${words}</label>`)}</div>
    <div class="row"><label class="button quiet">Take in your cards<input class="unseen" type="file" accept=".json" onChange=${take} /></label><span class="how">${file ? `Cards of ${file}.` : "Without cards of your own the game is played with a made-up pair of factions, Brass Harbour and Hollow Wood."}</span></div>`;
}
