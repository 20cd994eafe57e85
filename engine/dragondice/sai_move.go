package dragondice

import (
	"fmt"
	"slices"

	"astragal/engine"
)

// What SAIs do for the roller's own army: units move, return, grow, are rolled again, count double.

// moves lets the unit and others, up to so much health-worth, go to any terrain. Units that leave
// before their results are used don't count.
func moves(others int) doing {
	return func(r *roll, u use) {
		for _, d := range u.dice {
			r.carry(u.row.Rule, d.die, others)
		}
	}
}

func (r *roll) carry(rule Rule, d *die, others int) {
	g := r.g
	if !d.inPlay() {
		return
	}
	to := g.pickDestination(d, rule, false)
	if to == nil {
		return
	}
	with := slices.DeleteFunc(g.units(d.army()), func(x *die) bool { return x == d })
	going := append([]*die{d}, g.pickHealth(d.owner, rule, "companions",
		fmt.Sprintf("%s: take up to %d health-worth of units along (%s).", g.name(d.owner), others, rule.Name), with, others, false)...)
	for _, x := range g.moveTo(going, *to, rule) {
		r.leave(x)
	}
}

// pickDestination asks where a die goes: to another terrain, or to the reserves if reserve is set. It
// returns nil if the die stays.
func (g *game) pickDestination(d *die, rule Rule, reserve bool) *place {
	options := []engine.Option{{ID: "stay", Text: "Stay"}}
	for _, t := range g.terrains {
		if t.place() != d.at {
			options = append(options, engine.Option{ID: t.id(), Text: fmt.Sprintf("%s (%s, at %d)", t.id(), t.die.kind.Name, t.number()), Die: t.id()})
		}
	}
	if reserve && d.at.area != inReserve {
		options = append(options, engine.Option{ID: "reserve", Text: "Reserves"})
	}
	if len(options) == 1 {
		return nil
	}
	switch id := g.declare(d.owner, rule, "move", fmt.Sprintf("%s: move %s? (%s)", g.name(d.owner), d.kind.Name, rule.Name), options); id {
	case "stay":
		return nil
	case "reserve":
		return &place{area: inReserve}
	default:
		return &place{atTerrain, id}
	}
}

// vanishes lets the unit leave for any terrain or the reserves once its results were counted.
func vanishes(r *roll, u use) {
	for _, d := range u.dice {
		r.after = append(r.after, func() {
			if !d.die.inPlay() {
				return
			}
			if to := r.g.pickDestination(d.die, u.row.Rule, true); to != nil {
				r.g.moveTo([]*die{d.die}, *to, u.row.Rule)
			}
		})
	}
}

// regrows gives X saves or returns up to X health-worth of dead units. The roller chooses.
func regrows(r *roll, u use) {
	g := r.g
	for _, d := range u.dice {
		n := d.shows().worth()
		dead := d.die.inPlay() && len(g.dead(r.seat())) > 0
		choice := "return"
		switch {
		case !dead && !r.wants(Save):
			continue
		case !dead:
			choice = "saves"
		case r.wants(Save):
			choice = g.declare(r.seat(), u.row.Rule, "regenerate", fmt.Sprintf("%s: %s of %s: %s, or return up to %d health-worth of dead units?", g.name(r.seat()), u.row.Name, d.die.kind.Name, many(n, "save", "saves"), n),
				[]engine.Option{{ID: "saves", Text: "Saves"}, {ID: "return", Text: "Return units"}})
		}
		if choice == "saves" {
			r.give(d.die, Save, n, fromSAI, u.row.Rule)
			continue
		}
		g.revive(d.die.army(), n, u.row.Rule, nil)
	}
}

// wildGrows spreads X over saves and promotions. The promotions happen all at once. What promoted
// nobody counts as saves.
func wildGrows(r *roll, u use) {
	g, x := r.g, u.x
	promote := 0
	if u.dice[0].die.inPlay() {
		promote = g.mostWorth(g.units(r.army), x)
	}
	saves := x
	if !r.wants(Save) {
		saves = 0
	}
	rows := []engine.Row{{ID: "saves", Text: "Saves", Max: saves}, {ID: "promotions", Text: "Health-worth of promotions", Max: promote}}
	n := g.allot(r.seat(), u.row.Rule, "wild growth", fmt.Sprintf("%s: spread %d over saves and promotions (%s).", g.name(r.seat()), x, u.row.Name), x, rows, saves == 0)
	made := n[0]
	if n[1] > 0 {
		left := n[1] - g.promoteWorth(g.units(r.army), n[1], u.row.Rule)
		if left > 0 && saves > 0 {
			made += left
			g.tell(u.row.Rule, r.seat(), "%s: %d that promoted nobody count as saves.", u.row.Name, left)
		}
	}
	r.give(u.dice[0].die, Save, made, fromSAI, u.row.Rule)
}

// rises rolls a unit that is being killed or buried. If the SAI shows, the unit goes to the reserves.
func rises(icon string) func(d *deaths, x *die) {
	return func(d *deaths, x *die) {
		g := d.g
		row := g.ed.sai(icon)
		what := "dying"
		if d.burying {
			what = "being buried"
		}
		face := g.throw(x.owner, row.Rule, ForID, "rise", fmt.Sprintf("%s: %s is %s: roll it (%s).", g.name(x.owner), x.kind.Name, what, row.Name), []*die{x})[0]
		if x.kind.Faces[face].rule() != icon {
			g.tell(row.Rule, x.owner, "%s: %s doesn't rise.", row.Name, x.kind.Name)
			return
		}
		d.spare(x, place{area: inReserve})
		g.tell(row.Rule, x.owner, "%s: %s goes to the reserves.", row.Name, x.kind.Name)
	}
}
