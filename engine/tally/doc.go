// Package tally counts rolls of any dice: sums, faces, pools of successes, or the highest or lowest few. It knows
// re-rolls and a modifier, and can count each colour for itself.
//
// [Count] counts one roll. A [Book] is an evening of rolls as a rulebook: each player's dice, results and running
// totals.
//
// A die that nobody has read is never counted. The result has no total until somebody says what the die shows, or
// that it is left out.
package tally
