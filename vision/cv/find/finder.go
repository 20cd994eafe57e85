//go:build cgo

package find

import (
	"errors"
	"fmt"
	"image"
	"slices"

	"astragal/models/networks"
	"astragal/vision"
	"astragal/vision/cv/picture"

	"gocv.io/x/gocv"
)

// Finder finds where dice lie: the usual network for that, and one that learned on dice half under others. It is not safe for concurrent use.
//
// OpenCV prepares a network anew whenever its input's size changes, which costs more than running it. So there is one of each for each size of picture.
type Finder struct {
	usual, hidden networks.Network
	prepared      map[finderFor]*gocv.Net
}

// finderFor is what a finder in OpenCV's DNN is prepared for: which network it is, by its checksum, and the picture's size, px.
type finderFor struct {
	sha256 string
	size   image.Point
}

// manyFinders is how many networks are kept prepared. A camera needs four or five sizes of the usual network, three for second looks and one for finds that
// are looked into, and five of the other: the picture, its strips, and squares where dice may touch. For a folder of pictures of many sizes all are freed when the limit is reached.
const manyFinders = 14

// New takes the networks that find dice from a set. Each is loaded when it is first asked.
func New(set networks.Set) Finder {
	return Finder{usual: set.Finder, hidden: set.Under, prepared: map[finderFor]*gocv.Net{}}
}

// netFor is a network for pictures of a size.
func (n *Finder) netFor(which networks.Network, size image.Point) (*gocv.Net, error) {
	at := finderFor{which.SHA256, size}
	if f, ok := n.prepared[at]; ok {
		return f, nil
	}
	if len(n.prepared) >= manyFinders {
		if err := n.Close(); err != nil {
			return nil, err
		}
	}
	f, err := gocv.ReadNetFromONNXBytes(which.ONNX)
	if err != nil {
		return nil, fmt.Errorf("load the finder: %w", err)
	}
	n.prepared[at] = &f
	return &f, nil
}

// Close frees the networks. What is asked after that loads them again.
func (n *Finder) Close() error {
	var errs []error
	for _, f := range n.prepared {
		errs = append(errs, f.Close())
	}
	clear(n.prepared)
	return errors.Join(errs...)
}

// HasHidden tells whether there is a network for dice half under others.
func (n *Finder) HasHidden() bool { return len(n.hidden.ONNX) > 0 }

// AskedForHidden tells whether the network for dice half under others is in memory.
func (n *Finder) AskedForHidden() bool {
	for at := range n.prepared {
		if at.sha256 == n.hidden.SHA256 {
			return true
		}
	}
	return false
}

// Reads tells which finds show a face that is read surely.
type Reads func([]Found) ([]bool, error)

// Search is how a picture is searched for dice.
type Search struct {
	// Faces says that faces are looked at afterwards. Then weaker finds are given as well.
	Faces bool
	// Closer also looks for dice that a usual look overlooks.
	Closer bool
	// Reads decides on what is seen beside dice that touch. Nobody looks there without it.
	Reads Reads
	// WithoutThings leaves out the finds that surely are other things, before doubtful ones are looked at once more. nil leaves out none.
	WithoutThings func([]Found) ([]Found, error)
}

func (s Search) withoutThings(dice []Found) ([]Found, error) {
	if s.WithoutThings == nil {
		return dice, nil
	}
	return s.WithoutThings(dice)
}

// Dice finds the dice. If they are tiny or huge, it looks at the picture once more, larger or smaller.
func (n *Finder) Dice(pic picture.Pyramid, how Search) ([]Found, error) {
	peaks, err := n.peaks(n.usual, pic, usualSides())
	if err != nil {
		return nil, err
	}
	dice, long := distinct(peaks), longSide(pic)
	var more []Found
	switch m := picture.Median(Sides(dice)) * usualSide / long; {
	case m > 0 && m < tinyPx && long > usualSide:
		more, err = n.peaks(n.usual, pic, []int{2 * usualSide})
	case m > hugePx:
		more, err = n.peaks(n.usual, pic, []int{usualSide / 2})
	}
	if err != nil {
		return nil, err
	}
	if len(more) > 0 {
		dice = distinct(append(peaks, more...))
	}
	if dice, err = n.touching(pic, withoutTrays(dice, long), how.Reads); err != nil {
		return nil, err
	}
	if dice, err = n.split(pic, dice); err != nil {
		return nil, err
	}
	if dice, err = how.withoutThings(dice); err != nil {
		return nil, err
	}
	if dice, err = n.doubted(pic, dice); err != nil {
		return nil, err
	}
	if how.Closer {
		if dice, err = n.overlooked(pic, dice); err != nil {
			return nil, err
		}
		if dice, err = how.withoutThings(dice); err != nil {
			return nil, err
		}
	}
	return withoutHopeless(dice, how.Faces), nil
}

// withoutHopeless leaves out finds that are too weak to be looked at.
func withoutHopeless(dice []Found, faces bool) []Found {
	least := FoundFloor
	if faces {
		least = hiddenFloor
	}
	return slices.DeleteFunc(dice, func(f Found) bool { return f.Score < least })
}

// placedPx is how large a die whose place is known is shown to the finder, px: the middle of what it learned.
const placedPx = 34

// At is what the finder says of dice whose places (px) are known; the answer has the order of the places.
func (n *Finder) At(pic picture.Pyramid, places []vision.Box) ([]Found, error) {
	dice, large := make([]Found, len(places)), make([]float64, len(places))
	for i, p := range places {
		dice[i] = FoundAt(p)
		large[i] = dice[i].Side()
	}
	seen, err := n.look(n.usual, pic, min(3, placedPx/picture.Median(large)))
	if err != nil {
		return nil, err
	}
	for i := range dice {
		dice[i].level, dice[i].Score = seen, seen.surest(dice[i])
	}
	return dice, nil
}

// FoundAt is a die whose place is known and nothing else.
func FoundAt(p vision.Box) Found { return Found{X0: p[0], Y0: p[1], X1: p[0] + p[2], Y1: p[1] + p[3]} }
