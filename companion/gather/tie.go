package gather

import (
	"cmp"
	"maps"
	"slices"

	"astragal/companion/throw"
	"astragal/engine"
)

// tied is a die on the tray and the die of the game that it is taken for.
type tied struct {
	seen, wanted int
	// unsure says that it may as well be a die of another kind.
	unsure bool
}

// pair is a die on the tray, a die of the game that it may be, and how unlike they are. A spare die of the game is given only if no other is free. A
// taken one is given to nobody: another die on the tray is surely that one.
type pair struct {
	seen, wanted, far int
	spare, taken      bool
}

// tie finds for each die on the tray the die of the game that it is most like. Two dice change places if that lets one more die have one.
func tie(pairs []pair, dice []Die) []tied {
	slices.SortStableFunc(pairs, func(a, b pair) int {
		if a.spare != b.spare {
			return map[bool]int{true: 1, false: -1}[a.spare]
		}
		return cmp.Compare(a.far, b.far)
	})
	of, holder := map[int]int{}, map[int]int{} // the pair of each die on the tray, and who has each die of the game
	for k, p := range pairs {
		_, has := of[p.seen]
		if _, held := holder[p.wanted]; !has && !held && !p.taken {
			of[p.seen], holder[p.wanted] = k, p.seen
		}
	}
	for _, p := range pairs {
		if _, has := of[p.seen]; !has && !p.taken {
			makeRoom(p.seen, pairs, of, holder, map[int]bool{})
		}
	}
	var out []tied
	for _, k := range slices.Sorted(maps.Values(of)) {
		out = append(out, tied{pairs[k].seen, pairs[k].wanted, pairs[k].unsure(pairs, dice)})
	}
	return moreThanAsked(out, pairs, dice)
}

// makeRoom gives die i of the tray one of the game's, if need be by giving the one that holds it another.
func makeRoom(i int, pairs []pair, of, holder map[int]int, tried map[int]bool) bool {
	for k, p := range pairs {
		if p.seen != i || p.taken || tried[p.wanted] {
			continue
		}
		tried[p.wanted] = true
		if other, held := holder[p.wanted]; !held || makeRoom(other, pairs, of, holder, tried) {
			of[i], holder[p.wanted] = k, i
			return true
		}
	}
	return false
}

// unsure says whether the die on the tray may as well be a die of another kind.
func (p pair) unsure(pairs []pair, dice []Die) bool {
	return slices.ContainsFunc(pairs, func(o pair) bool {
		return o.seen == p.seen && o.wanted != p.wanted && o.far <= p.far && !sameDie(dice[o.wanted].Die, dice[p.wanted].Die)
	})
}

// moreThanAsked marks the dice of a colour as unsure if more of them lie there than were asked for. One of them was then tied to a die of another
// colour, and nobody knows which one is too many.
func moreThanAsked(out []tied, pairs []pair, dice []Die) []tied {
	for _, p := range pairs {
		i := slices.IndexFunc(out, func(o tied) bool { return o.seen == p.seen && o.wanted != p.wanted })
		if i < 0 || p.far >= throw.OtherColor || !plain(dice[p.wanted].Die) ||
			slices.ContainsFunc(pairs, func(o pair) bool { return o.seen == p.seen && o.wanted == out[i].wanted && o.far < throw.OtherColor }) {
			continue
		}
		if k := slices.IndexFunc(out, func(o tied) bool { return o.wanted == p.wanted }); k >= 0 {
			out[k].unsure = true
		}
	}
	return out
}

// plain says whether a die is known by its colour and shape alone.
func plain(d engine.Die) bool { return d.Kind == "" && len(d.Faces) == 0 }

// sameDie says whether it makes no difference which of two dice shows a face: they are of one kind, or plain dice of one
// colour and shape.
func sameDie(a, b engine.Die) bool {
	if a.Kind != "" || b.Kind != "" {
		return a.Kind == b.Kind
	}
	return len(a.Faces) == 0 && len(b.Faces) == 0 && a.Shape == b.Shape && slices.Equal(a.Colors, b.Colors)
}
