// A die's card on a sheet of its own.
import { html } from "../view.js";
import { Card } from "./card.js";
import { useEdition } from "./edition.js";
import { Dialog, LookFace } from "./reference.js";
import { tr } from "../language.js";

/** @param {{edition: string, id: string, close: () => void}} p id: a kind of die */
export function DieSheet({ edition, id, close }) {
  const known = useEdition(edition, () => {});
  return html`<${Dialog} title=${known?.kinds.find((k) => k.id === id)?.name ?? tr("A die")} close=${close}><${Card} edition=${edition} id=${id} Face=${LookFace} /><//>`;
}
