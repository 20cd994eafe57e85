package calibration

// The printed card. Lengths are mm. The origin is the first inner corner of the chessboard. x runs right along its
// longer side, y down.
const (
	// CardCols and CardRows count the chessboard's inner corners.
	CardCols = 9
	CardRows = 6
	// CardSquare is the side of a square of the chessboard.
	CardSquare = 12.0
	// CardRuler is the length of the printed ruler.
	CardRuler = 100.0

	patchSize = 10.0
	patchTop  = 80.0
	rulerTop  = 95.0
)

// Rect is a rectangle on the card, mm.
type Rect struct {
	X, Y, W, H float64
}

// Patch is a printed square of a known colour.
type Patch struct {
	Name string
	// RGB is the printed colour, sRGB, 0 to 255.
	RGB [3]uint8
	// Grey says that the patch is grey and serves for the white balance.
	Grey bool
	// Rect is where the patch lies.
	Rect Rect
}

// CardFrame is the card's outer edge, along which it is cut out.
func CardFrame() Rect { return Rect{X: -24, Y: -32, W: 144, H: 144} }

// CardCorners lists the chessboard's inner corners, row by row, mm.
func CardCorners() []Point {
	corners := make([]Point, 0, CardCols*CardRows)
	for j := range CardRows {
		for i := range CardCols {
			corners = append(corners, Point{float64(i) * CardSquare, float64(j) * CardSquare})
		}
	}
	return corners
}

// CardSquares lists the black squares of the chessboard. The top left square is black and the bottom right one is
// white, because the board has an even number of columns and an odd number of rows. So the board looks different when
// it is turned by 180°.
func CardSquares() []Rect {
	var squares []Rect
	for j := range CardRows + 1 {
		for i := range CardCols + 1 {
			if (i+j)%2 == 0 {
				squares = append(squares, Rect{float64(i-1) * CardSquare, float64(j-1) * CardSquare, CardSquare, CardSquare})
			}
		}
	}
	return squares
}

// CardPatches lists the grey and colour patches, left to right.
func CardPatches() []Patch {
	patches := []Patch{
		{Name: "white", RGB: [3]uint8{255, 255, 255}, Grey: true},
		{Name: "light grey", RGB: [3]uint8{210, 210, 210}, Grey: true},
		{Name: "grey", RGB: [3]uint8{170, 170, 170}, Grey: true},
		{Name: "middle grey", RGB: [3]uint8{128, 128, 128}, Grey: true},
		{Name: "dark grey", RGB: [3]uint8{80, 80, 80}, Grey: true},
		{Name: "black", RGB: [3]uint8{0, 0, 0}, Grey: true},
		{Name: "red", RGB: [3]uint8{210, 40, 40}},
		{Name: "yellow", RGB: [3]uint8{235, 205, 30}},
		{Name: "green", RGB: [3]uint8{30, 150, 70}},
		{Name: "cyan", RGB: [3]uint8{0, 150, 190}},
		{Name: "blue", RGB: [3]uint8{40, 70, 170}},
		{Name: "magenta", RGB: [3]uint8{190, 50, 140}},
	}
	for i := range patches {
		patches[i].Rect = Rect{-CardSquare + float64(i)*patchSize, patchTop, patchSize, patchSize}
	}
	return patches
}

// CardMark is the black triangle above the board's top left corner. It shows a person which way the card lies.
func CardMark() [3]Point { return [3]Point{{-12, -20}, {-7, -28}, {-2, -20}} }
