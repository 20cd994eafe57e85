package companion

import (
	"cmp"
	"context"
	"slices"

	"astragal/companion/protocol"
	"astragal/companion/throw"
	"astragal/engine"
	"astragal/models"
	"astragal/models/gallery"
	"astragal/vision"
	"astragal/vision/match"
)

// owned is what is known of the owner's dice. Both fields may be nil, if nothing can be taught.
type owned struct {
	defined func() []models.Die
	taught  func() *gallery.Index
}

// read makes readings of a scene at a table that only counts. It knows the owner's dice by what was taught of them. If a face may be a taught one or a
// number, a person is asked. A die that nobody taught may be a Fate die; waits says which dice with six faces are waited for.
func (of owned) read(scene vision.Scene, waits vision.Waits) []vision.Reading {
	plain := vision.ReadNumbers(scene)
	if own := of.dice(); len(own) > 0 {
		for i, taught := range match.New(own, of.taught()).Read(scene, nil).Readings {
			plain[i] = joined(plain[i], taught, own)
		}
	}
	return vision.ReadFate(scene, plain, waits)
}

// joined is one reading of a die from two: plain takes it for a die that nobody taught, taught for one of those that were taught. If both are sure and
// differ, a person is asked.
func joined(plain, taught vision.Reading, own []models.Die) vision.Reading {
	isOwn := func(id *string) bool {
		return id != nil && slices.ContainsFunc(own, func(d models.Die) bool { return d.ID == *id })
	}
	mine := isOwn(taught.Die)
	switch {
	case mine && taught.Accepted && plain.Accepted && (taught.Icon != nil || !throw.SameNumber(taught.Value, plain.Value)):
		taught.Accepted, taught.Why = false, "it may be a number, or a picture of a die of yours"
		if taught.Icon == nil {
			taught.Why = "it may be another number on a die of yours"
		}
		return taught
	case mine, !taught.Accepted && plain.Accepted && taught.Value != nil:
		return taught
	case !plain.Accepted && slices.ContainsFunc(taught.Alternatives, func(a vision.Alternative) bool { return isOwn(a.Die) }):
		plain.Alternatives = append(slices.Clone(plain.Alternatives), taught.Alternatives...)
	}
	return plain
}

// dice are the owner's dice of which something was taught.
func (of owned) dice() []models.Die {
	if of.defined == nil || of.taught == nil {
		return nil
	}
	shots := of.taught()
	return slices.DeleteFunc(slices.Clone(of.defined()), func(d models.Die) bool {
		return !slices.ContainsFunc(shots.Shots, func(s gallery.Shot) bool { return s.Die == d.ID })
	})
}

// fateDie is the die with plus, minus and blanks that the program knows without being taught.
func fateDie() engine.Die {
	d := engine.Die{ID: "Fate", Kind: vision.FateDie, Shape: string(vision.D6)}
	for _, icon := range vision.FateFaces() {
		d.Faces = append(d.Faces, engine.Face{Icon: icon})
	}
	return d
}

// named are the dice named in readings that have more than pips or numbers, as a throw keeps them: the owner's, and the Fate die, which needs no
// teaching.
func (of owned) named(readings []vision.Reading) []engine.Die {
	named := map[string]bool{}
	for _, r := range readings {
		if r.Die != nil {
			named[*r.Die] = true
		}
		for _, a := range r.Alternatives {
			if a.Die != nil {
				named[*a.Die] = true
			}
		}
	}
	var out []engine.Die
	if named[vision.FateDie] {
		out = append(out, fateDie())
	}
	for _, d := range of.dice() {
		if !named[d.ID] {
			continue
		}
		o := engine.Die{ID: cmp.Or(d.Name, d.ID), Kind: d.ID, Shape: d.Shape, Colors: d.Colors}
		for _, f := range d.Faces {
			o.Faces = append(o.Faces, engine.Face{Icon: f.Icon, Count: f.Count, Value: f.Value})
		}
		out = append(out, o)
	}
	return out
}

// showOwn takes in that a die of a counted throw is one of the owner's, with a face up. The gallery learns that, too.
func (l *lying) showOwn(ctx context.Context, a protocol.Act, t throw.Throw) error {
	die, may := t.OwnShown(a.Die, a.As, a.Face)
	if !may {
		return protocol.Illegal("This throw belongs to no game, and no die of yours may lie there: say what the die shows")
	}
	if err := l.book.changeThrow(ctx, a, t); err != nil {
		return err
	}
	if die.Kind == vision.FateDie { // a Fate die is in no gallery
		return nil
	}
	l.lessons.Teach(throw.Place{Throw: a.Throw, Die: a.Die}, die, *a.Face)
	return nil
}
