//go:build cgo

package cv

import (
	"astragal/vision"

	"gocv.io/x/gocv"
)

// PipsRead is a find that the reader takes for pips, and its numbers.
type PipsRead struct {
	Box  vision.Box
	Says []float32
}

// ReadAsPips are the likely dice of a picture that the reader takes for pips.
func ReadAsPips(l *Looker, img gocv.Mat) ([]PipsRead, error) {
	pic := shrinksOf(img)
	defer pic.close()
	dice, err := l.dice(pic)
	if err != nil {
		return nil, err
	}
	var out []PipsRead
	for _, f := range dice {
		crop := pic.faceCrop(f)
		defer crop.Close()
		first, err := l.nets.readAll([]gocv.Mat{crop})
		if err != nil {
			return nil, err
		}
		says, err := l.nets.readFace(crop, first[0], false)
		if err != nil {
			return nil, err
		}
		if m := says.marks()[0]; f.score >= .5 && m.Kind == vision.MarkPips && m.P >= .5 {
			out = append(out, PipsRead{boxIn(f, img), first[0]})
		}
	}
	return out, nil
}
