package hall

import (
	"fmt"

	"astragal/companion/air"
	"astragal/companion/holdback"
	"astragal/companion/protocol"
	"astragal/companion/throw"
	"astragal/engine"
)

// airedSentences is how many sentences of a roll an overlay is told.
const airedSentences = 12

// GameItems are the newest answers of a game that are in effect, for holding back. An answer that was amended keeps the
// time of the first one.
func GameItems(g *Game) []holdback.Item {
	log := g.Engine.Log()
	in := Stands(log)
	changed := Amendments(log)
	var out []holdback.Item
	for i := max(1, len(log)-LogLines); i < len(log); i++ {
		if in[i] && log[i].Kind == engine.EntryAnswer && i < len(g.At) {
			out = append(out, holdback.Item{Key: i, As: fmt.Sprint("as in ", changed[i]), At: g.At[i]})
		}
	}
	return out
}

// Amendments are the last amendment of each answer that was amended, by the entry of the first answer.
func Amendments(log []engine.Entry) map[int]int {
	in := Stands(log)
	out := map[int]int{}
	for i, e := range log {
		if e.Kind != engine.EntryAmend || !in[i] {
			continue
		}
		of := e.Of
		for log[of].Kind == engine.EntryAmend {
			of = log[of].Of
		}
		out[of] = i
	}
	return out
}

// LastRoll puts the dice of the game's last roll into what is shown.
func (s *State) LastRoll(g *Game, out *protocol.OverlayShown) {
	log, sight := g.Engine.Log(), g.Engine.As(engine.Everyone)
	in := Stands(log)
	changed := Amendments(log)
	for n := len(log) - 1; n > 0; n-- {
		q, a, ok := sight.Asked(n)
		if !ok || !in[n] || log[n].Kind != engine.EntryAnswer || len(a.Dice) == 0 || q.Secret {
			continue
		}
		for _, d := range a.Dice {
			out.Dice = append(out.Dice, air.DieOf(q, d))
		}
		out.Roll = n
		told := sight.Since(n)
		out.By, out.Corrected, out.Result = g.Name(a.Seat), changed[n] > 0, air.ResultOf(told, a.Seat)
		out.Told = sentences(told[max(0, len(told)-airedSentences):])
		for _, at := range g.Seen[n] {
			if s.throws.Get(at.Throw).By == throw.ByCamera {
				out.Throw = max(out.Throw, at.Throw)
			}
		}
		return
	}
}
