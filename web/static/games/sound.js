// Sounds of the table, made here. They are off until somebody switches them on. The browser remembers that.
const key = "astragal-sound";

/** @type {AudioContext | null} */
let audio = null;

/** Whether sounds are on. */
export const sounds = () => {
  try {
    return localStorage.getItem(key) === "on";
  } catch {
    return false; // the browser stores nothing
  }
};

/** @param {boolean} on */
export function setSounds(on) {
  try {
    localStorage.setItem(key, on ? "on" : "off");
  } catch {
    // the browser stores nothing
  }
  if (on) chime("result");
}

/** The sounds: notes by their frequency, Hz. @type {Record<string, number[]>} */
const notes = { result: [523, 784], nothing: [262], turn: [392] };

/** @param {string} what */
export function chime(what) {
  if (!sounds()) return;
  audio ??= new AudioContext();
  const now = audio.currentTime;
  for (const [i, hz] of (notes[what] ?? []).entries()) {
    const tone = audio.createOscillator(), loud = audio.createGain();
    tone.type = "triangle";
    tone.frequency.value = hz;
    loud.gain.setValueAtTime(0.12, now + i * 0.11);
    loud.gain.exponentialRampToValueAtTime(0.001, now + i * 0.11 + 0.35);
    tone.connect(loud).connect(audio.destination);
    tone.start(now + i * 0.11);
    tone.stop(now + i * 0.11 + 0.4);
  }
}
