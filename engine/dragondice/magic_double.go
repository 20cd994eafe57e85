package dragondice

import (
	"fmt"
	"slices"

	"astragal/engine"
)

// advantages doubles magic of IDs in an army's magic roll at a terrain. Magic of the terrain's elements
// is doubled, and death magic up to the health of the dead. No point is doubled twice.
func advantages(r *roll) {
	t := r.g.terrainOf(r.army.place)
	if r.purpose != ForMagic || r.individual || r.only != nil || t == nil || r.pools[fromID][Magic] == 0 {
		return
	}
	if rule, plain := r.plainMagic(); plain {
		r.note(rule, "no magic is doubled here")
		return
	}
	var out []source
	room := r.pools[fromID][Magic]
	for _, s := range r.made() {
		out = r.byTerrain(out, s, t, &room)
	}
	r.spent = r.byDead(out, &room)
}

// plainMagic reports whether the roll is made where an eighth face keeps magic from being doubled in
// any way. It returns the rule of that face.
func (r *roll) plainMagic() (Rule, bool) {
	t := r.g.terrainOf(r.army.place)
	if t == nil || t.number() != 8 {
		return Rule{}, false
	}
	e := r.g.ed.eighth(t.icon())
	if e == nil || !e.Plain {
		return Rule{}, false
	}
	return e.Rule, true
}

// byTerrain splits a source into what the terrain doubles and the rest. It adds both to out.
func (r *roll) byTerrain(out []source, s source, t *terrain, room *int) []source {
	rule, on := r.g.ed.rule("magic/terrain-advantage")
	var match []string
	for _, e := range s.elements {
		if r.g.reachesElement(r.army, e) {
			match = append(match, e)
		}
	}
	most := min(s.ids, *room)
	if !on || most == 0 || len(match) == 0 || r.g.undoubled(s.race, t) {
		return gather(out, s)
	}
	parts, of := []int{most}, [][]string{match}
	if len(match) < len(s.elements) || r.stones(t) {
		rows := make([]engine.Row, len(match))
		of = nil
		for i, e := range match {
			rows[i] = engine.Row{ID: e, Text: "doubled as " + r.g.ed.word(e), Max: most}
			of = append(of, []string{e})
		}
		parts = r.g.allot(r.seat(), rule, "terrain advantage", fmt.Sprintf("%s: double how many of %s of %s, and as which colour? (%s)",
			r.g.name(r.seat()), many(most, "ID result", "ID results"), raceName(s.race), rule.Name), most, rows, true)
	}
	for i, n := range parts {
		out = r.double(out, &s, n, of[i], room, rule)
	}
	return gather(out, s)
}

// stones reports whether the army may convert undoubled magic to the terrain's elements.
func (r *roll) stones(t *terrain) bool {
	e := r.g.ed.eighth(t.icon())
	return t.holder == r.seat() && e != nil && e.Converts
}

// double moves n ID points of a source to a new source of the elements, where they count twice.
func (r *roll) double(out []source, s *source, n int, elements []string, room *int, rule Rule) []source {
	if n == 0 {
		return out
	}
	before := r.sofar(Magic)
	s.ids -= n
	s.points -= n
	*room -= n
	r.pools[fromID][Magic] += n
	r.change(rule, before, before+n, "%s of %s doubled", many(n, "ID result", "ID results"), raceName(s.race))
	return gather(out, source{race: s.race, elements: elements, points: 2 * n, item: s.item, doubled: true})
}

// byDead doubles death magic of IDs up to the health of dead units: those of the player who has most.
// Some species may use the dead units of all players.
func (r *roll) byDead(list []source, room *int) []source {
	rule, on := r.g.ed.rule("magic/dead-advantage")
	death := func(d *die) bool { return d.kind.has("death") }
	if !on || len(r.g.unitsWhere(r.army, death)) == 0 {
		return list
	}
	most, all := 0, 0
	for _, s := range r.g.order {
		h := health(r.g.dead(s))
		most, all = max(most, h), all+h
	}
	var out []source
	var able []source
	for _, s := range list {
		if s.ids == 0 || !slices.Contains(s.elements, "death") || r.g.undoubled(s.race, r.g.terrainOf(r.army.place)) {
			out = gather(out, s)
		} else {
			able = append(able, s)
		}
	}
	// Species that may use all the dead come last: what the others take of one player's dead counts for
	// them too
	slices.SortStableFunc(able, func(a, b source) int { return len(r.g.channels(a.race)) - len(r.g.channels(b.race)) })
	used := 0
	for _, s := range able {
		limit, why := most, rule
		if c := r.g.channels(s.race); c != "" {
			limit = all
			why = r.g.ability(c)
		}
		n := min(s.ids, *room, limit-used)
		if n > 0 {
			n = r.dying(s, n, why)
			used += n
			out = r.double(out, &s, n, []string{"death"}, room, why)
		}
		out = gather(out, s)
	}
	return out
}

// dying asks how many ID results are doubled as death magic. If the dead are worth less than the IDs,
// the table rules whether a part of an ID may be doubled.
func (r *roll) dying(s source, limit int, rule Rule) int {
	g := r.g
	part, on := g.ed.rule("magic/dead-advantage-part")
	if on && limit < s.ids && g.ruling(part, "The dead are worth less than the IDs. May a part of an ID's results be doubled?", engine.YesNo()) == "no" {
		var ids []*rolled
		options := []engine.Option{}
		for _, d := range r.dice {
			if !d.void && d.shows().Icon == idIcon && d.die.kind.Race == s.race && d.die.kind.has("death") {
				ids = append(ids, d)
				options = append(options, engine.Option{ID: d.die.id, Text: d.die.kind.Name, Weight: d.shows().worth(), Die: d.die.id})
			}
		}
		n := 0
		for _, id := range g.pick(r.seat(), rule, "dead advantage", fmt.Sprintf("%s: double which IDs as %s, worth up to %d? (%s)", g.name(r.seat()), g.ed.word("death"), limit, rule.Name),
			engine.Pick{Options: options, Max: len(options), Limit: &limit}) {
			n += ids[slices.IndexFunc(ids, func(d *rolled) bool { return d.die.id == id })].shows().worth()
		}
		return n
	}
	if len(s.elements) == 1 && !r.stones(g.terrainOf(r.army.place)) {
		return limit
	}
	return g.allot(r.seat(), rule, "dead advantage", fmt.Sprintf("%s: double how many of %s of %s as %s? (%s)",
		g.name(r.seat()), many(s.ids, "ID result", "ID results"), raceName(s.race), g.ed.word("death"), rule.Name), limit, []engine.Row{{ID: "death", Text: "doubled as " + g.ed.word("death"), Max: limit}}, true)[0]
}

// undoubled reports whether an ability keeps a species' IDs from being doubled at a terrain.
func (g *game) undoubled(race string, t *terrain) bool {
	for _, a := range g.abilities() {
		if a.Species == race && a.Undoubled != nil && a.Undoubled(t) {
			g.tell(a.Rule, engine.Everyone, "%s: magic of IDs isn't doubled at %s.", a.Name, t.id())
			return true
		}
	}
	return false
}

// channels returns the id of the ability that lets a species use all players' dead. It is empty if
// there is none.
func (g *game) channels(race string) string {
	for _, a := range g.abilities() {
		if a.Species == race && a.Channels {
			return a.ID
		}
	}
	return ""
}

// ability returns the rule of an ability.
func (g *game) ability(id string) Rule {
	for _, a := range g.abilities() {
		if a.ID == id {
			return a.Rule
		}
	}
	return Rule{}
}

// words returns the edition's names for elements.
func (e *Edition) words(elements []string) []string {
	out := make([]string, len(elements))
	for i, x := range elements {
		out[i] = e.word(x)
	}
	return out
}

// word returns the edition's name for a thing.
func (e *Edition) word(of string) string {
	if w := e.Words[of]; w != "" {
		return w
	}
	return of
}
