package dragondice

import (
	"fmt"
	"slices"

	"astragal/engine"
)

// What a force may bring beyond its size, if the edition has rules for it.

// magical reports whether a die is magic-capable: it has one of the edition's magic
// icons, or it is a bronze medallion.
func (e Edition) magical(k *Kind) bool {
	return slices.ContainsFunc(k.Faces, func(f Face) bool { return slices.Contains(e.Force.MagicIcons, f.Icon) }) ||
		k.Kind == "medallion" && slices.Contains(k.Colors, "bronze")
}

// isChampion reports whether a die is an Eldarim champion. A force brings champions only
// with dragons.
func (k Kind) isChampion() bool { return k.Race == "eldarim" && k.Class == "champion" }

// checkAllowances returns an error that says what a force has too much of, or nil.
func (e Edition) checkAllowances(size int, all []*Kind) error {
	if _, on := e.rule("force/magic"); on {
		if n := e.Points(slices.DeleteFunc(slices.Clone(all), func(k *Kind) bool { return !e.magical(k) })); n > size/2 {
			return fmt.Errorf("%d of its points are magic-capable (a magic, Cantrip or Create Fireminions icon, or the bronze medallion), at most half of %d may be", n, size)
		}
	}
	kings := 0
	champions := map[string]int{}
	_, limited := e.rule("force/champions")
	for _, k := range all {
		if k.isRoyalty() {
			kings++
		}
		if champions[k.ID]++; limited && k.isChampion() && champions[k.ID] > e.dragons(size) {
			return fmt.Errorf("it has %d of the champion %s (%s), at most one for each of %d dragons", champions[k.ID], k.Name, k.ID, e.dragons(size))
		}
	}
	if kings > 1 {
		return fmt.Errorf("it has %d Kings' Dice, at most one", kings)
	}
	return nil
}

// enthrone puts each Kings' Die into its owner's reserves.
func (g *game) enthrone() {
	rule, on := g.ed.rule("force/royalty")
	for _, d := range g.dice {
		if on && d.kind.isRoyalty() && d.at.area == atHand {
			d.at = place{area: inReserve}
			g.tell(rule, d.owner, "%s lies in %s's reserves.", d.kind.Name, g.name(d.owner))
		}
	}
}

// allowances returns a line for each thing that the book limits: how much of it a seat's
// force has.
func (g *game) allowances(seat engine.Seat) []engine.Line {
	size := g.ed.size(g.settings.Size)
	var lines []engine.Line
	line := func(id, format string, args ...any) {
		if rule, on := g.ed.rule(id); on {
			lines = append(lines, g.line(rule, format, args...))
		}
	}
	var all []*Kind
	dragons, kin, minors := 0, 0, 0
	champions := 0
	for _, d := range g.dice {
		k := d.kind
		switch {
		case d.owner != seat:
			continue
		case k.isDragon():
			dragons += max(g.ed.dragonKind(k.Class).Counts, 1)
		case k.isMinor():
			minors++
		case k.isDragonkin():
			kin += k.Health
		case k.isUnit() || k.isItem() || k.isRoyalty():
			all = append(all, k)
			if k.isChampion() {
				champions++
			}
		}
	}
	line("force/points", "%s", many(g.ed.Points(all), "point", "points"))
	line("force/magic", "%s magic-capable, %d at the most", noneOr(g.ed.Points(slices.DeleteFunc(slices.Clone(all), func(k *Kind) bool { return !g.ed.magical(k) })), "point", "points"), size/2)
	line("force/dragons", "%s", noneOr(dragons, "dragon", "dragons"))
	if per := g.ed.Force.PointsPerKin; per > 0 && kin > 0 {
		line("force/dragonkin", "%d health of Dragonkin, %d at the most", kin, size/per)
	}
	if minors > 0 {
		line("force/minors", "%s, %d at the most", many(minors, "minor terrain", "minor terrains"), g.ed.Force.Minors)
	}
	if champions > 0 {
		line("force/champions", "%s, of each kind %d at the most", many(champions, "champion", "champions"), g.ed.dragons(size))
	}
	return lines
}
