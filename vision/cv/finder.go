//go:build cgo

package cv

import (
	"errors"
	"fmt"
	"image"
	"slices"

	"astragal/models/networks"
	"astragal/vision"

	"gocv.io/x/gocv"
)

// finder finds where dice lie: the usual network for that, and one that learned on dice half under others. It is not safe for concurrent use.
//
// OpenCV prepares a network anew whenever its input's size changes, which costs more than running it. So there is one of each for each size of picture.
type finder struct {
	usual, hidden networks.Network
	prepared      map[finderFor]*gocv.Net
}

// finderFor is what a finder in OpenCV's DNN is prepared for: which network it is, by its checksum, and the picture's size, px.
type finderFor struct {
	sha256 string
	size   image.Point
}

// manyFinders: a camera needs four or five sizes; a folder of odd pictures starts afresh now and then.
const manyFinders = 12

// newFinder takes the networks that find dice from a set. Each is loaded when it is first asked.
func newFinder(set networks.Set) finder {
	return finder{usual: set.Finder, hidden: set.Under, prepared: map[finderFor]*gocv.Net{}}
}

// netFor is a network for pictures of a size.
func (n *finder) netFor(which networks.Network, size image.Point) (*gocv.Net, error) {
	at := finderFor{which.SHA256, size}
	if f, ok := n.prepared[at]; ok {
		return f, nil
	}
	if len(n.prepared) >= manyFinders {
		if err := n.close(); err != nil {
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

// close frees the networks. What is asked after that loads them again.
func (n *finder) close() error {
	var errs []error
	for _, f := range n.prepared {
		errs = append(errs, f.Close())
	}
	clear(n.prepared)
	return errors.Join(errs...)
}

// asksForHidden tells whether there is a network for dice half under others.
func (n *finder) asksForHidden() bool { return len(n.hidden.ONNX) > 0 }

// askedForHidden tells whether the network for dice half under others is in memory.
func (n *finder) askedForHidden() bool {
	for at := range n.prepared {
		if at.sha256 == n.hidden.SHA256 {
			return true
		}
	}
	return false
}

// hiddenOnes are the finds of the network for dice half under others.
func (n *finder) hiddenOnes(pic shrinks) ([]found, error) {
	return n.findBy(n.hidden, pic, []int{usualSide})
}

// dice finds the dice, where faces are looked at also what is hardly one; a picture with tiny or huge ones is looked at once more, larger or smaller. closer looks for
// dice as well that a usual look overlooks.
func (n *finder) dice(pic shrinks, faces, closer bool) ([]found, error) {
	dice, err := n.find(pic, usualSides())
	if err != nil {
		return nil, err
	}
	long := float64(max(pic.img.Cols(), pic.img.Rows()))
	switch m := median(sides(dice)) * usualSide / long; {
	case m > 0 && m < tinyPx && long > usualSide:
		dice, err = n.find(pic, append(usualSides(), 2*usualSide))
	case m > hugePx:
		dice, err = n.find(pic, append(usualSides(), usualSide/2))
	}
	if err != nil {
		return nil, err
	}
	if dice, err = n.doubted(pic, withoutTrays(dice, long)); err != nil {
		return nil, err
	}
	if closer {
		if dice, err = n.overlooked(pic, dice); err != nil {
			return nil, err
		}
	}
	return withoutHopeless(dice, faces), nil
}

// withoutHopeless leaves out finds that are too weak to be looked at.
func withoutHopeless(dice []found, faces bool) []found {
	least := foundFloor
	if faces {
		least = hiddenFloor
	}
	return slices.DeleteFunc(dice, func(f found) bool { return f.score < least })
}

// placedPx is how large a die whose place is known is shown to the finder, px: the middle of what it learned.
const placedPx = 34

// at is what the finder says of dice at places (px) that somebody else knows, in their order.
func (n *finder) at(pic shrinks, places []vision.Box) ([]found, error) {
	dice, large := make([]found, len(places)), make([]float64, len(places))
	for i, p := range places {
		dice[i] = foundAt(p)
		large[i] = dice[i].side()
	}
	seen, err := n.look(n.usual, pic, min(3, placedPx/median(large)))
	if err != nil {
		return nil, err
	}
	for i := range dice {
		dice[i].level, dice[i].score = seen, seen.surest(dice[i])
	}
	return dice, nil
}

// foundAt is a die whose place is known and nothing else.
func foundAt(p vision.Box) found { return found{x0: p[0], y0: p[1], x1: p[0] + p[2], y1: p[1] + p[3]} }
