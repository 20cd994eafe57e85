package hall

import (
	"fmt"
	"maps"
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
	log := g.Engine.LogFor(r.Seat)
	in, kept := engine.InEffect(log)
	standings := g.Engine.Standings(r.Seat)
	if before <= 0 || before > len(log) {
		before = len(log)
	}
	out, shown := []protocol.LogLine{}, 0
	i := before - 1
	for ; i > 0 && shown < n; i-- {
		out = append(out, g.movesAfter(i)...)
		shown++
		line := g.line(log[i])
		line.Stands, line.Kept = in[i], kept[i]
		if s, ok := standings[i]; ok {
			stand(&line, log[i], s)
		}
		if line.Stands && !line.Amended && !line.Hidden && log[i].Answer != nil {
			line.Can = g.mayChange(r.Who, log[i])
		}
		if i < len(g.At) {
			line.At = g.At[i].Format(time.RFC3339)
		}
		if log[i].Kind == engine.EntryAmend && !line.Hidden {
			g.sayChanges(&line, r.Seat)
		}
		out = append(out, line)
	}
	if i == 0 {
		out = append(out, g.movesAfter(0)...)
	}
	return out, before - 1 - shown
}

// lineSeat is the kind of a line about a seat that was taken over. It is no entry: its number is that of the entry before it.
const lineSeat engine.EntryKind = "seat"

// movesAfter are the lines about seats that were taken over between entry n and the next, newest first.
func (g *Game) movesAfter(n int) []protocol.LogLine {
	var out []protocol.LogLine
	for _, m := range slices.Backward(g.moves) {
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

// Said reports whether the last n entries can be said without playing the log again.
func (g *Game) Said(n int) bool {
	return !slices.ContainsFunc(g.last(n), func(e engine.Entry) bool {
		_, change := g.changes[e.N]
		return e.Kind == engine.EntryAmend && !change || e.Answer != nil && !g.hasWords(e)
	})
}

// Say works out how the last n entries are said.
func (g *Game) Say(n int) {
	for _, e := range g.last(n) {
		if e.Kind == engine.EntryAmend {
			g.changesBy(e.N)
		}
		if e.Answer != nil {
			g.wordsOf(e)
		}
	}
}

// TakeWords takes over the words that a copy of the game has worked out.
func (g *Game) TakeWords(was *Game) {
	maps.Copy(g.words, was.words)
	maps.Copy(g.changes, was.changes)
}

// last are the last n entries of the log.
func (g *Game) last(n int) []engine.Entry {
	log := g.Engine.Log()
	return log[max(0, len(log)-n):]
}

func (g *Game) hasWords(e engine.Entry) bool {
	if _, ok := g.words[e.N]; ok {
		return true
	}
	_, ok := wordsIn(g.Engine, e)
	return ok
}

// words are an answer's question and the answer.
type words struct {
	asked, answer string
	part          []string
}

// wordsOf says an answer in words. If the game doesn't ask its question now, the log is played up to
// it, once.
func (g *Game) wordsOf(e engine.Entry) words {
	if w, ok := wordsIn(g.Engine, e); ok {
		return w
	}
	if w, ok := g.words[e.N]; ok {
		return w
	}
	g.recallWords(e.N)
	if _, ok := g.words[e.N]; !ok {
		g.words[e.N] = words{answer: plainWords(*e.Answer)}
	}
	return g.words[e.N]
}

// wordsIn says an answer in the words of the question that a game asks there, if it is the same one.
func wordsIn(game *engine.Game, e engine.Entry) (words, bool) {
	q, _, ok := game.Question(e.N)
	if !ok || q.ID != e.Answer.To {
		return words{}, false
	}
	return words{q.Text, engine.Words(q, *e.Answer), q.Part}, true
}

// recallWords plays the log up to entry n and keeps the words of every answer until then that has none. One undo takes many
// entries back, so the next ones are mostly wanted too.
func (g *Game) recallWords(n int) {
	log := g.Engine.Log()
	was, err := g.Kind.Reopened(log[:n+1])
	if err != nil {
		return
	}
	defer was.Stop()
	for _, e := range slices.Backward(log[:n+1]) {
		if _, known := g.words[e.N]; known || e.Answer == nil {
			continue
		}
		if w, ok := wordsIn(was, e); ok {
			g.words[e.N] = w
		}
	}
}

// changesBy is what a correction changed when it was made, worked out once; nil where that can't be told.
func (g *Game) changesBy(n int) *engine.Changes {
	c, known := g.changes[n]
	if !known {
		c = g.changesNow(n)
		g.changes[n] = c
	}
	return c
}

// changesNow works out what a correction changed; nil where that can't be told.
func (g *Game) changesNow(n int) *engine.Changes {
	log := g.Engine.Log()
	book, err := g.Kind.Book(log)
	if err != nil {
		return nil
	}
	c, err := engine.ChangesBy(book, log, n)
	if err != nil {
		return nil
	}
	return &c
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

// plainWords says an answer whose question nobody knows any more.
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

// LogLines is how many lines of the log a view holds; the rest is fetched.
const LogLines = 40
