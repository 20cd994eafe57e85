package dragondice

// minorsOpen says what is not known of minor terrains in 4.01d.
const minorsOpen = "how a minor terrain enters play stands in the advanced rules, whose text is not known here"

// minors401d are the faces of minor terrains (reference sheets). The step
// "step/minor-terrain" says which army has one, and when it is rolled.
func minors401d() []Minor {
	row := func(icon, name string) Minor {
		return Minor{Rule: Rule{ID: "minor/" + icon, Name: name, Page: "reference sheets"}, Icon: icon}
	}
	action := func(icon, name string) Minor {
		m := row(icon, name)
		m.Allows = func(g *game, a army, action string) (allowed, says bool) {
			return action == icon, action == icon && g.minorShows(a, icon)
		}
		return m
	}
	changes := func(icon, name string, change func(rule Rule) (Purpose, modifier), disaster bool) Minor {
		m := row(icon, name)
		m.Disaster = disaster
		m.Modify = func(r *roll) {
			if purpose, mod := change(m.Rule); purpose == "" || r.isFor(purpose) {
				r.mods = append(r.mods, mod)
			}
		}
		return m
	}
	doubles := func(purpose Purpose, of Result) func(Rule) (Purpose, modifier) {
		return func(rule Rule) (Purpose, modifier) {
			return purpose, modifier{rule: rule, op: multiply, of: []Result{of}, n: 2, idsOnly: true}
		}
	}
	halves := func(of Result) func(Rule) (Purpose, modifier) {
		return func(rule Rule) (Purpose, modifier) {
			return "", modifier{rule: rule, op: divide, of: []Result{of}, n: 2}
		}
	}
	return []Minor{
		row(idIcon, "Minor terrain's ID"),
		action("magic", "Minor terrain: magic"),
		action("melee", "Minor terrain: melee"),
		action("missile", "Minor terrain: missile"),
		changes("double_maneuvers", "Double maneuvers", doubles(ForManeuver, Maneuver), false),
		changes("double_saves", "Double saves", doubles(ForSave, Save), false),
		changes("dust_storm", "Dust Storm", halves(Missile), true),
		changes("flanked", "Flanked", halves(Save), true),
		changes("flood", "Flood", halves(Maneuver), true),
		changes("revolt", "Revolt", halves(Melee), true),
	}
}
