// Package bot plays whole games with random legal answers and checks what must always hold:
//   - a wrong answer changes nothing
//   - the log gives the same game again
//   - what was taken back can be brought back
//   - every game ends
//
// The same seed plays the same game.
package bot
