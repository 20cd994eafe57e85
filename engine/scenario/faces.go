package scenario

import (
	"fmt"
	"slices"
	"strings"

	"astragal/engine"
)

// lay finds the faces that dice of a game show. "ann-oak-1=2*melee" is the face of that die with two melee icons;
// "frontier=5" is the face with the number 5. Dice without a name are the dice asked for, in order.
func lay(q engine.Question, dice []engine.Thrown) ([]engine.Thrown, error) {
	if q.Kind != engine.KindRoll || len(q.Roll.Dice) == 0 {
		return dice, nil
	}
	out := slices.Clone(dice)
	for i, t := range out {
		at := slices.IndexFunc(q.Roll.Dice, func(d engine.Die) bool { return d.ID == t.ID })
		if at < 0 && t.ID == fmt.Sprintf("d%d", i+1) && i < len(q.Roll.Dice) {
			at = i
		}
		if at < 0 || len(q.Roll.Dice[at].Faces) == 0 || !t.Known() {
			continue // the game itself says what is wrong with it
		}
		d := q.Roll.Dice[at]
		f := slices.IndexFunc(d.Faces, func(f engine.Face) bool { return shows(f, t) })
		if f < 0 {
			return nil, fmt.Errorf("the die %q has no face %q: it has %s", d.ID, t.Shows(), faces(d))
		}
		t.ID, t.Shape, t.Kind, t.Face = d.ID, d.Shape, d.Kind, &f
		t.Icon, t.Count, t.Value = d.Faces[f].Icon, d.Faces[f].Count, d.Faces[f].Value
		out[i] = t
	}
	return out, nil
}

// shows says whether t means the face f, by its number or its icons.
func shows(f engine.Face, t engine.Thrown) bool {
	if t.Value != nil {
		return f.Value != nil && *f.Value == *t.Value
	}
	return f.Icon == t.Icon && max(f.Count, 1) == max(t.Count, 1)
}

// faces lists the different faces of a die.
func faces(d engine.Die) string {
	var words []string
	for _, f := range d.Faces {
		w := f.Icon
		switch {
		case f.Value != nil:
			w = fmt.Sprint(*f.Value)
		case f.Count > 1:
			w = fmt.Sprintf("%d*%s", f.Count, f.Icon)
		}
		if !slices.Contains(words, w) {
			words = append(words, w)
		}
	}
	return strings.Join(words, ", ")
}
