package throw

import (
	"fmt"
	"maps"
	"slices"

	"astragal/companion/protocol"
)

// Pile is the throws of a table. A throw's ID is its place in the order in which they were made, from 1. Throws that nobody has looked at for long may
// be away: they lie only in the table's file, and their IDs stay taken. The zero Pile is ready.
type Pile struct {
	n  int
	at map[int]*Throw // the throws that are here; none of them is ever changed, only replaced
	// asking are the IDs of the throws that wait for somebody.
	asking map[int]bool
}

// Len is how many throws there are; the ID of the newest.
func (p *Pile) Len() int { return p.n }

// Has says whether there is a throw with that ID, here or away.
func (p *Pile) Has(id int) bool { return id >= 1 && id <= p.n }

// Here says whether the throw with that ID is here.
func (p *Pile) Here(id int) bool { return p.at[id] != nil }

// Get is the throw with that ID. If it isn't here, the throw that Get returns has no ID.
func (p *Pile) Get(id int) Throw {
	if t := p.at[id]; t != nil {
		return *t
	}
	return Throw{}
}

// Last is the newest throw; false if there is none.
func (p *Pile) Last() (Throw, bool) {
	t := p.at[p.n]
	if t == nil {
		return Throw{}, false
	}
	return *t, true
}

// LastSeen is the newest throw here that a camera saw; the zero Throw if there is none.
func (p *Pile) LastSeen() Throw {
	last := Throw{}
	for id, t := range p.at {
		if id > last.ID && t.By == ByCamera {
			last = *t
		}
	}
	return last
}

// Put takes a throw in: a new one, or another state of one that it has.
func (p *Pile) Put(t Throw) {
	if p.at == nil {
		p.at, p.asking = map[int]*Throw{}, map[int]bool{}
	}
	p.n, p.at[t.ID] = max(p.n, t.ID), &t
	if t.Status == protocol.ThrowAsking {
		p.asking[t.ID] = true
	} else {
		delete(p.asking, t.ID)
	}
}

// Away puts throws away. The newest throw stays, and so do throws that wait for somebody.
func (p *Pile) Away(ids []int) {
	for _, id := range ids {
		if id != p.n && !p.asking[id] {
			delete(p.at, id)
		}
	}
}

// Skip counts n throws that come next and are away.
func (p *Pile) Skip(n int) { p.n += n }

// Frozen is a copy of the pile that stays as it is.
func (p *Pile) Frozen() Pile {
	return Pile{n: p.n, at: maps.Clone(p.at), asking: maps.Clone(p.asking)}
}

// IDs are those of the throws that are here, oldest first.
func (p *Pile) IDs() []int { return slices.Sorted(maps.Keys(p.at)) }

// Asking are the throws for a roll of a game that is not counted yet, oldest first.
func (p *Pile) Asking(game int, question string) []Throw {
	return slices.DeleteFunc(p.Open(), func(t Throw) bool { return t.Game != game || t.Question != question })
}

// Waiting are the throws without a game that nobody has answered for, oldest first.
func (p *Pile) Waiting() []Throw {
	return slices.DeleteFunc(p.Open(), func(t Throw) bool { return t.Game != 0 })
}

// Open are all throws that wait for somebody, oldest first.
func (p *Pile) Open() []Throw {
	var out []Throw
	for _, id := range slices.Sorted(maps.Keys(p.asking)) {
		out = append(out, *p.at[id])
	}
	return out
}

// LyingBefore are the dice that lay on the tray before a throw, with the dice of the game that they were.
func (p *Pile) LyingBefore(t Throw) []Die {
	if t.ID < 2 {
		return nil
	}
	var before []Die
	for _, d := range p.Get(t.ID - 1).Dice {
		if d.Gone {
			d.Is = "" // as long as something that is no die lies there, it is no die of the next roll either
		}
		if d.Lying && d.Box[2] > 0 {
			before = append(before, d)
		}
	}
	return before
}

// Die is the die at a place; false if there is none.
func (p *Pile) Die(at Place) (Die, bool) {
	t := p.Get(at.Throw)
	i := slices.IndexFunc(t.Dice, func(d Die) bool { return d.N == at.Die })
	if i < 0 {
		return Die{}, false
	}
	return t.Dice[i], true
}

// Crop is the address of a die's picture; empty if none is kept.
func (p *Pile) Crop(at Place) string {
	if d, ok := p.Die(at); !ok || !d.Crop {
		return ""
	}
	return at.Crop()
}

// Crop is the address of the picture of the die that lay there.
func (p Place) Crop() string { return fmt.Sprintf("/crop/%d/%d", p.Throw, p.Die) }

// Identify remembers which die of the game the die at a place was taken for.
func (p *Pile) Identify(at Place, is string) {
	t := p.Get(at.Throw)
	i := slices.IndexFunc(t.Dice, func(d Die) bool { return d.N == at.Die })
	if i >= 0 && t.Dice[i].Is != is {
		t.Dice = slices.Clone(t.Dice)
		t.Dice[i].Is = is
		p.Put(t)
	}
}

// Counted ties throws to the entry of a game's log that they became.
func (p *Pile) Counted(ids []int, entry int) {
	for _, id := range ids {
		t := p.Get(id)
		t.Status, t.Entry, t.Blocked = protocol.ThrowCounted, entry, ""
		p.Put(t)
	}
}

// Confirm says of all throws for a roll that is not counted yet that somebody has looked at them.
func (p *Pile) Confirm(game int, question string) {
	for _, t := range p.Asking(game, question) {
		t.Confirmed = true
		p.Put(t)
	}
}
