//go:build cgo

package look

import (
	"fmt"
	"slices"

	"astragal/vision"
	"astragal/vision/cv/find"
	"astragal/vision/cv/picture"
)

const (
	// surelyThing is how much likelier a find is a die than another thing, as a logarithm, below which it is no die, and perhapsThing the same for what is asked about.
	surelyThing, perhapsThing = -4, -2
	// The finder is surely right from wellFound on, a face is read well from wellRead on. thingPx is the least size of a thing that is left out.
	wellFound, wellRead, thingPx = .8, .8, 20
)

// withoutThings leaves out finds that surely are no dice but keys, caps, print. Finds that are read well become ones to ask about if they may be such things. What the picture's edge cuts isn't left out, nor what lies side by side
// with a die. Under a camera nothing is left out: it knows what lay there before the throw, so what else it finds was thrown, and a throw must not be missed.
func (l *Looker) withoutThings(pic picture.Pyramid, all []vision.Sighting, first []glance, how Looking) ([]vision.Sighting, error) {
	finds, likes := make([]find.Found, len(all)), make([]float64, len(all))
	var out []vision.Sighting
	for i, d := range all {
		finds[i] = glanceOf(d, first).find
		like, err := l.things.LikeDie(pic, finds[i])
		if err != nil {
			return nil, fmt.Errorf("tell a die from other things: %w", err)
		}
		likes[i] = like
	}
	besidesDie := func(f find.Found) bool {
		for i, o := range finds {
			if o.Score >= find.SurelyFound && likes[i] >= 0 && f.Besides(o) {
				return true
			}
		}
		return false
	}
	for i, d := range all {
		well := d.Found >= wellFound || d.Marks[0].P >= wellRead
		if likes[i] < surelyThing && !well && how.Standing == nil && finds[i].Side() >= thingPx && !slices.Contains(d.Doubts, find.CutOff) && !besidesDie(finds[i]) {
			continue
		}
		if likes[i] < perhapsThing {
			d.Found = min(d.Found, vision.Usual().Found-.01)
		}
		out = append(out, d)
	}
	return out, nil
}
