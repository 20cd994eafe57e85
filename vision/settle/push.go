package settle

import (
	"cmp"
	"slices"

	"astragal/vision"
)

const (
	// nudgeFar is how many die sizes a pushed die can move. slidFar is the same for a die that looks surelyAlike: the box of a small one, a d4 for one, says
	// less of how far it slid.
	nudgeFar, slidFar = 2.2, 2.6
	// nudgeAlike is how alike a die must look that was pushed by its own size. nudgeMore is how much more alike for
	// each further size. nudgeSure is the most that is asked of a die that shows the same number, or that the
	// picture's edge cuts.
	nudgeAlike, nudgeMore, nudgeSure = 0.3, 0.15, 0.45
	// These hold if only one die is gone from its place and only one die is new: aloneAlike is how alike their faces
	// must be, and aloneTint how far apart their colours may be. Lamps, shade and glints may make one die look like
	// two. Of 1,030 such pairs on busy virtual tables 1,026 were one die. The other four are less alike than this.
	// If no other die was pushed, and the faces are surelyAlike and no farther apart than surelyFar, or shownAlike
	// and so near that both have no room, colours don't count: a die that is pushed out of deep shade has another
	// one.
	// loneAlike is the same for the only die on the table, which may as well have been thrown anew.
	aloneAlike, aloneTint, loneAlike = 0.25, 1, 0.85
	// These hold if most other dice were swept away. A die counts as pushed only within surelyFar die sizes.
	// surelyAlike is how alike it must look then, and shownAlike how alike if it surely shows the same number.
	surelyAlike, shownAlike, surelyFar = 0.9, 0.7, 1.2
	// readSurely is how sure the reader must be for its reading to count here.
	readSurely = 0.95
	// otherSolid is the probability that two sightings have the same solid below which they count as two dice, unless
	// they look very much alike.
	otherSolid = 0.15
)

// push is a die of the last look that may have been pushed to the place of a die of this look. Both are indexes into
// their looks.
type push struct {
	from, to int
	far      float64 // die sizes
	like     Likeness
}

// pushed counts the dice that were pushed: each is gone from one place and new at another one near by, with the same
// face up. The most alike are paired first. If one die is left on either side, these two are paired last. surely
// counts those that were surely pushed.
func (s *Settler) pushed(now []vision.Sighting, fresh, gone []int, carried []vision.Box, ev Evidence) (n, surely int) {
	may := s.pushes(now, fresh, gone, carried, ev)
	slices.SortStableFunc(may, func(a, b push) int { return cmp.Compare(b.like.Alike(), a.like.Alike()) })
	from, to := map[int]bool{}, map[int]bool{}
	for _, p := range may {
		if !from[p.from] && !to[p.to] && p.like.Alike() >= alikeLeast(s.lying[p.from], now[p.to], p.far) {
			from[p.from], to[p.to] = true, true
			if s.surelyPushed(p, now[p.to]) {
				surely++
			}
		}
	}
	n = len(from)
	alone, least := len(gone) == n+1 && len(fresh) == n+1, aloneAlike
	if len(now) == 1 {
		least = loneAlike
	}
	if alone && slices.ContainsFunc(may, func(p push) bool {
		return !from[p.from] && !to[p.to] && p.like.Face >= least && (p.like.Tint <= aloneTint || n == 0 && p.shaded()) && oneSolid(s.lying[p.from], now[p.to]) >= otherSolid
	}) {
		n++
	}
	return n, surely
}

// shaded says whether the two are one die that may have come out of a shade, or into one.
func (p push) shaded() bool {
	return p.far <= surelyFar && p.like.Face >= surelyAlike || p.far < noRoom && p.like.Face >= shownAlike
}

// surelyPushed says whether a push counts even if most other dice were swept away.
func (s *Settler) surelyPushed(p push, to vision.Sighting) bool {
	least := surelyAlike
	if same, _ := sameMark(s.lying[p.from], to); same {
		least = shownAlike
	}
	return p.far <= surelyFar && p.like.Alike() >= least
}

// pushes are all pairs that may be one pushed die: they are near enough, the old place was never seen bare, and the
// faces aren't surely different.
func (s *Settler) pushes(now []vision.Sighting, fresh, gone []int, carried []vision.Box, ev Evidence) []push {
	var may []push
	for _, i := range gone {
		if ev.Left(s.lying[i].Box) {
			continue
		}
		for _, j := range fresh {
			far := vision.Apart(carried[i], now[j].Box)
			if same, sure := sameMark(s.lying[i], now[j]); far > slidFar || sure && !same {
				continue
			}
			if like := ev.Liken(s.lying[i].Box, now[j].Box); far <= nudgeFar || like.Alike() >= surelyAlike {
				may = append(may, push{i, j, far, like})
			}
		}
	}
	return may
}

// alikeLeast is how alike two sightings must look to be one die that was pushed that many die sizes.
func alikeLeast(a, b vision.Sighting, far float64) float64 {
	least := nudgeAlike + nudgeMore*max(0, far-1)
	if same, _ := sameMark(a, b); same || cut(a.Box) || cut(b.Box) {
		least = min(least, nudgeSure)
	}
	if oneSolid(a, b) < otherSolid {
		least = max(least, backAlike)
	}
	return least
}

// oneSolid is the probability that two sightings show the same solid. It is 1 if the reader doesn't say.
func oneSolid(a, b vision.Sighting) float64 {
	if len(a.Shapes) == 0 || len(b.Shapes) == 0 {
		return 1
	}
	sum := 0.0
	for _, x := range a.Shapes {
		for _, y := range b.Shapes {
			if x.Shape == y.Shape {
				sum += x.P * y.P
			}
		}
	}
	return sum
}

// sameMark says whether two sightings show the same mark. sure says whether the reader is sure of both.
func sameMark(a, b vision.Sighting) (same, sure bool) {
	if len(a.Marks) == 0 || len(b.Marks) == 0 {
		return false, false
	}
	x, y := a.Marks[0], b.Marks[0]
	sure = x.P >= readSurely && y.P >= readSurely && x.Kind == y.Kind && x.Kind != vision.MarkUnknown
	return sure && x.Value == y.Value, sure
}

// cut says whether a box is much longer than wide, like that of a die at the picture's edge.
func cut(b vision.Box) bool { return min(b[2], b[3]) < 0.85*max(b[2], b[3]) }
