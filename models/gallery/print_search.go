package gallery

import (
	"cmp"
	"math"
	"slices"
)

// searcher finds roughly how another print lies to its own, on pictures so small that all slips of a cut can be tried.
type searcher struct {
	own    grey
	points []place
	// unit are the own values at the points, less their mean, as a unit vector.
	unit []float32
}

// place is a pixel inside the reach, from the middle.
type place struct{ x, y int }

// The slips that are tried: turns, rad, and sizes; and shifts up to mostShift tiny pixels each way.
const mostShift = 2

func slips() (turns, sizes []float64) {
	return []float64{0, -.2, .2, -.4, .4}, []float64{1, .84, 1.19}
}

func newSearcher(own grey, share float64) searcher {
	s := searcher{own: own}
	mid, reach := float64(own.px-1)/2, share*float64(own.px)
	sum := float32(0)
	for y := range own.px {
		for x := range own.px {
			if math.Hypot(float64(x)-mid, float64(y)-mid) <= reach {
				s.points = append(s.points, place{x, y})
				s.unit = append(s.unit, own.v[y*own.px+x])
				sum += own.v[y*own.px+x]
			}
		}
	}
	squares := 0.0
	for i := range s.unit {
		s.unit[i] -= sum / float32(len(s.unit))
		squares += float64(s.unit[i]) * float64(s.unit[i])
	}
	k := float32(1 / math.Sqrt(max(squares, 1)))
	for i := range s.unit {
		s.unit[i] *= k
	}
	return s
}

// start is a slip and how like the prints are under it.
type start struct {
	at   fit
	like float64
}

// search lists, for each angle that is tried, the slip at which the other print, turned by so many of its steps,
// correlates best with the own one; the best angle first.
func (s searcher) search(other grey, turn, turns int) []start {
	px := s.own.px
	wide := px + 2*mostShift
	mid := float32(px-1) / 2
	warped := make([]float32, wide*wide)
	angles, sizes := slips()
	out := make([]start, 0, len(angles))
	for _, angle := range angles {
		best := start{turned(0), -1}
		for _, size := range sizes {
			at := turned(2*math.Pi*float64(turn)/float64(turns) + angle)
			for _, k := range []int{0, 1, 3, 4} {
				at[k] *= size
			}
			a, b, d, e := float32(at[0]), float32(at[1]), float32(at[3]), float32(at[4])
			for y := range wide {
				for x := range wide {
					dx, dy := float32(x-mostShift)-mid, float32(y-mostShift)-mid
					warped[y*wide+x] = other.at(a*dx+b*dy+mid, d*dx+e*dy+mid)
				}
			}
			for sy := -mostShift; sy <= mostShift; sy++ {
				for sx := -mostShift; sx <= mostShift; sx++ {
					if c := s.correlation(warped, wide, sx+mostShift, sy+mostShift); c > best.like {
						best = start{at, c}
						best.at[2] = at[0]*float64(sx) + at[1]*float64(sy)
						best.at[5] = at[3]*float64(sx) + at[4]*float64(sy)
					}
				}
			}
		}
		out = append(out, best)
	}
	slices.SortFunc(out, func(a, b start) int { return cmp.Compare(b.like, a.like) })
	return out
}

func (s searcher) correlation(warped []float32, wide, sx, sy int) float64 {
	var sum, squares, cross float32
	for i, p := range s.points {
		v := warped[(p.y+sy)*wide+p.x+sx]
		sum += v
		squares += v * v
		cross += v * s.unit[i]
	}
	n := float32(len(s.points))
	spread := float64(squares - sum*sum/n)
	if spread < 1 {
		return 0
	}
	return float64(cross) / math.Sqrt(spread)
}
