// Beginning a game: which rules, who plays, and what the rules want to know besides.
import { html, useState } from "../vendor/preact-htm.js";
import { ask } from "./fetch.js";
import { forms } from "./forms.js";

/** @typedef {import("../messages.js").KindView} KindView */
/** @typedef {import("../messages.js").Player} Player */

/** @param {{kinds: KindView[], from?: import("./again.js").Start | null, say: (text: string) => void}} p from: what it starts from, where one is played again */
export function NewGame({ kinds, from = null, say }) {
  const known = kinds.some((k) => k.id === from?.rulebook);
  const [id, setID] = useState((known && from?.rulebook) || (kinds[0]?.id ?? ""));
  const kind = kinds.find((k) => k.id === id) ?? kinds[0];
  const [title, setTitle] = useState((known && from?.title) || "");
  const [players, setPlayers] = useState(/** @type {Player[]} */ ((known && from?.players) || empty(kind)));
  const [setup, setSetup] = useState(/** @type {any} */ (known ? from?.setup : null));
  const [why, setWhy] = useState("");
  if (!kind) return html`<p class="how">This table knows no rulebook.</p>`;
  /** @param {string} to */
  const choose = (to) => {
    const next = kinds.find((k) => k.id === to);
    setID(to);
    setSetup(null);
    setPlayers(resize(players, next?.least ?? 0, next?.most ?? 0));
  };
  /** @param {number} i a player who doesn’t play: what was brought goes too */
  const takeOut = (i) => {
    setPlayers(players.filter((_, k) => k !== i));
    if (setup?.forces) setSetup({ ...setup, forces: setup.forces.filter((/** @type {any} */ _, /** @type {number} */ k) => k !== i) });
  };
  /** @param {Event} e */
  const begin = async (e) => {
    e.preventDefault();
    const named = players.filter((p, i) => p.name.trim() !== "" || i < kind.least);
    const r = await ask("/api/games", { body: { rulebook: kind.id, title: title.trim(), players: named, ...(setup ? { setup } : {}) } });
    if (r.ok) location.href = `games/${r.data.game}`;
    else setWhy(r.why);
  };
  const bounds = kind.most === 0 ? "" : kind.least === kind.most ? `${kind.least} players` : `${kind.least} to ${kind.most} players`;
  const Form = forms[kind.form];
  return html`<form class="panel" onSubmit=${begin}>
    <div class="fields">
      <label>Rules<select id="rulebook" value=${kind.id} onChange=${(/** @type {any} */ e) => choose(e.target.value)}>${kinds.map((k) => html`<option key=${k.id} value=${k.id}>${k.name}</option>`)}</select></label>
      <label>Name of the game<input type="text" id="game-name" maxlength="100" placeholder="none" value=${title} onInput=${(/** @type {any} */ e) => setTitle(e.target.value)} /></label>
    </div>
    <h3 class="who-plays">Who plays <span class="how">${bounds}</span></h3>
    <div class="seat-rows">${players.map((p, i) => html`<div key=${i} class="player-row">
      <label>Player ${i + 1}<input type="text" maxlength="40" data-player=${i + 1} value=${p.name} onInput=${(/** @type {any} */ e) => setPlayers(players.map((x, k) => (k === i ? { ...x, name: e.target.value } : x)))} /></label>
      ${players.length > kind.least && html`<button type="button" class="quiet" aria-label=${`Take player ${i + 1} out`} onClick=${() => takeOut(i)}>✕</button>`}
    </div>`)}</div>
    ${players.length < kind.most && html`<div class="row"><button type="button" class="quiet" id="add-player" onClick=${() => setPlayers([...players, { name: "" }])}>Add a player</button></div>`}
    ${Form && html`<${Form} key=${kind.id} kind=${kind} players=${players} setup=${setup} setSetup=${setSetup} say=${say} />`}
    ${why && html`<p class="word bad" role="alert" id="new-refused">${why}</p>`}
    <div class="row end"><button class="main" id="begin-game">Begin</button></div>
  </form>`;
}

/** @param {KindView | undefined} kind @returns {Player[]} */
const empty = (kind) => Array.from({ length: Math.max(kind?.least ?? 0, Math.min(2, kind?.most ?? 0)) }, () => ({ name: "" }));

/** @param {Player[]} players @param {number} least @param {number} most */
function resize(players, least, most) {
  const next = players.slice(0, most);
  while (next.length < least) next.push({ name: "" });
  return next;
}
