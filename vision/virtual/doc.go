// Package virtual is the virtual table. It throws dice that don't exist, and renders what a camera over the tray
// would see, with the truth about every frame. The same seed gives the same pictures on the same kind of processor.
// Figures that are measured on it prove that the program works. They never prove how well it reads real dice.
package virtual
