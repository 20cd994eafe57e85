package dragondice

import (
	"fmt"
	"slices"
	"strings"
)

// Which dice an edition has rules for. It refuses the others: they are in no force, on no table and in
// no roll that is counted.

// knows reports whether the edition has rules for a kind of die.
func (e Edition) knows(k *Kind) bool { return e.lacks(k) == "" }

// lacks says why the edition has no rules for a kind of die, as the end of a sentence. It is empty if
// the edition has rules.
func (e Edition) lacks(k *Kind) string {
	_, royalty := e.rule("force/royalty")
	switch {
	case k.isRoyalty() && !royalty:
		return "it has no rules for royalty"
	case k.isItem() && !slices.ContainsFunc(e.ItemKinds, func(i ItemKind) bool { return i.Kind == k.Kind }):
		return "it has no rules for such items"
	case k.isMinor() && len(e.Minors) == 0:
		return "it has no rules for minor terrains"
	case k.isUnit() && len(e.Species) > 0 && !slices.Contains(e.Species, k.Race):
		return fmt.Sprintf("of races it knows %s", words(e.Species))
	case len(e.Elements) > 0 && slices.ContainsFunc(k.Elements, func(x string) bool { return !slices.Contains(e.Elements, x) }):
		return fmt.Sprintf("of elements it knows %s", words(e.Elements))
	case k.isDragon() && e.dragonKind(k.Class) == nil:
		var classes []string
		for _, d := range e.DragonKinds {
			classes = append(classes, d.Class)
		}
		return fmt.Sprintf("of dragons it knows %s ones", words(classes))
	}
	for _, l := range e.Lacks {
		if l.Of(k) {
			return l.Why
		}
	}
	return ""
}

// Refuses returns sentences that say which dice the edition has no rules for.
func (e Edition) Refuses() []string {
	out := []string{}
	if len(e.Species) > 0 {
		out = append(out, "Of races it knows "+words(e.Species)+".")
	}
	if len(e.Elements) > 0 {
		out = append(out, "Of elements it knows "+words(e.Elements)+".")
	}
	var classes []string
	for _, d := range e.DragonKinds {
		classes = append(classes, d.Class)
	}
	out = append(out, "Of dragons it knows "+words(classes)+" ones.")
	if len(e.ItemKinds) == 0 {
		out = append(out, "It knows no items.")
	}
	if len(e.Minors) == 0 {
		out = append(out, "It knows no minor terrains.")
	}
	if _, on := e.rule("force/royalty"); !on {
		out = append(out, "It knows no royalty.")
	}
	for _, l := range e.Lacks {
		out = append(out, strings.ToUpper(l.Why[:1])+l.Why[1:]+".")
	}
	return out
}

func words(ids []string) string { return strings.ReplaceAll(strings.Join(ids, ", "), "_", " ") }

// unknown returns the error for a die that the edition has no rules for.
func (e Edition) unknown(k *Kind) error {
	return fmt.Errorf("%s doesn't know the %s %s: %s", e.Title, k.Race, k.Name, e.lacks(k))
}

// WhyNot says why the edition has no rules for a die. It is empty if the edition has rules. A terrain
// needs rules for its eighth face too.
func (e Edition) WhyNot(k *Kind) string {
	why := e.lacks(k)
	if why == "" && k.isTerrain() && e.eighth(k.EighthFace) == nil {
		return fmt.Sprintf("it has no rules for the eighth face %s", strings.ReplaceAll(k.EighthFace, "_", " "))
	}
	return why
}
