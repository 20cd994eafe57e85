package dragondice

import (
	"fmt"
	"slices"

	"astragal/engine"
)

// The Dracolem's spells. Dead Dracolem return only by repairs.

// asFarAsKnown is for a spell whose text is not known in full. The table rules once in a game whether
// it is played.
func asFarAsKnown(cast func(*casting)) func(*casting) {
	return func(c *casting) {
		if c.g.ruling(c.spell.Rule, c.spell.Name+": its text is not known whole. Is it played as far as it is?", engine.YesNo()) == "yes" {
			cast(c)
		}
	}
}

// wrecks returns the caster's dead Dracolem.
func (c *casting) wrecks() []*die {
	return slices.DeleteFunc(c.g.dead(c.seat), func(d *die) bool { return !species("dracolem")(d) })
}

// ownDracolem returns the Dracolem of the casting army.
func (c *casting) ownDracolem() []*die { return c.g.unitsWhere(c.army, species("dracolem")) }

// repairs returns dead Dracolem to the casting army: as much health as possible, up to a limit.
func (c *casting) repairs(limit int, from []*die) {
	c.joins(c.g.pickHealth(c.seat, c.spell.Rule, "repair", fmt.Sprintf("%s: repair up to %d health-worth of Dracolem.", c.g.name(c.seat), limit), from, limit, true))
}

// scraps buries the picked dead Dracolem and repairs others, up to one health for each casting.
func scraps(c *casting) {
	if n := health(c.g.bury(c.still(lies(inDUA)), c.cause())); n > 0 {
		c.repairs(c.n, c.wrecks())
	}
}

// reconfigures kills the picked Dracolem and repairs others that were dead before, up to one health for
// each casting.
func reconfigures(c *casting) {
	before := c.wrecks()
	if n := health(c.g.kill(c.still((*die).inPlay), c.cause())); n > 0 {
		c.repairs(c.n, before)
	}
}

// reinforces brings one of the caster's units to the casting army.
func reinforces(c *casting) {
	if d := c.target.unit; d != nil {
		c.g.moveTo([]*die{d}, c.army.place, c.spell.Rule)
	}
}

// away reports whether a unit isn't in the casting army and may come there. Dragonkin may not.
func away(c *casting, d *die) bool { return d.at != c.army.place && !d.kind.isDragonkin() }

// knocksOut keeps the picked units out of their army's rolls until they leave their terrain, or until
// the caster's next turn begins.
func knocksOut(c *casting) {
	for _, d := range c.still((*die).inPlay) {
		c.g.last(effect{rule: c.spell.Rule, by: c.seat, unit: d, still: true, when: anyArmyRoll, leaves: true, element: c.element, text: "can't be rolled"})
		c.g.tell(c.spell.Rule, d.owner, "%s can't be rolled until %s's next turn.", d.kind.Name, c.g.name(c.seat))
	}
}

// nearby reports whether an opponent's unit stands at the casting army's terrain.
func nearby(c *casting, d *die) bool {
	return enemies(c.seat, d.owner) && d.at == c.army.place && d.at.area == atTerrain
}

// withItems reports whether an army is an opponent's and has items.
func withItems(c *casting, a army) bool { return opponents(c, a) && len(c.g.items(a)) > 0 }

// explodes buries items of the army worth n points for each casting: as much as possible, up to that.
func explodes(n int) func(*casting) {
	return func(c *casting) {
		if c.target.army == nil {
			return
		}
		items := c.g.items(*c.target.army)
		options := dieOptions(items)
		for i, d := range items {
			options[i].Weight = c.g.ed.points(d.kind, map[string]int{})
		}
		limit := n * c.n
		gone := c.g.found(c.g.pick(c.seat, c.spell.Rule, "explode", fmt.Sprintf("%s: which items explode? Up to %s.", c.g.name(c.seat), many(limit, "point", "points")), engine.Pick{Options: options, Max: len(options), Limit: &limit, Most: true}))
		for _, d := range gone {
			c.g.put(d, place{area: inBUA})
		}
		if len(gone) > 0 {
			c.g.tell(c.spell.Rule, gone[0].owner, "Buried: %s (%s).", names(gone), c.g.name(gone[0].owner))
		}
	}
}

// opensPortal gives dying units of the army another save roll, if a save roll was possible before.
// Those that make a save go to the reserves. The owner may exchange each of the others for a dead one
// of its species with less health.
func opensPortal(c *casting) {
	c.last(effect{killed: func(d *deaths, e *effect) {
		if !d.save || e.army == nil {
			return
		}
		dying := slices.DeleteFunc(slices.Clone(d.dice), func(x *die) bool { return x.army() != *e.army || x.kind.isDragonkin() })
		lost, saved := d.g.mustMake(dying, Save, cause{rule: e.rule, by: e.by})
		for _, x := range saved {
			d.spare(x, place{area: inReserve})
			d.g.tell(e.rule, x.owner, "%s: %s goes to the reserves.", e.rule.Name, x.kind.Name)
		}
		for _, x := range lost {
			d.offer(x, d.g.smaller(x), e.rule)
		}
	}})
}

// smaller returns the dead units of a unit's species that have less health.
func (g *game) smaller(x *die) []*die {
	return slices.DeleteFunc(g.dead(x.owner), func(y *die) bool { return y.kind.Race != x.kind.Race || y.health() >= x.health() })
}
