package vision

import (
	"cmp"
	"slices"

	"astragal/models/networks"
)

// FateDie is the name of a Fate die in readings: a d6 with plus, minus and blank faces. No owner's die has this id,
// because their ids are in small letters.
const FateDie = "dF"

// Waits says for which dice of six faces a roll waits. If it is neither, any dice may be thrown.
type Waits struct{ Fate, D6 bool }

const (
	// sureFate is the least probability at which a plus, a minus or a blank counts without asking. likelyFate is the
	// least probability at which a person is offered these faces.
	sureFate, likelyFate = .97, .5
	// leastFate is how many dice are enough to tell by themselves that Fate dice were thrown. All must surely be Fate
	// dice, and one must show a plus: of the three faces, only the plus is on no die with numbers.
	leastFate = 3
)

// fateFaces are the faces of a Fate die in the words of a definition, by their class.
func fateFaces() []string { return []string{"plus", "minus", "blank"} }

// FateFaces are the icons of a Fate die's six faces.
func FateFaces() []string { return []string{"plus", "plus", "minus", "minus", "blank", "blank"} }

// fateFace is the index of the first face of a class in FateFaces.
func fateFace(class int) int { return 2 * class }

// likeliestFate is what the die shows if it is a Fate die, and how likely it is a Fate die with that face.
func (d Sighting) likeliestFate() (class int, p float64) {
	if len(d.Fate) != networks.FateClasses {
		return networks.NoFate, 0
	}
	for k, v := range d.Fate[:networks.NoFate] {
		if float64(v) > p {
			class, p = k, float64(v)
		}
	}
	return class, p
}

// surelyFate says whether the die's face counts without asking if it is a Fate die.
func (d Sighting) surelyFate() bool {
	_, p := d.likeliestFate()
	return p >= sureFate && len(d.Doubts) == 0 && d.Found >= Usual().Found
}

// mayBeFate says whether the die's solid may be that of a Fate die.
func mayBeFate(r Reading) bool { return r.Shape == nil || *r.Shape == D6 }

// ReadFate makes the readings of a scene in which Fate dice may lie. plain are the readings of the same dice by pips,
// numbers and what was taught. A Fate face counts only if nothing else speaks against it:
//
//   - If the roll waits for Fate dice and for no d6, every d6 is a Fate die. A number that was read surely stays. A one is asked
//     about, because a minus is drawn like it.
//   - If the roll waits for both, only a plus counts. A one, a minus and a blank are asked about.
//   - If any dice may be thrown, all of them must surely be Fate dice: three or more, with a plus among them.
func ReadFate(s Scene, plain []Reading, waits Waits) []Reading {
	if waits == (Waits{}) && !allFate(s, plain) {
		return offeringFate(s, plain, waits)
	}
	if !waits.Fate && waits.D6 {
		return plain
	}
	out := slices.Clone(plain)
	for i, d := range s.Sightings {
		r := plain[i]
		switch {
		case !mayBeFate(r), r.Die != nil, r.Accepted && !isOne(r), r.Accepted && !waits.D6 && !waits.Fate:
			continue
		case r.Accepted: // a one
			out[i] = r.asFate(d, false)
		case waits.D6:
			class, _ := d.likeliestFate()
			if class == networks.NoFate {
				continue
			}
			out[i] = r.asFate(d, class == networks.FatePlus && d.surelyFate())
		default:
			out[i] = r.asFate(d, d.surelyFate())
		}
	}
	return out
}

func isOne(r Reading) bool { return r.Value != nil && *r.Value == 1 }

// allFate says whether the dice show by themselves that they are Fate dice.
func allFate(s Scene, plain []Reading) bool {
	plus := false
	for i, d := range s.Sightings {
		if !d.surelyFate() || plain[i].Accepted || plain[i].Die != nil || !mayBeFate(plain[i]) {
			return false
		}
		class, _ := d.likeliestFate()
		plus = plus || class == networks.FatePlus
	}
	return plus && len(s.Sightings) >= leastFate
}

// offeringFate adds a Fate die's faces to what a person is offered, for each die that couldn't be read and that looks
// like a Fate die.
func offeringFate(s Scene, plain []Reading, waits Waits) []Reading {
	out := slices.Clone(plain)
	for i, d := range s.Sightings {
		if _, p := d.likeliestFate(); p >= likelyFate && !out[i].Accepted && out[i].Die == nil && mayBeFate(out[i]) && !waits.D6 {
			out[i].Alternatives = append(slices.Clone(out[i].Alternatives), d.fateAlternatives()...)
		}
	}
	return out
}

// fateAlternatives are a Fate die's faces, the likeliest first.
func (d Sighting) fateAlternatives() []Alternative {
	out := []Alternative{}
	for class, icon := range fateFaces() {
		die, face, p := FateDie, fateFace(class), 0.0
		if len(d.Fate) == networks.FateClasses {
			p = float64(d.Fate[class])
		}
		out = append(out, Alternative{Die: &die, Face: &face, Icon: &icon, Confidence: p})
	}
	slices.SortStableFunc(out, func(a, b Alternative) int { return cmp.Compare(b.Confidence, a.Confidence) })
	return out
}

// asFate is the reading of a die as a Fate die.
func (r Reading) asFate(d Sighting, accepted bool) Reading {
	all := d.fateAlternatives()
	solid := D6
	r.Shape, r.Die, r.Face, r.Icon, r.Count, r.Value = &solid, all[0].Die, all[0].Face, all[0].Icon, nil, nil
	r.Confidence, r.Alternatives, r.Accepted = all[0].Confidence, all[1:], accepted
	switch {
	case accepted:
		r.Why = ""
	case len(d.Doubts) > 0:
		r.Why = d.Doubts[0]
	default:
		r.Why = "it may be a plus, a minus or a blank"
	}
	return r
}
