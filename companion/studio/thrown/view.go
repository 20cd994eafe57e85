package thrown

import (
	"cmp"
	"math"
	"slices"

	"astragal/models/gallery"
)

// Guess is what the matcher thinks of a die of a throw.
type Guess struct {
	// May are the classes that it may show, the likeliest first, and how likely each is.
	May []May
	// Sure is the class that it is read as without asking; nil if there is none.
	Sure *gallery.Class
}

// May is a class and how likely it is, 0 to 1.
type May struct {
	Class gallery.Class
	P     float64
}

// Question is a group that nobody has named.
type Question struct {
	// Of is the die with the largest picture. Dice is how many dice show this print.
	Of    At
	Shape string
	Dice  int
	// More are other pictures of it.
	More []At
	// May are the classes that it may be, the likeliest first.
	May []May
}

// mostAsked is how many classes are offered.
const mostAsked = 8

// Questions are the groups that somebody must name; the one whose answer helps most comes first. guesses are the matcher's, for each die of each throw.
// A settled group isn't asked about.
func (h *Heap) Questions(guesses [][]Guess) []Question {
	var out []Question
	for i, g := range h.groups {
		if slices.ContainsFunc(h.words, func(w Word) bool { return h.groupOf(w.At) == i }) || h.settled(g, guesses) {
			continue
		}
		best := h.best(g)
		out = append(out, Question{Of: best[0], Shape: string(g.shape), Dice: len(g.members), More: best[1:min(len(best), 3)], May: h.may(g, guesses)})
	}
	slices.SortStableFunc(out, func(a, b Question) int { return cmp.Compare(b.Dice, a.Dice) })
	return out
}

func guessOf(guesses [][]Guess, a At) Guess {
	if a.Throw < len(guesses) && a.N < len(guesses[a.Throw]) {
		return guesses[a.Throw][a.N]
	}
	return Guess{}
}

// settled says whether more than half of a group's dice are read for sure, and all of these as the same.
func (h *Heap) settled(g group, guesses [][]Guess) bool {
	var as *gallery.Class
	sure := 0
	for _, a := range g.members {
		s := guessOf(guesses, a).Sure
		switch {
		case s == nil:
			continue
		case as != nil && *as != *s:
			return false
		}
		as, sure = s, sure+1
	}
	return 2*sure > len(g.members)
}

// may adds up what a group's dice may show.
func (h *Heap) may(g group, guesses [][]Guess) []May {
	sums := map[gallery.Class]float64{}
	var order []gallery.Class
	for _, a := range g.members {
		for _, m := range guessOf(guesses, a).May {
			if _, ok := sums[m.Class]; !ok {
				order = append(order, m.Class)
			}
			sums[m.Class] += m.P / float64(len(g.members))
		}
	}
	slices.SortStableFunc(order, func(a, b gallery.Class) int { return cmp.Compare(sums[b], sums[a]) })
	var out []May
	for _, c := range order[:min(len(order), mostAsked)] {
		out = append(out, May{c, sums[c]})
	}
	return out
}

// ofTen is the share of cases in which not all faces have been seen after the expected number of throws.
const ofTen = .1

// mostExpected is the most throws that Expected promises. Rare faces are taught more quickly by laying them out.
const mostExpected = 40

// Expected is after how many more throws all these faces will probably have been seen; 0 if there are none.
func (h *Heap) Expected(missing []gallery.Class) int {
	if len(missing) == 0 {
		return 0
	}
	var never []float64 // the probability that a throw doesn't show the class
	for _, c := range missing {
		p := 1.0
		for _, d := range h.army {
			n := 0
			for i := range d.Faces {
				if gallery.ClassOf(d, i) == c {
					n++
				}
			}
			p *= 1 - float64(n)/float64(len(d.Faces))
		}
		never = append(never, p)
	}
	for n := 1; n < mostExpected; n++ {
		all := 1.0
		for _, p := range never {
			all *= 1 - math.Pow(p, float64(n))
		}
		if all >= 1-ofTen {
			return n
		}
	}
	return mostExpected
}
