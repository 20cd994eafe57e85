// Package tally counts rolls of any dice: sums, faces, pools of successes, the
// highest or lowest few, with re-rolls, a modifier, and each colour for itself.
//
// [Count] counts one roll. A [Book] is an evening of rolls as a rulebook: each
// player's dice, results and running totals. [Rows] makes a table of it.
//
// A die that nobody has read is never counted: the result has no total until
// somebody says what the die shows, or that it is to be left out.
package tally
