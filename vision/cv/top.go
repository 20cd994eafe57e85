//go:build cgo

package cv

import (
	"fmt"
	"image"
	"image/color"
	"math"

	"astragal/models/networks"
	"astragal/vision"

	"gocv.io/x/gocv"
)

// topPx is the side of the cut top face that the icon network sees.
const topPx = 64

// top is where a die's top face lies in the picture.
type top struct {
	x, y float64 // the face's middle, px
	half float64 // half the side of the square that is cut out, px
	turn float64 // rad, clockwise; one of the ways in which a face of this outline may be turned
	ways int     // how many such ways there are
}

// The aligner's outputs: the face's place, then cosine and sine of so many times its turn, then the solids.
const alignedShapes = 11

// symmetries are the ways to turn a face, in the order of the aligner's outputs.
func symmetries() [4]int { return [4]int{1, 3, 4, 5} }

// waysUp is how many ways a solid's top face may be turned and look the same but for its print: a d10's face is
// a kite; a d4 is seen from above its upper corner.
func waysUp(s vision.Shape) int {
	switch s {
	case vision.D6:
		return 4
	case vision.D10:
		return 1
	case vision.D12:
		return 5
	}
	return 3
}

// face fills in what the top face looks like: its vectors for the gallery and how many copies of an icon it shows.
// The crop is the die's, as the reader gets it.
func (n *nets) face(s *vision.Sighting, img, crop gocv.Mat, f found) error {
	if err := n.loadFaces(); err != nil {
		return err
	}
	at, err := n.align(crop, f)
	if err != nil {
		return err
	}
	cuts, err := at.cuts(img)
	if err != nil {
		return err
	}
	raw, err := forwardFloats(&n.faces.icons[at.ways-1], []int{at.ways, 3, topPx, topPx}, cuts)
	if err != nil {
		return err
	}
	s.Turns, s.Embedding, s.Copies = at.ways, make([]float32, 0, at.ways*networks.RowDims), make([]float32, networks.MaxCopies)
	const width = networks.RowDims + networks.MaxCopies
	if len(raw) != at.ways*width {
		return fmt.Errorf("the icon network gave %d numbers for %d cuts, expected %d: it isn't the one this program was made for", len(raw), at.ways, at.ways*width)
	}
	counts := make([]float64, networks.MaxCopies)
	for row := range at.ways {
		r := raw[row*width : (row+1)*width]
		s.Embedding = append(s.Embedding, unit(r[:networks.FaceDims])...)
		s.Embedding = append(s.Embedding, unit(r[networks.FaceDims:networks.RowDims])...)
		addSoftmax(counts, r[networks.RowDims:], float64(at.ways))
	}
	for i, p := range counts {
		s.Copies[i] = float32(p)
	}
	return nil
}

// align asks where the top face lies.
func (n *nets) align(crop gocv.Mat, f found) (top, error) {
	blob := make([]float32, 3*networks.CropPx*networks.CropPx)
	bgr, err := crop.DataPtrUint8()
	if err != nil {
		return top{}, fmt.Errorf("read a crop's pixels: %w", err)
	}
	evenSquare(bgr, blob, networks.CropPx)
	y, err := forwardFloats(&n.faces.aligner, []int{1, 3, networks.CropPx, networks.CropPx}, blob)
	if err != nil {
		return top{}, err
	}
	if len(y) != alignedShapes+networks.ShapeClasses {
		return top{}, fmt.Errorf("the aligner gave %d numbers, expected %d: it isn't the one this program was made for", len(y), alignedShapes+networks.ShapeClasses)
	}
	shape := 0
	for i := range networks.ShapeClasses {
		if y[alignedShapes+i] > y[alignedShapes+shape] {
			shape = i
		}
	}
	ways, turn := waysUp(vision.Shapes()[shape]), 0.0
	for k, w := range symmetries() {
		if w == ways {
			turn = math.Atan2(float64(y[4+2*k]), float64(y[3+2*k])) / float64(ways)
		}
	}
	cx, cy := f.center()
	side := f.side() * networks.CropPx / networks.DiePx
	// What the aligner was taught lies in a middling part of the crop; more is a slip.
	off := func(v float32) float64 { return side * min(.35, max(-.35, float64(v))) }
	scale := math.Exp(min(.8, max(-1.5, float64(y[2]))))
	return top{cx + off(y[0]), cy + off(y[1]), scale * f.side() / 2, turn, ways}, nil
}

// cuts are the evened squares around the face, one for each way in which it may be turned, as planes of R, G, B.
func (t top) cuts(img gocv.Mat) ([]float32, error) {
	// Only a part of the picture is needed; it is made smaller first where the die is large.
	reach := t.half*1.5 + 3
	x0, y0 := max(0, int(t.x-reach)), max(0, int(t.y-reach))
	part := image.Rect(x0, y0, min(img.Cols(), int(t.x+reach)+2), min(img.Rows(), int(t.y+reach)+2))
	const plane = 3 * topPx * topPx
	out := make([]float32, t.ways*plane)
	if part.Dx() < 2 || part.Dy() < 2 {
		return out, nil
	}
	src := img.Region(part)
	defer src.Close()
	k, cx, cy := t.half/(topPx/2), t.x-float64(x0), t.y-float64(y0)
	small := gocv.NewMat()
	defer small.Close()
	if k > 1.6 {
		f := 1.25 / k
		gocv.Resize(src, &small, image.Point{}, f, f, gocv.InterpolationArea)
		k, cx, cy = k*f, (cx+.5)*f-.5, (cy+.5)*f-.5
	} else {
		src.CopyTo(&small)
	}
	cut := gocv.NewMat()
	defer cut.Close()
	m := gocv.NewMatWithSize(2, 3, gocv.MatTypeCV64F)
	defer m.Close()
	for way := range t.ways {
		sin, cos := math.Sincos(t.turn + 2*math.Pi*float64(way)/float64(t.ways))
		sin, cos = sin*k, cos*k
		const o = (topPx - 1) / 2.0
		for i, v := range [6]float64{cos, -sin, cx - cos*o + sin*o, sin, cos, cy - sin*o - cos*o} {
			m.SetDoubleAt(i/3, i%3, v)
		}
		gocv.WarpAffineWithParams(small, &cut, m, image.Pt(topPx, topPx), gocv.InterpolationLinear|gocv.WarpInverseMap, gocv.BorderReplicate, color.RGBA{})
		bgr, err := cut.DataPtrUint8()
		if err != nil {
			return nil, fmt.Errorf("read a cut face's pixels: %w", err)
		}
		evenSquare(bgr, out[way*plane:(way+1)*plane], topPx)
	}
	return out, nil
}

// unit scales a vector to length 1.
func unit(v []float32) []float32 {
	sum := 0.0
	for _, x := range v {
		sum += float64(x) * float64(x)
	}
	k := float32(1 / max(1e-9, math.Sqrt(sum)))
	out := make([]float32, len(v))
	for i, x := range v {
		out[i] = x * k
	}
	return out
}
