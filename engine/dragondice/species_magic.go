package dragondice

import (
	"fmt"
	"slices"

	"astragal/engine"
)

// Species abilities that change magic.

// harmonizes gives Amazons' magic the elements of their terrain. In reserves their magic is ivory.
func harmonizes(rule Rule) func(*roll, []source) []source {
	return func(r *roll, list []source) []source {
		elements := []string{"ivory"}
		if r.army.place.area == atTerrain {
			elements = slices.DeleteFunc(allElements(), func(e string) bool { return !r.g.stands(r.army, e) })
		}
		return recolored(r, rule, list, "amazon", elements)
	}
}

// reflects lets the magic of bronze Dracolem be of the elements of other units in the army, and
// ivory if there are Amazons.
func reflects(rule Rule) func(*roll, []source) []source {
	return func(r *roll, list []source) []source {
		var elements []string
		for _, d := range r.g.units(r.army) {
			switch {
			case d.kind.Race == "amazon":
				elements = append(elements, "ivory")
			case d.kind.Race != "dracolem":
				elements = append(elements, d.kind.Elements...)
			}
		}
		var bronze, rest []source
		for _, s := range list {
			if slices.Contains(s.elements, "bronze") {
				bronze = append(bronze, s)
			} else {
				rest = append(rest, s)
			}
		}
		return append(rest, recolored(r, rule, bronze, "dracolem", elements)...)
	}
}

// recolored adds elements to those that a species' magic may be of.
func recolored(r *roll, rule Rule, list []source, race string, elements []string) []source {
	var out []source
	told := false
	for _, s := range list {
		if s.race == race && len(elements) > 0 {
			s.elements = slices.Clone(s.elements)
			for _, e := range elements {
				if !slices.Contains(s.elements, e) {
					s.elements = append(s.elements, e)
				}
			}
			told = true
		}
		out = gather(out, s)
	}
	if told {
		r.g.tell(rule, r.seat(), "%s: magic may be %s.", rule.Name, r.g.ed.wordList(elements))
	}
	return out
}

// negates lets opponents' Frostwings roll if a magic action happens at their terrain. The magic that
// they make is subtracted, as far as their dead allow.
func negates(rule Rule) func(*roll) {
	return func(r *roll) {
		g := r.g
		if r.purpose != ForMagic || r.individual || r.rule.ID == rule.ID || r.army.place.area != atTerrain {
			return
		}
		for _, a := range g.opposing(r.seat(), r.army.place) {
			if !g.has(a, "frostwing") {
				continue
			}
			limit := g.byDead(a.seat, "frostwing", 5)
			if limit == 0 || !g.yes(a.seat, rule, "negate", fmt.Sprintf("%s: roll the Frostwings to negate magic, up to %d? (%s)", g.name(a.seat), limit, rule.Name)) {
				continue
			}
			own := g.newRoll(cast{purpose: ForMagic, counts: []Result{Magic}, rule: rule, army: a, only: species("frostwing"), what: "negation"}).resolve()
			n := own.total(Magic)
			if ids := own.pools[fromID][Magic]; ids > 0 && min(n, limit) != min(n-ids, limit) && g.ruling(rule, "Do the Frostwings' ID results count in Magic Negation?", engine.YesNo()) == "no" {
				n -= ids
			}
			r.mods = append(r.mods, modifier{rule: rule, op: subtract, of: []Result{Magic}, n: min(n, limit)})
		}
	}
}

// bones adds one magic for each Undead that made magic other than by its ID, as far as the dead
// allow.
func bones(rule Rule) func(*roll) {
	return func(r *roll) {
		if n := r.bones(); n > 0 {
			r.mods = append(r.mods, modifier{rule: rule, op: add, of: []Result{Magic}, n: n})
		}
	}
}

// boneSources adds that magic to what can be spent.
func boneSources(r *roll, list []source) []source {
	return gather(list, source{race: "undead", elements: []string{"death"}, points: r.bones()})
}

// bones returns how much magic that is.
func (r *roll) bones() int {
	if r.purpose != ForMagic || r.individual || r.bare {
		return 0
	}
	var made []*die
	for _, s := range r.shares {
		if s.of == Magic && s.from != fromID && species("undead")(s.die) && !slices.Contains(made, s.die) {
			made = append(made, s.die)
		}
	}
	if len(made) == 0 {
		return 0
	}
	return min(len(made), r.g.byDead(r.seat(), "undead", 4))
}
