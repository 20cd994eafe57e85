//go:build cgo

package look

import (
	"fmt"
	"slices"

	"astragal/vision"
	"astragal/vision/cv/face"
	"astragal/vision/cv/find"
	"astragal/vision/cv/picture"

	"gocv.io/x/gocv"
)

const (
	// surelyThing is how much likelier a find is a die than another thing, as a logarithm, below which it is no die, and perhapsThing the same for what is asked about.
	surelyThing, perhapsThing = -4, -2
	// The finder is surely right from wellFound on, a face is read well from wellRead on. What is found by less than leastJudged costs no further look. thingPx is the least size of a thing that is left out, px.
	wellFound, wellRead, leastJudged, thingPx = .8, .8, .3, 20
)

// likeness says how much likelier finds of a picture are dice than other things. It asks about each find once.
type likeness struct {
	l     *Looker
	pic   picture.Pyramid
	known map[vision.Box]float64
}

func (l *Looker) likenessIn(pic picture.Pyramid) likeness {
	return likeness{l, pic, map[vision.Box]float64{}}
}

func (k likeness) of(f find.Found) (float64, error) {
	at := vision.Box{f.X0, f.Y0, f.X1, f.Y1}
	if like, ok := k.known[at]; ok {
		return like, nil
	}
	like, err := k.l.things.LikeDie(k.pic, f)
	if err != nil {
		return 0, fmt.Errorf("tell a die from other things: %w", err)
	}
	k.known[at] = like
	return like, nil
}

// withoutThings leaves out finds that surely are no dice but keys, caps, print. What is wellFound, wellRead at first sight or cut by the picture's edge stays, and what lies side by side with a die.
func (k likeness) withoutThings(dice []find.Found) ([]find.Found, error) {
	var out []find.Found
	for _, f := range dice {
		is, err := k.isThing(f, dice)
		if err != nil {
			return nil, err
		}
		if !is {
			out = append(out, f)
		}
	}
	return out, nil
}

// isThing tells whether a find is left out.
func (k likeness) isThing(f find.Found, dice []find.Found) (bool, error) {
	if f.Score < leastJudged || f.Score >= wellFound || f.Side() < thingPx || slices.Contains(doubts(f, k.pic.Image), find.CutOff) {
		return false, nil
	}
	if like, err := k.of(f); err != nil || like >= surelyThing {
		return false, err
	}
	if beside, err := k.besidesDie(f, dice); err != nil || beside {
		return false, err
	}
	crop := f.FaceCrop(k.pic)
	defer crop.Close()
	says, err := k.l.faces.ReadAll([]gocv.Mat{crop})
	if err != nil {
		return false, fmt.Errorf("read what looks like no die: %w", err)
	}
	return face.AnswerOf(says[0]).LikeliestKnown() < wellRead, nil
}

// besidesDie tells whether a find lies side by side with a sure one that looks like a die.
func (k likeness) besidesDie(f find.Found, dice []find.Found) (bool, error) {
	for _, o := range dice {
		if o.Score < find.SurelyFound || !f.Besides(o) {
			continue
		}
		if like, err := k.of(o); err != nil || like >= 0 {
			return err == nil, err
		}
	}
	return false, nil
}

// askPerhapsThings makes finds that would be accepted ones to ask about if they may be other things than dice.
func (k likeness) askPerhapsThings(dice []vision.Sighting, first []glance) error {
	for i, d := range dice {
		if d.Found < vision.Usual().Found {
			continue
		}
		like, err := k.of(glanceOf(d, first).find)
		if err != nil {
			return err
		}
		if like < perhapsThing {
			dice[i].Found = vision.Usual().Found - .01
		}
	}
	return nil
}
