package settle

import (
	"astragal/vision"
)

// Evidence is what the pixels tell about the tray between the last look and
// now. Places of the last look are px of its picture, others px of this one.
type Evidence interface {
	// Kept tells whether the last look's picture was kept. Before the first was, only Hand can be asked.
	Kept() bool
	// Carry gives where a place of the last look lies now: the camera may have been bumped.
	Carry(vision.Box) vision.Box
	// Place compares what is at a place now with what was there at the last look.
	Place(vision.Box) Place
	// Liken compares the die that was at from in the last look with the one at to now.
	Liken(from, to vision.Box) Likeness
	// Left tells whether the die of the last look that was in this box (of that picture) was gone
	// since, with the floor bare and no die near by: what lies there now was put there anew.
	Left(vision.Box) bool
	// Back tells whether the die in this box is one that went out of sight there, under something that lay over it: its place was never seen bare
	// until the last picture was kept.
	Back(vision.Box) bool
	// Near tells whether what was in this box (of the last look's picture) may still lie beside
	// its place, outside all the others.
	Near(gone vision.Box, others []vision.Box) bool
	// Hidden tells whether something lies over the place of a die of the last look (a box of that
	// picture), though it may look much like the floor; the others are what lies there now.
	Hidden(gone vision.Box, others []vision.Box) bool
	// Unexplained tells whether something of a die's size has come to lie where none of the boxes
	// is, which the reader may have overlooked.
	Unexplained([]vision.Box) bool
	// Hand tells whether something large reaches into the tray, apart from the boxes.
	Hand([]vision.Box) bool
	// Relit tells whether the tray lies in another light.
	Relit() bool
	// Bumped tells whether the camera has moved.
	Bumped() bool
}

// Place is what happened at one place of the tray.
type Place struct {
	// Touched is the share of the place over which something moved (0 to 1).
	Touched float64
	// Same is how alike the place looks to what it was, whatever the light (−1 to 1).
	Same float64
	// Changed is the share of the place that has another colour than it had, the light on the
	// whole tray apart (0 to 1).
	Changed float64
	// Sudden: it changed from one frame to the next and at no other time, with nothing that came up to it.
	Sudden bool
}

// still tells whether a place holds what it held.
func (p Place) still(relit bool) bool {
	return p.Touched < touchedLeast || p.Same >= sameLeast && relit || p.same()
}

// same tells whether a place looks as it did, in the same light.
func (p Place) same() bool { return p.Same >= sameLeast && p.Changed <= changedMost }
