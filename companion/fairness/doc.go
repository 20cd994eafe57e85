// Package fairness says whether a die's counts speak against it being fair, and how many rolls that
// takes. It holds no dice and no clock, only arithmetic.
//
// The test is Pearson's chi-squared test of what the die showed against what its faces promise. It is made only at looks that are fixed before the
// first roll: after Needed rolls, after twice as many, four times as many, and so on, each on all rolls up to there. A test after every roll would find
// fault with every fair die sooner or later. So each look may err half as often as the one before, and all together not more than Level.
//
// Needed is the sample at which the first look finds a die uneven with probability Power, if one of its faces comes up half again as often as it
// should. Expected counts are then far above 5. Below 5 the chi-squared distribution is no good approximation.
package fairness
