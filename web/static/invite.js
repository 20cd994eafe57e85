// A QR code that lets a device in, with the address that it says.
import { html, useEffect, useRef, useState } from "./view.js";
import { ask } from "./games/fetch.js";
import { tr } from "./language.js";

/** @param {{query?: string, alt: string, id?: string}} p query says which code, as in "to=phone" */
export function Code({ query = "", alt, id = "code" }) {
  const [address, setAddress] = useState("");
  const [why, setWhy] = useState("");
  const [copied, setCopied] = useState(false);
  const field = useRef(/** @type {HTMLInputElement | null} */ (null));
  const asked = `?${query}${query && "&"}from=${encodeURIComponent(document.baseURI)}`;
  useEffect(() => {
    setCopied(false);
    ask(`/api/invite${asked}`).then((r) => { setAddress(r.ok ? r.data.address : ""); setWhy(r.why); });
  }, [asked]);
  const copy = async () => {
    field.current?.select();
    // Insecure pages have only the old clipboard.
    const done = await (navigator.clipboard?.writeText(address).then(() => true, () => false) ?? false);
    setCopied(done || document.execCommand("copy"));
  };
  if (why) return html`<p class="word" id=${`${id}-none`} role="status">${why}.</p>`;
  if (!address) return null;
  return html`<div class="invite"><img class="qr" src=${`invite.png${asked}`} alt=${alt} />
    <label>The same as an address<input type="text" id=${`${id}-address`} readonly value=${address} ref=${field} onFocus=${(/** @type {any} */ e) => e.target.select()} /></label>
    <button type="button" class="quiet" id=${`${id}-copy`} onClick=${copy}>${copied ? tr("Copied") : tr("Copy")}</button></div>`;
}
