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
	rows := likenesses(a, b, n, m)
	best := Likeness{Face: -2}
	for turn := range m {
		l := Likeness{Face: -2}
		if n == m {
			l = turnedBy(rows, n, turn)
		} else {
			for k := range n {
				if r := rows[k*m+turn]; r.Face > l.Face {
					l = r
				}
			}
		}
		if l.Face > best.Face {
			best, best.Turn = l, turn
		}
	}
	return best
}

// turnedBy is the mean over n rows against as many others, turned on by some steps.
func turnedBy(rows []Likeness, n, turn int) Likeness {
	var l Likeness
	for k := range n {
		r := rows[k*n+(k+turn)%n]
		l.Face += r.Face / float64(n)
		l.Icon += r.Icon / float64(n)
	}
	return l
}

// likenesses compares each of n rows with each of m others.
func likenesses(a, b []float32, n, m int) []Likeness {
	out := make([]Likeness, n*m)
	said := make([]float32, 2*m)
	for k := range n {
		row := a[k*RowDims : (k+1)*RowDims]
		clear(said)
		times(said[:m], b, row[:FaceDims], RowDims)
		times(said[m:], b[FaceDims:], row[FaceDims:], RowDims)
		for j := range m {
			out[k*m+j] = Likeness{Face: float64(said[j]), Icon: float64(said[m+j])}
		}
	}
	return out
}

func dot(a, b []float32) float32 {
	var s float32
	for i, v := range a {
		s += v * b[i]
	}
	return s
}
