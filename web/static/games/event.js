// A game at a table of an event: what the hub has of it, and the judge.
import { LinkLine, LinkTrouble, LinkWaits, Rulings } from "../eventlink.js";
import { CallJudge, JudgeCalled } from "../judge.js";
import { html } from "../view.js";

/** What everybody is told. @param {any} p */
export const EventWords = ({ link, may, act }) => html`<${LinkTrouble} link=${link} /><${LinkWaits} link=${link} /><${JudgeCalled} link=${link} may=${may} act=${act} />`;

/** What stands at the bottom. @param {any} p */
export const EventFoot = ({ link, may, act }) => html`<${Rulings} link=${link} /><${CallJudge} link=${link} may=${may} act=${act} /><${LinkLine} link=${link} />`;
