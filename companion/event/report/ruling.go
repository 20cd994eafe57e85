package report

import (
	"fmt"
	"time"

	"astragal/companion/event"
	"astragal/companion/hall"
	"astragal/companion/protocol"
)

// RulingNote is a judge's ruling and what became of it.
type RulingNote struct {
	// Event is the event's name; empty in files of older programs.
	Event  string       `json:"event,omitempty"`
	Ruling event.Ruling `json:"ruling"`
	Ruled  event.Ruled  `json:"ruled"`
}

// NoteRuling is the kind of a judge's ruling in a journal; its body is a RulingNote.
const NoteRuling = "ruling"

// rulingsShown is how many of the last rulings the table's screens show.
const rulingsShown = 5

// TakeRuling takes in a ruling that is on disk since then.
func (e *Reporter) TakeRuling(b RulingNote, at time.Time) {
	e.ruled[b.Ruling.ID] = b.Ruled
	if b.Ruled.Done {
		e.rulings[b.Ruling.Roll] = b.Ruling.Ref()
		if b.Event == e.link.Event {
			e.link.Rulings = append([]protocol.JudgeRuling{e.shown(b.Ruling, at)}, e.link.Rulings...)
			e.link.Rulings = e.link.Rulings[:min(len(e.link.Rulings), rulingsShown)]
		}
		delete(e.said, b.Ruling.Roll)
		clear(e.games)
	}
}

// shown is a ruling as the table's screens show it.
func (e *Reporter) shown(r event.Ruling, at time.Time) protocol.JudgeRuling {
	out := protocol.JudgeRuling{At: at.Format(time.RFC3339), Do: string(r.Do), Judge: r.Judge, Reason: r.Reason}
	if g, _, ok := e.GameRollOf(r.Roll); ok {
		out.Game = g.Title()
	} else if t, ok := e.ThrowOf(r.Roll); ok {
		out.Throw = t.ID
	}
	if rolled := e.rolledAt(r.Roll); !rolled.IsZero() {
		out.Rolled = rolled.Format(time.RFC3339)
	}
	return out
}

// Ruled says whether a ruling was carried out, or refused, already.
func (e *Reporter) Ruled(id string) bool {
	_, done := e.ruled[id]
	return done
}

// Ruling is the ruling that changed a roll; nil if there is none.
func (e *Reporter) Ruling(roll string) *event.RulingRef {
	if ref, ok := e.rulings[roll]; ok {
		return &ref
	}
	return nil
}

// GameRollOf is the game and the entry of its log to which a roll's id belongs.
func (e *Reporter) GameRollOf(roll string) (*hall.Game, int, bool) {
	var id, entry int
	if n, err := fmt.Sscanf(roll, "g%d.%d", &id, &entry); n != 2 || err != nil || id < 1 || id > len(e.hall.Games) {
		return nil, 0, false
	}
	return e.hall.Games[id-1], entry, true
}

// rolledAt is when a roll was made, as far as that is known.
func (e *Reporter) rolledAt(roll string) time.Time {
	if t, ok := e.ThrowOf(roll); ok {
		return t.At
	}
	if g, entry, ok := e.GameRollOf(roll); ok && entry >= 0 && entry < len(g.At) {
		return g.At[entry]
	}
	return time.Time{}
}
