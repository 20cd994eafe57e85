package gallery

import (
	"cmp"
	"fmt"
	"math"
	"math/bits"
	"slices"

	"astragal/models/networks"
)

// Index is a gallery in the form in which faces are looked up. It never changes.
type Index struct {
	// Shots are the shots of the index. Seen is what the network saw in each.
	Shots []Shot
	Seen  []Seen

	comparer *networks.Comparer

	classes []Class
	shotsOf map[Class][]int
	drawn   map[Drawing][]int

	// rowShot is the shot of each row, in the order of all shots' rows. signs are the signs of each row: one bit for
	// each number of its whole-face part, set if the number is above the gallery's mean.
	rowShot []int32
	signs   []signature
	mean    []float32
}

// signature holds the signs of the first 128 numbers of a row.
type signature [2]uint64

// Hit is a shot that looks like the face that was asked for.
type Hit struct {
	Shot  int // index into Shots
	Class Class
	networks.Likeness
}

// NewIndex makes an index of shots and of what a network saw in them. Shots in which the network saw no face are left
// out.
func NewIndex(shots []Shot, seen []Seen) (*Index, error) {
	if len(shots) != len(seen) {
		return nil, fmt.Errorf("make the gallery's index: %d shots but %d are seen", len(shots), len(seen))
	}
	comparer, err := networks.LoadComparer()
	if err != nil {
		return nil, fmt.Errorf("make the gallery's index: %w", err)
	}
	x := &Index{comparer: comparer, shotsOf: map[Class][]int{}, drawn: map[Drawing][]int{}, mean: make([]float32, networks.FaceDims)}
	for i, shot := range shots {
		v := seen[i]
		if v.Turns < 1 || len(v.Embedding) == 0 {
			continue
		}
		if len(v.Embedding)%networks.RowDims != 0 || v.seenIn() > v.Turns {
			return nil, fmt.Errorf("make the gallery's index: %s has a vector of %d numbers, not up to %d rows of %d: the model is of another shape",
				shot.name(), len(v.Embedding), v.Turns, networks.RowDims)
		}
		c := shot.Class()
		if _, ok := x.shotsOf[c]; !ok {
			x.classes = append(x.classes, c)
		}
		n := len(x.Shots)
		x.Shots, x.Seen = append(x.Shots, shot), append(x.Seen, v)
		x.shotsOf[c] = append(x.shotsOf[c], n)
		x.drawn[c.Drawing] = append(x.drawn[c.Drawing], n)
	}
	x.sign()
	return x, nil
}

// Without is an index of the same shots but those that out picks.
func (x *Index) Without(out func(Shot) bool) (*Index, error) {
	if x == nil {
		return nil, nil //nolint:nilnil // no index is one of nothing
	}
	var shots []Shot
	var seen []Seen
	for i, s := range x.Shots {
		if !out(s) {
			shots, seen = append(shots, s), append(seen, x.Seen[i])
		}
	}
	if len(shots) == len(x.Shots) {
		return x, nil
	}
	return NewIndex(shots, seen)
}

func (x *Index) sign() {
	rows := 0
	for _, v := range x.Seen {
		for t := range v.seenIn() {
			for k, f := range row(v, t) {
				x.mean[k] += f
			}
			rows++
		}
	}
	for k := range x.mean {
		x.mean[k] /= float32(max(rows, 1))
	}
	x.rowShot, x.signs = make([]int32, 0, rows), make([]signature, 0, rows)
	for i, v := range x.Seen {
		for t := range v.seenIn() {
			x.rowShot, x.signs = append(x.rowShot, int32(i)), append(x.signs, x.signature(row(v, t)))
		}
	}
}

// row is the whole-face part of one row.
func row(v Seen, turn int) []float32 {
	return v.Embedding[turn*networks.RowDims : turn*networks.RowDims+networks.FaceDims]
}

func (x *Index) signature(row []float32) signature {
	var s signature
	for k, f := range row[:min(len(row), 128)] {
		if f > x.mean[k] {
			s[k/64] |= 1 << (k % 64)
		}
	}
	return s
}

// apart is how many signs differ.
func (s signature) apart(o signature) int {
	return bits.OnesCount64(s[0]^o[0]) + bits.OnesCount64(s[1]^o[1])
}

// Classes are all classes that the gallery knows, in the order of their first shots.
func (x *Index) Classes() []Class { return x.classes }

// Knows says whether there is a shot of the class.
func (x *Index) Knows(c Class) bool { return len(x.shotsOf[c]) > 0 }

// Draws says whether there is a shot of the drawing, whatever its count.
func (x *Index) Draws(d Drawing) bool { return len(x.drawn[d]) > 0 }

// ShotsOf are the shots of a class, and ShotsDrawn those of a drawing. Both are indexes into Shots.
func (x *Index) ShotsOf(c Class) []int      { return x.shotsOf[c] }
func (x *Index) ShotsDrawn(d Drawing) []int { return x.drawn[d] }

// Like compares a face with one shot.
func (x *Index) Like(v Seen, shot int) networks.Likeness {
	return networks.Alike(v.Rows(), x.Seen[shot].Rows())
}

// Face is a face that is compared with shots place by place. It isn't safe for concurrent use.
type Face struct {
	packed []byte
	rows   []*networks.Places // each is prepared when it is needed
	turns  int
	shot   *networks.Places // the places of the last shot
	layers *networks.Layers
}

// Ready prepares a face for comparing. It returns false if the face has no places.
func (x *Index) Ready(v Seen) (Face, bool) {
	rows := len(v.Places) / networks.PlacesSize
	return Face{packed: v.Places, rows: make([]*networks.Places, rows), turns: v.Turns, shot: &networks.Places{}, layers: networks.NewLayers()}, rows > 0
}

// row is one of the face's rows, prepared for comparing.
func (x *Index) row(f Face, k int) *networks.Places {
	if f.rows[k] == nil {
		f.rows[k], _ = x.comparer.Ready(f.packed[k*networks.PlacesSize : (k+1)*networks.PlacesSize])
	}
	return f.rows[k]
}

// Same is the logit that a face has the same print as a shot. turn is by how many steps the shot is turned against
// the face, as Like found it. It returns false if one of them has no places. Two rows that lie alike are compared. If
// their outlines differ, or no rows lie alike, the best of the face's rows counts.
func (x *Index) Same(f Face, shot, turn int) (float64, bool) {
	v := x.Seen[shot]
	kept := len(v.Places) / networks.PlacesSize
	if kept == 0 || len(f.rows) == 0 {
		return 0, false
	}
	if v.Turns == f.turns {
		for row := range kept {
			if own := (row + v.Turns - turn) % v.Turns; own < len(f.rows) {
				f.shot.Refill(v.Places[row*networks.PlacesSize : (row+1)*networks.PlacesSize])
				return x.comparer.Same(x.row(f, own), f.shot, f.layers), true
			}
		}
	}
	f.shot.Refill(v.Places[:networks.PlacesSize])
	best := math.Inf(-1)
	for k := range f.rows {
		best = max(best, x.comparer.Same(x.row(f, k), f.shot, f.layers))
	}
	return best, true
}

// fewShots is how many shots are compared one by one. If there are more, only those whose signs agree best are
// compared.
const fewShots = 96

// Nearest are the n shots most like a face, the most alike first. If there are few shots, it compares all of them. If
// there are many, it compares only those whose signs agree best, so that a large gallery costs little more.
func (x *Index) Nearest(v Seen, n int) []Hit {
	if v.Turns < 1 || v.seenIn() < 1 {
		return nil
	}
	var hits []Hit
	for _, shot := range x.shortlist(v) {
		hits = append(hits, Hit{int(shot), x.Shots[shot].Class(), x.Like(v, int(shot))})
	}
	slices.SortStableFunc(hits, func(a, b Hit) int { return cmp.Compare(b.Face, a.Face) })
	return hits[:min(n, len(hits))]
}

func (x *Index) shortlist(v Seen) []int32 {
	if len(x.Shots) <= fewShots {
		out := make([]int32, len(x.Shots))
		for i := range out {
			out[i] = int32(i)
		}
		return out
	}
	// If a shot was seen in only some turns, one of them matches the face's first row or its last. Buckets by
	// distance replace sorting.
	q, r := x.signature(row(v, 0)), x.signature(row(v, v.seenIn()-1))
	var buckets [129][]int32
	for i, s := range x.signs {
		d := min(s.apart(q), s.apart(r))
		buckets[d] = append(buckets[d], x.rowShot[i])
	}
	out := make([]int32, 0, fewShots)
	for _, b := range buckets {
		for _, shot := range b {
			if !slices.Contains(out, shot) {
				if out = append(out, shot); len(out) == fewShots {
					return out
				}
			}
		}
	}
	return out
}
