// What a page of statistics asks for, and the answer.
import { forExcel } from "../sheet.js";
import { html, useEffect, useState } from "../view.js";
import { learn } from "../isolate.js";

/** Choices by name, as the address has them. Empty ones are left out. @param {Record<string, string>} asked */
export const query = (asked) => new URLSearchParams(Object.entries(asked).filter(([, value]) => value)).toString();

/**
 * Fetches the statistics whenever the choices change.
 * @param {Record<string, string>} asked
 * @param {string} lost said if nobody answers
 * @param {number} [again] another number fetches again
 * @returns {{st: any, wrong: string}} the last answer, null before the first, and why there is no newer one
 */
export function useCounted(asked, lost, again = 0) {
  const [st, setSt] = useState(/** @type {any} */ (null));
  const [wrong, setWrong] = useState("");
  useEffect(() => {
    let here = true;
    fetch(`api/statistics?${query(asked)}`).then(async (r) => {
      const got = learn(await r.json());
      if (!here) return;
      setWrong(r.ok ? "" : got.error);
      if (r.ok) setSt(got);
    }, () => here && setWrong(lost));
    return () => { here = false; };
  }, [asked, again]);
  return { st, wrong };
}

/** @param {{name: string, all: string, list: string[], value: string, set: (value: string) => void}} p */
export function Choose({ name, all, list, value, set }) {
  return html`<label>${name}<select value=${value} onChange=${(/** @type {any} */ e) => set(e.target.value)}>
    <option value="">${all}</option>${list.map((x) => html`<option value=${x} selected=${x === value}>${x}</option>`)}
  </select></label>`;
}

/** @param {{name: string, value: string, set: (value: string) => void}} p */
export const Tick = ({ name, value, set }) => html`<label class="tick"><input type="checkbox" checked=${value === "yes"} onChange=${(/** @type {any} */ e) => set(e.target.checked ? "yes" : "")} />${name}</label>`;

/** The chosen statistics as files. @param {{asked: Record<string, string>, name: string}} p */
export const Save = ({ asked, name }) => html`<a class="button quiet" href=${`statistics.csv?${[query(asked), forExcel()].filter(Boolean).join("&")}`} download>Save as CSV</a> <a class="button quiet" href=${`api/statistics?${query(asked)}`} download=${name}>Save as JSON</a>`;
