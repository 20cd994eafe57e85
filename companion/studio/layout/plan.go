// Package layout knows how the dice of an army are laid out in rows to be taught, face by face. It says which die lies where and in which order its
// faces are shown. In a picture it tells which die lies at which place, and whether what was said of the faces can be true. It holds no state and no
// pixels.
package layout

import (
	"cmp"
	"math/bits"
	"slices"

	"astragal/models"
	"astragal/models/gallery"
)

// Place is where a die is to lie. Rows and columns count from 0, from the upper left.
type Place struct {
	Die         models.Die
	Row, Column int
}

// Tray are the places of dice that lie there at the same time, row by row.
type Tray []Place

const (
	// mostInRow and mostInTray are how many dice a person can lay out, and a camera see, without crowding them.
	mostInRow, mostInTray = 6, 24
)

// Trays lays an army out. Dice with the same number of faces and of one size lie beside each other, the largest first. Dice without a print that could
// be taught are left out.
func Trays(army []models.Die) []Tray {
	dice := slices.DeleteFunc(slices.Clone(army), func(d models.Die) bool { return len(Faces(d)) == 0 })
	slices.SortStableFunc(dice, func(a, b models.Die) int {
		return cmp.Or(len(a.Faces)-len(b.Faces), cmp.Compare(sizeOf(b), sizeOf(a)))
	})
	var out []Tray
	for trays := parts(len(dice), mostInTray); len(trays) > 0; trays = trays[1:] {
		var tray Tray
		for row, n := range parts(trays[0], mostInRow) {
			for column := range n {
				tray = append(tray, Place{dice[len(tray)], row, column})
			}
		}
		dice = dice[len(tray):]
		out = append(out, tray)
	}
	return out
}

// parts divides n into as few parts as possible, none larger than most and all as even as possible. Larger parts come first.
func parts(n, most int) []int {
	count := (n + most - 1) / most
	out := make([]int, count)
	for i := range out {
		out[i] = n / count
		if i < n%count {
			out[i]++
		}
	}
	return out
}

func sizeOf(d models.Die) float64 {
	if d.SizeMM == nil {
		return 0
	}
	return *d.SizeMM
}

// rows are how many dice each row has.
func (t Tray) rows() []int {
	var out []int
	for _, p := range t {
		if p.Row == len(out) {
			out = append(out, 0)
		}
		out[p.Row]++
	}
	return out
}

// Faces are the faces of a die that are shown to teach it, in the order with the fewest turns. Of faces that can't be told apart it takes one; it takes
// no blank ones. The large picture of a unit comes first.
func Faces(d models.Die) []int {
	var groups [][]int
	at := map[gallery.Class]int{}
	first := 0
	for i, f := range d.Faces {
		if f.Icon == "" && f.Value == nil {
			continue
		}
		c := gallery.ClassOf(d, i)
		g, ok := at[c]
		if !ok {
			g = len(groups)
			at[c] = g
			groups = append(groups, nil)
		}
		if f.ID && !d.Faces[groupHead(groups[first], i)].ID {
			first = g
		}
		groups[g] = append(groups[g], i)
	}
	if len(groups) == 0 {
		return nil
	}
	head := groups[first]
	groups = append([][]int{head}, slices.Delete(groups, first, first+1)...)
	if d.Layout == nil { // nobody knows which faces are neighbours, so the order is that of the list
		var out []int
		for _, g := range groups {
			out = append(out, g[0])
		}
		return out
	}
	return quickest(d, groups)
}

func groupHead(group []int, none int) int {
	if len(group) == 0 {
		return none
	}
	return group[0]
}

// quickest chooses a face of each group, and their order, with the fewest turns. The first group comes first.
func quickest(d models.Die, groups [][]int) []int {
	type state struct {
		seen uint32
		face int
	}
	type way struct {
		cost int
		path []int
	}
	best := map[state]way{{1, groups[0][0]}: {0, []int{groups[0][0]}}}
	for range len(groups) - 1 {
		next := map[state]way{}
		for at, w := range best {
			for g, faces := range groups {
				if at.seen>>g&1 == 1 {
					continue
				}
				for _, f := range faces {
					to := state{at.seen | 1<<g, f}
					more := way{w.cost + turnsBetween(d, at.face, f), append(slices.Clone(w.path), f)}
					if old, ok := next[to]; !ok || less(more.cost, more.path, old.cost, old.path) {
						next[to] = more
					}
				}
			}
		}
		best = next
	}
	var out way
	for at, w := range best {
		if bits.OnesCount32(at.seen) == len(groups) && (out.path == nil || less(w.cost, w.path, out.cost, out.path)) {
			out = w
		}
	}
	return out.path
}

// less orders ways by their cost and then by their faces, so that the same way always wins.
func less(cost int, path []int, than int, other []int) bool {
	return cmp.Or(cmp.Compare(cost, than), slices.Compare(path, other)) < 0
}

// turnsBetween is over how many edges a die is tipped to show another face. It is a guess if the die's layout isn't known.
func turnsBetween(d models.Die, from, to int) int {
	apart := max(from-to, to-from)
	switch {
	case d.Layout.Scheme == models.OppositeSeven:
		if from+to == 5 {
			return 2
		}
		return 1
	case from/5 != to/5: // the faces meet at different apexes
		return 3
	}
	return min(apart, 5-apart)
}
