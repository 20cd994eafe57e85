package settle

import (
	"astragal/vision"
)

// Evidence is what the pixels say about the tray between the last look and this one. Places of the last look are px
// of its picture, other places px of this look's picture.
type Evidence interface {
	// Kept says whether the last look's picture was kept. Before the first one is kept, only Hand may be called.
	Kept() bool
	// Carry says where a place of the last look lies in this picture. The camera may have been bumped.
	Carry(vision.Box) vision.Box
	// Place compares a place with what was there at the last look.
	Place(vision.Box) Place
	// Liken compares the die at from in the last look with the die at to in this one.
	Liken(from, to vision.Box) Likeness
	// Left says whether the die in this box of the last look's picture was gone in between, with the floor bare and
	// no die near by. What lies there was then put there anew.
	Left(vision.Box) bool
	// Back says whether the die in this box went out of sight there under something that lay over it. Its place was
	// then never seen bare until the last picture was kept.
	Back(vision.Box) bool
	// Near says whether what was in this box of the last look's picture may still lie beside its place, outside all
	// the others.
	Near(gone vision.Box, others []vision.Box) bool
	// Hidden says whether something lies over the place of a die of the last look (a box of that picture), even if it
	// looks much like the floor. others are the boxes of what lies there in this look.
	Hidden(gone vision.Box, others []vision.Box) bool
	// Unexplained says whether something of a die's size has come to lie outside all boxes. The reader may have
	// overlooked it.
	Unexplained([]vision.Box) bool
	// Hand says whether something large reaches into the tray outside the boxes.
	Hand([]vision.Box) bool
	// Relit says whether the light on the tray has changed.
	Relit() bool
	// Bumped says whether the camera has moved.
	Bumped() bool
}

// Place is what happened at one place of the tray.
type Place struct {
	// Touched is the share of the place over which something moved (0 to 1).
	Touched float64
	// Same is how much the place looks as it did, whatever the light (−1 to 1).
	Same float64
	// Changed is the share of the place whose colour has changed, apart from a change of light on the whole tray (0
	// to 1).
	Changed float64
	// Sudden says that the place changed from one frame to the next and at no other time, and that nothing moved up
	// to it.
	Sudden bool
}

// still says whether a place holds the same thing as before.
func (p Place) still(relit bool) bool {
	return p.Touched < touchedLeast || p.Same >= sameLeast && relit || p.same()
}

// same says whether a place looks as it did, in the same light.
func (p Place) same() bool { return p.Same >= sameLeast && p.Changed <= changedMost }
