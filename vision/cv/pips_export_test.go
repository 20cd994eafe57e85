//go:build cgo

package cv

import (
	"astragal/vision"

	"gocv.io/x/gocv"
)

// PipsRead is a find that may show pips to the reader, and its numbers.
type PipsRead struct {
	Box  vision.Box
	Says []float32
}

// ReadAsPips are the likely dice of a picture that may show pips to the reader.
func ReadAsPips(l *Looker, img gocv.Mat) ([]PipsRead, error) {
	pic := shrinksOf(img)
	defer pic.close()
	dice, err := l.finder.dice(pic, false, false)
	if err != nil {
		return nil, err
	}
	var out []PipsRead
	for _, f := range dice {
		crop := f.faceCrop(pic)
		defer crop.Close()
		first, err := l.nets.readAll([]gocv.Mat{crop})
		if err != nil {
			return nil, err
		}
		says, err := l.nets.readFace(pic, f, first[0], false)
		if err != nil {
			return nil, err
		}
		if f.score >= .5 && says.pips() >= .1 {
			out = append(out, PipsRead{boxIn(f, img), first[0]})
		}
	}
	return out, nil
}

// PipFaces are the rows of the dice at places that the judge of pips sees.
func PipFaces(l *Looker, img gocv.Mat, places []vision.Box) ([][]float32, error) {
	pic := shrinksOf(img)
	defer pic.close()
	var out [][]float32
	for _, p := range places {
		at, err := l.nets.alignAnyway(pic, foundAt(p))
		if err != nil {
			return nil, err
		}
		rows, err := l.nets.pipRows(pic, at)
		if err != nil {
			return nil, err
		}
		out = append(out, rows)
	}
	return out, nil
}
