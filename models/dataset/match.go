package dataset

import (
	"cmp"
	"slices"
)

// leastOverlap is the least intersection over union at which a die counts as found.
const leastOverlap = 0.5

// Rival is one face that a die may show, with the evidence for it.
type Rival struct {
	Die      string             `json:"die,omitempty"`
	Icon     string             `json:"icon,omitempty"`
	Count    int                `json:"count,omitempty"`
	Value    *int               `json:"value,omitempty"`
	Evidence map[string]float64 `json:"evidence"`
}

// Reading is what was read of one die.
type Reading struct {
	Box   Box    `json:"bbox"`
	Shape string `json:"shape"`
	Value *int   `json:"value"`
	Icon  string `json:"icon,omitempty"`
	Count int    `json:"count,omitempty"`
	// Die is the definition that the die was taken for. It is empty if none was named.
	Die        string   `json:"die,omitempty"`
	Colors     []string `json:"colors"`
	Confidence float64  `json:"confidence"`
	Accepted   bool     `json:"accepted"`
	// Why says why the reading wasn't accepted.
	Why string `json:"why,omitempty"`
	// Evidence is what the confidence was made of, by name.
	Evidence map[string]float64 `json:"evidence,omitempty"`
	// Rivals are the faces among which the reading was chosen.
	Rivals []Rival `json:"rivals,omitempty"`
}

// pair is a die and a reading that may belong to it, by index.
type pair struct {
	die, reading int
	overlap      float64
}

// match gives each die at most one reading and each reading at most one die. The pair that overlaps most comes first.
// If a die's box is estimated, or is the whole picture, the reading's centre must lie in it instead.
func match(dice []Die, readings []Reading) []pair {
	var may []pair
	for d, die := range dice {
		for r, reading := range readings {
			overlap := iou(die.Box, reading.Box)
			if die.Approx || die.Whole {
				if holds(die.Box, reading.Box) {
					may = append(may, pair{d, r, overlap})
				}
			} else if overlap >= leastOverlap {
				may = append(may, pair{d, r, overlap})
			}
		}
	}
	slices.SortStableFunc(may, func(a, b pair) int { return cmp.Compare(b.overlap, a.overlap) })
	var out []pair
	dieTaken, readingTaken := map[int]bool{}, map[int]bool{}
	for _, p := range may {
		if dieTaken[p.die] || readingTaken[p.reading] {
			continue
		}
		dieTaken[p.die], readingTaken[p.reading] = true, true
		out = append(out, p)
	}
	return out
}

// iou is the intersection of two boxes over their union, 0 to 1.
func iou(a, b Box) float64 {
	w := min(a[0]+a[2], b[0]+b[2]) - max(a[0], b[0])
	h := min(a[1]+a[3], b[1]+b[3]) - max(a[1], b[1])
	if w <= 0 || h <= 0 {
		return 0
	}
	return w * h / (a[2]*a[3] + b[2]*b[3] - w*h)
}

// holds says whether the middle of b lies in a.
func holds(a, b Box) bool {
	x, y := b[0]+b[2]/2, b[1]+b[3]/2
	return x >= a[0] && x <= a[0]+a[2] && y >= a[1] && y <= a[1]+a[3]
}
