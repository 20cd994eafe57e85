package match

import (
	"math"
	"slices"
	"strings"

	"astragal/models"
	"astragal/vision"
)

// colorsKey is the same for dice of the same plastic and paint.
func colorsKey(id, race string, colors []string, ink string) string {
	switch {
	case len(colors) > 0:
		return strings.Join(colors, " ") + " ink " + ink
	case race != "":
		return "race " + race
	}
	return "die " + id
}

// mostPalettes is with how many taught palettes of the same plastic a die is compared at most.
const mostPalettes = 32

// learnTints gathers the palettes of taught dice by their plastic.
func (m *Matcher) learnTints() {
	all := map[string][][]float32{}
	for _, s := range m.shots.Shots {
		if p := s.Palette; len(p) > 0 && s.Die != "" { // dice that nobody named may have any colour
			key := m.dice[m.byID[taughtID(s)]].colors
			all[key] = append(all[key], p)
		}
	}
	for key, list := range all {
		step := float64(len(list)) / float64(min(len(list), mostPalettes))
		for at := 0.0; int(at) < len(list); at += step {
			m.tints[key] = append(m.tints[key], list[int(at)])
		}
	}
}

// unseenTint stands for the likeness of a palette if none was taught.
const unseenTint = .94

// tintLike is how alike a palette is to those of taught dice of the same plastic. The best of them counts.
func (m *Matcher) tintLike(die int, palette []float32) float64 {
	known := m.tints[m.dice[die].colors]
	if len(known) == 0 || len(palette) == 0 {
		return unseenTint
	}
	best := 0.0
	for _, k := range known {
		best = max(best, vision.PaletteLike(k, palette))
	}
	return best
}

// learnSizes finds out how large each die looks. If its shots were measured, their size counts. Otherwise it is the
// definition's size, times what that means for its shape among measured dice.
func (m *Matcher) learnSizes(dice []models.Die) {
	measured := map[int][]float64{}
	for _, s := range m.shots.Shots {
		if s.SizeMM > 0 {
			i := m.byID[taughtID(s)]
			measured[i] = append(measured[i], s.SizeMM)
		}
	}
	ratios := map[vision.Shape][]float64{}
	for _, d := range dice {
		if d.SizeMM != nil {
			m.dice[m.byID[d.ID]].nominal = *d.SizeMM
		}
	}
	for _, d := range dice {
		i := m.byID[d.ID]
		if len(measured[i]) > 0 {
			m.dice[i].mm = middle(measured[i])
			if d.SizeMM != nil {
				ratios[vision.Shape(d.Shape)] = append(ratios[vision.Shape(d.Shape)], m.dice[i].mm / *d.SizeMM)
			}
		}
	}
	for _, d := range dice {
		if i := m.byID[d.ID]; m.dice[i].mm == 0 && d.SizeMM != nil {
			looks := 1.0
			if r := ratios[vision.Shape(d.Shape)]; len(r) > 0 {
				looks = middle(r)
			}
			m.dice[i].mm = looks * *d.SizeMM
		}
	}
}

func middle(v []float64) float64 {
	v = slices.Clone(v)
	slices.Sort(v)
	return (v[(len(v)-1)/2] + v[len(v)/2]) / 2
}

const (
	// sizeSpread is by which share a die's measured size usually differs from the true one.
	sizeSpread = .045
	// leastAnchors is how many dice must be recognised before the scale is taken from them.
	leastAnchors = 1
)

// scale is the px per mm of a scene. If the scene is calibrated, it is the calibrated scale. Otherwise it is the
// scale that gives the recognised dice their known sizes. It is 0 if neither is known.
func (m *Matcher) scale(s vision.Scene, views []view) float64 {
	if s.PxPerMM > 0 && s.ScaleFrom != "dice" {
		return s.PxPerMM
	}
	var logs []float64
	for i, v := range views {
		best, margin := v.lead()
		if best == nil || best.die < 0 || m.dice[best.die].mm == 0 || s.Sightings[i].Measure() <= 0 || margin < 1 {
			continue
		}
		if sizes := m.sizesOf(v, *best); len(sizes) == 1 {
			logs = append(logs, math.Log(s.Sightings[i].Measure()/sizes[0]))
		}
	}
	if len(logs) < leastAnchors {
		return 0
	}
	return math.Exp(middle(logs))
}

// sizesOf are the sizes of the dice that have the same face and nearly the same other evidence.
func (m *Matcher) sizesOf(v view, best guess) []float64 {
	var out []float64
	for _, g := range v.guesses {
		if g.die >= 0 && g.class == best.class && g.score > best.score-1 && !slices.Contains(out, m.dice[g.die].mm) {
			out = append(out, m.dice[g.die].mm)
		}
	}
	return out
}

// addSizes adds the evidence of the size and sorts the guesses again.
func (v *view) addSizes(m *Matcher, d vision.Sighting, scale float64) {
	if scale <= 0 || d.Measure() <= 0 {
		return
	}
	for i := range v.guesses {
		g := &v.guesses[i]
		if g.die >= 0 && m.dice[g.die].mm > 0 {
			z := math.Log(d.Measure()/scale/m.dice[g.die].mm) / sizeSpread
			g.size = max(sizeFloor, -z*z/2)
			g.sum()
		}
	}
	v.sort()
}

func rounded(mm float64) *float64 {
	mm = math.Round(mm*10) / 10
	return &mm
}
