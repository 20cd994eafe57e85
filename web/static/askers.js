// Which pages elsewhere may ask this table for rolls, and what they need for it: the address and the key.
import { html, useEffect, useState } from "./view.js";
import { ask } from "./games/fetch.js";
import { tr } from "./language.js";

/** @typedef {import("./messages.js").AskersView} AskersView */

export function Askers() {
  const [v, setV] = useState(/** @type {AskersView | null} */ (null));
  const [says, setSays] = useState("");
  const [typed, setTyped] = useState("");
  const look = () => ask("/api/askers").then((r) => (r.ok ? setV(r.data) : setSays(r.why)));
  useEffect(() => { look(); }, []);
  /** @param {{allow?: string, forbid?: string}} body @param {string} done */
  const change = async (body, done) => {
    const r = await ask("/api/askers", { body });
    if (r.ok) { setV(r.data); setTyped(""); }
    setSays(r.ok ? done : r.why);
  };
  /** @param {Event} e */
  const send = (e) => { e.preventDefault(); change({ allow: typed }, tr("That page may ask for rolls now.")); };
  return html`<details id="askers" onToggle=${(/** @type {any} */ e) => e.target.open && look()}><summary>Roll for another program</summary>
    <p>A virtual tabletop, or another program, asks this table for dice and gets what they show. It needs one of these addresses and, on another machine, the key.</p>
    ${v && html`${v.addresses.map((a, i) => html`<${Copied} key=${a} id=${`asker-address-${i}`} words=${addressWords(a)} text=${a} />`)}
      ${v.addresses.length > 0 && html`<${Copied} id="asker-foundry" words="For Foundry VTT: the manifest of the module" text=${`${v.addresses[v.addresses.length - 1]}/foundry/module.json`} />`}
      <${Copied} id="asker-key" words="Key. It is good for asking for rolls, and for nothing else" text=${v.key} />
      <h3>Web pages that may ask</h3>
      ${v.pages.length === 0 && html`<p class="how">None yet.</p>`}
      <ul class="devices">${v.pages.map((p) => html`<li key=${p.origin}><span><bdi>${p.origin}</bdi>${p.named && html`<small class="how">named in the settings</small>`}</span>
        ${!p.named && html`<button class="quiet" data-forbid=${p.origin} onClick=${() => change({ forbid: p.origin }, tr("That page may not ask any more."))}>Forbid</button>`}</li>`)}</ul>
      ${v.refused.length > 0 && html`<h3>Web pages that asked and may not</h3>`}
      <ul class="devices">${v.refused.map((o) => html`<li key=${o}><span><bdi>${o}</bdi><small class="how">Allow it only if you know it</small></span>
        <button class="quiet" data-allow=${o} onClick=${() => change({ allow: o }, tr("That page may ask for rolls now."))}>Allow</button></li>`)}</ul>
      <form class="row" onSubmit=${send}><label>Address of the page, as its browser shows it<input type="text" id="asker-page" placeholder="https://…" value=${typed} onInput=${(/** @type {any} */ e) => setTyped(e.target.value)} /></label>
        <button id="asker-allow" disabled=${typed.trim() === ""}>Allow</button></form>`}
    ${says && html`<p class="word" id="askers-say" role="status">${says}</p>`}
  </details>`;
}

/** Where an address of the table can be used. @param {string} address */
function addressWords(address) {
  if (/\/\/(127\.|\[::1\]|localhost)/u.test(address)) return tr("Address of the table for browsers on this machine");
  return address.startsWith("https:") ? tr("Address for browsers elsewhere that came by https") : tr("Address for browsers elsewhere that came by http");
}

/** A line of text to copy. @param {{id: string, words: string, text: string}} p */
function Copied({ id, words, text }) {
  const [done, setDone] = useState(false);
  const copy = async () => {
    /** @type {HTMLInputElement | null} */ (document.querySelector(`#${id}`))?.select();
    const could = await (navigator.clipboard?.writeText(text).then(() => true, () => false) ?? false);
    setDone(could || document.execCommand("copy")); // insecure pages have only the old clipboard
  };
  return html`<div class="row copied"><label>${words}<input type="text" id=${id} readonly value=${text} onFocus=${(/** @type {any} */ e) => e.target.select()} /></label>
    <button type="button" class="quiet" aria-label=${tr("Copy: {words}", { words })} onClick=${copy}>${done ? tr("Copied") : tr("Copy")}</button></div>`;
}
