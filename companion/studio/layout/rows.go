package layout

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"astragal/vision"
)

// Found says which die of a picture lies at which place of a tray.
type Found struct {
	// At is the index of the sighting at each place; -1 if none lies there.
	At []int
	// Extra are sightings for which there is no place.
	Extra []int
	// Words say what is wrong with the rows. While there are any, nobody knows for sure which die lies where.
	Words []string
}

const (
	// mostSlope is how much rows may slope in the picture, degrees.
	mostSlope = 25
	// leastGap is how far apart rows must be, as a share of a die's width.
	leastGap = .2
	// absent is the cost, in nats, of a place without a die and of a die without a place.
	absent = 6.0
	// columnsGain is how much better, in nats, solids and sizes must fit if the dice are read column by column, to conclude that they were laid that
	// way.
	columnsGain = 5.0
)

// spot is the middle of a sighting, seen along the rows.
type spot struct {
	sighting int
	x, y     float64
}

// Find tells which sighting lies at which place. The rows may slope, waver and have gaps: only the row of a die and its order in the row count. turned
// is by how many quarter turns the picture is turned to the right against the page. Finds that are hardly a whole die are passed over.
func (t Tray) Find(all []vision.Sighting, turned int) Found {
	var seen []vision.Sighting
	var was []int
	least := t.leastWide(all)
	for i, d := range all {
		if d.Found >= vision.Usual().Found && max(d.Box[2], d.Box[3]) >= least {
			seen, was = append(seen, d), append(was, i)
		}
	}
	out := t.find(seen, turned)
	for i, n := range out.At {
		if n >= 0 {
			out.At[i] = was[n]
		}
	}
	for i, n := range out.Extra {
		out.Extra[i] = was[n]
	}
	return out
}

// partOfDie is the width, as a share of the tray's smallest die, up to which a find is taken for a mark on a die. unlikeSizes is the share of the
// largest die below which the smallest counts as smaller, if nobody has measured them.
const partOfDie, unlikeSizes = .7, .7

// leastWide is the least width, px, of a find that is a die of the tray. It is measured by the second widest find, because the widest may be no die.
func (t Tray) leastWide(all []vision.Sighting) float64 {
	var sizes, wide []float64
	for _, p := range t {
		if size := sizeOf(p.Die); size > 0 {
			sizes = append(sizes, size)
		}
	}
	for _, d := range all {
		wide = append(wide, max(d.Box[2], d.Box[3]))
	}
	if len(wide) < 2 {
		return 0
	}
	slices.Sort(wide)
	smallest := unlikeSizes
	if len(sizes) == len(t) {
		smallest = slices.Min(sizes) / slices.Max(sizes)
	}
	return partOfDie * smallest * wide[len(wide)-2]
}

func (t Tray) find(seen []vision.Sighting, turned int) Found {
	out := Found{At: make([]int, len(t))}
	for i := range out.At {
		out.At[i] = -1
	}
	if len(seen) == 0 {
		out.Words = []string{noneSeen(len(t))}
		return out
	}
	rows := t.inRows(seen, turned)
	want := t.rows()
	if rows == nil {
		out.Words = []string{fmt.Sprintf("The %d dice that are seen don't lie in %d rows: lay the rows further apart", len(seen), len(want))}
		return out
	}
	place := 0
	for r, n := range want {
		if len(rows[r]) == n {
			for c, s := range rows[r] {
				out.At[place+c] = s.sighting
			}
		}
		place += n
	}
	if words := t.miscounted(rows, seen, &out); len(words) > 0 {
		out.Words = words
		return out
	}
	if t.byColumns(out.At, seen) {
		out.Words = []string{inColumns}
	}
	return out
}

// inColumns says that the dice lie in another order.
const inColumns = "The dice seem to be laid in the order of columns: lay the first row first, from the left, then the next"

func noneSeen(dice int) string {
	if dice == 1 {
		return "No die is seen: lay it down as drawn"
	}
	return fmt.Sprintf("No die is seen: lay the %d dice down as drawn", dice)
}

// inRows divides the sightings into as many rows as the tray has, each from the left. It takes the slope at which the rows have the right numbers of
// dice; if there is none, the slope at which they lie furthest apart. It is nil if no rows can be told apart.
func (t Tray) inRows(seen []vision.Sighting, turned int) [][]spot {
	want := t.rows()
	wide := widths(seen)
	if len(seen) < len(want) {
		return nil
	}
	var best [][]spot
	bestGap, bestFits := 0.0, false
	for slope := -mostSlope; slope <= mostSlope; slope++ {
		rows, gap := split(spots(seen, float64(slope)+90*float64(turned)), len(want))
		fits := slices.EqualFunc(rows, want, func(r []spot, n int) bool { return len(r) == n })
		if gap -= math.Abs(float64(slope)) * wide / 400; gap < leastGap*wide || bestFits && !fits { // a smaller slope is preferred
			continue
		}
		if fits && !bestFits || gap > bestGap {
			best, bestGap, bestFits = rows, gap, fits
		}
	}
	for _, r := range best {
		slices.SortFunc(r, func(a, b spot) int { return cmp.Compare(a.x, b.x) })
	}
	return best
}

// widths is the middle of the dice's widths, px.
func widths(seen []vision.Sighting) float64 {
	var out []float64
	for _, d := range seen {
		out = append(out, max(d.Box[2], d.Box[3]))
	}
	return middle(out)
}

func middle(v []float64) float64 {
	if len(v) == 0 {
		return 0
	}
	v = slices.Clone(v)
	slices.Sort(v)
	return (v[(len(v)-1)/2] + v[len(v)/2]) / 2
}

// spots are the sightings' middles after the picture is turned back by some degrees.
func spots(seen []vision.Sighting, degrees float64) []spot {
	sin, cos := math.Sincos(degrees * math.Pi / 180)
	out := make([]spot, len(seen))
	for i, d := range seen {
		x, y := d.Box[0]+d.Box[2]/2, d.Box[1]+d.Box[3]/2
		out[i] = spot{i, x*cos + y*sin, y*cos - x*sin}
	}
	return out
}

// split cuts spots into rows at the widest gaps, and returns the width of the narrowest of these.
func split(all []spot, rows int) ([][]spot, float64) {
	slices.SortFunc(all, func(a, b spot) int { return cmp.Compare(a.y, b.y) })
	if rows == 1 {
		// For a single row, the slope is best at which the row rises least.
		return [][]spot{all}, 1e6 - (all[len(all)-1].y - all[0].y)
	}
	cuts := make([]int, len(all)-1)
	for i := range cuts {
		cuts[i] = i + 1
	}
	slices.SortStableFunc(cuts, func(a, b int) int { return cmp.Compare(all[b].y-all[b-1].y, all[a].y-all[a-1].y) })
	cuts = slices.Clone(cuts[:rows-1])
	gap := math.Inf(1)
	for _, c := range cuts {
		gap = min(gap, all[c].y-all[c-1].y)
	}
	slices.Sort(cuts)
	var out [][]spot
	from := 0
	for _, c := range append(cuts, len(all)) {
		out = append(out, slices.Clone(all[from:c]))
		from = c
	}
	return out, gap
}

// miscounted says which rows have too few dice or too many, and which die seems to be missing or too many.
func (t Tray) miscounted(rows [][]spot, seen []vision.Sighting, out *Found) []string {
	var words, counts []string
	place := 0
	total := 0
	for r, n := range t.rows() {
		total += len(rows[r])
		counts = append(counts, fmt.Sprint(len(rows[r])))
		if len(rows[r]) != n {
			at, extra := t.align(place, n, rows, r, seen)
			copy(out.At[place:], at)
			out.Extra = append(out.Extra, extra...)
			words = append(words, t.rowWords(place, n, r, at, extra))
		}
		place += n
	}
	if len(words) > 0 && total == len(t) {
		return []string{fmt.Sprintf("All %d dice are there, but the rows have %s of them: lay them as drawn", total, strings.Join(counts, ", "))}
	}
	return words
}

func (t Tray) rowWords(place, n, row int, at, extra []int) string {
	var missing []string
	for i, s := range at {
		if s < 0 {
			missing = append(missing, fmt.Sprintf("%s (place %d)", nameOf(t[place+i]), i+1))
		}
	}
	switch {
	case len(missing) == 1:
		return fmt.Sprintf("Row %d has %d of %d: it seems that %s is missing", row+1, n-1, n, missing[0])
	case len(missing) > 1:
		return fmt.Sprintf("Row %d has %d of %d: it seems that %s are missing", row+1, n-len(missing), n, strings.Join(missing, " and "))
	case len(extra) == 1:
		return fmt.Sprintf("Row %d has a die too many", row+1)
	}
	return fmt.Sprintf("Row %d has %d dice too many", row+1, len(extra))
}

func nameOf(p Place) string { return cmp.Or(p.Die.Name, p.Die.ID) }

// align finds the empty places of a row, or the dice of the row that have no place. It compares with where the dice of other rows lie, and with solids
// and sizes.
func (t Tray) align(place, n int, rows [][]spot, row int, seen []vision.Sighting) (at, extra []int) {
	line := rows[row]
	columns, pitch := t.columns(n, rows)
	scales := t.scales(seen)
	cost := func(i, j int) float64 {
		off := (line[j].x - columns[i]) / pitch
		return min(absent, 4*off*off) + t[place+i].misfit(seen[line[j].sighting], scales)
	}
	// sums[i][j] is the least cost of the first i places and j dice.
	sums := make([][]float64, n+1)
	for i := range sums {
		sums[i] = make([]float64, len(line)+1)
		for j := range sums[i] {
			switch {
			case i == 0 || j == 0:
				sums[i][j] = absent * float64(i+j)
			default:
				sums[i][j] = min(sums[i-1][j-1]+cost(i-1, j-1), sums[i-1][j]+absent, sums[i][j-1]+absent)
			}
		}
	}
	at = make([]int, n)
	for i, j := n, len(line); i > 0 || j > 0; {
		switch {
		case i > 0 && j > 0 && sums[i][j] == sums[i-1][j-1]+cost(i-1, j-1):
			at[i-1] = line[j-1].sighting
			i, j = i-1, j-1
		case i > 0 && sums[i][j] == sums[i-1][j]+absent:
			at[i-1] = -1
			i--
		default:
			extra = append(extra, line[j-1].sighting)
			j--
		}
	}
	return at, extra
}

// columns are where the columns of a row of n places lie, and how far apart they are. If other whole rows have as many dice, it takes theirs; else it
// spreads them evenly between the outermost dice.
func (t Tray) columns(n int, rows [][]spot) ([]float64, float64) {
	out := make([]float64, n)
	left, right := math.Inf(1), math.Inf(-1)
	like := make([][]float64, n)
	for r, want := range t.rows() {
		for c, s := range rows[r] {
			left, right = min(left, s.x), max(right, s.x)
			if want == n && len(rows[r]) == n {
				like[c] = append(like[c], s.x)
			}
		}
	}
	pitch := max(1, (right-left)/float64(max(1, n-1)))
	for c := range out {
		if out[c] = left + pitch*float64(c); len(like[c]) > 0 {
			out[c] = middle(like[c])
		}
	}
	return out, pitch
}

// scales are px per mm for each solid. Solids are scaled one by one, because their sizes are measured in different ways.
func (t Tray) scales(seen []vision.Sighting) map[vision.Shape]float64 {
	mm, px := map[vision.Shape][]float64{}, map[vision.Shape][]float64{}
	for _, p := range t {
		if size := sizeOf(p.Die); size > 0 {
			mm[vision.Shape(p.Die.Shape)] = append(mm[vision.Shape(p.Die.Shape)], size)
		}
	}
	for _, d := range seen {
		if len(d.Shapes) > 0 && d.Measure() > 0 {
			px[d.Shapes[0].Shape] = append(px[d.Shapes[0].Shape], d.Measure())
		}
	}
	out := map[vision.Shape]float64{}
	for shape, sizes := range mm {
		if len(px[shape]) == 0 {
			continue
		}
		slices.Sort(sizes)
		slices.Sort(px[shape])
		var ratios []float64
		for k, size := range sizes {
			ratios = append(ratios, px[shape][k*len(px[shape])/len(sizes)]/size)
		}
		out[shape] = middle(ratios)
	}
	return out
}

const (
	shapeWeight, shapeFloor = .7, 4.0
	// sizeSpread is how far, as a share, a die's measured size usually is from the true one. sizeFloor is the most that a wrong size costs, in nats.
	sizeSpread, sizeFloor = .045, 4.0
)

// misfit is how badly a sighting fits a place's die in solid and size, in nats.
func (p Place) misfit(d vision.Sighting, scales map[vision.Shape]float64) float64 {
	return p.shapeMisfit(d) + p.sizeMisfit(d, scales)
}

func (p Place) shapeMisfit(d vision.Sighting) float64 {
	best, own := 1e-6, 1e-6
	for _, s := range d.Shapes {
		best = max(best, s.P)
		if string(s.Shape) == p.Die.Shape {
			own = max(own, s.P)
		}
	}
	return min(shapeFloor, shapeWeight*math.Log(best/own))
}

func (p Place) sizeMisfit(d vision.Sighting, scales map[vision.Shape]float64) float64 {
	scale, mm := scales[vision.Shape(p.Die.Shape)], sizeOf(p.Die)
	if scale <= 0 || mm <= 0 || d.Measure() <= 0 {
		return 0
	}
	z := math.Log(d.Measure()/scale/mm) / sizeSpread
	return min(sizeFloor, z*z/2)
}

// byColumns says whether solids and sizes show that the dice were laid column by column.
func (t Tray) byColumns(at []int, seen []vision.Sighting) bool {
	rows := t.rows()
	scales := t.scales(seen)
	is, other := 0.0, 0.0
	for i, p := range t {
		is += p.misfit(seen[at[i]], scales)
	}
	// If dice were counted down the columns, the die that was laid k-th lies at the k-th place in that order.
	k := 0
	for c := range slices.Max(rows) {
		for i, p := range t {
			if p.Column == c {
				other += t[k].misfit(seen[at[i]], scales)
				k++
			}
		}
	}
	return len(rows) > 1 && other+columnsGain < is
}
