//go:build cgo

// Package card finds the printed card and solves from it what a camera over a tray looks like: its lens, its place, its colours.
package card

import (
	"errors"
	"fmt"
	"image"
	"math"

	"astragal/calibration"
	"astragal/vision"
	"astragal/vision/cv/picture"
	"astragal/vision/cv/quality"

	"gocv.io/x/gocv"
)

// View is the calibration card as one picture shows it.
type View struct {
	// Width and Height are the picture's, px.
	Width, Height int
	// Corners are the chessboard's inner corners in the order of calibration.CardCorners, px.
	Corners []vision.Point
	// Patches are the colours of calibration.CardPatches as the camera sees them: red, green,
	// blue, 0 to 255.
	Patches [][3]float64
}

// Limits of what is taken for a good picture of the card.
const (
	minSquare     = 9.0  // px: below this a corner can't be placed well
	minContrast   = 40.0 // grey levels between black and white squares
	maxEdgeBlur   = 0.22 // width of an edge, as a part of a square
	maxSharpEdge  = 4.5  // px: an edge this narrow is sharp whatever the square's size
	partialSquare = 4    // inner corners, each way, that prove that a part of a card is seen
)

// Find finds the printed card in a BGR picture (8 bits, 3 channels). The
// error says in words why there is none that could be used: partly hidden, too
// small, blurred, in bad light, or not there.
func Find(img gocv.Mat) (View, error) {
	if img.Empty() || img.Type() != gocv.MatTypeCV8UC3 {
		return View{}, errors.New("the picture is empty or has no colour")
	}
	if img.Cols() < 100 || img.Rows() < 100 {
		return View{}, fmt.Errorf("the picture of %d×%d px is too small for the card: use at least 640×480", img.Cols(), img.Rows())
	}
	grey := gocv.NewMat()
	defer grey.Close()
	gocv.CvtColor(img, &grey, gocv.ColorBGRToGray)
	corners, ok := board(grey, image.Pt(calibration.CardCols, calibration.CardRows), gocv.CalibCBExhaustive|gocv.CalibCBAccuracy)
	if !ok {
		return View{}, whyNoCard(grey)
	}
	b := boardView{pixels: grey.ToBytes(), w: grey.Cols(), h: grey.Rows(), corners: corners}
	b.orient()
	if err := b.check(); err != nil {
		return View{}, err
	}
	view := View{Width: img.Cols(), Height: img.Rows(), Corners: b.corners}
	view.Patches = patches(img, b.corners)
	return view, nil
}

// board looks for a chessboard with size inner corners.
func board(grey gocv.Mat, size image.Point, flags gocv.CalibCBFlag) ([]vision.Point, bool) {
	found := gocv.NewMat()
	defer found.Close()
	if !gocv.FindChessboardCornersSB(grey, size, &found, flags) {
		return nil, false
	}
	if found.Empty() || found.Type() != gocv.MatTypeCV32FC2 {
		return nil, false
	}
	var corners []vision.Point
	for i := range found.Rows() {
		v := found.GetVecfAt(i, 0)
		corners = append(corners, vision.Point{float64(v[0]), float64(v[1])})
	}
	return corners, true
}

// whyNoCard says why no whole card was found.
func whyNoCard(grey gocv.Mat) error {
	small := image.Pt(partialSquare, partialSquare)
	if _, ok := board(grey, small, gocv.CalibCBLarger); ok {
		return errors.New("a part of the card is hidden, lies outside the picture or shines: let the camera see all of it")
	}
	larger := gocv.NewMat()
	defer larger.Close()
	if grey.Cols()*grey.Rows() < 4_000_000 {
		gocv.Resize(grey, &larger, image.Point{}, 2, 2, gocv.InterpolationCubic)
		if _, ok := board(larger, image.Pt(calibration.CardCols, calibration.CardRows), 0); ok {
			return errors.New("the card is too small in the picture: bring the camera nearer or raise the picture's size")
		}
	}
	if blurred(grey) {
		return errors.New("no card can be seen, and the picture is blurred: focus the camera, hold everything still, give more light")
	}
	return errors.New("no card can be seen: lay the printed card flat in the tray, all of it in the picture, in even light")
}

// blurred says whether a picture without a card has no sharp edge.
func blurred(grey gocv.Mat) bool {
	width, _, ok := quality.EdgeWidth(grey)
	return !ok || width > quality.BlurredEdge
}

// boardView is a whole chessboard in a grey picture.
type boardView struct {
	pixels  []byte
	w, h    int
	corners []vision.Point
}

// at is the grey level (0 to 255) at a place, the nearest px.
func (b *boardView) at(p vision.Point) float64 {
	x := min(max(int(math.Round(p[0])), 0), b.w-1)
	y := min(max(int(math.Round(p[1])), 0), b.h-1)
	return float64(b.pixels[y*b.w+x])
}

func (b *boardView) corner(i, j int) vision.Point { return b.corners[j*calibration.CardCols+i] }

// square is the middle of the square right and below of an inner corner.
func (b *boardView) square(i, j int) vision.Point {
	p, q := b.corner(i, j), b.corner(i+1, j+1)
	r, s := b.corner(i+1, j), b.corner(i, j+1)
	return vision.Point{(p[0] + q[0] + r[0] + s[0]) / 4, (p[1] + q[1] + r[1] + s[1]) / 4}
}

// orient puts the corners into the card's order: not mirrored, and a black
// square at the top left.
func (b *boardView) orient() {
	const cols, rows = calibration.CardCols, calibration.CardRows
	if picture.Cross(b.corner(0, 0), b.corner(cols-1, 0), b.corner(0, rows-1)) < 0 {
		for j := range rows {
			reverse(b.corners[j*cols : (j+1)*cols])
		}
	}
	if black, white := b.levels(); black > white {
		reverse(b.corners)
	}
}

func reverse(points []vision.Point) {
	for i, j := 0, len(points)-1; i < j; i, j = i+1, j-1 {
		points[i], points[j] = points[j], points[i]
	}
}

// levels are the mean grey levels of the squares that the card has black and white.
func (b *boardView) levels() (black, white float64) {
	var n, m float64
	for j := range calibration.CardRows - 1 {
		for i := range calibration.CardCols - 1 {
			if v := b.at(b.square(i, j)); (i+j)%2 == 0 {
				black, n = black+v, n+1
			} else {
				white, m = white+v, m+1
			}
		}
	}
	return black / n, white / m
}

// check says in words what is wrong with the picture of a whole board.
func (b *boardView) check() error {
	black, white := b.levels()
	side := b.side()
	switch {
	case side < minSquare:
		return fmt.Errorf("the card is too small in the picture (a square has %.0f px, it needs %.0f): bring the camera nearer or raise the picture's size", side, minSquare)
	case white-black < minContrast:
		return errors.New("black and white of the card can hardly be told apart: give more light, without shine on the card")
	}
	if blur := b.edge(); blur > maxSharpEdge && blur > maxEdgeBlur*side {
		return fmt.Errorf("the picture of the card is blurred (an edge is %.0f px wide): focus the camera and hold everything still", blur)
	}
	return nil
}

// side is the mean length of a square's side, px; of the shorter direction where the card is seen at a slant.
func (b *boardView) side() float64 {
	const cols, rows = calibration.CardCols, calibration.CardRows
	along, down := 0.0, 0.0
	for j := range rows {
		along += gap(b.corner(0, j), b.corner(cols-1, j)) / (cols - 1) / rows
	}
	for i := range cols {
		down += gap(b.corner(i, 0), b.corner(i, rows-1)) / (rows - 1) / cols
	}
	return min(along, down)
}

// edge is how many px the step from black to white takes, in the middle of what the board's edges show.
func (b *boardView) edge() float64 {
	var widths []float64
	for j := 1; j < calibration.CardRows-1; j++ {
		for i := range calibration.CardCols - 1 {
			widths = append(widths, b.step(b.square(i, j-1), b.square(i, j)))
		}
	}
	return picture.Median(widths)
}

// step is the width in px of the step of grey levels on the way from p to q:
// the whole step divided by its steepest part.
func (b *boardView) step(p, q vision.Point) float64 {
	length := gap(p, q)
	n := max(2, int(length*2))
	low, high, steepest, last := 255.0, 0.0, 0.0, 0.0
	for k := range n + 1 {
		t := float64(k) / float64(n)
		v := b.between(vision.Point{p[0] + (q[0]-p[0])*t, p[1] + (q[1]-p[1])*t})
		low, high = min(low, v), max(high, v)
		if k > 0 {
			steepest = max(steepest, math.Abs(v-last))
		}
		last = v
	}
	if steepest == 0 {
		return length
	}
	return (high - low) / (steepest * float64(n) / length)
}

// between is the grey level at a place, interpolated.
func (b *boardView) between(p vision.Point) float64 {
	x, y := math.Floor(p[0]), math.Floor(p[1])
	u, v := p[0]-x, p[1]-y
	top := b.at(vision.Point{x, y})*(1-u) + b.at(vision.Point{x + 1, y})*u
	bottom := b.at(vision.Point{x, y + 1})*(1-u) + b.at(vision.Point{x + 1, y + 1})*u
	return top*(1-v) + bottom*v
}

func gap(a, b vision.Point) float64 { return math.Hypot(a[0]-b[0], a[1]-b[1]) }
