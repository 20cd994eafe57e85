package dragondice

import (
	"fmt"
	"slices"

	"astragal/engine"
)

// The steps that resolve a roll. An edition lists those it has in its order.

// rollDice is the throw itself. If the dice were thrown together with those of others, show was called
// before.
func rollDice(r *roll) {
	if r.dice == nil && len(r.units) > 0 {
		r.show(faces(r.units, r.g.table.Ask(r.question())))
	}
	if rule, on := r.g.ed.rollStep("roll/dice"); on && len(r.dice) > 1 {
		r.note(rule, "%d dice", len(r.dice))
	}
}

// applyDelayed applies the attacker's SAIs that wait for the save roll.
func applyDelayed(r *roll) {
	if r.attack == nil || r.individual {
		return
	}
	for _, u := range r.attack.delayed {
		u.row.note(r, u)
		r.note(u.row.Rule, "%s of the attacker", u.row.Name)
		u.mode.Late(r, u)
	}
}

// reroll has dice rolled again. SAIs do so first, then effects, eighth faces and species abilities.
func reroll(r *roll) {
	r.againBySAIs()
	r.againByOthers(r.againBySAIs)
}

// rerollByOthers has effects, eighth faces and species abilities roll dice again. SAIs come later.
func rerollByOthers(r *roll) { r.againByOthers(func() {}) }

// rerollBySAIs has SAIs roll their dice again.
func rerollBySAIs(r *roll) { r.againBySAIs() }

// againBySAIs looks at the dice that it hasn't looked at yet. Each die that is rolled again is added to
// them.
func (r *roll) againBySAIs() {
	for ; r.looked < len(r.dice); r.looked++ {
		d := r.dice[r.looked]
		if m := r.mode(d); m != nil && m.Early != nil && !d.void && !d.again {
			m.Early(r, d)
		}
		if m := r.mode(d); m != nil && m.Again && !d.void && !d.again {
			r.again(d, r.g.ed.sai(d.shows().rule()).Rule, true)
		}
	}
}

// againByOthers has effects, the eighth face and species abilities roll dice again. It calls then after
// each.
func (r *roll) againByOthers(then func()) {
	for _, e := range r.g.inForce() {
		if e.reroll != nil && r.feels(e) {
			e.reroll(r, e)
			then()
		}
	}
	if t := r.g.terrainOf(r.army.place); t != nil && t.holder == r.seat() && !r.individual && !r.bare {
		if e := r.g.ed.eighth(t.icon()); e != nil && e.Reroll != nil {
			e.Reroll(r)
			then()
		}
	}
	for _, a := range r.g.abilities() {
		if a.Reroll != nil {
			a.Reroll(r)
			then()
		}
	}
}

// applySAIs applies every SAI that does something in this roll. If one of them rolls dice again, it
// applies the SAIs that these show too.
func applySAIs(r *roll) {
	outer := r.g.rolling
	r.g.rolling = r
	r.looked = len(r.dice)
	for uses := r.uses(); len(uses) > 0; uses = r.uses() {
		if len(uses) > 1 {
			uses = r.arranged(uses)
		}
		for _, u := range uses {
			for _, d := range u.dice {
				d.applied = true
			}
			u.dice = slices.DeleteFunc(slices.Clone(u.dice), func(d *rolled) bool { return d.void || r.gone(d.die) })
			if len(u.dice) == 0 {
				continue
			}
			u.count()
			r.note(u.row.Rule, "%s: %d", u.row.Name, u.x)
			u.row.apply(r, u)
		}
		r.againBySAIs()
	}
	r.g.rolling = outer
	for _, a := range r.g.abilities() {
		if a.Negates != nil {
			a.Negates(r)
		}
	}
}

// countIcons counts plain icons and IDs.
func countIcons(r *roll) {
	if r.muted != nil {
		r.note(*r.muted, "icons and IDs don't count")
		return
	}
	ids := 0
	var shown []*rolled
	for _, d := range r.dice {
		if d.void || r.gone(d.die) {
			continue
		}
		f := d.shows()
		if of, plain := resultOf(f.Icon); plain {
			if rule, on := r.g.ed.icon(f.Icon); on && r.wants(of) {
				r.give(d.die, of, f.worth(), fromIcon, rule)
			}
			continue
		}
		if f.Icon == idIcon {
			ids += f.worth()
			shown = append(shown, d)
		}
	}
	for _, of := range r.counts {
		if n := r.pools[fromIcon][of]; n > 0 {
			rule, _ := r.g.ed.icon(of.String())
			r.change(rule, 0, n, "%d from %s icon%s", n, of, map[bool]string{true: "", false: "s"}[n == 1])
		}
	}
	r.countHidden()
	r.countIDs(ids, shown)
}

// countIDs counts the IDs. If the roll counts several types, the roller spreads them.
func (r *roll) countIDs(ids int, shown []*rolled) {
	rule, on := r.g.ed.icon(idIcon)
	if !on || ids == 0 || len(r.counts) == 0 {
		return
	}
	for _, m := range r.modifiers() {
		if m.op == ignoreIDs {
			r.note(m.rule, "IDs don't count")
			return
		}
	}
	if len(r.counts) == 1 {
		for _, d := range shown {
			r.give(d.die, r.counts[0], d.shows().worth(), fromID, rule)
		}
		r.change(rule, 0, ids, "%s", many(ids, "from an ID", "from IDs"))
		return
	}
	if r.summed && !r.uneven(r.counts) {
		r.pools[fromID][r.counts[0]] += ids
		r.change(rule, 0, ids, "%s", many(ids, "from an ID", "from IDs"))
		return
	}
	rows := make([]engine.Row, len(r.counts))
	for i, of := range r.counts {
		rows[i] = engine.Row{ID: of.String(), Text: of.plural(), Max: ids}
	}
	for i, n := range r.g.allot(r.seat(), rule, r.what+" ids", fmt.Sprintf("%s: spread %s.", r.g.name(r.seat()), many(ids, "ID result", "ID results")), ids, rows, false) {
		if n > 0 {
			r.pools[fromID][r.counts[i]] += n
			r.change(rule, 0, n, "%d %s from IDs", n, r.counts[i])
		}
	}
}

// subtractAll applies modifiers that subtract. No result goes below 0. IDs' results are taken last.
func subtractAll(r *roll) { r.modify(subtract) }

// divideAll applies modifiers that divide. Results are rounded down.
func divideAll(r *roll) { r.modify(divide) }

// addSAIs joins the results of SAIs to the others.
func addSAIs(r *roll) {
	r.joined = true
	for _, of := range r.reckoned() {
		before := r.pools[fromIcon][of] + r.pools[fromID][of]
		var order []Rule
		sums := map[string]int{}
		for _, s := range r.shares {
			if s.of == of && s.from == fromSAI {
				if _, met := sums[s.sai.ID]; !met {
					order = append(order, s.sai)
				}
				sums[s.sai.ID] += s.n
			}
		}
		for _, rule := range order {
			r.changeOf(of, rule, before, before+sums[rule.ID], "%+d %s from %s (SAI)", sums[rule.ID], of, rule.Name)
			before += sums[rule.ID]
		}
	}
}

// multiplyAll applies modifiers that multiply.
func multiplyAll(r *roll) { r.modify(multiply) }

// addAll applies modifiers that add, and then those that count results as another type.
func addAll(r *roll) {
	r.modify(add)
	r.modify(countAs)
}
