package throw

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"astragal/engine"
)

// FaceOn is the face of w that the die shows, how that is known, and why somebody must look. The face is -1 if the die shows none of w's.
func (d Die) FaceOn(w engine.Die) (face int, how engine.How, why string) {
	if d.Face != nil {
		return *d.Face, d.How, ""
	}
	how = d.How
	if how == engine.Unread && d.iconRead {
		how = engine.Read
	}
	face = d.readFace(w)
	switch {
	case how == engine.Unread:
		return face, how, cmp.Or(d.why, "what it shows isn't known")
	case face < 0 && !(len(w.Faces) == 0 && d.Value != nil): // a Fate die's minus counts −1
		return -1, engine.Unread, "what the camera read is on none of its faces"
	}
	return face, how, ""
}

// readFace is the first face of w that shows what was read, -1 if there is none. If w has no faces of its own, it is the value.
func (d Die) readFace(w engine.Die) int {
	if d.kind != "" && d.kind == w.Kind && d.readAt != nil && *d.readAt < len(w.Faces) {
		return *d.readAt
	}
	if len(w.Faces) == 0 {
		if d.Value == nil {
			return -1
		}
		return *d.Value
	}
	return slices.IndexFunc(w.Faces, func(f engine.Face) bool {
		switch {
		case d.Icon != "":
			return f.Icon == d.Icon && max(f.Count, 1) == max(d.IconCount, 1)
		case d.Value != nil:
			return f.Value != nil && *f.Value == *d.Value
		}
		return false
	})
}

// LikelyOn are the faces of w that the die may show, those that the camera thought of first.
func (d Die) LikelyOn(w engine.Die, first int) []int {
	var out []int
	add := func(face int) {
		if face >= 0 && face < len(w.Faces) && !slices.Contains(out, face) {
			out = append(out, face)
		}
	}
	add(first)
	for _, o := range d.thought {
		switch {
		case o.Die != nil && o.Face != nil && *o.Die == w.Kind:
			add(*o.Face)
		case o.Icon != nil:
			add(slices.IndexFunc(w.Faces, func(f engine.Face) bool { return f.Icon == *o.Icon && (o.Count == nil || max(f.Count, 1) == *o.Count) }))
		}
	}
	for _, c := range d.choices {
		add(slices.IndexFunc(w.Faces, func(f engine.Face) bool { return f.Value != nil && *f.Value == c.Value }))
	}
	return out
}

// Showing is a die of the game with one of its faces up; a die without faces shows a value.
func Showing(d engine.Die, face int, how engine.How) (engine.Thrown, error) {
	t := engine.Thrown{ID: d.ID, Kind: d.Kind, Shape: d.Shape, Colors: d.Colors, How: how}
	if len(d.Faces) == 0 {
		if d.Shape == "d10" && !engine.CanShow(d.Shape, d.Kind, face) {
			return t, fmt.Errorf("this d10 shows 1 to 10, not %d as one with tens does", face)
		}
		if err := possible(d.Shape, face); err != nil {
			return t, err
		}
		t.Value = &face
		return t, nil
	}
	if face < 0 || face >= len(d.Faces) {
		return t, fmt.Errorf("the die %q has no face %d: they count from 0 to %d", d.ID, face, len(d.Faces)-1)
	}
	f := d.Faces[face]
	t.Face, t.Icon, t.Count, t.Value = &face, f.Icon, f.Count, f.Value
	return t, nil
}

// possible says whether a die of that name ("d6", or "d%" for the ten-sided one with tens) can show that value.
func possible(name string, v int) error {
	shape, kind := engine.ShapeOf(name)
	low, high := engine.Bounds(shape)
	switch {
	case shape == "" && (v < 0 || v > valueLargest):
		return fmt.Errorf("a die can't show %d", v)
	case shape == "" || engine.CanShow(shape, kind, v):
		return nil
	case engine.Sides(shape) == 0:
		return fmt.Errorf("%.20q is no shape of a die: it must be %s or %s (tens)", name, strings.Join(engine.AllShapes(), ", "), engine.TensKind)
	case kind == engine.TensKind:
		return fmt.Errorf("a d%% shows 0, 10 … 90, not %d", v)
	}
	return fmt.Errorf("a %s shows %d to %d, not %d", shape, low, high, v)
}
