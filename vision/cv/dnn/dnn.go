//go:build cgo

// Package dnn runs a network in OpenCV's DNN module.
package dnn

import (
	"fmt"
	"image"

	"astragal/models/networks"

	"gocv.io/x/gocv"
)

// Run feeds a BGR picture to a network as RGB from 0 to 1, less 0.5. It returns a copy of the output.
func Run(net *gocv.Net, picture gocv.Mat) ([]float32, error) {
	size := image.Pt(picture.Cols(), picture.Rows())
	blob := gocv.BlobFromImage(picture, 1.0/255, size, gocv.NewScalar(127.5, 127.5, 127.5, 0), true, false)
	defer blob.Close()
	return Forward(net, blob)
}

// Forward runs a blob through a network and returns a copy of the output.
func Forward(net *gocv.Net, blob gocv.Mat) ([]float32, error) {
	net.SetInput(blob, "")
	out := net.Forward("")
	defer out.Close()
	data, err := out.DataPtrFloat32()
	if err != nil {
		return nil, fmt.Errorf("read a network's answer: %w", err)
	}
	return append([]float32(nil), data...), nil
}

// Load loads a network if it isn't loaded yet.
func Load(at **gocv.Net, from networks.Network, name string) error {
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

// ForwardFilled runs an input of a given shape through a network. write fills the input.
func ForwardFilled(net *gocv.Net, shape []int, write func(to []float32) error) ([]float32, error) {
	blob := gocv.NewMatWithSizes(shape, gocv.MatTypeCV32F)
	defer blob.Close()
	to, err := blob.DataPtrFloat32()
	if err != nil {
		return nil, fmt.Errorf("make a network's input: %w", err)
	}
	if err := write(to); err != nil {
		return nil, err
	}
	return Forward(net, blob)
}
