// Whether the table can be heard, on every page: said when it can't, and then nothing can be pressed.
import { html, useEffect, useRef, useState } from "./view.js";
import { keep } from "./link.js";
import { heard, tr } from "./language.js";

/** What is said while the table can't be heard. @param {string} why the table's reason, if it refuses this screen */
export const lostWords = (why) => (why ? tr("The table doesn’t let this screen in: {why}. Trying again…", { why: heard(why) }) : tr("The connection to the table is lost. Trying again…"));

/** What is said before the table was heard at all. @param {{linked: boolean, why: string}} now */
export const waitWords = ({ linked, why }) => (why ? lostWords(why) : linked ? tr("Going to the table…") : tr("The table can’t be reached. Trying again…"));

/**
 * Blocks a page while the table can't hear it. What was typed stays, and the cursor comes back.
 * @param {boolean} linked
 */
export function useInert(linked) {
  const cursor = useRef(/** @type {Element | null} */ (null));
  useEffect(() => {
    if (!linked) cursor.current ??= document.activeElement;
    for (const e of document.querySelectorAll("main, .head nav, .words .panel, .words button")) /** @type {HTMLElement} */ (e).inert = !linked;
    if (!linked || !cursor.current) return;
    if (document.activeElement === document.body) /** @type {HTMLElement} */ (cursor.current).focus?.({ preventScroll: true });
    cursor.current = null;
  });
}

/** For pages that show nothing live: whether the table is there. */
export function Pulse() {
  const [now, setNow] = useState({ linked: true, why: "" });
  useEffect(() => {
    const line = keep({ path: "/api/socket?beats", hear: () => {}, tell: setNow });
    return () => line.close();
  }, []);
  useInert(now.linked);
  return now.linked ? null : html`<div class="words"><p class="word bad" id="lost" role="alert">${lostWords(now.why)}</p></div>`;
}
