//go:build cgo

package face

import (
	"fmt"
	"math"
	"slices"

	"gocv.io/x/gocv"

	"astragal/vision/cv/dnn"
	"astragal/vision/cv/picture"
)

// evened runs square crops, evened in light, through networks of one kind: a row of numbers for each crop from the first, then from the next.
func evened(crops []gocv.Mat, px int, nets ...*gocv.Net) ([][]float32, error) {
	blob := gocv.NewMatWithSizes([]int{len(crops), 3, px, px}, gocv.MatTypeCV32F)
	defer blob.Close()
	to, err := blob.DataPtrFloat32()
	if err != nil {
		return nil, fmt.Errorf("make a reader's input: %w", err)
	}
	for i, crop := range crops {
		bgr, err := crop.DataPtrUint8()
		if err != nil {
			return nil, fmt.Errorf("read a crop's pixels: %w", err)
		}
		evenSquare(bgr, to[i*3*px*px:], px)
	}
	var rows [][]float32
	for _, net := range nets {
		says, err := dnn.Forward(net, blob)
		if err != nil {
			return nil, err
		}
		rows = slices.AppendSeq(rows, slices.Chunk(says, len(says)/len(crops)))
	}
	return rows, nil
}

// evenSquare takes light and contrast out of a square of px × px: what lies in its middle disc gets mean 0 and
// spread 1/4. It writes planes of R, G, B from interleaved BGR; models/train/train.py does the same.
func evenSquare(bgr []uint8, to []float32, px int) {
	disc := discCounts(bgr, px)
	var mean [3]float64
	variance := 0.0
	for k := range disc {
		n, sum, squares := 0.0, 0.0, 0.0
		for b, count := range disc[k] {
			v, times := float64(b)/255, float64(count)
			n, sum, squares = n+times, sum+times*v, squares+times*v*v
		}
		mean[k] = sum / n
		variance += max(0, squares/n-mean[k]*mean[k]) / 3
	}
	gain := 1 / (4*math.Sqrt(variance) + .04)
	var evened [3][256]float32
	for k := range evened {
		for b := range evened[k] {
			evened[k][b] = float32(max(-3, min(3, (float64(float32(float64(b)/255))-mean[k])*gain)))
		}
	}
	plane := px * px
	red, green, blue := to[:plane], to[plane:2*plane], to[2*plane:3*plane]
	for i := range plane {
		red[i], green[i], blue[i] = evened[0][bgr[3*i+2]], evened[1][bgr[3*i+1]], evened[2][bgr[3*i]]
	}
}

// discCounts counts the values of red, green and blue in the middle disc of a square of px × px.
func discCounts(bgr []uint8, px int) [3]picture.ByteCounts {
	var disc [3]picture.ByteCounts
	c, r := float64(px)/2, .35*float64(px)
	for y := range px {
		dy := float64(y) + .5 - c
		if dy*dy > r*r {
			continue
		}
		half := math.Sqrt(r*r - dy*dy)
		for x := int(math.Ceil(c - .5 - half)); float64(x)+.5-c <= half; x++ {
			i := 3 * (y*px + x)
			disc[0][bgr[i+2]]++
			disc[1][bgr[i+1]]++
			disc[2][bgr[i]]++
		}
	}
	return disc
}
