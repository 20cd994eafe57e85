package hub

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"astragal/companion/event"
	"astragal/engine"
)

// GreatLine is a roll that a hall wants to hear of.
type GreatLine struct {
	N      int64  `json:"n"`
	Table  string `json:"table"`
	Player string `json:"player"`
	// Text says what is great about it.
	Text string `json:"text"`
}

const (
	// greatKept is how many great rolls the screens go through, greatSought how many rolls are looked at after a start.
	greatKept   = 12
	greatSought = 300
	// sameLeast is how many dice must show the same, iconsLeast how many of those that show icons.
	sameLeast  = 3
	iconsLeast = 4
)

// slain is the word by which the rules tell that a dragon is killed.
const slain = "slain"

// greatOf says what is great about a roll, in words; empty for one like any other.
func greatOf(r event.Roll) string {
	if r.Status != event.RollCounted {
		return ""
	}
	for _, text := range append([]string{r.Text}, r.Lines...) {
		if strings.Contains(strings.ToLower(text), slain) {
			return short(text, textShown)
		}
	}
	if slices.ContainsFunc(r.Dice, func(d event.Die) bool { return d.Shape == "d20" && d.Face == nil && d.Value != nil && *d.Value == 20 }) {
		return "a natural 20"
	}
	if len(r.Dice) < 2 {
		return ""
	}
	first, same, top := r.Dice[0], true, true
	for _, d := range r.Dice {
		same = same && up(d) != "" && up(d) == up(first) && d.Shape == first.Shape
		top = top && tops(d)
	}
	least := sameLeast
	if first.Value == nil {
		least = iconsLeast
	}
	switch n := len(r.Dice); {
	case same && n >= least:
		return fmt.Sprintf("all %d dice show %s", n, up(first))
	case top:
		return fmt.Sprintf("all %d dice show their highest", n)
	}
	return ""
}

// up is what a die shows, in words; empty where nobody knows.
func up(d event.Die) string {
	if d.Shows == "" && d.Value != nil {
		return strconv.Itoa(*d.Value)
	}
	return d.Shows
}

// tops tells whether a die shows the highest number that its shape has.
func tops(d event.Die) bool {
	_, high := engine.Bounds(d.Shape)
	return d.Face == nil && d.Value != nil && high > 0 && *d.Value == high
}

// praise notes a roll that is great, and forgets one that no longer counts. The caller holds the lock.
func (b *board) praise(r rollRow, sent *event.Roll) {
	i := slices.IndexFunc(b.great, func(g GreatLine) bool { return g.N == r.n })
	text := ""
	switch {
	case !r.counting().counts:
	case sent != nil:
		text = greatOf(*sent)
	case i >= 0:
		text = b.great[i].Text
	}
	switch {
	case text == "" && i < 0, i >= 0 && b.great[i].Text == text:
		return
	case text == "":
		b.great = slices.Delete(slices.Clone(b.great), i, i+1)
	case i >= 0:
		b.great = slices.Clone(b.great)
		b.great[i].Text = text
	default:
		b.great = append(slices.Clone(b.great), GreatLine{N: r.n, Table: r.table, Player: r.player, Text: text})
		b.great = b.great[max(0, len(b.great)-greatKept):]
	}
	b.praised = b.version
}

// loadGreat looks for great rolls among the newest.
func (s *store) loadGreat(ctx context.Context, b *board) error {
	return s.each(ctx, "SELECT * FROM ("+rollWithBody+" ORDER BY n DESC LIMIT ?) ORDER BY n", func(row scanner) error {
		r, m, _, err := scanTold(row)
		if err == nil {
			b.praise(r, m.Roll)
		}
		return err
	}, greatSought)
}
