package vision

import (
	"cmp"
	"slices"

	"astragal/models/networks"
)

// FateDie is what a reading calls a Fate die: a d6 with plus, minus and blank faces. No die of an owner's has that id, for theirs are in small letters.
const FateDie = "dF"

// Waits is which dice of six faces are waited for. Neither: any dice may be thrown.
type Waits struct{ Fate, D6 bool }

const (
	// sureFate is the least probability of a plus, a minus or a blank that counts without asking; likelyFate that from which a person is offered these faces.
	sureFate, likelyFate = .97, .5
	// leastFate is how many dice, all of them surely Fate dice and a plus among them, tell by themselves that Fate dice were thrown: a plus is the one of
	// the three that no die with numbers shows.
	leastFate = 3
)

// fateFaces are the faces of a Fate die as a definition lists them, by their class.
func fateFaces() []string { return []string{"plus", "minus", "blank"} }

// FateFaces is how often each face stands on a Fate die: the icons of its six faces.
func FateFaces() []string { return []string{"plus", "plus", "minus", "minus", "blank", "blank"} }

// fateFace is the first face of FateFaces of a class.
func fateFace(class int) int { return 2 * class }

// likeliestFate is what it shows if it is a Fate die, and how likely it is one that does.
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

// surelyFate tells whether nobody needs to be asked what it shows as a Fate die.
func (d Sighting) surelyFate() bool {
	_, p := d.likeliestFate()
	return p >= sureFate && len(d.Doubts) == 0 && d.Found >= Usual().Found
}

// mayBeFate tells whether its solid may be that of a Fate die.
func mayBeFate(r Reading) bool { return r.Shape == nil || *r.Shape == D6 }

// ReadFate are the readings of a scene's dice where Fate dice may lie among them. plain are the readings of the same dice by pips, numbers and what was taught.
// A face is believed only where nothing else speaks against it:
//
//   - If Fate dice are waited for and no d6, every d6 is one. A number that was read surely stays; a one is asked about, because a minus is drawn like it.
//   - If both are waited for, only a plus is believed. A one, a minus and a blank are asked about.
//   - If any dice may be thrown, all of them must surely be Fate dice: three or more, a plus among them.
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

// allFate tells whether the dice say by themselves that they are Fate dice.
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

// offeringFate adds a Fate die's faces to what a person is offered, where a die that nobody could read looks like one.
func offeringFate(s Scene, plain []Reading, waits Waits) []Reading {
	out := slices.Clone(plain)
	for i, d := range s.Sightings {
		if _, p := d.likeliestFate(); p >= likelyFate && !out[i].Accepted && out[i].Die == nil && mayBeFate(out[i]) && !waits.D6 {
			out[i].Alternatives = append(slices.Clone(out[i].Alternatives), d.fateAlternatives()...)
		}
	}
	return out
}

// fateAlternatives are a Fate die's faces, likeliest first.
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

// asFate is the reading of a die that is taken for a Fate die.
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
