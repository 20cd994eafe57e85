package throw

import (
	"fmt"
	"slices"

	"astragal/companion/protocol"
)

// Pile is all throws of a table, oldest first: a throw's ID is its place, from 1.
type Pile []Throw

// Len is how many throws there are; the ID of the newest.
func (p Pile) Len() int { return len(p) }

// Has says whether there is a throw with that ID.
func (p Pile) Has(id int) bool { return id >= 1 && id <= len(p) }

// Get is the throw with that ID, which must be there.
func (p Pile) Get(id int) Throw { return p[id-1] }

// Last is the newest throw; false before the first.
func (p Pile) Last() (Throw, bool) {
	if len(p) == 0 {
		return Throw{}, false
	}
	return p[len(p)-1], true
}

// Put takes a throw in: a new one, or another state of one that is there.
func (p *Pile) Put(t Throw) {
	if t.ID > len(*p) {
		*p = append(*p, t)
		return
	}
	(*p)[t.ID-1] = t
}

// Asking are the throws for a roll of a game that is not counted yet, oldest first.
func (p Pile) Asking(game int, question string) []Throw {
	var out []Throw
	for i := range p { // a throw is large, and there may be many
		if t := &p[i]; t.Status == protocol.ThrowAsking && t.Game == game && t.Question == question {
			out = append(out, *t)
		}
	}
	return out
}

// Waiting are the throws without a game that nobody has answered for, oldest first.
func (p Pile) Waiting() []Throw {
	var out []Throw
	for i := range p {
		if t := &p[i]; t.Status == protocol.ThrowAsking && t.Game == 0 {
			out = append(out, *t)
		}
	}
	return out
}

// LyingBefore are the dice that lay on the tray before a throw, with the dice of the game that they were.
func (p Pile) LyingBefore(t Throw) []Die {
	if t.ID < 2 {
		return nil
	}
	var before []Die
	for _, d := range p.Get(t.ID - 1).Dice {
		if d.Gone {
			d.Is = "" // what is no part of a roll is none of the next while it lies there
		}
		if d.Lying && d.Box[2] > 0 {
			before = append(before, d)
		}
	}
	return before
}

// Die is the die at a place; false where there is none.
func (p Pile) Die(at Place) (Die, bool) {
	if !p.Has(at.Throw) {
		return Die{}, false
	}
	t := p.Get(at.Throw)
	i := slices.IndexFunc(t.Dice, func(d Die) bool { return d.N == at.Die })
	if i < 0 {
		return Die{}, false
	}
	return t.Dice[i], true
}

// Crop is the address of a die's picture; empty where none is kept.
func (p Pile) Crop(at Place) string {
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
