package companion

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"astragal/engine"
)

// tied is a die on the tray and the die of the game that it is taken for.
type tied struct {
	seen, wanted int
	// unsure: it may as well be another one of another kind.
	unsure bool
}

// How far a die on the tray is from a die of the game; never is no match at all.
const (
	never      = 1000
	otherColor = 2
	otherKind  = 8
)

// pair is a die on the tray, one of the game that it may be, and how unlike they are. One that is spare is taken only by what is left,
// one that is taken by none: another die on the tray is surely that one, unless this one is.
type pair struct {
	seen, wanted, far int
	spare, taken      bool
}

// tie finds for the dice on the tray the dice of the game that they are most like. No die stays without one that could have one if
// others took another.
func tie(pairs []pair, dice []gathered) []tied {
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

// unsure: it may as well be another one of another kind.
func (p pair) unsure(pairs []pair, dice []gathered) bool {
	return slices.ContainsFunc(pairs, func(o pair) bool {
		return o.seen == p.seen && o.wanted != p.wanted && o.far <= p.far && !sameDie(dice[o.wanted].die, dice[p.wanted].die)
	})
}

// moreThanAsked marks those as unsure of whose colour there are more than were asked for, so that one was tied against its colour:
// nobody knows which one is too much.
func moreThanAsked(out []tied, pairs []pair, dice []gathered) []tied {
	for _, p := range pairs {
		i := slices.IndexFunc(out, func(o tied) bool { return o.seen == p.seen && o.wanted != p.wanted })
		if i < 0 || p.far >= otherColor || !plain(dice[p.wanted].die) ||
			slices.ContainsFunc(pairs, func(o pair) bool { return o.seen == p.seen && o.wanted == out[i].wanted && o.far < otherColor }) {
			continue
		}
		if k := slices.IndexFunc(out, func(o tied) bool { return o.wanted == p.wanted }); k >= 0 {
			out[k].unsure = true
		}
	}
	return out
}

// plain: a die that is known by its colour and shape alone.
func plain(d engine.Die) bool { return d.Kind == "" && len(d.Faces) == 0 }

// sameDie says that it makes no difference which of two dice shows a face: they are of one kind, or
// plain dice of one colour, which nobody can tell apart.
func sameDie(a, b engine.Die) bool {
	if a.Kind != "" || b.Kind != "" {
		return a.Kind == b.Kind
	}
	return len(a.Faces) == 0 && len(b.Faces) == 0 && a.Shape == b.Shape && slices.Equal(a.Colors, b.Colors)
}

// farFrom says how unlike a die on the tray is to one of the game.
func (d die) farFrom(w engine.Die) int {
	if d.shape != "" && w.Shape != "" && d.shape != w.Shape {
		return never
	}
	far := 0
	if d.kind != "" && w.Kind != "" && d.kind != w.Kind {
		far += otherKind
	}
	switch {
	case len(w.Colors) == 0:
	case len(d.looks) > 0:
		if i := slices.Index(d.looks, w.Colors[0]); i < 0 {
			far += otherColor
		} else if len(d.looks) > 1 {
			far++ // it may be another one as well
		}
	case len(d.colors) > 0 && !alikeColors(d.colors, w.Colors):
		far += otherColor
	}
	return far
}

// mayBe says that a die on the tray could be that die of the game.
func (d die) mayBe(w engine.Die) bool { return d.farFrom(w) < otherColor }

// alikeColors: the first colour seen is one of the die's, or the other way round. Definitions name
// colours in words or as hex values; hex values say nothing here.
func alikeColors(seen, own []string) bool {
	if strings.HasPrefix(own[0], "#") {
		return true
	}
	return slices.Contains(own, seen[0]) || slices.Contains(seen, own[0])
}

// faceOn is the face of w that the die shows, how that is known, and why somebody must look; -1
// where no face is meant.
func (d die) faceOn(w engine.Die) (face int, how engine.How, why string) {
	if d.face != nil {
		return *d.face, d.how, ""
	}
	how = d.how
	if how == engine.Unread && d.iconRead {
		how = engine.Read
	}
	face = d.readFace(w)
	switch {
	case how == engine.Unread:
		return face, how, cmp.Or(d.why, "what it shows isn't known")
	case face < 0:
		return -1, engine.Unread, "what the camera read is on none of its faces"
	}
	return face, how, ""
}

// readFace is the first face of w with what was read, -1 where there is none. For a die without
// faces of its own it is the value.
func (d die) readFace(w engine.Die) int {
	if d.kind != "" && d.kind == w.Kind && d.readAt != nil && *d.readAt < len(w.Faces) {
		return *d.readAt
	}
	if len(w.Faces) == 0 {
		if d.value == nil {
			return -1
		}
		return *d.value
	}
	return slices.IndexFunc(w.Faces, func(f engine.Face) bool {
		switch {
		case d.icon != "":
			return f.Icon == d.icon && max(f.Count, 1) == max(d.iconCount, 1)
		case d.value != nil:
			return f.Value != nil && *f.Value == *d.value
		}
		return false
	})
}

// likelyOn are the faces of w that the die may show, those that the camera thought of first.
func (d die) likelyOn(w engine.Die, first int) []int {
	var out []int
	add := func(face int) {
		if face >= 0 && face < len(w.Faces) && !slices.Contains(out, face) {
			out = append(out, face)
		}
	}
	add(first)
	for _, o := range d.thought {
		switch {
		case o.Die != nil && o.Face != nil && *o.Die == w.Kind:
			add(*o.Face)
		case o.Icon != nil:
			add(slices.IndexFunc(w.Faces, func(f engine.Face) bool { return f.Icon == *o.Icon && (o.Count == nil || max(f.Count, 1) == *o.Count) }))
		}
	}
	for _, c := range d.choices {
		add(slices.IndexFunc(w.Faces, func(f engine.Face) bool { return f.Value != nil && *f.Value == c.Value }))
	}
	return out
}
