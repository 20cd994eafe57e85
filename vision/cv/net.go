//go:build cgo

package cv

import (
	"errors"
	"fmt"
	"image"

	"astragal/models/networks"

	"gocv.io/x/gocv"
)

// nets are the networks in OpenCV's DNN. They belong to one Looker.
type nets struct {
	finder, reader gocv.Net
}

func loadNets() (nets, error) {
	find, read, err := networks.Load()
	if err != nil {
		return nets{}, err
	}
	var n nets
	if n.finder, err = gocv.ReadNetFromONNXBytes(find.ONNX); err != nil {
		return nets{}, fmt.Errorf("load the finder: %w", err)
	}
	if n.reader, err = gocv.ReadNetFromONNXBytes(read.ONNX); err != nil {
		return nets{}, errors.Join(fmt.Errorf("load the reader: %w", err), n.finder.Close())
	}
	return n, nil
}

func (n *nets) close() error {
	return errors.Join(n.finder.Close(), n.reader.Close())
}

// run feeds RGB 0..1 less 0.5 made from BGR pictures of one size and copies the answers out.
func run(net *gocv.Net, pictures []gocv.Mat) ([]float32, error) {
	size := image.Pt(pictures[0].Cols(), pictures[0].Rows())
	mean := gocv.NewScalar(127.5, 127.5, 127.5, 0)
	var blob gocv.Mat
	if len(pictures) == 1 {
		blob = gocv.BlobFromImage(pictures[0], 1.0/255, size, mean, true, false)
	} else {
		blob = gocv.NewMat()
		gocv.BlobFromImages(pictures, &blob, 1.0/255, size, mean, true, false, gocv.MatTypeCV32F)
	}
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
