// The last throw as it fell, from the pictures that the table kept.
import { html, useEffect, useRef } from "../view.js";

/**
 * Takes a clip apart: for each picture its time in ms and its length (big-endian, 4 bytes each), then the JPEG.
 * @param {ArrayBuffer} raw
 * @returns {{at: number, jpeg: Blob}[]}
 */
function frames(raw) {
  const out = [];
  const view = new DataView(raw);
  for (let p = 0; p + 8 <= raw.byteLength;) {
    const at = view.getUint32(p), n = view.getUint32(p + 4);
    out.push({ at, jpeg: new Blob([raw.slice(p + 8, p + 8 + n)], { type: "image/jpeg" }) });
    p += 8 + n;
  }
  return out;
}

/** Plays a throw once and stops at its last picture. @param {{n: number}} p */
export function Clip({ n }) {
  const canvas = useRef(/** @type {HTMLCanvasElement | null} */ (null));
  useEffect(() => {
    let over = false;
    /** @type {number | undefined} */
    let timer;
    const play = async () => {
      const r = await fetch(`clip/${n}`).catch(() => null);
      if (!r?.ok || over) return;
      const all = frames(await r.arrayBuffer());
      const began = performance.now();
      for (const [i, f] of all.entries()) {
        const picture = await createImageBitmap(f.jpeg).catch(() => null);
        const c = canvas.current;
        if (over || !c) return;
        const early = f.at - (performance.now() - began);
        if (early > 0) await new Promise((done) => { timer = setTimeout(done, early); });
        else if (early < -200 && i < all.length - 1) continue; // the machine is too slow: skip pictures
        if (!picture || over) continue;
        if (c.width !== picture.width || c.height !== picture.height) [c.width, c.height] = [picture.width, picture.height];
        c.getContext("2d")?.drawImage(picture, 0, 0);
        c.dataset.shown = String(i + 1);
        c.hidden = false;
        picture.close();
      }
      if (canvas.current) canvas.current.dataset.over = "yes";
    };
    play();
    return () => {
      over = true;
      clearTimeout(timer);
    };
  }, [n]);
  return html`<canvas ref=${canvas} class="ov-clip" hidden></canvas>`;
}
