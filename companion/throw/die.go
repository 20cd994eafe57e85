package throw

import (
	"cmp"
	"slices"

	"astragal/companion/protocol"
	"astragal/engine"
	"astragal/vision"
)

// Die is one die of a throw: what the camera saw, and what people said of it.
type Die struct {
	// N is the die's number in its throw; it never changes.
	N      int
	Shape  string
	Colors []string
	// Tint is the plastic's own colour as the camera measured it; nil where none did.
	Tint []float32
	// Palette are the shares of tints on the whole die (vision.Sighting); nil where no camera measured them.
	Palette []float32
	// Looks are the table's own dice that it may be by its tint, as the colours that games give them; none if these dice were never shown to the
	// camera.
	Looks   []string
	outline []vision.Point
	// Box is where it lies, px of the throw's picture; its width is 0 where no camera saw the die.
	Box vision.Box
	// Value is what it counts as, nil while that isn't known; How says how it is known.
	Value      *int
	How        engine.How
	Confidence float64
	choices    []protocol.ChoiceView
	why        string
	// Crop says whether a picture of it is kept.
	Crop bool
	// Gone says that it is no die of the throw: a person said so, or it lay there before and nobody said that it is a die.
	Gone bool
	// Before says that it lay there before the throw, didn't move, and was no die of an earlier throw.
	Before bool
	// Lying says that it was on the tray at the last look.
	Lying bool
	// Icon and IconCount are the picture that the camera read and how many of it; iconRead says that it was sure.
	Icon      string
	IconCount int
	iconRead  bool
	// kind is the definition of the die that the camera took it for, readAt the face of that, from 0.
	kind   string
	readAt *int
	// strange says that the camera sees neither pips nor a number on it, and nothing that was taught.
	strange bool
	// thought are other things that the camera took it for, likeliest first.
	thought []vision.Alternative
	// As and Face are what a person said: which die of the game it is, and which of its faces is up, from 0.
	As   string
	Face *int
	// Own are the owner's dice that it may be: Kind is a die's id, ID its name.
	Own []engine.Die
	// Is names the die of the game that the roll took it for.
	Is string
}

// Unread tells whether the camera wasn't sure what the die shows, and nobody has said it.
func (d Die) Unread() bool {
	return d.Face == nil && d.As == "" && !d.Gone && !d.iconRead && d.How != engine.Read
}

// sawDie is a die of what the camera saw, not yet changed by anybody.
func sawDie(n int, r vision.Reading, crop bool, own []engine.Die) Die {
	d := Die{N: n, Colors: r.Colors, outline: r.Polygon, Box: r.BBox, Confidence: r.Confidence,
		why: r.Why, Crop: crop, Lying: true, How: engine.Unread, choices: choicesOf(r)}
	if r.Shape != nil {
		d.Shape = string(*r.Shape)
	}
	if r.Accepted && r.Die != nil {
		d.kind, d.readAt = *r.Die, r.Face
	}
	if r.Icon != nil {
		d.Icon, d.iconRead = *r.Icon, r.Accepted
		if r.Count != nil {
			d.IconCount = *r.Count
		}
	}
	d.thought, d.strange = r.Alternatives, r.Icon == nil && unlikelyNumber(d.choices)
	switch {
	case r.Accepted && r.Value != nil:
		d.Value, d.How = r.Value, engine.Read
	case d.why == "" && r.Value == nil:
		d.why = "it shows nothing that was learned"
	case d.why == "":
		d.why = "the reading is not sure enough"
	}
	d.Own = ownIn(r, own)
	if r.Die != nil && *r.Die == vision.FateDie { // a Fate die's choices are its faces, whatever the camera read
		d.Shape, d.Icon, d.iconRead, d.strange = "dF", "", false, false
	}
	if o, is := d.IsOwn(); is {
		d.shows(o, *d.readAt)
		d.How, d.why = engine.Read, ""
	}
	return d
}

// unlikelyNumber says whether the die shows something other than a number more likely than a number.
func unlikelyNumber(choices []protocol.ChoiceView) bool {
	number := 0.0
	for _, c := range choices {
		number += c.Confidence
	}
	return number < .5
}

// choicesOf lists the values that the camera thought of, likeliest first.
func choicesOf(r vision.Reading) []protocol.ChoiceView {
	var out []protocol.ChoiceView
	add := func(v *int, p float64) {
		if v != nil && !slices.ContainsFunc(out, func(c protocol.ChoiceView) bool { return c.Value == *v }) {
			out = append(out, protocol.ChoiceView{Value: *v, Confidence: p})
		}
	}
	add(r.Value, r.Confidence)
	for _, a := range r.Alternatives {
		add(a.Value, a.Confidence)
	}
	slices.SortStableFunc(out, func(a, b protocol.ChoiceView) int { return cmp.Compare(b.Confidence, a.Confidence) })
	return out
}

// Tens is engine.TensKind for a d10 that is known to be the one with tens; empty for every other die.
func (d Die) Tens() string {
	if d.Shape == "d10" && d.kind == engine.TensKind {
		return engine.TensKind
	}
	return ""
}

// Asked says whether the page asked a person about a die that the camera saw, or a person said something of it.
func (d Die) Asked() bool {
	if d.Gone && d.Before {
		return false
	}
	return d.Gone || d.As != "" || d.How != engine.Read && !d.iconRead && d.readAt == nil
}
