// Package fairness says whether a die's counts speak against it being fair, and how many rolls that
// takes. It holds no dice and no clock, only arithmetic.
//
// The test is Pearson's chi-squared test on what the die showed against what its faces promise. It is
// made only at looks that are fixed before the first roll: after Needed rolls, after twice as many,
// four times as many, and so on, each on all rolls up to there. Testing after every roll would find
// fault with every fair die sooner or later; so each look may err half as often as the one before,
// and all together not more than Level.
//
// Needed is the sample at which a die with one face that comes up half again as often as it should is
// found out Power of the time at the first look. Expected counts are then far above the 5 below which
// the chi-squared distribution is no good approximation.
package fairness
