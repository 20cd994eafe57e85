package air

import (
	"slices"

	"astragal/companion/protocol"
	"astragal/engine"
)

// ResultOf is the last number that was told about a seat, or about nobody in particular.
func ResultOf(told []engine.Fact, seat engine.Seat) *engine.Fact {
	for _, f := range slices.Backward(told) {
		if f.Kind == engine.FactResult && (f.Seat == seat || f.Seat == engine.Everyone) {
			return &f
		}
	}
	return nil
}

// DieOf is a die of a game's roll with the face that is up, as an overlay draws it.
func DieOf(q engine.Question, d engine.Thrown) protocol.OverlayDie {
	out := protocol.OverlayDie{ID: d.ID, Kind: d.Kind, Shape: d.Shape, Colors: append([]string{}, d.Colors...), Face: engine.Face{Icon: d.Icon, Count: d.Count, Value: d.Value}}
	i := slices.IndexFunc(q.Roll.Dice, func(x engine.Die) bool { return x.ID == d.ID })
	if i < 0 {
		return out
	}
	x := q.Roll.Dice[i]
	out.Kind, out.Shape, out.Colors = x.Kind, x.Shape, append([]string{}, x.Colors...)
	if d.Face != nil && *d.Face >= 0 && *d.Face < len(x.Faces) {
		out.Face = x.Faces[*d.Face]
	}
	return out
}
