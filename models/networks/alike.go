package networks

// What the icon network says of a face in one of its turns: a row of RowDims numbers. The first
// FaceDims are a unit vector of the whole face (which icon, how many of it, what stands beside it); the
// other IconDims are a unit vector of the icon alone, however often it is printed.
const (
	FaceDims = 96
	IconDims = 48
	RowDims  = FaceDims + IconDims
	// MaxCopies is the largest number of copies that the network counts.
	MaxCopies = 6
)

// Likeness is how alike two faces are: cosines, at most 1.
type Likeness struct {
	// Face compares whole faces, count included; Icon compares the icon alone.
	Face, Icon float64
	// Turn is by how many of its steps the second face was turned to fit the first.
	Turn int
}

// Alike compares two faces, each given by a row for every way that it may be turned (a square has four).
// Faces of as many turns are turned against each other as wholes; others are compared row by row, the best
// pair counting. What is no whole number of rows is like nothing.
func Alike(a, b []float32) Likeness {
	n, m := len(a)/RowDims, len(b)/RowDims
	if n == 0 || m == 0 || len(a)%RowDims != 0 || len(b)%RowDims != 0 {
		return Likeness{Face: -1, Icon: -1}
	}
	best := Likeness{Face: -2}
	for turn := range m {
		var l Likeness
		if n == m {
			l = turnedBy(a, b, n, turn)
		} else {
			l = nearestRow(a, b[turn*RowDims:(turn+1)*RowDims], n)
		}
		if l.Face > best.Face {
			best, best.Turn = l, turn
		}
	}
	return best
}

// turnedBy is the mean over the n rows of a against those of b, turned on by some steps.
func turnedBy(a, b []float32, n, turn int) Likeness {
	var l Likeness
	for k := range n {
		r := rowLikeness(a[k*RowDims:], b[(k+turn)%n*RowDims:])
		l.Face += r.Face / float64(n)
		l.Icon += r.Icon / float64(n)
	}
	return l
}

func nearestRow(a, row []float32, n int) Likeness {
	best := Likeness{Face: -2}
	for k := range n {
		if l := rowLikeness(a[k*RowDims:], row); l.Face > best.Face {
			best = l
		}
	}
	return best
}

func rowLikeness(a, b []float32) Likeness {
	return Likeness{
		Face: float64(dot(a[:FaceDims], b[:FaceDims])),
		Icon: float64(dot(a[FaceDims:RowDims], b[FaceDims:RowDims])),
	}
}

func dot(a, b []float32) float32 {
	var s float32
	for i, v := range a {
		s += v * b[i]
	}
	return s
}
