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

// Rows is what the icon network says of a face in its turns, or in the first few of them.
type Rows struct {
	// Numbers are RowDims for each turn.
	Numbers []float32
	// Turns is how many ways up a face of that outline has: a square four.
	Turns int
}

// TurnsSeen is in how many turns, one after the other, faces must be seen so that however two of them lie, some turn of the one is a turn of the other.
func TurnsSeen(ways int) int { return ways/2 + 1 }

// TurnsKept is of how many turns a face's places must be kept so that a face that was seen in so many turns has one of these, however the two lie.
func TurnsKept(ways, seen int) int { return max(1, ways-seen+1) }

// Alike compares two faces. Those with as many ways up are turned against each other as wholes, as far as they were seen; others are compared row by row, the best
// pair counting. What is no whole number of rows, or more than there are ways up, is like nothing.
func Alike(a, b Rows) Likeness {
	n, m := len(a.Numbers)/RowDims, len(b.Numbers)/RowDims
	if n == 0 || m == 0 || n > a.Turns || m > b.Turns || len(a.Numbers)%RowDims != 0 || len(b.Numbers)%RowDims != 0 {
		return Likeness{Face: -1, Icon: -1}
	}
	rows := likenesses(a.Numbers, b.Numbers, n, m)
	best := Likeness{Face: -2}
	if a.Turns != b.Turns {
		for i, r := range rows {
			if r.Face > best.Face {
				best, best.Turn = r, i%m
			}
		}
		return best
	}
	for turn := range a.Turns {
		if l, ok := turnedBy(rows, n, m, a.Turns, turn); ok && l.Face > best.Face {
			best, best.Turn = l, turn
		}
	}
	return best
}

// turnedBy is the mean over n rows against m others, of as many ways up, turned on by some steps; false where no row meets another so.
func turnedBy(rows []Likeness, n, m, ways, turn int) (Likeness, bool) {
	var l Likeness
	pairs := 0.0
	for k := range n {
		other := (k + turn) % ways
		if other >= m {
			continue
		}
		r := rows[k*m+other]
		l.Face, l.Icon, pairs = l.Face+r.Face, l.Icon+r.Icon, pairs+1
	}
	l.Face, l.Icon = l.Face/max(1, pairs), l.Icon/max(1, pairs)
	return l, pairs > 0
}

// likenesses compares each of n rows with each of m others.
func likenesses(a, b []float32, n, m int) []Likeness {
	out := make([]Likeness, n*m)
	said := make([]float32, 2*m)
	for k := range n {
		row := a[k*RowDims : (k+1)*RowDims]
		products(said[:m], b, row[:FaceDims], RowDims)
		products(said[m:], b[FaceDims:], row[FaceDims:], RowDims)
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
