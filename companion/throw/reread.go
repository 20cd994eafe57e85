package throw

import (
	"slices"

	"astragal/engine"
	"astragal/vision"
)

// Rereads are new readings of a throw's dice, by their numbers.
type Rereads map[int]vision.Reading

// Reread finds what newer readings change about the dice of a throw, by the order in which the camera saw them. It changes no die of which a person said
// something. A die that wasn't read takes a reading that is accepted. A die that was read as something else is asked about again. changed is empty if
// nothing changes.
func (t Throw) Reread(readings []vision.Reading) (changed Rereads) {
	changed = Rereads{}
	for i, r := range readings {
		if i >= len(t.Dice) || !r.Accepted {
			continue
		}
		switch d := t.Dice[i]; {
		case d.Gone || d.Face != nil || d.As != "" || d.How == engine.Typed || d.How == engine.Confirmed:
		case d.Unread():
			changed[d.N] = r
		case d.readOtherwise(r):
			r.Accepted, r.Why = false, "it was read as something else before a die like it was named"
			changed[d.N] = r
		}
	}
	return changed
}

// readOtherwise says whether a reading contradicts what was read.
func (d Die) readOtherwise(r vision.Reading) bool {
	switch {
	case d.kind != "" && r.Die != nil && d.kind == *r.Die && d.readAt != nil && r.Face != nil:
		return *d.readAt != *r.Face && (r.Icon == nil || d.Icon != *r.Icon || max(d.IconCount, 1) != max(ofOne(r.Count), 1))
	case r.Icon != nil:
		return d.Icon != *r.Icon || max(d.IconCount, 1) != max(ofOne(r.Count), 1)
	case r.Value != nil:
		return d.Icon != "" || !SameNumber(d.Value, r.Value)
	}
	return false
}

// Anew is the throw with other readings of some of its dice. own are the owner's dice that the readings name. It isn't a person's word, so the throw's Rev
// stays.
func (t Throw) Anew(changed Rereads, own ...engine.Die) Throw {
	t.Dice = slices.Clone(t.Dice)
	for i, was := range t.Dice {
		r, ok := changed[was.N]
		if !ok {
			continue
		}
		r.Polygon, r.BBox = was.outline, was.Box // the die may have been pushed since
		d := sawDie(was.N, r, was.Crop, own)
		d.Tint, d.Palette, d.Looks, d.Lying, d.Is, d.Colors = was.Tint, was.Palette, was.Looks, was.Lying, was.Is, was.Colors
		t.Dice[i] = d
	}
	return t
}
