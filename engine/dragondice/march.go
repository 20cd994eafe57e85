package dragondice

import (
	"fmt"
	"slices"
	"strings"

	"astragal/engine"
)

// maneuver lets a marching army turn its terrain by one step. Other armies there may oppose it.
func maneuver(g *game, a army, rule Rule) {
	t := g.terrainOf(a.place)
	for _, ab := range g.abilities() {
		if ab.Instead != nil && !g.brought && ab.Instead(g, a) {
			return
		}
	}
	if t != nil && g.stuck(t) {
		return
	}
	if t == nil || g.brought || !g.yes(a.seat, rule, "maneuver", fmt.Sprintf("%s: maneuver %s, which stands at %d?", g.name(a.seat), t.id(), t.number())) {
		return
	}
	why, sum := g.outmaneuvers(a, rule)
	if why != "" {
		g.tellSum(rule, a.seat, sum, "The maneuver of %s fails: %s.", g.armyName(a), why)
		return
	}
	if len(g.units(a)) == 0 { // an SAI of this roll moved the last units away
		g.tell(rule, a.seat, "Nobody of %s is left there to turn %s.", g.armyName(a), t.id())
		return
	}
	g.turnTerrain(a, t, rule)
	for _, e := range g.inForce() {
		if e.maneuvered != nil && e.terrain == t.id() {
			e.maneuvered(a, e)
		}
	}
}

// waysToMarch returns the ways to march that can be answered at once: an army and an action that it may
// take now, without a maneuver; or an army and a maneuver.
func waysToMarch(g *game, able []army) []engine.Way {
	var out []engine.Way
	for _, a := range able {
		id, t := g.armyID(a), g.terrainOf(a.place)
		say := func(what, text, note string, then ...engine.Said) {
			out = append(out, engine.Way{ID: id + "/" + what, Text: text, Note: note, On: []string{id}, Chosen: []string{id}, Then: then})
		}
		for _, x := range g.ed.Actions {
			if !g.allows(a, x.Icon) || !x.Can(g, a) {
				continue
			}
			action := engine.Said{Key: g.key("action"), Chosen: []string{x.id()}}
			if t == nil {
				say(x.id(), x.Name, "", action)
			} else {
				say(x.id(), x.Name, "No maneuver", engine.Said{Key: g.key("maneuver"), Chosen: []string{"no"}}, action)
			}
		}
		if t != nil && !slices.ContainsFunc(g.effects, func(e *effect) bool { return e.stuck && e.terrain == t.id() }) {
			say("maneuver", "Maneuver", "", engine.Said{Key: g.key("maneuver"), Chosen: []string{"yes"}})
		}
	}
	return out
}

// stuck reports whether an effect keeps every army from maneuvering a terrain.
func (g *game) stuck(t *terrain) bool {
	for _, e := range g.effects {
		if e.stuck && e.terrain == t.id() {
			g.tell(e.rule, g.marching, "Nobody can maneuver %s.", t.id())
			return true
		}
	}
	return false
}

// outmaneuvers asks who opposes a maneuver and compares the rolls. It says why the maneuver fails; why
// is empty if it succeeds. The marching army is compared with each opposing army alone. If totals are
// equal, the marching army wins, unless an effect says otherwise.
func (g *game) outmaneuvers(a army, rule Rule) (why string, sum *engine.Sum) {
	var against []army
	for _, o := range g.opposing(a.seat, a.place) {
		if g.yes(o.seat, rule, "counter-maneuver "+g.slug(o.seat), fmt.Sprintf("%s: oppose the maneuver at %s?", g.name(o.seat), where(o.place))) {
			against = append(against, o)
		}
	}
	if len(against) == 0 {
		g.tell(rule, a.seat, "Nobody opposes the maneuver.")
		return "", nil
	}
	c := cast{purpose: ForManeuver, counts: []Result{Maneuver}, rule: rule, what: "maneuver roll"}
	rolls := g.rollTogether(append([]army{a}, against...), func(i int, r *roll) cast {
		d := c
		d.counter = i > 0
		if i > 0 {
			d.other = &a
		} else {
			d.other = &against[0]
		}
		return d
	})
	for i, r := range rolls {
		if i > 0 {
			r.mods = append(r.mods, rolls[0].onOpposing...)
		}
		r.resolve()
	}
	mine := rolls[0].total(Maneuver)
	for _, r := range rolls[1:] {
		switch theirs := r.total(Maneuver); {
		case theirs > mine:
			return fmt.Sprintf("%d against %d", mine, theirs), contest(mine, theirs, "the maneuver fails")
		case theirs == mine && g.tiesToCounter(a.place):
			return fmt.Sprintf("%d against %d, and ties are for those who oppose", mine, theirs), contest(mine, theirs, "the maneuver fails")
		}
	}
	return "", nil
}

// tiesToCounter reports whether an effect lets those who oppose win if totals are equal.
func (g *game) tiesToCounter(p place) bool {
	return slices.ContainsFunc(g.effects, func(e *effect) bool { return e.tiesToCounter && e.terrain == p.terrain })
}

// rollTogether asks for the dice of several armies at the same time.
func (g *game) rollTogether(armies []army, what func(int, *roll) cast) []*roll {
	rolls := make([]*roll, len(armies))
	qs := make([]engine.Question, 0, len(armies))
	var asked []int
	for i, a := range armies {
		c := what(i, nil)
		c.army = a
		rolls[i] = g.newRoll(c)
		if len(rolls[i].units) > 0 {
			qs = append(qs, rolls[i].question())
			asked = append(asked, i)
		}
	}
	if len(qs) == 0 {
		return rolls
	}
	for n, answer := range g.table.AskAll(qs) {
		r := rolls[asked[n]]
		r.show(faces(r.units, answer))
	}
	return rolls
}

// turnTerrain lets the marching player turn a terrain up or down by one.
func (g *game) turnTerrain(a army, t *terrain, rule Rule) {
	n := t.number()
	var options []engine.Option
	if n < 8 {
		options = append(options, engine.Option{ID: "up", Text: fmt.Sprintf("Up to %d", n+1), Note: plainIcon(t.iconAt(n + 1))})
	}
	if n > 1 {
		options = append(options, engine.Option{ID: "down", Text: fmt.Sprintf("Down to %d", n-1), Note: plainIcon(t.iconAt(n - 1))})
	}
	to := n + 1
	if g.declare(a.seat, rule, "turn terrain", fmt.Sprintf("%s: turn %s up or down?", g.name(a.seat), t.id()), options) == "down" {
		to = n - 1
	}
	g.turnFace(a.seat, t, to, rule)
}

// turnFace turns a terrain to a number. If that is eight, the seat that turned it captures the terrain.
// If not, its holder loses it.
func (g *game) turnFace(by engine.Seat, t *terrain, to int, rule Rule) {
	t.turnTo(to)
	g.endEffects(func(e *effect) bool { return e.untilTurned && e.terrain == t.id() })
	g.tell(rule, by, "%s turns to %d (%s).", t.id(), to, plainIcon(t.icon()))
	if to != 8 {
		t.holder = 0
		return
	}
	t.holder = by
	if r, on := g.ed.rule("eighth/capture"); on {
		g.tell(r, by, "%s captures %s (%s).", g.name(by), t.id(), plainIcon(t.icon()))
	}
	g.checkEnd()
	if e := g.ed.eighth(t.icon()); e != nil && e.Captured != nil {
		e.Captured(g, t)
	}
}

// act lets a marching army take an action that its terrain allows.
func act(g *game, a army, rule Rule) {
	for _, ab := range g.abilities() {
		if ab.Between != nil {
			ab.Between(g, a)
		}
	}
	options := []engine.Option{}
	for i := range g.ed.Actions {
		x := &g.ed.Actions[i]
		if g.allows(a, x.Icon) && x.Can(g, a) {
			options = append(options, engine.Option{ID: x.id(), Text: x.Name})
		}
	}
	options = append(options, engine.Option{ID: "none", Text: "No action"})
	id := g.declare(a.seat, rule, "action", fmt.Sprintf("%s: which action?", g.armyName(a)), options)
	for _, x := range g.ed.Actions {
		if x.id() == id {
			g.tellWith(rule, a.seat, []engine.Line{g.line(x.Rule, "%s", x.Name)}, "%s: %s.", g.armyName(a), lower(x.Name))
			x.Do(g, a, x.Rule)
		}
	}
	g.pursue(rule)
}

// id returns the action's id among the options.
func (x Action) id() string { return strings.TrimPrefix(x.ID, "step/") }

// allows reports whether the terrain lets an army take an action. In reserves that is magic. At eight
// it is any action for the holder's army, and melee for others. Elsewhere it is what the terrain or the
// army's minor terrain shows.
func (g *game) allows(a army, icon string) bool {
	t := g.terrainOf(a.place)
	switch {
	case t == nil:
		return icon == "magic"
	case t.number() == 8 && t.holder == a.seat:
		return true
	case t.number() == 8:
		return icon == "melee"
	}
	for _, m := range g.ed.Minors {
		if m.Allows != nil {
			if allowed, says := m.Allows(g, a, icon); says {
				return allowed
			}
		}
	}
	return t.icon() == icon
}
