package networks

// The icon network gives a row of RowDims numbers for each turn of a face. The first FaceDims are a unit vector of
// the whole face: which icon, how many of it, what stands beside it. The other IconDims are a unit vector of the icon
// alone, however often it is printed.
const (
	FaceDims = 96
	IconDims = 48
	RowDims  = FaceDims + IconDims
	// MaxCopies is the largest number of copies that the network counts.
	MaxCopies = 6
)

// Likeness is how alike two faces are. Its numbers are cosines, at most 1.
type Likeness struct {
	// Face compares whole faces with their counts. Icon compares the icon alone.
	Face, Icon float64
	// Turn is how many steps the second face must be turned to fit the first.
	Turn int
}

// Rows are the icon network's numbers of a face in its turns, or in the first few of them.
type Rows struct {
	// Numbers are RowDims numbers for each turn.
	Numbers []float32
	// Turns is how many ways up a face of that outline has. A square has four.
	Turns int
}

// TurnsSeen is in how many successive turns a face must be seen. With so many, some turn of one face is a turn of any
// other, however the two lie.
func TurnsSeen(ways int) int { return ways/2 + 1 }

// TurnsKept is how many turns a face's places must be kept in. With so many, one of them matches a face that was seen
// in seen turns, however the two lie.
func TurnsKept(ways, seen int) int { return max(1, ways-seen+1) }

// Alike compares two faces. If both have the same number of ways up, the whole faces are turned against each other,
// as far as they were seen. If not, rows are compared one by one, and the best pair counts. If the numbers aren't
// whole rows, or more rows than ways up, the faces are like nothing.
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

// turnedBy is the mean likeness of n rows and m others if the second face is turned by turn steps of ways. It returns
// false if no rows meet.
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
