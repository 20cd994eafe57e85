package dragondice

import (
	"fmt"
	"slices"
)

// eighths304a are the eighth faces (Eighth Face Icons, p. 16).
func eighths304a() []Eighth {
	row := func(id, name string) Rule {
		return Rule{ID: "eighth/" + id, Name: name, Page: "Eighth Face Icons; p. 16"}
	}
	city, temple, tower := row("city", "City"), row("temple", "Temple"), row("tower", "Tower")
	castle, lair, grove, vortex := row("castle", "Castle"), row("dragons_lair", "Dragon's Lair"), row("grove", "Grove"), row("vortex", "Vortex")
	return []Eighth{
		{Rule: city, Icon: "city", Phase: cityGrows(city)},
		{Rule: row("standing-stones", "Standing Stones"), Icon: "standing_stones", Converts: true, UnitsOnly: true},
		{Rule: temple, Icon: "temple", Phase: templeBuries(temple), Wards: "death"},
		{Rule: tower, Icon: "tower", Aims: func(*game, army) bool { return true }, Modify: func(r *roll) {
			if r.purpose == ForMissile && r.other != nil && r.other.place.area == inReserve {
				r.mods = append(r.mods, modifier{rule: tower, op: ignoreIDs}, modifier{rule: tower, op: ignoreSpecies})
			}
		}},
		{Rule: castle, Icon: "castle", Captured: castleBecomes(castle), Phase: castlePhase(castle), Frontier: true},
		{Rule: lair, Icon: "dragons_lair", Phase: lairCalls(lair), Frontier: true},
		{Rule: grove, Icon: "grove", Phase: groveFrees(grove), Plain: true, Frontier: true},
		{Rule: vortex, Icon: "vortex", Reroll: vortexRerolls(vortex), Frontier: true},
	}
}

// castlePhase does in the eighth face phase what the castle's chosen face does then.
func castlePhase(rule Rule) func(*game, *terrain) {
	return func(g *game, t *terrain) {
		castleBecomes(rule)(g, t)
		if e := g.ed.eighth(t.icon()); e.Icon != "castle" && e.Phase != nil {
			e.Phase(g, t)
		}
	}
}

// lairCalls lets the holder summon a dragon to any terrain. The dragon shares a colour with the
// holder's terrain and isn't white.
func lairCalls(rule Rule) func(*game, *terrain) {
	return func(g *game, t *terrain) {
		able := slices.DeleteFunc(g.summonable(t.die.kind.Elements), func(d *die) bool {
			return !slices.ContainsFunc(t.die.kind.Elements, d.kind.has)
		})
		if len(able) > 0 && g.yes(t.holder, rule, "lair", fmt.Sprintf("%s: summon a dragon by the lair at %s?", g.name(t.holder), t.id())) {
			g.summonOne(able, t.holder, rule)
		}
	}
}

// groveFrees returns a buried unit to its owner's DUA, if there is one. The holder chooses it among all
// players' units, but no Dragonkin. The holder can't decline.
func groveFrees(rule Rule) func(*game, *terrain) {
	return func(g *game, t *terrain) {
		var able []*die
		for _, d := range g.dice {
			if d.at.area == inBUA && d.kind.isUnit() && !d.kind.isDragonkin() {
				able = append(able, d)
			}
		}
		d := g.pickOne(t.holder, rule, "grove", fmt.Sprintf("%s: which buried unit does the grove at %s return?", g.name(t.holder), t.id()), able, true)
		if d != nil {
			g.put(d, place{area: inDUA})
			g.tell(rule, d.owner, "%s returns to %s.", d.kind.Name, where(d.at))
		}
	}
}
