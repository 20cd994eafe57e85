package dragondice

import (
	"fmt"
	"strings"
)

// Abilities of races about magic that depend on nothing of a terrain but its eighth face.

// butAtStones keeps a race from doubling the magic of its IDs but at terrains whose eighth face is
// standing stones, whatever face shows.
func butAtStones(t *terrain) bool { return t.die.kind.EighthFace != "standing_stones" }

// negatesWithoutIDs lets opponents' Frostwings at the place of a magic action roll, right before its
// results are counted: what they make but for their IDs is taken from it.
func negatesWithoutIDs(rule Rule) func(*roll) {
	return func(r *roll) {
		g := r.g
		if r.purpose != ForMagic || r.individual || r.rule.ID == rule.ID || r.army.place.area != atTerrain {
			return
		}
		for _, a := range g.opposing(r.seat(), r.army.place) {
			if !g.has(a, "frostwing") || !g.yes(a.seat, rule, "negate", fmt.Sprintf("%s: roll the Frostwings to negate magic? (%s)", g.name(a.seat), rule.Name)) {
				continue
			}
			own := g.newRoll(cast{purpose: ForMagic, counts: []Result{Magic}, rule: rule, army: a, only: species("frostwing"), what: "negation"}).resolve()
			if n := own.total(Magic) - own.pools[fromID][Magic]; n > 0 {
				r.mods = append(r.mods, modifier{rule: rule, op: subtract, of: []Result{Magic}, n: n})
			}
		}
	}
}

// pair reads an exchange's id: "old>new".
func (g *game) pair(id string) (old, new *die) {
	a, b, _ := strings.Cut(id, ">")
	return g.byID[a], g.byID[b]
}
