package dragondice

import (
	"fmt"
	"slices"
	"strings"
)

// Items returns every rule item of the edition, in the order of its tables.
func (e Edition) Items() []Item {
	var out []Item
	var says map[string]string
	if e.Says != nil {
		says = e.Says()
	}
	e.each(func(r Rule, kind string) {
		i := r.item(kind)
		i.Says = says[i.ID]
		if s := e.spell(i.ID); s != nil {
			i.Details = s.details(e)
		}
		out = append(out, i)
	})
	return out
}

// each calls f with every rule item.
func (e Edition) each(f func(r Rule, kind string)) {
	for _, s := range e.Setup {
		f(s.Rule, "step")
	}
	for _, s := range e.Phases {
		f(s.Rule, "step")
	}
	for _, s := range e.March {
		f(s.Rule, "step")
	}
	for _, s := range e.Actions {
		f(s.Rule, "step")
	}
	for _, s := range e.DragonSteps {
		f(s.Rule, "step")
	}
	for _, s := range e.RollSteps {
		f(s.Rule, "step")
	}
	for _, r := range e.Rules {
		kind, _, _ := strings.Cut(r.ID, "/")
		f(r, kind)
	}
	for _, r := range e.Icons {
		f(r.Rule, "icon")
	}
	for _, r := range e.SAIs {
		f(r.Rule, "sai")
	}
	for _, r := range e.Spells {
		f(r.Rule, "spell")
	}
	for _, r := range e.Abilities {
		f(r.Rule, "species")
	}
	for _, r := range e.Eighths {
		f(r.Rule, "eighth")
	}
	for _, r := range e.Minors {
		f(r.Rule, "minor")
	}
	for _, r := range e.DragonKinds {
		f(r.Rule, "dragon")
	}
	for _, r := range e.DragonIcons {
		f(r.Rule, "dragon icon")
	}
	for _, r := range e.Breaths {
		f(r.Rule, "breath")
	}
	for _, r := range e.ItemKinds {
		f(r.Rule, "item")
	}
	for _, r := range e.Champions {
		f(r.Rule, "champion")
	}
	for _, r := range e.Powers {
		f(r.Rule, "champion")
	}
}

// Without returns the edition without some items, as if the book didn't have them. Tests
// use it to see that an item does something. The error names an id that the edition doesn't
// have.
func (e Edition) Without(ids ...string) (Edition, error) {
	have := map[string]bool{}
	e.each(func(r Rule, _ string) { have[r.ID] = true })
	for _, id := range ids {
		if !have[id] {
			return e, fmt.Errorf("the edition %s has no rule item %q to switch off", e.ID, id)
		}
	}
	off := func(r Rule) bool { return slices.Contains(ids, r.ID) }
	e.Setup = without(e.Setup, func(x Step) bool { return off(x.Rule) })
	e.Phases = without(e.Phases, func(x Step) bool { return off(x.Rule) })
	e.March = without(e.March, func(x MarchStep) bool { return off(x.Rule) })
	e.Actions = without(e.Actions, func(x Action) bool { return off(x.Rule) })
	e.DragonSteps = without(e.DragonSteps, func(x DragonStep) bool { return off(x.Rule) })
	e.RollSteps = without(e.RollSteps, func(x RollStep) bool { return off(x.Rule) })
	e.Rules = without(e.Rules, off)
	e.Icons = without(e.Icons, func(x Icon) bool { return off(x.Rule) })
	e.SAIs = without(e.SAIs, func(x SAI) bool { return off(x.Rule) })
	e.Spells = without(e.Spells, func(x Spell) bool { return off(x.Rule) })
	e.Abilities = without(e.Abilities, func(x Ability) bool { return off(x.Rule) })
	e.Eighths = without(e.Eighths, func(x Eighth) bool { return off(x.Rule) })
	e.Minors = without(e.Minors, func(x Minor) bool { return off(x.Rule) })
	e.Breaths = without(e.Breaths, func(x Breath) bool { return off(x.Rule) })
	e.DragonIcons = without(e.DragonIcons, func(x DragonIcon) bool { return off(x.Rule) })
	e.DragonKinds = without(e.DragonKinds, func(x DragonKind) bool { return off(x.Rule) })
	e.ItemKinds = without(e.ItemKinds, func(x ItemKind) bool { return off(x.Rule) })
	e.Champions = without(e.Champions, func(x Champion) bool { return off(x.Rule) })
	e.Powers = without(e.Powers, func(x Power) bool { return off(x.Rule) })
	return e, nil
}

func without[T any](list []T, off func(T) bool) []T {
	return slices.DeleteFunc(slices.Clone(list), off)
}
