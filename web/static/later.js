// Parts of a page that load when first shown: not every game has every board.
import { html, useEffect, useState } from "./view.js";

/** A component that is loaded when it is first drawn; until then nothing stands there. @param {() => Promise<any>} load */
export function later(load) {
  /** @type {any} */
  let known = null;
  return (/** @type {any} */ props) => {
    const [Part, setPart] = useState(() => known);
    useEffect(() => {
      if (!Part) load().then((part) => { known = part; setPart(() => part); });
    }, []);
    return Part ? html`<${Part} ...${props} />` : null;
  };
}
