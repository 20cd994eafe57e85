// The phone's own camera: how it is opened, what it can do, and a JPEG of its newest picture.
import { tr } from "../language.js";

export const sizes = [[1280, 720], [1920, 1080], [960, 540]];

/** Why a camera can't be opened, for people. @type {Record<string, string>} */
const why = {
  NotAllowedError: tr("This page may not use the camera. Allow it in the browser’s settings for this page, then press the button again."),
  NotFoundError: tr("This device has no camera."),
  NotReadableError: tr("Another app has the camera. Close it, then press the button again."),
  OverconstrainedError: tr("The camera can’t give pictures of this size. Choose another size."),
  AbortError: tr("The camera did not open. Press the button again."),
};

/** @param {unknown} err */
export const words = (err) => (err instanceof DOMException && why[err.name]) || tr("The camera did not open ({err}).", { err });

/** Whether the browser gives this page access to cameras at all. */
export const allowed = () => window.isSecureContext && !!navigator.mediaDevices?.getUserMedia;

/**
 * Opens a camera. If none is named, it is the one at the back.
 * @param {string} id @param {number[]} size px
 */
export async function openCamera(id, [width, height]) {
  const video = { width: { ideal: width }, height: { ideal: height }, frameRate: { ideal: 30 } };
  return navigator.mediaDevices.getUserMedia({ audio: false, video: id ? { ...video, deviceId: { exact: id } } : { ...video, facingMode: { ideal: "environment" } } });
}

/** The cameras of this device. @returns {Promise<{id: string, name: string}[]>} */
export async function cameras() {
  const all = await navigator.mediaDevices.enumerateDevices();
  return all.filter((d) => d.kind === "videoinput").map((d, i) => ({ id: d.deviceId, name: d.label || tr("Camera {n}", { n: i + 1 }) }));
}

/**
 * What a page can set on a camera: torch, focus, zoom. Browsers report different parts of it.
 * @param {MediaStream} stream
 * @returns {{torch: boolean, focus: string[], distance: {min: number, max: number, step: number} | null, zoom: {min: number, max: number, step: number} | null}}
 */
export function abilities(stream) {
  const can = /** @type {any} */ (stream.getVideoTracks()[0]?.getCapabilities?.() ?? {});
  const range = (/** @type {any} */ r) => (r && r.max > r.min ? { min: r.min, max: r.max, step: r.step || (r.max - r.min) / 50 } : null);
  return { torch: can.torch === true || Array.isArray(can.torch) && can.torch.includes(true), focus: can.focusMode ?? [], distance: range(can.focusDistance), zoom: range(can.zoom) };
}

/** Sets something on an open camera. False if it can't. @param {MediaStream} stream @param {Record<string, any>} what */
export async function set(stream, what) {
  try {
    await stream.getVideoTracks()[0].applyConstraints(/** @type {any} */ ({ advanced: [what] }));
    return true;
  } catch {
    return false;
  }
}

const quality = 0.85; // of JPEG
const canvas = document.createElement("canvas");

/** The newest picture that the camera gives, as a JPEG. @param {HTMLVideoElement} video @returns {Promise<Blob | null>} */
export async function picture(video) {
  await fresh(video);
  if (!video.videoWidth) return null;
  if (canvas.width !== video.videoWidth || canvas.height !== video.videoHeight) [canvas.width, canvas.height] = [video.videoWidth, video.videoHeight];
  canvas.getContext("2d", { alpha: false })?.drawImage(video, 0, 0);
  return new Promise((done) => canvas.toBlob(done, "image/jpeg", quality));
}

/** Waits for a picture that wasn't sent yet. @param {HTMLVideoElement} video @returns {Promise<void>} */
function fresh(video) {
  return new Promise((done) => {
    const late = setTimeout(done, 500);
    if (video.requestVideoFrameCallback) video.requestVideoFrameCallback(() => { clearTimeout(late); done(); });
    else requestAnimationFrame(() => { clearTimeout(late); done(); });
  });
}

/** Keeps the screen awake until it is released. */
export function awake() {
  /** @type {any} */
  let lock = null;
  let over = false;
  const take = async () => {
    if (over || document.visibilityState !== "visible") return;
    try {
      lock = await navigator.wakeLock?.request("screen");
    } catch {
      // then the screen turns dark as set. The page says that it must stay in front
    }
  };
  take();
  document.addEventListener("visibilitychange", take);
  return () => {
    over = true;
    document.removeEventListener("visibilitychange", take);
    lock?.release();
  };
}
