// Package bot plays whole games with random legal answers and watches that
// what must always hold does: a wrong answer changes nothing, the log gives the
// same game again, what was taken back can be brought back, every game ends.
//
// A game is told by its seed: the same seed plays the same game.
package bot
