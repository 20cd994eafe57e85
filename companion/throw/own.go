package throw

import (
	"slices"

	"astragal/engine"
	"astragal/vision"
)

// ownIn are those of an owner's dice that a reading names, the likeliest first.
func ownIn(r vision.Reading, own []engine.Die) []engine.Die {
	var out []engine.Die
	add := func(id *string) {
		i := slices.IndexFunc(own, func(o engine.Die) bool { return id != nil && o.Kind == *id })
		if i >= 0 && !slices.ContainsFunc(out, func(o engine.Die) bool { return o.Kind == own[i].Kind }) {
			out = append(out, own[i])
		}
	}
	add(r.Die)
	for _, a := range r.Alternatives {
		add(a.Die)
	}
	return out
}

// IsOwn is the owner's die that it is taken for; false if there is none.
func (d Die) IsOwn() (engine.Die, bool) {
	i := slices.IndexFunc(d.Own, func(o engine.Die) bool {
		return d.readAt != nil && o.Kind == d.kind && *d.readAt >= 0 && *d.readAt < len(o.Faces)
	})
	if i < 0 {
		return engine.Die{}, false
	}
	return d.Own[i], true
}

// shows makes it a die of the owner's with a face up. A die with plus, minus and blanks is a Fate die, whatever its owner calls it.
func (d *Die) shows(o engine.Die, face int) {
	f := o.Faces[face]
	d.kind, d.readAt, d.Shape = o.Kind, &face, o.Shape
	d.Icon, d.IconCount, d.iconRead, d.Value = f.Icon, f.Count, f.Icon != "", f.Value
	if v, is := fate(o, face); is {
		d.Shape, d.Value, d.Icon, d.IconCount, d.iconRead = "dF", &v, "", 0, false
	}
}

// isNoOwn forgets that it was taken for a die of the owner's.
func (d *Die) isNoOwn() {
	if _, is := d.IsOwn(); is {
		d.Icon, d.IconCount, d.iconRead, d.kind, d.readAt = "", 0, false, "", nil
	}
}

// fate is what a face of a Fate die counts; false if the die isn't one.
func fate(o engine.Die, face int) (int, bool) {
	worth, kinds := map[string]int{"plus": 1, "minus": -1, "blank": 0}, map[string]bool{}
	for _, f := range o.Faces {
		if _, is := worth[f.Icon]; !is || f.Count > 1 || f.Value != nil {
			return 0, false
		}
		kinds[f.Icon] = true
	}
	return worth[o.Faces[face].Icon], o.Shape == "d6" && len(kinds) == len(worth)
}

// OwnShown is the owner's die that an act says a die is. It is false if the die can't be that one, or if that one has no such face.
func (t Throw) OwnShown(die int, kind string, face *int) (engine.Die, bool) {
	for _, d := range t.Dice {
		i := slices.IndexFunc(d.Own, func(o engine.Die) bool { return o.Kind == kind })
		if d.N == die && i >= 0 && face != nil && *face >= 0 && *face < len(d.Own[i].Faces) {
			return d.Own[i], true
		}
	}
	return engine.Die{}, false
}

// SixSided says whether Fate dice are among those asked for, and whether other dice with six faces may lie there. A d3 is read off a d6. If no Fate
// dice are asked for, others may always lie there.
func SixSided(dice []engine.Die) (fate, others bool) {
	for _, d := range dice {
		fate = fate || d.Shape == "dF"
		others = others || d.Shape == "d6" || d.Shape == "d3"
	}
	return fate, others || !fate
}
