//go:build cgo

package look

import (
	"astragal/vision"
	"astragal/vision/cv/face"
	"astragal/vision/cv/find"
	"astragal/vision/cv/picture"

	"gocv.io/x/gocv"
)

// besideRead is the least probability of the likeliest pips or numeral on what is seen beside dice that touch, for it to be a die. Patterns of cloth look like dice in a row, but hardly any reads
// with more than .6; of d6 in rows nearly all read with .95.
const besideRead = .9

// besideDrawn is the least probability of a drawing on what is seen beside dice that touch, for it to be a die where faces are compared with a gallery.
const besideDrawn = .5

// readsSurely tells which finds of a picture surely show pips or a numeral; where faces are compared with a gallery, also which most likely show a drawing.
func (l *Looker) readsSurely(pic picture.Pyramid, faces bool) find.Reads {
	return func(dice []find.Found) ([]bool, error) {
		crops, all := make([]gocv.Mat, len(dice)), make([]int, len(dice))
		for i, f := range dice {
			crops[i], all[i] = f.FaceCrop(pic), i
			defer crops[i].Close()
		}
		read := face.NewFirstRead(&l.faces, pic, dice, crops, faces)
		if err := read.Ask(all); err != nil {
			return nil, err
		}
		is := make([]bool, len(dice))
		for i, says := range read.Says {
			is[i] = says.LikeliestKnown() >= besideRead || faces && says.Unknown() >= besideDrawn
		}
		return is, nil
	}
}

// askDoubted keeps the finds that the first look hardly took for dice below what is accepted: no look makes a find surer than what the page asks about.
func askDoubted(dice []vision.Sighting, first []glance) {
	for i, d := range dice {
		if glanceOf(d, first).find.Doubted {
			dice[i].Found = min(d.Found, vision.Usual().Found-.01)
		}
	}
}
