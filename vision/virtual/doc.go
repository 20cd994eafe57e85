// Package virtual is the virtual table: it throws dice that do not exist, and
// renders what a camera over the tray would see, with the truth about every
// frame. The same seed gives the same pictures on the same kind of processor.
// Figures measured on it prove that the program works, never how well it reads
// real dice.
package virtual
