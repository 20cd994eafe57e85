package contest

import (
	"fmt"
	"strings"
)

// systems and counts are what the settings are called.
var (
	systems = map[System]string{Free: "nobody is paired", Swiss: "Swiss", Robin: "everybody plays everybody", Groups: "tables of several"}
	counts  = map[Counts]string{ByPoints: "points", BySum: "the sum of the rolls", ByBest: "the best roll", ByHits: "hits"}
)

// Words say what a note does to a contest, before it is applied. They name this many players at the most, 0 for all.
func (n Note) Words(c *Contest, most int) string {
	switch n.Kind {
	case NoteSettings:
		return fmt.Sprintf("set the event up: %s, standings by %s", systems[n.Settings.System], counts[n.Settings.Counts])
	case NoteEnter:
		return fmt.Sprintf("entered as players: %s", joined(n.names(), most))
	case NoteState:
		return n.stateWords(most)
	case NoteRename:
		return fmt.Sprintf("gave %s the name %s", c.Name(n.Entrants[0].ID), n.Entrants[0].Name)
	case NotePair:
		return fmt.Sprintf("paired round %d; tables: %d, without an opponent: %d", n.Round, len(n.Pairings), len(n.Byes))
	case NoteUnpair:
		return fmt.Sprintf("took the pairings of round %d back", n.Round)
	case NoteSwap:
		return fmt.Sprintf("let %s and %s change places in round %d", c.Name(n.IDs[0]), c.Name(n.IDs[1]), n.Round)
	case NoteMove:
		return fmt.Sprintf("moved the game of %s to %s in round %d", n.Table, n.To, n.Round)
	default: // a result
	}
	if len(n.Placed) == 0 {
		return fmt.Sprintf("took back what was said of %s in round %d", n.Table, n.Round)
	}
	var said []string
	for _, p := range n.Placed {
		said = append(said, c.Name(p.ID)+" "+p.Result+p.figures())
	}
	return fmt.Sprintf("entered the result of %s in round %d: %s", n.Table, n.Round, strings.Join(said, ", "))
}

// figures are those that a judge entered, in words.
func (p Placed) figures() string {
	out := ""
	for _, f := range []struct {
		n    *int
		word string
	}{{p.Total, "total"}, {p.Best, "best roll"}, {p.Hits, "hits"}} {
		if f.n != nil {
			out += fmt.Sprintf(" (%s %d)", f.word, *f.n)
		}
	}
	return out
}

func (n Note) names() []string {
	var out []string
	for _, e := range n.Entrants {
		out = append(out, e.Name)
	}
	return out
}

func (n Note) stateWords(most int) string {
	list := joined(n.names(), most)
	switch e := n.Entrants[0]; {
	case e.Out:
		return fmt.Sprintf("took out of the event: %s", list)
	case e.Here:
		return fmt.Sprintf("checked in: %s", list)
	default:
		return fmt.Sprintf("checked out: %s", list)
	}
}

func joined(names []string, most int) string {
	if more := len(names) - most; most > 0 && more > 0 {
		return fmt.Sprintf("%s and %d more", strings.Join(names[:most], ", "), more)
	}
	return strings.Join(names, ", ")
}
