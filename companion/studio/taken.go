package studio

import (
	"context"
	"fmt"
	"slices"

	"astragal/companion/studio/known"
	"astragal/models/gallery"
)

// Taken is what a gallery that was taken in brought.
type Taken struct {
	// Words say how much of it is new, how many faces of some dice are known now, and whether its pictures look like those that were there before.
	Words []string `json:"words"`
	// Dice are the dice of which it has pictures.
	Dice []string `json:"dice"`
}

// TakeIn takes in a gallery that came from elsewhere, all of it or nothing. ids are the dice for which somebody wants
// to use it. If ids is empty, they are the dice of which it has pictures.
func (t *Studio) TakeIn(ctx context.Context, b gallery.Bundle, ids []string) (Taken, error) {
	var own []string
	for _, d := range t.Own() {
		own = append(own, d.ID)
	}
	before := t.Taught()
	had := t.Store.Dice()
	added, err := t.Store.Import(b, t.Dice(), own)
	if err != nil {
		return Taken{}, err
	}
	if came := t.Store.Dice()[len(had):]; len(came) > 0 { // those that teach know of them from now on
		if err := t.Define(ctx, came, nil); err != nil {
			return Taken{}, err
		}
	}
	if err := t.Changed(ctx); err != nil {
		return Taken{}, err
	}
	return t.taken(before, b, added, ids)
}

func (t *Studio) taken(before *gallery.Index, b gallery.Bundle, added []gallery.Shot, ids []string) (Taken, error) {
	out := Taken{Dice: []string{}}
	for _, shot := range append(shotsOf(b), added...) {
		if _, err := t.find(shot.Die); err == nil && !slices.Contains(out.Dice, shot.Die) {
			out.Dice = append(out.Dice, shot.Die)
		}
	}
	out.Words = append(out.Words, cameWords(len(b.Shots), len(added)))
	if len(ids) == 0 {
		ids = out.Dice
	}
	now := t.Taught()
	of, did, does := t.knows(before, now, ids)
	switch {
	case of > 0 && len(added) == 0:
		out.Words = append(out.Words, fmt.Sprintf("Of the %d faces of these dice %d are known", of, does))
	case of > 0:
		out.Words = append(out.Words, fmt.Sprintf("Of the %d faces of these dice %d are known now, %d before", of, does, did))
	}
	if len(added) == 0 {
		return out, nil
	}
	both, alike, err := known.Fits(before, now, added)
	switch {
	case err != nil:
		return Taken{}, err
	case both == 0:
		out.Words = append(out.Words, noneTaught)
	case 4*alike >= 3*both:
		out.Words = append(out.Words, fmt.Sprintf("They fit your camera and your light: of %d faces that you had taught too, %d look the same", both, alike))
	default:
		out.Words = append(out.Words, fmt.Sprintf("They were taken in another light, with another camera, or of dice that are drawn otherwise: of %d faces that you had taught too, only %d look the same. Test them on one throw, or take them back", both, alike))
	}
	return out, nil
}

const noneTaught = "You had taught none of these faces, so nobody knows whether they fit your camera and your light: test them on one throw"

// cameWords say how much of a gallery is new.
func cameWords(offered, added int) string {
	switch {
	case added == 0:
		return "Nothing new came: all shots of the file were there already"
	case offered == 1:
		return "One shot came, and it is new"
	case added == offered:
		return fmt.Sprintf("%d shots came, all of them new", offered)
	}
	return fmt.Sprintf("%d shots came, %d of them new: the others were there already", offered, added)
}

// knows counts the different faces of some dice, those of them that a gallery knew before, and those that it knows now.
func (t *Studio) knows(before, now *gallery.Index, ids []string) (of, did, does int) {
	counted := map[gallery.Class]bool{}
	if len(ids) == 0 {
		return 0, 0, 0
	}
	for _, d := range t.named(ids) {
		for i, f := range d.Faces {
			c := gallery.ClassOf(d, i)
			if counted[c] || f.Icon == "" && f.Value == nil {
				continue
			}
			counted[c] = true
			of++
			if before.Knows(c) {
				did++
			}
			if now.Knows(c) {
				does++
			}
		}
	}
	return of, did, does
}

func shotsOf(b gallery.Bundle) []gallery.Shot {
	out := make([]gallery.Shot, 0, len(b.Shots))
	for _, n := range b.Shots {
		out = append(out, n.Shot)
	}
	return out
}
