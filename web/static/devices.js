// The devices that were let in by a code: who they are, and what puts them out again.
import { html, useEffect, useState } from "./view.js";
import { ask } from "./games/fetch.js";
import { language, tr, trn } from "./language.js";

/** @typedef {import("./messages.js").DevicesView} DevicesView */
/** @typedef {import("./messages.js").DeviceView} DeviceView */

/** What a device may do, in a sentence. @type {Record<string, string>} */
const rights = { answers: tr("can answer"), plays: tr("plays a seat"), "looks on": tr("only watches") };

/** @param {{renewed: () => void}} p renewed hears that there is a new code */
export function Devices({ renewed }) {
  const [list, setList] = useState(/** @type {DeviceView[] | null} */ (null));
  const [says, setSays] = useState("");
  useEffect(() => {
    ask("/api/devices").then((r) => (r.ok ? setList(r.data.devices) : setSays(r.why)));
  }, []);
  /** @param {any} body @param {string} done */
  const change = async (body, done) => {
    const r = await ask("/api/devices", { body });
    if (r.ok) setList(r.data.devices);
    setSays(r.ok ? done : r.why);
    if (r.ok && body.new_code) renewed();
  };
  return html`<div id="devices"><h3>Devices that were let in</h3>
    ${list?.length === 0 && html`<p class="how">None yet.</p>`}
    <ul class="devices">${(list ?? []).map((d) => html`<li key=${d.name}><span><bdi>${d.from || tr("A device")}</bdi>${d.you && ` ${tr("(this one)")}`}<small class="how">${about(d)}</small></span>
      <button class="quiet" data-out=${d.name} onClick=${() => change({ out: d.name }, tr("The device is out. It can come in again by the code: make a new one to prevent that."))}>Put out</button></li>`)}</ul>
    <div class="row"><button class="quiet" id="new-code" onClick=${() => change({ new_code: true }, tr("The code is a new one. Who has the old one can’t come in by it any more. Devices in the list stay. Programs that ask for rolls need it too."))}>Make a new code</button></div>
    ${says && html`<p class="word" id="devices-say" role="status">${says}</p>`}
  </div>`;
}

/** What is known of a device, in a line. @param {DeviceView} d */
function about(d) {
  const open = d.open > 0 ? trn(d.open, "one page open", "{n} pages open") : tr("no page open");
  return [rights[d.right] ?? tr("came before this list was kept"), d.came && tr("since {time}", { time: when(d.came) }), d.address, open].filter(Boolean).join(" · ");
}

/** @param {string} at */
const when = (at) => new Date(at).toLocaleString(language, { month: "short", day: "numeric", hour: "2-digit", minute: "2-digit" });
