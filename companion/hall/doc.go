// Package hall is the games of a table: begin one, answer, amend, take back, who sits where, what the others must agree
// to, rolls that other programs ask for, the armies that are kept. It ties throws to the rolls of its games. What changes
// is written down by the table before it is so, and what was written down is taken in again in the same order after a
// restart. It reads no dice and knows no screen.
package hall
