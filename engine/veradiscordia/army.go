package veradiscordia

import (
	"cmp"
	"math/bits"
	"slices"
)

// mostTypes is how many types of units a faction may have.
const mostTypes = 16

// This file works out what a closed unit can be. That follows from how armies are made up (2.4), from Vision and
// Stealth as announced (2.5), and from the cards and abilities shown since.

// recruits returns how many units of a rank the side has.
func (g *game) recruits(sd *side, r Rank) int {
	n := compositionOf(r).recruited
	if sd.general != nil && g.on(itemLeadership) {
		n = sd.general.Leadership.recruited(r)
	}
	if g.set.NoLegendary && g.on(itemNoLegendary) {
		moved := compositionOf(Legendary).recruited
		if sd.general != nil && g.on(itemLeadership) {
			moved = sd.general.Leadership.recruited(Legendary)
		}
		switch r {
		case Legendary:
			return 0
		case Elite:
			return n + moved
		default: // basic units stay as they are
		}
	}
	return n
}

// available is how many copies of a type can be in the army.
func (g *game) available(sd *side, c Card) int {
	if sd.general != nil && g.on(itemLeadership) && slices.Contains(sd.general.Leadership.Without, c.Name) {
		return 0
	}
	return c.copies()
}

// gives is 1 if a card with these abilities counts for a, Vision or Stealth. Otherwise it is 0.
func (g *game) gives(list []Ability, a Ability) int {
	if slices.Contains(list, a) && g.plays(a) {
		return 1
	}
	return 0
}

// possible says whether the unit can be a card that satisfies pred, as far as the table knows.
func (g *game) possible(u *unit, pred func(Card) bool) bool {
	return len(g.candidates(u, pred, true)) > 0
}

// candidates returns the indexes of the cards that the unit can be and that satisfy pred. If first is true, it
// returns only the first one.
func (g *game) candidates(u *unit, pred func(Card) bool, first bool) []int {
	sd := g.side(u.seat)
	masks := masks(sd)
	at := slices.Index(sd.units, u)
	var list []int
	for i, c := range sd.faction.Units {
		if masks[at]&(1<<i) == 0 || !pred(c) {
			continue
		}
		try := slices.Clone(masks)
		try[at] = 1 << i
		if g.feasible(sd, try) {
			list = append(list, i)
			if first {
				return list
			}
		}
	}
	return list
}

// consistent says whether at least one army fits all that is known of the side.
func (g *game) consistent(sd *side) bool { return g.feasible(sd, masks(sd)) }

// masks says for each unit which types it can be, if the other units are left out of account.
func masks(sd *side) []uint32 {
	masks := make([]uint32, len(sd.units))
	for k, u := range sd.units {
		for i, c := range sd.faction.Units {
			if u.printed != nil && u.printed != &sd.faction.Units[i] || u.printed == nil && !u.fits(c) {
				continue
			}
			masks[k] |= 1 << i
		}
	}
	return masks
}

// fits says whether a closed unit can be the card c by what its owner has said of it.
func (u *unit) fits(c Card) bool {
	for _, a := range c.Abilities {
		if u.mustNot[a] {
			return false
		}
	}
	for a := range u.must {
		if !slices.Contains(c.Abilities, a) {
			return false
		}
	}
	return len(u.ranks) == 0 || slices.Contains(u.ranks, c.Rank)
}

// tried is a point that a search has reached: how often each type was used, in 4 bits each, and how many units have a
// type.
type tried struct {
	used uint64
	at   int
}

// search looks for an army that fits.
type search struct {
	masks []uint32
	types []searched
	// left is how many units of each rank still need a type.
	left [3]int
	used [mostTypes]int
	// vision and stealth are what all units together must have. If one is less than 0, any number will do.
	vision, stealth int
	seen            map[tried]bool
}

// searched is what a search needs to know of a type of unit.
type searched struct{ copies, rank, vision, stealth int }

// feasible says whether each unit can get one of the types of its mask so that all together are an army.
func (g *game) feasible(sd *side, masks []uint32) bool {
	for _, m := range masks {
		if m == 0 {
			return false
		}
	}
	if sd.loose {
		return true
	}
	// Units of which more is known come first, so that a contradiction is found soon.
	ordered := slices.Clone(masks)
	slices.SortStableFunc(ordered, func(x, y uint32) int {
		return cmp.Or(bits.OnesCount32(x)-bits.OnesCount32(y), cmp.Compare(x, y))
	})
	s := &search{masks: ordered, vision: -1, stealth: -1, seen: map[tried]bool{}}
	for _, c := range sd.faction.Units {
		s.types = append(s.types, searched{g.available(sd, c), slices.Index(Ranks(), c.Rank), g.gives(c.Abilities, Vision), g.gives(c.Abilities, Stealth)})
	}
	for i, r := range Ranks() {
		s.left[i] = g.recruits(sd, r)
	}
	vision, stealth := g.generalSight(sd)
	if sd.vision >= 0 {
		s.vision = sd.vision - vision
		if s.vision < 0 {
			return false
		}
	}
	if sd.vision >= 0 && sd.stealth >= 0 {
		s.stealth = sd.stealth - stealth
		if s.stealth < 0 {
			return false
		}
	}
	return s.from(0, 0, 0)
}

// from gives types to the units from at on. If the same is known of several units, they are given types in ascending
// order, from first on: which of them is which makes no difference.
func (s *search) from(at, first int, used uint64) bool {
	if at == len(s.masks) {
		return s.counts()
	}
	if at == 0 || s.masks[at] != s.masks[at-1] {
		first = 0
		key := tried{used, at}
		if s.seen[key] {
			return false
		}
		s.seen[key] = true
	}
	for i := first; i < len(s.types); i++ {
		c := s.types[i]
		if s.masks[at]&(1<<i) == 0 || s.used[i] >= c.copies || s.left[c.rank] == 0 {
			continue
		}
		s.used[i]++
		s.left[c.rank]--
		ok := s.from(at+1, i, used+uint64(1)<<(4*i))
		s.used[i]--
		s.left[c.rank]++
		if ok {
			return true
		}
	}
	return false
}

// counts compares the army with Vision and Stealth as announced (2.5).
func (s *search) counts() bool {
	vision, stealth := 0, 0
	for i, c := range s.types {
		vision += s.used[i] * c.vision
		stealth += s.used[i] * c.stealth
	}
	return (s.vision < 0 || vision == s.vision) && (s.stealth < 0 || stealth == s.stealth)
}

// generalSight returns the Vision and Stealth that the general adds (2.5).
func (g *game) generalSight(sd *side) (vision, stealth int) {
	if sd.general == nil || !g.on(itemHeroism) {
		return 0, 0
	}
	list := sd.general.Heroism.Abilities
	return g.gives(list, Vision), g.gives(list, Stealth)
}
