package throw

import (
	"slices"

	"astragal/engine"
)

// Among tells which dice on a tray were thrown. If more lie there than the roll has room for, it leaves out dice that only lay there before. wanted
// says whether a die of the roll, by its name, is still to be thrown. again says that the roll throws only some of the dice that lay there.
func Among(lies, before []Die, wanted func(id string) bool, room int, again bool) []Die {
	lies = slices.Clone(lies)
	if len(lies) <= room {
		return lies
	}
	lies, before = withoutUntouched(lies, before, func(was Die) bool { return was.Is == "" || !wanted(was.Is) })
	if len(lies) <= room {
		return lies
	}
	if same, moved := withoutUntouched(lies, before, func(Die) bool { return true }); len(same) == room && !again && !anyLooksAs(same, moved) {
		return same
	}
	return withoutPushed(lies, slices.DeleteFunc(before, func(was Die) bool { return wanted(was.Is) }), room)
}

// withoutUntouched leaves out the dice that lie where one of before lay and show what that one showed. It leaves none out for a die that may refuses.
// moved are the other dice of before.
func withoutUntouched(lies, before []Die, may func(was Die) bool) (rest, moved []Die) {
	rest = slices.Clone(lies)
	for _, was := range before {
		i := -1
		if may(was) {
			i = slices.IndexFunc(rest, func(d Die) bool {
				return d.Box[2] > 0 && apart(d.Box, was.Box) < leastMove*was.Box[2] && sameShown(d, was)
			})
		}
		if i < 0 {
			moved = append(moved, was)
			continue
		}
		rest = slices.Delete(rest, i, i+1)
	}
	return rest, moved
}

// withoutPushed leaves out dice that look like one of before and show the same: somebody pushed them. It leaves out none unless exactly room dice stay,
// because only then it makes no difference which of the like ones were thrown.
func withoutPushed(lies, before []Die, room int) []Die {
	rest := slices.Clone(lies)
	for _, was := range before {
		if i := slices.IndexFunc(rest, func(d Die) bool { return looksAs(d, was) }); i >= 0 {
			rest = slices.Delete(rest, i, i+1)
		}
	}
	if len(rest) == room {
		return rest
	}
	return lies
}

func anyLooksAs(lies, before []Die) bool {
	return slices.ContainsFunc(lies, func(d Die) bool { return slices.ContainsFunc(before, func(was Die) bool { return looksAs(d, was) }) })
}

// sameShown says whether two looks at dice don't contradict each other.
func sameShown(a, b Die) bool {
	if a.Value != nil && b.Value != nil && *a.Value != *b.Value {
		return false
	}
	return a.Shape == b.Shape || a.Shape == "" || b.Shape == ""
}

// looksAs says whether both dice are surely known and look the same.
func looksAs(a, b Die) bool {
	sure := func(d Die) bool { return d.How != engine.Unread || d.iconRead }
	sameColor := len(a.Colors) > 0 && len(b.Colors) > 0 && a.Colors[0] == b.Colors[0] || len(a.Colors)+len(b.Colors) == 0
	if !sure(a) || !sure(b) || a.Shape != b.Shape || a.kind != b.kind || !sameColor {
		return false
	}
	if a.Value != nil && b.Value != nil {
		return *a.Value == *b.Value
	}
	return a.Value == nil && b.Value == nil && a.Icon == b.Icon && a.IconCount == b.IconCount
}
