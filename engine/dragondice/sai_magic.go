package dragondice

import (
	"fmt"
	"slices"
)

// dispels looks for units that have the icon and that announced magic touches. Their owner
// may roll each of them. If the icon shows, all that magic on the unit, its army and its
// terrain is negated.
func dispels(icon string) func(g *game, spells []*casting) {
	return func(g *game, spells []*casting) {
		row := g.ed.sai(icon)
		for _, d := range g.dice {
			if !d.inPlay() || !slices.ContainsFunc(d.kind.Faces, func(f Face) bool { return f.rule() == icon }) {
				continue
			}
			touching := slices.DeleteFunc(slices.Clone(spells), func(c *casting) bool { return c.void || !c.touches(d) })
			if len(touching) == 0 || !g.yes(d.owner, row.Rule, "dispel", fmt.Sprintf("%s: magic touches %s: roll it to negate that? (%s)", g.name(d.owner), d.kind.Name, row.Name)) {
				continue
			}
			face := g.throw(d.owner, row.Rule, ForID, "dispel roll", fmt.Sprintf("%s: roll %s (%s).", g.name(d.owner), d.kind.Name, row.Name), []*die{d})[0]
			if d.kind.Faces[face].rule() != icon {
				g.tell(row.Rule, d.owner, "%s: nothing is negated.", row.Name)
				continue
			}
			for _, c := range touching {
				c.void = true
				g.tell(row.Rule, d.owner, "%s: %s of %s comes to nothing.", row.Name, c.name(), g.name(c.seat))
			}
		}
	}
}

// touches reports whether a casting is aimed at a unit, its army or its terrain.
func (c *casting) touches(d *die) bool {
	switch {
	case c.target.unit != nil:
		return c.target.unit == d
	case c.target.army != nil:
		return *c.target.army == d.army()
	case c.target.terrain != nil:
		return c.target.terrain.place() == d.at
	}
	return slices.Contains(c.units, d)
}
