//go:build cgo

package look

import (
	"astragal/vision"
	"astragal/vision/cv/find"
	"astragal/vision/cv/picture"

	"gocv.io/x/gocv"
)

// PipsRead is a find that may show pips to the reader, and its numbers.
type PipsRead struct {
	Box  vision.Box
	Says []float32
}

// ReadAsPips are the likely dice of a picture that may show pips to the reader.
func ReadAsPips(l *Looker, img gocv.Mat) ([]PipsRead, error) {
	pic := picture.PyramidOf(img)
	defer pic.Close()
	dice, err := l.finder.Dice(pic, find.Search{Reads: l.readsSurely(pic, false)})
	if err != nil {
		return nil, err
	}
	var out []PipsRead
	for _, f := range dice {
		crop := f.FaceCrop(pic)
		defer crop.Close()
		first, err := l.faces.ReadAll([]gocv.Mat{crop})
		if err != nil {
			return nil, err
		}
		says, err := l.faces.ReadFace(pic, f, first[0], false)
		if err != nil {
			return nil, err
		}
		if f.Score >= .5 && says.Pips() >= .1 {
			out = append(out, PipsRead{boxIn(f, img), first[0]})
		}
	}
	return out, nil
}

// PipFaces are the rows of the dice at places that the judge of pips sees.
func PipFaces(l *Looker, img gocv.Mat, places []vision.Box) ([][]float32, error) {
	pic := picture.PyramidOf(img)
	defer pic.Close()
	var out [][]float32
	for _, p := range places {
		at, err := l.faces.AlignAnyway(pic, find.FoundAt(p))
		if err != nil {
			return nil, err
		}
		rows, err := l.faces.PipRows(pic, at)
		if err != nil {
			return nil, err
		}
		out = append(out, rows)
	}
	return out, nil
}
