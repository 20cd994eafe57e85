package vision

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// Accepting says when a reading counts without asking.
type Accepting struct {
	// Pips and Numeral are the least probabilities of such a result. Numerals are wrong more often than they are
	// unsure, so they need more.
	Pips, Numeral float64
	// Found is the least certainty that the find is one whole die.
	Found float64
}

// Usual says when readings count. docs/measurements.md says how well that works.
func Usual() Accepting { return Accepting{Pips: .93, Numeral: .95, Found: .5} }

func (a Accepting) least(k MarkKind) float64 {
	if k == MarkNumeral {
		return a.Numeral
	}
	return a.Pips
}

// sharpness corrects the network's probabilities if pips are likeliest. The network was trained on harder pictures
// than people take, and is less sure than it could be. Its probabilities are raised to this power and scaled to a sum
// of 1. The value was chosen on the odd pictures of the real sets by how much is asked and how much is wrong.
const sharpness = 1.6

// Read turns the evidence of a scene into readings, one for each sighting, if any dice may have been thrown.
func Read(s Scene) []Reading { return ReadFate(s, ReadNumbers(s), Waits{}) }

// ReadNumbers reads pips and numbers.
func ReadNumbers(s Scene) []Reading {
	alone, show := make([]Reading, len(s.Sightings)), make([]MarkKind, len(s.Sightings))
	for i, d := range s.Sightings {
		alone[i] = ReadOne(d, Usual())
		show[i] = showsSurely(d, alone[i])
	}
	out := make([]Reading, len(alone))
	for i, d := range s.Sightings {
		out[i] = alone[i].withFellows(d, fellows(alone, show, i))
	}
	return out
}

// ReadOne reads the pips or the number of one die by itself.
func ReadOne(d Sighting, accept Accepting) Reading {
	r := Reading{
		BBox: d.Box, Polygon: append([]Point{}, d.Outline...), Colors: append([]string{}, d.Colors...), Shape: shapeOf(d),
	}
	if d.SizeMM > 0 {
		mm := math.Round(d.SizeMM*10) / 10
		r.SizeMM = &mm
	}
	marks := d.CalibratedMarks()
	r = r.showing(marks)
	r.Why = doubt(d, r, marks, accept)
	r.Accepted = r.Why == ""
	return r
}

// showing fills in what the die shows: the likeliest of the marks, which are sorted, and the other results as
// alternatives. Three pips and the number 3 are the same result.
func (r Reading) showing(marks []Mark) Reading {
	r.Value, r.Confidence, r.Alternatives = nil, 0, []Alternative{}
	for i, m := range marks {
		v := value(m)
		if i == 0 {
			r.Value, r.Confidence = v, m.P
			continue
		}
		if v == nil || r.Value != nil && *r.Value == *v {
			continue
		}
		if k := slices.IndexFunc(r.Alternatives, func(a Alternative) bool { return *a.Value == *v }); k >= 0 {
			r.Alternatives[k].Confidence += m.P
			continue
		}
		r.Alternatives = append(r.Alternatives, Alternative{Value: v, Confidence: m.P})
	}
	slices.SortStableFunc(r.Alternatives, func(a, b Alternative) int { return cmp.Compare(b.Confidence, a.Confidence) })
	return r
}

// surePips is by how many nats the reader (networks.PipRead) must prefer pips to a drawing so that no second opinion
// is asked if that costs something.
const surePips = 1.5

// PipsInDoubt says whether a die's pips need a second opinion, Sighting.PipLike, because an untaught drawing may look
// like pips. read is how sure the reader is of pips (networks.PipRead). They need one in two cases:
//   - They would count without it, and asking is free or the reader isn't sure enough.
//   - They might count with it.
func PipsInDoubt(marks []Mark, read float64, free bool) bool {
	return (free || read < surePips) && believedPips(marks) || perhapsPips(marks)
}

// leastPips is the least probability of all pips together at which a die may show pips at all.
const leastPips = .1

// perhapsPips says whether the pips among marks would count if something never taught were left out.
func perhapsPips(marks []Mark) bool {
	if believedPips(marks) {
		return false
	}
	pips := 0.0
	for _, m := range marks {
		if m.Kind == MarkPips {
			pips += m.P
		}
	}
	return pips >= leastPips && believedPips(withUnknown(marks, 0))
}

// withUnknown are the marks if something never taught had the probability p, the likeliest first.
func withUnknown(marks []Mark, p float64) []Mark {
	out, before := slices.Clone(marks), 0.0
	for _, m := range marks {
		if m.Kind == MarkUnknown {
			before += m.P
		}
	}
	for i, m := range out {
		if m.Kind == MarkUnknown {
			out[i].P = p * m.P / max(before, 1e-9)
		} else {
			out[i].P = (1 - p) * m.P / max(1-before, 1e-9)
		}
	}
	slices.SortStableFunc(out, func(a, b Mark) int { return cmp.Compare(b.P, a.P) })
	return out
}

// believedPips says whether marks show pips that would count.
func believedPips(marks []Mark) bool {
	m := calibrated(marks)
	return len(m) > 0 && m[0].Kind == MarkPips && m[0].P >= Usual().Pips
}

// CalibratedMarks are what the top face may show, the likeliest first, with true probabilities. They include the
// second opinion (PipLike):
//   - It lowers pips that look more like a drawing.
//   - It lowers something never taught that looks more like pips.
func (d Sighting) CalibratedMarks() []Mark {
	if d.PipLike != nil && perhapsPips(d.Marks) {
		pips, unknown := 0.0, 0.0
		for _, m := range d.Marks {
			if m.Kind == MarkPips {
				pips += m.P
			} else if m.Kind == MarkUnknown {
				unknown += m.P
			}
		}
		return calibrated(withUnknown(d.Marks, min(unknown, (pips+unknown)/(1+math.Exp(*d.PipLike)))))
	}
	out := calibrated(d.Marks)
	if d.PipLike == nil || *d.PipLike >= 0 || !believedPips(d.Marks) {
		return out
	}
	drawn := 0.0
	for i, m := range out {
		if m.Kind == MarkPips {
			out[i].P *= math.Exp(*d.PipLike)
			drawn += m.P - out[i].P
		}
	}
	at := slices.IndexFunc(out, func(m Mark) bool { return m.Kind == MarkUnknown })
	if at < 0 {
		at, out = len(out), append(out, Mark{Kind: MarkUnknown})
	}
	out[at].P += drawn
	slices.SortStableFunc(out, func(a, b Mark) int { return cmp.Compare(b.P, a.P) })
	return out
}

// doubt says why a reading must be asked about. It is empty if the reading counts.
func doubt(d Sighting, r Reading, marks []Mark, accept Accepting) string {
	switch {
	case len(d.Doubts) > 0:
		return d.Doubts[0]
	case r.Value == nil:
		return "what it shows isn't known"
	case d.Found < accept.Found:
		return "it may not be one whole die"
	case r.Confidence < accept.least(marks[0].Kind) && len(marks) > 1:
		return fmt.Sprintf("it may be %s or %s", named(marks[0]), named(marks[1]))
	}
	return ""
}

func named(m Mark) string {
	switch {
	case m.Kind == MarkUnknown:
		return "something never taught"
	case m.Kind == MarkPips && m.Value == 1:
		return "1 pip"
	case m.Kind == MarkPips:
		return fmt.Sprintf("%d pips", m.Value)
	}
	return fmt.Sprintf("the number %d", m.Value)
}

func value(m Mark) *int {
	if m.Kind == MarkUnknown {
		return nil
	}
	return &m.Value
}

// shapeOf is the likeliest solid. It is nil if even that is only a guess.
func shapeOf(d Sighting) *Shape {
	if len(d.Shapes) == 0 || d.Shapes[0].Shape == ShapeUnknown || d.Shapes[0].P < .35 {
		return nil
	}
	s := d.Shapes[0].Shape
	return &s
}

// calibrated returns the marks with true probabilities, the likeliest first.
func calibrated(marks []Mark) []Mark {
	out := slices.Clone(marks)
	if len(out) == 0 || out[0].Kind != MarkPips || out[0].P <= 0 {
		return out
	}
	sum := 0.0
	for i := range out {
		out[i].P = math.Pow(out[i].P, sharpness)
		sum += out[i].P
	}
	for i := range out {
		out[i].P /= sum
	}
	return out
}
