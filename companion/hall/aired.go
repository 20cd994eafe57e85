package hall

import (
	"fmt"

	"astragal/companion/air"
	"astragal/companion/gamelog"
	"astragal/companion/holdback"
	"astragal/companion/protocol"
	"astragal/companion/throw"
	"astragal/engine"
)

// airedSentences is how many sentences of a roll an overlay is told.
const airedSentences = 12

// GameItems are the newest answers of a game that are in effect, as items that may be held back. An amended answer keeps the time of the first one.
func GameItems(g *Game) []holdback.Item {
	in, _ := g.Engine.InEffect()
	var out []holdback.Item
	for i := max(1, g.Engine.Entries()-LogLines); i < g.Engine.Entries(); i++ {
		if in[i] && g.Engine.Entry(i).Kind == engine.EntryAnswer && i < len(g.At) {
			out = append(out, holdback.Item{Key: i, As: fmt.Sprint("as in ", g.Engine.Amended(i)), At: g.At[i]})
		}
	}
	return out
}

// LastRoll puts the dice of the game's last roll into what is shown.
func (s *State) LastRoll(g *Game, out *protocol.OverlayShown) {
	sight := g.Engine.As(engine.Everyone)
	in, _ := g.Engine.InEffect()
	for n := g.Engine.Entries() - 1; n > 0; n-- {
		q, a, ok := sight.Asked(n)
		if !ok || !in[n] || g.Engine.Entry(n).Kind != engine.EntryAnswer || len(a.Dice) == 0 || q.Secret {
			continue
		}
		for _, d := range a.Dice {
			out.Dice = append(out.Dice, air.DieOf(q, d))
		}
		out.Roll = n
		told := sight.Since(n)
		out.By, out.Corrected, out.Result = g.Name(a.Seat), g.Engine.Amended(n) > 0, air.ResultOf(told, a.Seat)
		out.Told = gamelog.Sentences(told[max(0, len(told)-airedSentences):])
		for _, at := range g.Seen[n] {
			if s.throws.Get(at.Throw).By == throw.ByCamera {
				out.Throw = max(out.Throw, at.Throw)
			}
		}
		return
	}
}
