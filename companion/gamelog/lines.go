package gamelog

import (
	"fmt"
	"slices"
	"time"

	"astragal/companion/names"
	"astragal/companion/protocol"
	"astragal/engine"
)

// Lines are at most n entries before entry `before` (0: all), newest first, as a seat may see them, and how many older ones there are. can says whether
// the reader may change an entry.
func (l *Log) Lines(seat engine.Seat, can func(engine.Entry) bool, before, n int) ([]protocol.LogLine, int) {
	sight := l.Engine.As(seat)
	in, kept := l.Engine.InEffect()
	if before <= 0 || before > l.Engine.Entries() {
		before = l.Engine.Entries()
	}
	out, shown := []protocol.LogLine{}, 0
	i := before - 1
	for ; i > 0 && shown < n; i-- {
		out = append(out, movesAfter(l.moves, i)...)
		shown++
		e := sight.Entry(i)
		line := l.line(e)
		line.Stands, line.Kept = in[i], kept[i]
		if s, ok := sight.Standing(i); ok {
			stand(&line, e, s)
		}
		if line.Stands && !line.Amended && !line.Hidden && e.Answer != nil {
			line.Can = can(e)
		}
		if i < len(l.At) {
			line.At = l.At[i].Format(time.RFC3339)
		}
		if e.Kind == engine.EntryAmend && !line.Hidden {
			l.sayChanges(&line, seat)
		}
		out = append(out, line)
	}
	if i == 0 {
		out = append(out, movesAfter(l.moves, 0)...)
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

// stand says on a line what has become of its entry: whether it stands, was changed or was taken back. Effects that hold no more stand apart.
func stand(line *protocol.LogLine, e engine.Entry, s engine.Standing) {
	line.Amended, line.Idle = s.By > 0, !s.Reached && s.By == 0
	if line.Amended {
		return
	}
	line.Told, line.Gone = Sentences(s.Told), Sentences(engine.Without(e.Told, s.Told))
}

func Sentences(facts []engine.Fact) []string {
	out := []string{}
	for _, f := range facts {
		out = append(out, f.Text)
	}
	return out
}

// line says an entry in words.
func (l *Log) line(e engine.Entry) protocol.LogLine {
	line := protocol.LogLine{N: e.N, Kind: e.Kind, Of: e.Of, Part: []string{}, Told: Sentences(e.Told), Gone: []string{}, Changed: []string{}, Hidden: e.Hidden}
	if e.Answer != nil {
		line.Seat, line.Who, line.By = e.Answer.Seat, l.Name(e.Answer.Seat), e.Answer.By
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
		w := l.wordsOf(e)
		line.Asked, line.Answer, line.Part = w.asked, w.answer, append(line.Part, w.part...)
	}
	return line
}

// mostChanges is the most sentences of a correction's line about what it changed.
const mostChanges = 6

// sayChanges says on a correction's line what it changed, as a seat may know it.
func (l *Log) sayChanges(line *protocol.LogLine, seat engine.Seat) {
	c := l.changesBy(line.N)
	if c == nil {
		return
	}
	sight := l.Engine.As(seat)
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

// Name is what a seat's player is called; "The table" if there is no such seat.
func (l *Log) Name(seat engine.Seat) string {
	players := l.Engine.Header().Players
	if seat < 1 || int(seat) > len(players) {
		return "The table"
	}
	return names.Kept(players[seat-1].Name)
}

// seatMove is a line of the log about a seat that was taken over, and after how many entries.
type seatMove struct {
	after int
	at    time.Time
	text  string
}

// Moved takes in that a seat was taken over when the log had so many entries. line says it.
func (l *Log) Moved(after int, at time.Time, line string) {
	l.moves = append(l.moves, seatMove{after, at, line})
}
