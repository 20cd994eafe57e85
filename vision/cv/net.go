//go:build cgo

package cv

import (
	"errors"
	"fmt"
	"image"
	"slices"

	"astragal/models/networks"

	"gocv.io/x/gocv"
)

// nets are the networks in OpenCV's DNN. They belong to one Looker.
//
// OpenCV prepares a network anew whenever its input's shape changes, which costs more than
// running it. So there is one of each finder for each size of picture, and one reader for each number of crops that are read at once.
type nets struct {
	set     networks.Set
	finders map[finderFor]*gocv.Net
	// reader reads one crop, fours so many at once: that takes a tenth less time for each. second, which learned apart, is asked as well where reader doubts; nil where
	// there is none.
	reader, fours, second *gocv.Net
	faces                 faceNets
}

// finderFor is what a finder in OpenCV's DNN is prepared for: which network it is, by its checksum, and the picture's size, px.
type finderFor struct {
	sha256 string
	size   image.Point
}

// manyFinders: a camera needs four or five sizes; a folder of odd pictures starts afresh now and then.
const manyFinders = 12

func newNets(set networks.Set) (nets, error) {
	n := nets{set: set, finders: map[finderFor]*gocv.Net{}}
	err := errors.Join(load(&n.reader, set.Reader, "reader"), load(&n.fours, set.Reader, "reader"))
	if err == nil && len(set.Second.ONNX) > 0 {
		err = load(&n.second, set.Second, "second reader")
	}
	if err != nil {
		return nets{}, errors.Join(err, n.close())
	}
	return n, nil
}

// readers are those that a doubtful crop is shown to.
func (n *nets) readers() []*gocv.Net {
	if n.second == nil {
		return []*gocv.Net{n.reader}
	}
	return []*gocv.Net{n.reader, n.second}
}

// finder is a finder, the usual one or the one for dice half under others, for pictures of a size.
func (n *nets) finder(which networks.Network, size image.Point) (*gocv.Net, error) {
	at := finderFor{which.SHA256, size}
	if f, ok := n.finders[at]; ok {
		return f, nil
	}
	if len(n.finders) >= manyFinders {
		if err := n.closeFinders(); err != nil {
			return nil, err
		}
	}
	f, err := gocv.ReadNetFromONNXBytes(which.ONNX)
	if err != nil {
		return nil, fmt.Errorf("load the finder: %w", err)
	}
	n.finders[at] = &f
	return &f, nil
}

func (n *nets) closeFinders() error {
	var errs []error
	for _, f := range n.finders {
		errs = append(errs, f.Close())
	}
	clear(n.finders)
	return errors.Join(errs...)
}

func (n *nets) close() error {
	errs := []error{n.closeFinders(), n.faces.close()}
	for _, net := range []*gocv.Net{n.reader, n.fours, n.second} {
		if net != nil {
			errs = append(errs, net.Close())
		}
	}
	return errors.Join(errs...)
}

// run feeds RGB 0..1 less 0.5 made from a BGR picture and copies the answer out.
func run(net *gocv.Net, picture gocv.Mat) ([]float32, error) {
	size := image.Pt(picture.Cols(), picture.Rows())
	blob := gocv.BlobFromImage(picture, 1.0/255, size, gocv.NewScalar(127.5, 127.5, 127.5, 0), true, false)
	defer blob.Close()
	return forward(net, blob)
}

// forward runs a blob through a network.
func forward(net *gocv.Net, blob gocv.Mat) ([]float32, error) {
	net.SetInput(blob, "")
	out := net.Forward("")
	defer out.Close()
	data, err := out.DataPtrFloat32()
	if err != nil {
		return nil, fmt.Errorf("read a network's answer: %w", err)
	}
	return append([]float32(nil), data...), nil
}

// faceNets are the networks that look at top faces. Each is loaded when it is first asked.
type faceNets struct {
	placer networks.Placer
	// There is one network for each number of looks at a die, or of cuts of a face: a network that is given
	// another number prepares itself anew.
	aligners [alignTurns]*gocv.Net
	icons    [4]*gocv.Net
	numerals [6]*gocv.Net
}

// alignerOf is the aligner for so many looks at a die at once.
func (n *nets) alignerOf(looks int) (*gocv.Net, error) {
	at := &n.faces.aligners[looks-1]
	if *at != nil {
		return *at, nil
	}
	var err error
	if n.faces.placer, err = networks.LoadPlacer(); err != nil {
		return nil, err
	}
	err = load(at, n.set.Aligner, "aligner")
	return *at, err
}

func (n *nets) loadIcons() error {
	for i := range n.faces.icons {
		if err := load(&n.faces.icons[i], n.set.Icons, "icon network"); err != nil {
			return err
		}
	}
	return nil
}

// numeralsOf is the reader of numerals for so many cuts of a face at once.
func (n *nets) numeralsOf(cuts int) (*gocv.Net, error) {
	at := &n.faces.numerals[cuts-1]
	err := load(at, n.set.Numerals, "numeral reader")
	return *at, err
}

// load fills in a network that wasn't loaded yet.
func load(at **gocv.Net, from networks.Network, name string) error {
	if *at != nil {
		return nil
	}
	net, err := gocv.ReadNetFromONNXBytes(from.ONNX)
	if err != nil {
		return fmt.Errorf("load the %s: %w", name, err)
	}
	*at = &net
	return nil
}

func (f *faceNets) close() error {
	var errs []error
	for _, net := range slices.Concat(f.aligners[:], f.icons[:], f.numerals[:]) {
		if net != nil {
			errs = append(errs, net.Close())
		}
	}
	return errors.Join(errs...)
}

// forwardFilled runs what is written into its input, which has a shape, through a network.
func forwardFilled(net *gocv.Net, shape []int, write func(to []float32) error) ([]float32, error) {
	blob := gocv.NewMatWithSizes(shape, gocv.MatTypeCV32F)
	defer blob.Close()
	to, err := blob.DataPtrFloat32()
	if err != nil {
		return nil, fmt.Errorf("make a network's input: %w", err)
	}
	if err := write(to); err != nil {
		return nil, err
	}
	return forward(net, blob)
}
