package dragondice

import (
	"fmt"
	"slices"
	"strings"

	"astragal/engine"
)

// The maker's logo. What it does depends on the die that shows it.

// carriedBy reports whether the id of a die's kind ends in one of the names.
func carriedBy(d *die, names ...string) bool {
	return slices.ContainsFunc(names, func(n string) bool { return strings.HasSuffix(d.kind.ID, "_"+n) })
}

// named returns a test for dice whose kind's id ends in one of the names.
func named(names ...string) func(*die) bool {
	return func(d *die) bool { return carriedBy(d, names...) }
}

// championAgainstDragons is the logo of an Eldarim champion in the response to a dragon attack.
// Slayers and hunters slay a dragon, lords and masters tame one, crusaders and zealots control one.
// A champion of one colour does so only to dragons that contain its element. The dragon inflicts no
// damage then, but its breath still counts. The table rules what becomes of a dragon that is tamed
// or controlled.
func championAgainstDragons(r *roll, u use) {
	g, d := r.g, u.dice[0]
	a := r.pickDragon(u.row.Rule, func(a *attacker) bool {
		return len(d.die.kind.Elements) == 5 || slices.ContainsFunc(d.die.kind.Elements, a.die.kind.has)
	})
	if a == nil {
		return
	}
	a.damage = 0
	if carriedBy(d.die, "dragonslayer", "dragonhunter") {
		a.slain = true
		g.tell(u.row.Rule, r.seat(), "%s slays %s.", d.die.kind.Name, a.die.kind.Name)
		return
	}
	verb := "controls"
	if carriedBy(d.die, "dragonlord", "dragonmaster") {
		verb = "tames"
	}
	g.tell(u.row.Rule, r.seat(), "%s %s %s.", d.die.kind.Name, verb, a.die.kind.Name)
	how := g.ruling(u.row.Rule, fmt.Sprintf("%s: what becomes of a dragon that a champion %s?", u.row.Name, verb), []engine.Option{
		{ID: "pool", Text: "It returns to its summoning pool"}, {ID: "move", Text: "The champion's player may move it to another terrain"}, {ID: "stay", Text: "It stays"}})
	switch how {
	case "pool":
		g.put(a.die, place{area: inPool})
	case "move":
		g.moveDragon(a.die, r.seat(), u.row.Rule)
	}
}

// moveDragon lets a seat move a dragon to another terrain.
func (g *game) moveDragon(d *die, seat engine.Seat, rule Rule) {
	options := []engine.Option{{ID: "stay", Text: "Leave it"}}
	for _, t := range g.terrains {
		if t.place() != d.at {
			options = append(options, engine.Option{ID: t.id(), Text: t.id(), Die: t.id()})
		}
	}
	id := g.declare(seat, rule, "move dragon", fmt.Sprintf("%s: move %s to which terrain?", g.name(seat), d.kind.Name), options)
	if id != "stay" {
		g.put(d, place{atTerrain, id})
		g.tell(rule, seat, "%s moved to %s.", d.kind.Name, id)
	}
}

// countsAsID gives n results of the types that the roll counts, as an ID does.
func countsAsID(n int) doing {
	return func(r *roll, u use) {
		for _, m := range r.modifiers() {
			if m.op == ignoreIDs {
				r.note(m.rule, "IDs don't count")
				return
			}
		}
		for i, part := range r.spread(modifier{rule: u.row.Rule, n: n}, r.counts, "split", func(Result) int { return n }) {
			if part > 0 {
				r.give(u.dice[0].die, r.counts[i], part, fromID, u.row.Rule)
				r.note(u.row.Rule, "%d %s: it counts as an ID", part, r.counts[i])
			}
		}
	}
}

// herds lets the roller move a dragon that contains the die's element and is at a terrain.
func herds(r *roll, u use) {
	var able []*die
	for _, x := range r.g.dice {
		if x.kind.isDragon() && x.at.area == atTerrain && slices.ContainsFunc(u.dice[0].die.kind.Elements, x.kind.has) {
			able = append(able, x)
		}
	}
	if x := r.g.pickOne(r.seat(), u.row.Rule, "dragon", fmt.Sprintf("%s: move which dragon? (%s)", r.g.name(r.seat()), u.row.Name), able, false); x != nil {
		r.g.moveDragon(x, r.seat(), u.row.Rule)
	}
}

// bronzeMagic makes X magic of any element.
func bronzeMagic(r *roll, u use) {
	d := u.dice[0]
	r.give(d.die, Magic, d.shows().worth(), fromSAI, u.row.Rule)
	for _, e := range allElements() {
		r.tints = append(r.tints, tint{die: d.die, from: fromSAI, sai: u.row.ID, element: e})
	}
}

// bronzeCantrip casts spells marked for Cantrip with X magic of any element and species.
func bronzeCantrip(r *roll, u use) {
	r.g.castSpells(r.army, u.row.Rule, []source{{elements: allElements(), points: u.x, free: true}}, true)
}

// revives returns up to n health-worth of dead units to the army.
func revives(n int) doing {
	return func(r *roll, u use) { r.g.revive(r.army, n, u.row.Rule, nil) }
}

// raises returns up to n health-worth of dead units to the army, or one buried unit to the DUA. The
// buried unit is no Dragonkin.
func raises(n int) doing {
	return func(r *roll, u use) {
		g, rule := r.g, u.row.Rule
		buried := slices.DeleteFunc(g.of(r.seat(), inBUA), func(d *die) bool { return !d.kind.isUnit() || d.kind.isDragonkin() })
		how := "army"
		if len(buried) > 0 && len(g.dead(r.seat())) > 0 {
			how = g.declare(r.seat(), rule, "raise", g.name(r.seat())+": what does the gold medallion do?", []engine.Option{
				{ID: "army", Text: fmt.Sprintf("Return up to %d health-worth of dead units to the army", n)}, {ID: "dead", Text: "Return a buried unit to the dead"}})
		} else if len(buried) > 0 {
			how = "dead"
		}
		if how == "army" {
			g.revive(r.army, n, rule, nil)
			return
		}
		g.unearth(buried, place{area: inDUA}, rule)
	}
}

// unearth has the owner of buried dice choose one of them and puts it somewhere else.
func (g *game) unearth(from []*die, to place, rule Rule) {
	if len(from) == 0 {
		return
	}
	seat := from[0].owner
	if d := g.pickOne(seat, rule, "unearth", fmt.Sprintf("%s: which buried die? (%s)", g.name(seat), rule.Name), from, true); d != nil {
		g.put(d, to)
		g.tell(rule, seat, "%s: %s goes to %s.", rule.Name, d.kind.Name, where(to))
	}
}

// digsUp returns a buried item to the army or a buried Dragonkin to the pool.
func digsUp(r *roll, u use) {
	g, rule := r.g, u.row.Rule
	of := func(f func(*die) bool) []*die {
		return slices.DeleteFunc(g.of(r.seat(), inBUA), func(d *die) bool { return !f(d) })
	}
	items := of(func(d *die) bool { return d.kind.isItem() })
	kin := of(dragonkin)
	how := "item"
	if len(items) > 0 && len(kin) > 0 {
		how = g.declare(r.seat(), rule, "dig up", g.name(r.seat())+": what does the silver medallion do?", []engine.Option{
			{ID: "item", Text: "Return a buried item to the army"}, {ID: "kin", Text: "Return a buried Dragonkin to the pool"}})
	} else if len(kin) > 0 {
		how = "kin"
	}
	if how == "item" {
		g.unearth(items, r.army.place, rule)
		return
	}
	g.unearth(kin, place{area: inPool}, rule)
}

// recovers is the silver medallion. It returns a buried item to the army, or a buried Dragonkin or
// minor terrain to the pool. At a terrain it may instead add a Dragonkin of one health to the army
// or promote one.
func recovers(r *roll, u use) {
	g, rule := r.g, u.row.Rule
	buried := func(f func(*Kind) bool) []*die {
		return slices.DeleteFunc(g.of(r.seat(), inBUA), func(d *die) bool { return !f(d.kind) })
	}
	items := buried((*Kind).isItemDie)
	kin := buried(func(k *Kind) bool { return k.isDragonkin() || k.isMinor() })
	small := slices.DeleteFunc(g.of(r.seat(), inPool), func(d *die) bool { return !d.kind.isDragonkin() || d.health() != 1 })
	growing := g.canGrow(g.unitsWhere(r.army, func(d *die) bool { return d.kind.isDragonkin() }))
	atTerrain := r.army.place.area == atTerrain
	options := []engine.Option{{ID: "none", Text: "Nothing"}}
	for _, o := range []struct {
		can      bool
		id, text string
	}{
		{len(items) > 0, "item", "Return a buried item to the army"},
		{len(kin) > 0, "kin", "Return a buried Dragonkin or minor terrain to the pool"},
		{atTerrain && len(small) > 0, "add", "Add a one-health Dragonkin"},
		{atTerrain && len(growing) > 0, "promote", "Promote a Dragonkin"},
	} {
		if o.can {
			options = append(options, engine.Option{ID: o.id, Text: o.text})
		}
	}
	if len(options) == 1 {
		return
	}
	who := g.name(r.seat())
	returns := func(from []*die, to place) {
		if d := g.pickOne(r.seat(), rule, "recover which", who+": which die?", from, true); d != nil {
			g.put(d, to)
			g.tell(rule, r.seat(), "%s: %s goes to %s.", rule.Name, d.kind.Name, where(to))
		}
	}
	switch g.declare(r.seat(), rule, "recover", fmt.Sprintf("%s: what does the silver medallion do?", who), options) {
	case "item":
		returns(items, r.army.place)
	case "kin":
		returns(kin, place{area: inPool})
	case "add":
		returns(small, r.army.place)
	case "promote":
		g.promote(growing, true, rule)
	}
}

// isItemDie is isItem with a pointer receiver.
func (k *Kind) isItemDie() bool { return k.isItem() }

func allElements() []string { return []string{"air", "death", "earth", "fire", "water"} }

// chills is Earthfang in a magic or missile action. Every army's rolls at the terrain lose two
// results until the terrain is turned. Several chills add up.
func chills(r *roll, u use) {
	t := r.g.terrainOf(r.army.place)
	if t == nil {
		return
	}
	r.g.last(effect{rule: u.row.Rule, by: r.seat(), ends: nobody, terrain: t.id(), untilTurned: true,
		mods: []modifier{{op: subtract, of: anyResult(), n: 2}}, text: "takes 2 from every roll"})
	r.g.tell(u.row.Rule, r.seat(), "%s: every army's rolls at %s lose 2 until it is turned.", u.dice[0].die.kind.Name, t.id())
}

// nobody stands for the seat whose turn ends an effect, if no turn ends it.
const nobody engine.Seat = -1
