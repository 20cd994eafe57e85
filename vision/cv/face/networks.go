//go:build cgo

package face

import (
	"errors"
	"slices"

	"astragal/models/networks"
	"astragal/vision/cv/dnn"

	"gocv.io/x/gocv"
)

// Networks are the networks, in OpenCV's DNN, that look at a single die. They belong to one Looker.
//
// OpenCV prepares a network anew whenever its input's shape changes, which costs more than running it. So there is one reader for each number of crops that are read at once.
type Networks struct {
	set networks.Set
	// reader reads one crop, fours reads four at once, which takes a tenth less time for each. second learned apart from them and is asked if reader doubts; it is nil
	// if there is no second reader.
	reader, fours, second *gocv.Net
	faces                 faceNets
}

// New loads the readers; the other networks are loaded when they are first asked.
func New(set networks.Set) (Networks, error) {
	n := Networks{set: set}
	err := errors.Join(dnn.Load(&n.reader, set.Reader, "reader"), dnn.Load(&n.fours, set.Reader, "reader"))
	if err == nil && len(set.Second.ONNX) > 0 {
		err = dnn.Load(&n.second, set.Second, "second reader")
	}
	if err != nil {
		return Networks{}, errors.Join(err, n.Close())
	}
	return n, nil
}

// readers are those that a doubtful crop is shown to.
func (n *Networks) readers() []*gocv.Net {
	if n.second == nil {
		return []*gocv.Net{n.reader}
	}
	return []*gocv.Net{n.reader, n.second}
}

// Close frees the networks.
func (n *Networks) Close() error {
	errs := []error{n.faces.close()}
	for _, net := range []*gocv.Net{n.reader, n.fours, n.second} {
		if net != nil {
			errs = append(errs, net.Close())
		}
	}
	return errors.Join(errs...)
}

// faceNets are the networks that look at top faces. Each is loaded when it is first asked.
type faceNets struct {
	placer  networks.Placer
	leaning *gocv.Net
	// There is one network for each number of looks at a die, or of cuts of a face: a network that is given
	// another number prepares itself anew.
	aligners [alignTurns]*gocv.Net
	icons    [4]*gocv.Net
	numerals [6]*gocv.Net
}

// alignerOf is the aligner for so many looks at a die at once.
func (n *Networks) alignerOf(looks int) (*gocv.Net, error) {
	at := &n.faces.aligners[looks-1]
	if *at != nil {
		return *at, nil
	}
	var err error
	if n.faces.placer, err = networks.LoadPlacer(); err != nil {
		return nil, err
	}
	err = dnn.Load(at, n.set.Aligner, "aligner")
	return *at, err
}

func (n *Networks) loadIcons() error {
	for i := range n.faces.icons {
		if err := dnn.Load(&n.faces.icons[i], n.set.Icons, "icon network"); err != nil {
			return err
		}
	}
	return nil
}

// numeralsOf is the reader of numerals for so many cuts of a face at once.
func (n *Networks) numeralsOf(cuts int) (*gocv.Net, error) {
	at := &n.faces.numerals[cuts-1]
	err := dnn.Load(at, n.set.Numerals, "numeral reader")
	return *at, err
}

func (f *faceNets) close() error {
	var errs []error
	for _, net := range slices.Concat(f.aligners[:], f.icons[:], f.numerals[:], []*gocv.Net{f.leaning}) {
		if net != nil {
			errs = append(errs, net.Close())
		}
	}
	return errors.Join(errs...)
}

// InMemory is how many networks that look at top faces are loaded.
func (n *Networks) InMemory() int {
	loaded := 0
	for _, net := range slices.Concat(n.faces.aligners[:], n.faces.icons[:], n.faces.numerals[:], []*gocv.Net{n.faces.leaning}) {
		if net != nil {
			loaded++
		}
	}
	return loaded
}
