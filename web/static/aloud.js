// Says results and what is asked aloud, in the browser's own voice, for those who look at their dice.
import { html, useEffect, useRef, useState } from "./view.js";
import { language, tr } from "./language.js";

const kept = "astragal-aloud";
const can = "speechSynthesis" in window;

/** Whether this screen speaks: kept on this device. @returns {boolean} */
const on = () => can && localStorage.getItem(kept) === "yes";

/** Says something. It cuts short what was being said: that is old. @param {string} text */
function speak(text) {
  speechSynthesis.cancel();
  if (!text) return;
  const words = new SpeechSynthesisUtterance(text);
  words.lang = language;
  speechSynthesis.speak(words);
}

/** The switch. If the browser has no voice, there is none. */
export function AloudSwitch() {
  const [is, set] = useState(on());
  if (!can) return null;
  const turn = () => {
    localStorage.setItem(kept, is ? "" : "yes");
    set(!is);
    speak(is ? "" : tr("Results and questions are said aloud."));
  };
  return html`<button class="quiet" id="aloud" aria-pressed=${is ? "true" : "false"} onClick=${turn}><span class="aloud-long">Say it aloud</span><span class="aloud-short" aria-hidden="true">Aloud</span></button>`;
}

/**
 * What a screen reader is told, and what is said aloud where that is switched on: once each, when it changes.
 * @param {{words: string}} p
 */
export function Said({ words }) {
  const last = useRef(words); // the words at the page's start are no news
  useEffect(() => {
    if (words === last.current) return;
    last.current = words;
    if (words && on()) speak(words);
  }, [words]);
  return html`<p class="unseen" role="status" aria-live="polite" id="spoken">${words}</p>`;
}
