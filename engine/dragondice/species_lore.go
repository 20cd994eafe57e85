package dragondice

import (
	"fmt"
	"strings"
)

// Abilities of races that change magic and depend on nothing of a terrain but its eighth face.

// butAtStones reports whether a race's IDs aren't doubled at a terrain. They are doubled only if its
// eighth face is standing stones, whatever face shows.
func butAtStones(t *terrain) bool { return t.die.kind.EighthFace != "standing_stones" }

// negatesWithoutIDs lets opponents' Frostwings roll if a magic action happens at their terrain. They
// roll right before its results are counted. What they make is subtracted, without that of their
// IDs.
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

// pair returns the dice of an exchange's id: "old>new".
func (g *game) pair(id string) (old, new *die) {
	a, b, _ := strings.Cut(id, ">")
	return g.byID[a], g.byID[b]
}
