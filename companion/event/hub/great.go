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

// GreatLine is a roll that everybody in the hall may want to hear of.
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

// greatOf says what is great about a roll, in words; empty for an ordinary one.
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

// up is what a die shows, in words; empty if nobody knows.
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

// greatRolls are the newest great rolls, oldest first.
type greatRolls []GreatLine

// note adds a roll if it is great, and removes it if it doesn't count any more. It is true if the list changes. The list before stays as it is.
func (list *greatRolls) note(r rollRow, sent *event.Roll) bool {
	i := slices.IndexFunc(*list, func(g GreatLine) bool { return g.N == r.n })
	text := ""
	switch {
	case !r.counting().counts, r.overruled(): // what its table sent is not what counts
	case sent != nil:
		text = greatOf(*sent)
	case i >= 0:
		text = (*list)[i].Text
	}
	switch {
	case text == "" && i < 0, i >= 0 && (*list)[i].Text == text:
		return false
	case text == "":
		*list = slices.Delete(slices.Clone(*list), i, i+1)
	case i >= 0:
		*list = slices.Clone(*list)
		(*list)[i].Text = text
	default:
		*list = append(slices.Clone(*list), GreatLine{N: r.n, Table: r.table, Player: r.player, Text: text})
		*list = (*list)[max(0, len(*list)-greatKept):]
	}
	return true
}

// loadGreat looks for great rolls among the newest.
func (s *store) loadGreat(ctx context.Context, b *board) error {
	return s.each(ctx, "SELECT * FROM ("+rollWithBody+" ORDER BY n DESC LIMIT ?) ORDER BY n", func(row scanner) error {
		r, m, _, err := scanTold(row)
		if err == nil {
			if b.great.note(r, m.Roll) {
				b.praised = b.version
			}
		}
		return err
	}, greatSought)
}
