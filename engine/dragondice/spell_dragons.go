package dragondice

import "fmt"

// Spells that summon dragons.

// calls brings a dragon to the terrain aimed at. comes selects the dragons that come.
func calls(comes func(c *casting, d *die) bool) func(*casting) {
	return func(c *casting) {
		if c.target.terrain == nil {
			return
		}
		d := c.g.pickOne(c.seat, c.spell.Rule, "summon", fmt.Sprintf("%s: summon which dragon to %s? (%s)", c.g.name(c.seat), c.target.terrain.id(), c.spell.Name), c.dragons(c.target.terrain, comes), true)
		if d == nil {
			return
		}
		c.g.put(d, c.target.terrain.place())
		c.g.tell(c.spell.Rule, c.seat, "%s: %s comes to %s.", c.spell.Name, d.kind.Name, c.target.terrain.id())
	}
}

// callsTo aims at terrains to which a dragon could come.
func callsTo(comes func(c *casting, d *die) bool) func(*casting) []aimed {
	return func(c *casting) []aimed {
		return terrainsWhere(func(t *terrain) bool { return len(c.dragons(t, comes)) > 0 })(c)
	}
}

// dragons returns the dragons in pools and at other terrains that come to a terrain.
func (c *casting) dragons(t *terrain, comes func(c *casting, d *die) bool) []*die {
	var out []*die
	for _, d := range c.g.dice {
		if d.kind.isDragon() && (d.at.area == inPool || d.at.area == atTerrain && d.at != t.place()) && comes(c, d) {
			out = append(out, d)
		}
	}
	return out
}

// answering reports whether a dragon comes. It must contain the casting's element. Ivory dragons and
// ivory hybrids in a pool come to any element. White dragons don't come.
func answering(c *casting, d *die) bool {
	switch d.kind.Class {
	case "white":
		return false
	case "ivory", "ivory_hybrid":
		return d.at.area == inPool || d.at.area == atTerrain && d.kind.has(c.element)
	}
	return d.kind.has(c.element)
}

func whiteDragon(_ *casting, d *die) bool { return d.kind.Class == "white" }

// anyDragon is for editions in which every dragon comes.
func anyDragon(*casting, *die) bool { return true }
