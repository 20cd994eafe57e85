package dragondice

import (
	"fmt"
	"slices"

	"astragal/engine"
)

// Knows reports whether the edition has rules for a unit, item or minor terrain.
func (e Edition) Knows(k *Kind) bool { return e.knows(k) }

// KnowsDragon reports whether the edition has rules for a dragon.
func (e Edition) KnowsDragon(k *Kind) bool {
	return k.isDragon() && e.knows(k) && e.dragonKind(k.Class) != nil
}

// KnowsTerrain reports whether the edition has rules for a terrain and its eighth face.
func (e Edition) KnowsTerrain(k *Kind) bool { return k.isTerrain() && e.WhyNot(k) == "" }

// Rolls returns the words for CountSettings.Roll: what a single roll may be counted for.
func (e Edition) Rolls() []string {
	out := []string{"melee", "missile", "magic", "maneuver", "save", "dragon"}
	if e.charges() {
		out = append(out, "charge")
	}
	return out
}

// CanBeHome reports whether a terrain may be a home terrain.
func (e Edition) CanBeHome(k *Kind) bool {
	x := e.eighth(k.EighthFace)
	return k.isTerrain() && x != nil && !x.Frontier
}

// DragonsOf returns how many dragons a force of a size in points brings. Size 0 stands for
// the edition's own size.
func (e Edition) DragonsOf(size int) int { return e.dragons(e.size(size)) }

// Check returns an error if a game's state breaks what must always hold, or nil. Each die
// lies in exactly one place or is out of the game. A captured terrain stands at eight and
// has an army of its holder.
func Check(game *engine.Game) error {
	s, ok := game.View(engine.Everyone).State.(State)
	if !ok {
		return fmt.Errorf("the state is no State but %T", game.View(engine.Everyone).State)
	}
	seen := map[string]string{}
	note := func(where string, dice []DieView) error {
		for _, d := range dice {
			if was, twice := seen[d.ID]; twice {
				return fmt.Errorf("the die %q is both in %s and in %s", d.ID, was, where)
			}
			seen[d.ID] = where
		}
		return nil
	}
	for _, p := range s.Players {
		for _, l := range []struct {
			name string
			dice []DieView
		}{{"reserves", p.Reserves}, {"the dead", p.Dead}, {"the buried", p.Buried}, {"the pool", p.Pool}, {"hand", p.Hand}} {
			if err := note(l.name, l.dice); err != nil {
				return err
			}
		}
	}
	for _, t := range s.Terrains {
		seen[t.ID] = "the field"
		for _, a := range t.Armies {
			if err := note(a.ID, a.Dice); err != nil {
				return err
			}
		}
		if err := note("dragons at "+t.ID, t.Dragons); err != nil {
			return err
		}
		if t.Holder != 0 && (t.Number != 8 || !slices.ContainsFunc(t.Armies, func(a ArmyView) bool { return a.Seat == t.Holder })) {
			return fmt.Errorf("seat %d holds %s, which stands at %d without its army", t.Holder, t.ID, t.Number)
		}
	}
	for _, d := range game.Header().Dice {
		if seen[d.ID] == "" && !slices.Contains(s.Out, d.ID) {
			return fmt.Errorf("the die %q is nowhere", d.ID)
		}
	}
	return nil
}
