// Who sits where: taking a seat on this screen, letting phones in, pausing.
import { Code } from "../invite.js";
import { html, useState } from "../view.js";
import { tr } from "../language.js";

/** @param {any} p */
export function Seats({ view, may, act }) {
  const [code, setCode] = useState(0);
  const id = view.game.id;
  return html`<section class="card a-seats" aria-labelledby="seats-title">
    <div class="card-head"><h2 id="seats-title">Players</h2>
      ${view.table && view.game.status === "playing" && html`<button class="quiet" id="pause" onClick=${() => act({ do: "pause", game: id })}>Pause the game</button>`}</div>
    <ul class="seat-list">${view.seats.map((/** @type {any} */ s) => html`<li key=${s.seat} data-seat=${s.seat} class=${s.waiting ? "up" : ""}>
      <div class="seat-line"><strong>${s.name}</strong>${s.team && html`<span class="how">${s.team}</span>`}
        <span class="how">${view.mine.includes(s.seat) ? tr("sits here") : s.held ? (s.here ? tr("on their own screen") : tr("their screen is gone")) : tr("at the table’s screen")}${s.waiting ? ` · ${tr("is asked")}` : ""}</span></div>
      ${may && html`<div class="row">
        ${view.table && !view.mine.includes(s.seat) && (!s.held || !s.here) && html`<button class="quiet" data-sit=${s.seat} onClick=${() => act({ do: "sit", game: id, seat: s.seat })}>${s.held ? tr("Take the seat over") : tr("I am {name}", { name: s.name })}</button>`}
        ${(view.mine.includes(s.seat) || (view.table && s.held && !s.here)) && html`<button class="quiet" data-leave=${s.seat} onClick=${() => act({ do: "leave", game: id, seat: s.seat })}>Leave the seat</button>`}
        ${view.table && view.network && html`<button class="quiet" data-code=${s.seat} aria-expanded=${code === s.seat ? "true" : "false"} onClick=${() => setCode(code === s.seat ? 0 : s.seat)}>QR code</button>`}</div>`}
      ${code === s.seat && html`<p class="how">${tr("{name} scans this with a phone on the same network, and plays from there.", { name: s.name })}</p><${Code} id="seat-code" query=${`game=${id}&seat=${s.seat}`} alt=${tr("QR code of {name}’s seat", { name: s.name })} />`}
    </li>`)}</ul>
    ${view.seats.length === 0 && html`<p class="how">This game has no seats: everybody answers.</p>`}
  </section>`;
}
