//go:build cgo

// Package dnn runs a network in OpenCV's DNN.
package dnn

import (
	"fmt"
	"image"

	"astragal/models/networks"

	"gocv.io/x/gocv"
)

// Run feeds RGB 0..1 less 0.5 made from a BGR picture and copies the answer out.
func Run(net *gocv.Net, picture gocv.Mat) ([]float32, error) {
	size := image.Pt(picture.Cols(), picture.Rows())
	blob := gocv.BlobFromImage(picture, 1.0/255, size, gocv.NewScalar(127.5, 127.5, 127.5, 0), true, false)
	defer blob.Close()
	return Forward(net, blob)
}

// Forward runs a blob through a network.
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

// Load fills in a network that wasn't loaded yet.
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

// ForwardFilled runs what is written into its input, which has a shape, through a network.
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
