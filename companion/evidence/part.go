package evidence

import (
	"cmp"
	"encoding/binary"
	"errors"
	"slices"
	"time"

	"astragal/engine"
)

// Part is what dice showed in some rolls: the sums, and the dice one by one.
type Part struct {
	Sums
	// Rolled are the dice in the order in which they fell, packed.
	Rolled []byte
	// Dice is how many they are. Last is when the last of them fell, ms since 1970.
	Dice int
	Last int64
}

// Sums are the sums of a part.
type Sums struct {
	// Cells each count dice that differ only in what they showed, in when they fell, and in how that is known.
	Cells []Cell `json:"cells,omitempty"`
}

// Cell is how often dice that are alike showed each of their sides.
type Cell struct {
	Game   string `json:"game,omitempty"`
	Player string `json:"player,omitempty"`
	Die    string `json:"die"`
	Sides  []Side `json:"sides"`
	By     By     `json:"by"`
	// Shown counts by side, in the order of Sides.
	Shown     []int `json:"shown"`
	Read      int   `json:"read,omitempty"`
	Confirmed int   `json:"confirmed,omitempty"`
	Typed     int   `json:"typed,omitempty"`
	// First and Last are when the first and the last fell, ms since 1970.
	First int64 `json:"first"`
	Last  int64 `json:"last"`
}

// N is how many dice it counts.
func (c Cell) N() int { return c.Read + c.Confirmed + c.Typed }

// NewPart adds dice up. They may come in any order: those that fell at the same time stay as they come.
func NewPart(observed []Observed) Part {
	var p Part
	observed = slices.Clone(observed)
	slices.SortStableFunc(observed, func(a, b Observed) int { return cmp.Compare(a.At.UnixMilli(), b.At.UnixMilli()) })
	for _, o := range observed {
		p.Add(o)
	}
	return p
}

// Follows says whether a die fell after all dice of the part, or at the same time as the last.
func (p *Part) Follows(o Observed) bool { return p.Dice == 0 || o.At.UnixMilli() >= p.Last }

// Add adds a die for which Follows is true.
func (p *Part) Add(o Observed) {
	at, i := o.At.UnixMilli(), p.cell(o)
	p.Cells[i].take(o.Shows, wayOf(o.How), at)
	p.Rolled = binary.AppendVarint(p.Rolled, at-p.Last)
	p.Rolled = binary.AppendUvarint(p.Rolled, uint64(i))
	p.Rolled = binary.AppendUvarint(p.Rolled, uint64(o.Shows*ways+wayOf(o.How)))
	p.Dice, p.Last = p.Dice+1, at
}

// Frozen is a copy of the part that stays as it is while p grows.
func (p *Part) Frozen() Part {
	out := *p
	out.Rolled, out.Cells = slices.Clip(p.Rolled), slices.Clone(p.Cells)
	for i := range out.Cells {
		out.Cells[i].Shown = slices.Clone(out.Cells[i].Shown)
	}
	return out
}

// cell finds the cell of dice like this one, or adds it.
func (p *Part) cell(o Observed) int {
	i := slices.IndexFunc(p.Cells, func(c Cell) bool {
		return c.Die == o.Die && c.Player == o.Player && c.Game == o.Game && c.By == o.By && slices.Equal(c.Sides, o.Sides)
	})
	if i < 0 {
		i = len(p.Cells)
		p.Cells = append(p.Cells, Cell{Game: o.Game, Player: o.Player, Die: o.Die, Sides: o.Sides, By: o.By, Shown: make([]int, len(o.Sides)), First: o.At.UnixMilli()})
	}
	return i
}

func (c *Cell) take(shows, way int, at int64) {
	if c.N() == 0 {
		c.First = at
	}
	c.Last = at
	c.Shown[shows]++
	switch way {
	case wayRead:
		c.Read++
	case wayConfirmed:
		c.Confirmed++
	default:
		c.Typed++
	}
}

// How a face is known, as it is packed.
const (
	wayRead = iota
	wayConfirmed
	wayTyped
	ways
)

func wayOf(h engine.How) int {
	switch h {
	case engine.Read:
		return wayRead
	case engine.Confirmed:
		return wayConfirmed
	default:
		return wayTyped
	}
}

func howOf(way int) engine.How {
	return []engine.How{engine.Read, engine.Confirmed, engine.Typed}[way]
}

// fallen is one die of a part.
type fallen struct {
	at               int64
	cell, shows, way int
}

var errPacked = errors.New("the dice of a part are not as they were packed")

// unpack reads the dice of a part one by one.
func (s Sums) unpack(rolled []byte, each func(fallen)) error {
	var at int64
	for len(rolled) > 0 {
		step, a := binary.Varint(rolled)
		if a <= 0 {
			return errPacked
		}
		cell, b := binary.Uvarint(rolled[a:])
		if b <= 0 {
			return errPacked
		}
		shows, c := binary.Uvarint(rolled[a+b:])
		if c <= 0 || cell >= uint64(len(s.Cells)) || shows >= uint64(ways*len(s.Cells[cell].Sides)) {
			return errPacked
		}
		at += step
		each(fallen{at, int(cell), int(shows) / ways, int(shows) % ways})
		rolled = rolled[a+b+c:]
	}
	return nil
}

// Observed are the dice one by one, in the order in which they fell.
func (p *Part) Observed() ([]Observed, error) {
	var out []Observed
	err := p.unpack(p.Rolled, func(f fallen) {
		c := p.Cells[f.cell]
		out = append(out, Observed{At: time.UnixMilli(f.at), Game: c.Game, Player: c.Player, Die: c.Die, Sides: c.Sides, Shows: f.shows, How: howOf(f.way), By: c.By})
	})
	return out, err
}
