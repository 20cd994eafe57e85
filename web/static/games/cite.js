// Where something stands in the rulebook.
import { tr } from "../language.js";

/**
 * A place in the rulebook, without the book that the whole game is played by: "p. 12".
 * @param {string} book as the reference names it, "" if it isn't known @param {string} cite
 */
export const placeIn = (book, cite) => (book && cite.startsWith(`${book}, `) ? cite.slice(book.length + 2)
  : book && cite.startsWith(`${book} `) ? tr("section {n}", { n: cite.slice(book.length + 1) }) : cite);
