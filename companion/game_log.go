package companion

import (
	"fmt"
	"time"

	"astragal/engine"
)

// lines are at most n entries before entry `before` (0: all), newest first, as a seat may see them,
// and how many older ones there are.
func (g *game) lines(seat engine.Seat, before, n int) ([]LogLine, int) {
	log := g.game.LogFor(seat)
	in := stands(log)
	amended := map[int]bool{}
	for i, e := range log {
		if e.Kind == engine.EntryAmend && in[i] {
			amended[e.Of] = true
		}
	}
	if before <= 0 || before > len(log) {
		before = len(log)
	}
	out := []LogLine{}
	for i := before - 1; i > 0 && len(out) < n; i-- {
		line := g.line(log[i])
		line.Stands, line.Amended = in[i], amended[i]
		if i < len(g.at) {
			line.At = g.at[i].Format(time.RFC3339)
		}
		out = append(out, line)
	}
	return out, before - 1 - len(out)
}

// line says an entry in words. An entry that isn't in effect any more has only its answer.
func (g *game) line(e engine.Entry) LogLine {
	line := LogLine{N: e.N, Kind: e.Kind, Of: e.Of, Told: []string{}, Hidden: e.Hidden}
	for _, f := range e.Told {
		line.Told = append(line.Told, f.Text)
	}
	if e.Answer != nil {
		line.Seat, line.Who, line.By = e.Answer.Seat, g.name(e.Answer.Seat), e.Answer.By
	}
	switch {
	case e.Kind == engine.EntryUndo:
		line.Answer = fmt.Sprintf("Went back to before entry %d.", e.Of)
	case e.Kind == engine.EntryAccept:
		line.Answer = "Went on with what this version of the program makes of the log."
	case e.Hidden:
		line.Answer = "answered; the others will see it when all have"
	case e.Answer != nil:
		line.Roll = len(e.Answer.Dice) > 0
		if q, _, ok := g.game.Question(e.N); ok {
			line.Asked, line.Answer = q.Text, engine.Words(q, *e.Answer)
		} else {
			line.Answer = plainWords(*e.Answer)
		}
	}
	return line
}

// plainWords says an answer whose question isn't asked any more.
func plainWords(a engine.Answer) string {
	kind := engine.KindDeclare
	switch {
	case len(a.Dice) > 0:
		return engine.Words(engine.Question{Kind: engine.KindRoll, Roll: &engine.Roll{}}, a)
	case len(a.Points) > 0:
		return fmt.Sprint(a.Points)
	}
	return engine.Words(engine.Question{Kind: kind, Declare: &engine.Declare{}}, a)
}
