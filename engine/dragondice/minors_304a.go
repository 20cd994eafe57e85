package dragondice

// minors304a are the faces of minor terrains. They double and halve all results of a type. A minor
// terrain with a disaster returns to the pool.
func minors304a() []Minor {
	row := func(icon, name string) Minor {
		return Minor{Rule: Rule{ID: "minor/" + icon, Name: name, Page: "Terrains - Minor"}, Icon: icon}
	}
	action := func(icon, name string) Minor {
		m := row(icon, name)
		m.Allows = func(g *game, a army, action string) (allowed, says bool) {
			return action == icon, action == icon && g.minorShows(a, icon)
		}
		return m
	}
	scales := func(icon, name string, o op, of Result) Minor {
		m := row(icon, name)
		m.Disaster, m.Returns = o == divide, o == divide
		m.Modify = func(r *roll) {
			r.mods = append(r.mods, modifier{rule: m.Rule, op: o, of: []Result{of}, n: 2})
		}
		return m
	}
	return []Minor{
		row(idIcon, "Minor terrain's ID"),
		action("magic", "Minor terrain: magic"),
		action("melee", "Minor terrain: melee"),
		action("missile", "Minor terrain: missile"),
		scales("double_maneuvers", "Double Maneuvers", multiply, Maneuver),
		scales("double_saves", "Double Saves", multiply, Save),
		scales("dust_storm", "Dust Storm", divide, Missile),
		scales("flanked", "Flanked", divide, Save),
		scales("flood", "Flood", divide, Maneuver),
		scales("revolt", "Revolt", divide, Melee),
	}
}
