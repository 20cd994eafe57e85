// The table's games, and how to begin one.
import { html, useEffect, useState } from "../view.js";
import { counted } from "../words.js";
import { startOf } from "./again.js";
import { ask } from "./fetch.js";
import { Head } from "./head.js";
import { openLobby } from "./lobby.js";
import { heard, language, listed, tr } from "../language.js";

/** @typedef {import("../messages.js").GameInfo} GameInfo */
/** @typedef {import("../messages.js").LobbyInfo} LobbyInfo */

/** @param {{say: (text: string) => void}} p */
export function List({ say }) {
  const [table, setTable] = useState(/** @type {{games: GameInfo[], lobbies: LobbyInfo[], may_answer: boolean} | null} */ (null));
  const query = new URLSearchParams(location.search);
  const again = Number(query.get("again") ?? 0);
  const going = again > 0 || query.has("new"); // on the way to a new game
  useEffect(() => {
    if (query.has("new")) openLobby({}, say);
    if (!again) return;
    startOf(again).then((start) => (start ? openLobby({ ...start, again }, say) : say(tr("This game can’t be played again from here: its log can’t be read."))));
  }, []);
  useEffect(() => {
    const load = () => ask("/api/games").then((r) => (r.ok ? setTable(r.data) : say(r.why)));
    load();
    document.addEventListener("linked", load); // the list may be an old one
    return () => document.removeEventListener("linked", load);
  }, []);
  /** @param {any} e */
  const take = async (e) => {
    const file = e.target.files[0];
    if (!file) return;
    const r = await ask("/api/games/import", { body: await file.text() });
    e.target.value = "";
    if (r.ok) location.href = `games/${r.data.game}`;
    else say(r.why);
  };
  if (!table) return html`<${Head} at="/games" /><main><p class="starting" role="status">Going to the table…</p></main>`;
  const may = table.may_answer;
  const games = table.games.filter((g) => !g.single);
  return html`<${Head} at="/games" />
    <main class="narrow">
      ${may && html`<section class="card" aria-labelledby="new-title">
        <div class="card-head"><h2 id="new-title">New game</h2>
          <button class="main" id="new-game" disabled=${going} onClick=${() => openLobby({}, say)}>Begin a game</button></div>
        <div class="row"><label class="button quiet">Go on with a saved game<input class="unseen" id="import-game" type="file" accept=".jsonl" onChange=${take} /></label></div>
      </section>`}
      ${table.lobbies.length > 0 && html`<section class="card" aria-labelledby="lobbies-title"><h2 id="lobbies-title">About to begin</h2>
        <ul class="game-list">${table.lobbies.map((l) => html`<li key=${l.lobby}><a href=${`begin/${l.lobby}`} data-lobby=${l.lobby}>
          <strong>${l.title || listed(l.players) || l.kind}</strong><span class="badge">${l.ready > 0 ? tr("{ready} ready", { ready: l.ready }) : tr("choosing")}</span>
          <span class="how">${l.kind}${l.players.length > 0 ? ` · ${l.players.join(", ")}` : ""}</span></a></li>`)}</ul></section>`}
      ${!may && html`<p class="word" id="looking-on">This screen only looks on. Scan the QR code at the table to play from here.</p>`}
      <section class="card" aria-labelledby="games-title">
        <h2 id="games-title">Games at this table</h2>
        ${games.length === 0 && html`<p class="how">None yet. Every game that is begun here stays here, and goes on where it was left.</p>`}
        <ul class="game-list">${games.map((g) => html`<li key=${g.id}><a href=${`games/${g.id}`} data-game=${g.id}>
          <strong>${g.title}</strong><span class=${`badge ${g.status}`}>${statusWords(g)}</span>
          <span class="how">${g.kind}${g.players.length > 0 ? ` · ${g.players.join(", ")}` : ""} · ${counted(Math.max(g.entries - 1, 0), "answer", "answers")} · ${day(g.last)}</span>
          ${g.outcome && html`<span class="how">${heard(g.outcome)}</span>`}</a>
          ${may && g.status === "over" && html`<a class="button quiet play-again" href=${`games?again=${g.id}`} data-again=${g.id}>Play again<span class="unseen"> ${g.title}</span></a>`}</li>`)}</ul>
      </section>
    </main>`;
}

/** @param {GameInfo} g */
const statusWords = (g) => (g.status === "playing" && g.tray ? tr("on the table") : g.status === "stopped" ? tr("needs a look") : g.status);

/** @param {string} at RFC 3339 */
export function day(at) {
  const t = new Date(at);
  return Number.isNaN(t.getTime()) ? "" : t.toLocaleString(language, { dateStyle: "medium", timeStyle: "short" });
}
