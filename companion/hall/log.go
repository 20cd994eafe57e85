package hall

import (
	"fmt"
	"slices"
	"time"

	"astragal/companion/protocol"
	"astragal/engine"
)

// Reader is a screen that reads a game's log: who it is, and as which seat.
type Reader struct {
	Who  protocol.Who
	Seat engine.Seat
}

// lines are at most n entries before entry `before` (0: all), newest first, as a seat may see them,
// and how many older ones there are.
func (g *Game) lines(r Reader, before, n int) ([]protocol.LogLine, int) {
	sight := g.Engine.As(r.Seat)
	in, kept := g.Engine.InEffect()
	if before <= 0 || before > g.Engine.Entries() {
		before = g.Engine.Entries()
	}
	out, shown := []protocol.LogLine{}, 0
	i := before - 1
	for ; i > 0 && shown < n; i-- {
		out = append(out, movesAfter(g.moves, i)...)
		shown++
		e := sight.Entry(i)
		line := g.line(e)
		line.Stands, line.Kept = in[i], kept[i]
		if s, ok := sight.Standing(i); ok {
			stand(&line, e, s)
		}
		if line.Stands && !line.Amended && !line.Hidden && e.Answer != nil {
			line.Can = g.mayChange(r.Who, e)
		}
		if i < len(g.At) {
			line.At = g.At[i].Format(time.RFC3339)
		}
		if e.Kind == engine.EntryAmend && !line.Hidden {
			g.sayChanges(&line, r.Seat)
		}
		out = append(out, line)
	}
	if i == 0 {
		out = append(out, movesAfter(g.moves, 0)...)
	}
	return out, before - 1 - shown
}

// lineSeat is the kind of a line about a seat that was taken over. It is no entry: its number is that of the entry before it.
const lineSeat engine.EntryKind = "seat"

// movesAfter are the lines about seats that were taken over between entry n and the next, newest first.
func movesAfter(moves []seatMove, n int) []protocol.LogLine {
	var out []protocol.LogLine
	for _, m := range slices.Backward(moves) {
		if m.after == n+1 {
			out = append(out, protocol.LogLine{N: n, Kind: lineSeat, At: m.at.Format(time.RFC3339), Answer: m.text, Part: []string{}, Told: []string{}, Gone: []string{}, Changed: []string{}, Stands: true})
		}
	}
	return out
}

// mayChange says whether a screen may change an entry's answer.
func (g *Game) mayChange(who protocol.Who, e engine.Entry) bool {
	q, was, ok := g.Engine.Question(e.N)
	return ok && g.actsFor(who, was.Seat, q.Kind == engine.KindRoll && !q.Secret) == nil
}

// stand says on a line what has become of its entry. What came of it once, and holds no more, stands apart.
func stand(l *protocol.LogLine, e engine.Entry, s engine.Standing) {
	l.Amended, l.Idle = s.By > 0, !s.Reached && s.By == 0
	if l.Amended {
		return
	}
	l.Told, l.Gone = sentences(s.Told), sentences(engine.Without(e.Told, s.Told))
}

func sentences(facts []engine.Fact) []string {
	out := []string{}
	for _, f := range facts {
		out = append(out, f.Text)
	}
	return out
}

// line says an entry in words.
func (g *Game) line(e engine.Entry) protocol.LogLine {
	line := protocol.LogLine{N: e.N, Kind: e.Kind, Of: e.Of, Part: []string{}, Told: sentences(e.Told), Gone: []string{}, Changed: []string{}, Hidden: e.Hidden}
	if e.Answer != nil {
		line.Seat, line.Who, line.By = e.Answer.Seat, g.Name(e.Answer.Seat), e.Answer.By
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
		w := g.wordsOf(e)
		line.Asked, line.Answer, line.Part = w.asked, w.answer, append(line.Part, w.part...)
	}
	return line
}

// mostChanges is how many sentences a correction's line has about what it changed.
const mostChanges = 6

// sayChanges says on a correction's line what it changed, as a seat may know it.
func (g *Game) sayChanges(line *protocol.LogLine, seat engine.Seat) {
	c := g.changesBy(line.N)
	if c == nil {
		return
	}
	sight := g.Engine.As(seat)
	if c.Open || c.Was.Seat == seat {
		line.Was = engine.Words(c.Question, c.Was)
	}
	add := func(what string, facts []engine.Fact) {
		for _, f := range sight.Facts(facts) {
			line.Changed = append(line.Changed, what+f.Text)
		}
	}
	add("No longer: ", c.Gone)
	add("Now: ", c.New)
	for _, q := range c.Asked {
		if _, ok := sight.Question(q); ok {
			line.Changed = append(line.Changed, "Asked: "+q.Text)
		}
	}
	if more := len(line.Changed) - mostChanges; more > 1 {
		line.Changed = append(line.Changed[:mostChanges:mostChanges], fmt.Sprintf("and %d more", more))
	}
}

// LogLines is how many lines of the log a view holds; the rest is fetched.
const LogLines = 40
