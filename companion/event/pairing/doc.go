// Package pairing says who plays whom: a Swiss round, a round of a round-robin, or tables of several. It is
// pure: the same players and the same lot make the same round.
package pairing
