package match

import (
	"fmt"
	"slices"
	"strings"

	"astragal/vision"
)

// impossible is a cost that exceeds any evidence.
const impossible = 1e4

// expectedKnown is by how many nats something never taught is less likely if it is known what was thrown.
const expectedKnown = 4.0

// readExpected assigns all sightings to the expected dice at once, so that the evidence fits best overall. Two dice
// of one kind are interchangeable.
func (m *Matcher) readExpected(s vision.Scene, views []view, expected []string) Matched {
	slots := make([]int, 0, len(expected)) // the die of each column
	for _, id := range expected {
		if i, ok := m.byID[id]; ok {
			slots = append(slots, i)
		}
	}
	cost := costs(views, slots, -1, nil)
	columns := assign(cost)
	if m.lookAgain(views, slots, columns) {
		cost = costs(views, slots, -1, nil)
		columns = assign(cost)
	}
	least := total(cost, columns)
	var out Matched
	taken := make([]bool, len(slots))
	for i, v := range views {
		best := v.held(columns[i], i, slots)
		margin := 0.0
		if best != nil {
			other := costs(views, slots, i, best)
			margin = total(other, assign(other)) - least
			if columns[i] < len(slots) {
				taken[columns[i]] = true
			} else {
				out.Extra = append(out.Extra, i)
			}
		}
		out.Readings = append(out.Readings, m.reading(s.Sightings[i], v, best, margin))
		out.Grounds = append(out.Grounds, m.grounds(v, best, margin))
	}
	for k, die := range slots {
		if !taken[k] {
			out.Missing = append(out.Missing, m.dice[die].id)
		}
	}
	out.Problems = m.words(s, out, len(expected))
	return out
}

// lookAgain compares the unknown sightings with all faces of the missing dice, however unlikely they seemed. A face
// that was cut askew is like nothing at first.
func (m *Matcher) lookAgain(views []view, slots, columns []int) bool {
	taken := map[int]bool{}
	for _, c := range columns {
		taken[c] = true
	}
	changed := false
	for i := range views {
		if views[i].held(columns[i], i, slots) != nil {
			continue
		}
		for j, die := range slots {
			if !taken[j] {
				changed = m.comparePlacesOf(&views[i], die) || changed
			}
		}
	}
	return changed
}

// costs is the matrix for assign. It has these columns:
//   - one for each expected die;
//   - one for each sighting, in which it is a die that nobody expected;
//   - one for each sighting, in which it is unknown.
//
// The sighting with the index without may have any result except that of best.
func costs(views []view, slots []int, without int, best *guess) [][]float64 {
	n := len(views)
	cost := make([][]float64, n)
	for i, v := range views {
		var not *guess
		if i == without {
			not = best
		}
		row := make([]float64, len(slots)+2*n)
		for j := range row {
			row[j] = impossible
		}
		for j := range slots {
			if g := v.best(slots[j], not); g != nil {
				row[j] = -g.score
			}
		}
		if g := v.best(anyStranger, not); g != nil {
			row[len(slots)+i] = -g.score
		}
		row[len(slots)+n+i] = -unknownScore + expectedKnown
		cost[i] = row
	}
	return cost
}

// anyStranger stands for every die that nobody expected.
const anyStranger = -1

// held is the guess that a sighting's column stands for. It is nil for unknown.
func (v view) held(column, row int, slots []int) *guess {
	switch {
	case column < len(slots):
		return v.best(slots[column], nil)
	case column == len(slots)+row:
		return v.best(anyStranger, nil)
	}
	return nil
}

// best is the best guess of a die with another result than not. It is nil if there is none.
func (v view) best(die int, not *guess) *guess {
	for i := range v.guesses {
		g := &v.guesses[i]
		if not != nil && g.class.Result() == not.class.Result() {
			continue
		}
		if die == anyStranger && g.far || die != anyStranger && !g.far && g.die == die {
			return g
		}
	}
	return nil
}

// words say what is wrong with the expected dice.
func (m *Matcher) words(s vision.Scene, out Matched, expected int) []string {
	var lines []string
	if len(out.Missing) > 0 {
		lines = append(lines, fmt.Sprintf("%d of %d dice: %s missing", expected-len(out.Missing), expected, m.names(out.Missing)))
	}
	for _, i := range out.Extra {
		if r := out.Readings[i]; r.Die != nil {
			lines = append(lines, fmt.Sprintf("%s at %s was not expected and isn't counted", m.called(*r.Die), place(s, i)))
		} else if r.Value != nil {
			lines = append(lines, fmt.Sprintf("a die at %s that shows %d was not expected and isn't counted", place(s, i), *r.Value))
		}
	}
	for i, r := range out.Readings {
		if r.Icon == nil && r.Value == nil {
			lines = append(lines, fmt.Sprintf("the die at %s is none of those expected, or shows something never taught", place(s, i)))
		}
	}
	return append(lines, leaning(s)...)
}

// names lists dice with their numbers: "the Oak Lord is", "2 × Wolf and the Stag are".
func (m *Matcher) names(ids []string) string {
	var parts []string
	for i, id := range ids {
		if slices.Index(ids, id) != i {
			continue
		}
		n := 0
		for _, o := range ids {
			if o == id {
				n++
			}
		}
		if n > 1 {
			parts = append(parts, fmt.Sprintf("%d × %s", n, m.called(id)))
		} else {
			parts = append(parts, m.called(id))
		}
	}
	if len(ids) == 1 {
		return parts[0] + " is"
	}
	if len(parts) == 1 {
		return parts[0] + " are"
	}
	return strings.Join(parts[:len(parts)-1], ", ") + " and " + parts[len(parts)-1] + " are"
}

func (m *Matcher) called(id string) string {
	if i, ok := m.byID[id]; ok && m.dice[i].name != "" {
		return m.dice[i].name
	}
	return id
}

// place says where in the picture a die lies: "the upper left".
func place(s vision.Scene, i int) string {
	b := s.Sightings[i].Box
	x, y := (b[0]+b[2]/2)/float64(max(s.Width, 1)), (b[1]+b[3]/2)/float64(max(s.Height, 1))
	across, down := "", ""
	switch {
	case x < .36:
		across = "left"
	case x > .64:
		across = "right"
	}
	switch {
	case y < .36:
		down = "upper"
	case y > .64:
		down = "lower"
	}
	switch {
	case across == "" && down == "":
		return "the middle"
	case down == "":
		return "the " + across
	case across == "":
		return "the " + down + " edge"
	}
	return "the " + down + " " + across
}

// stackedShare is the least share of the smaller die's box that is shared if two dice are said to lie on each other.
const stackedShare = .45

// leaning names the dice that don't seem to lie flat, and the pairs of dice that lie on each other.
func leaning(s vision.Scene) []string {
	var lines []string
	for i, a := range s.Sightings {
		if slices.Contains(a.Doubts, vision.Cocked) {
			lines = append(lines, fmt.Sprintf("the die at %s leans: if it is cocked, throw it again", place(s, i)))
		}
		for k := i + 1; k < len(s.Sightings); k++ {
			if shared(a.Box, s.Sightings[k].Box) > stackedShare {
				lines = append(lines, fmt.Sprintf("two dice at %s lie on each other: throw the upper one again", place(s, i)))
			}
		}
	}
	return lines
}

// shared is the share of the smaller box that the other covers.
func shared(a, b vision.Box) float64 {
	w := min(a[0]+a[2], b[0]+b[2]) - max(a[0], b[0])
	h := min(a[1]+a[3], b[1]+b[3]) - max(a[1], b[1])
	if w <= 0 || h <= 0 {
		return 0
	}
	return w * h / max(1, min(a[2]*a[3], b[2]*b[3]))
}
