package engine

import (
	"encoding/json"
	"fmt"
	"slices"
)

// Game is a rulebook stopped at the question it is asking. It belongs to one
// goroutine at a time; whoever made it calls Stop.
type Game struct {
	book     Rulebook
	log      []Entry
	run      *run
	diverged *Divergence
	ended    bool
	outline  outline
}

// New begins a game and runs to its first question.
func New(b Rulebook) (*Game, error) {
	h := b.Header()
	h.Format = Format
	if err := h.check(); err != nil {
		return nil, fmt.Errorf("new game: %w", err)
	}
	g := &Game{book: b, log: []Entry{{Kind: EntryHeader, Header: &h}}}
	g.run = start(b, remember(map[string]held{}), nil)
	if err := g.run.fault; err != nil {
		return nil, fmt.Errorf("new game of %s: %w", h.Rulebook, err)
	}
	g.log[0].State, g.log[0].Told = g.run.table.state(), slices.Clone(g.run.table.facts)
	return g, nil
}

func (h Header) check() error {
	switch {
	case h.Rulebook == "":
		return fmt.Errorf("%w: the header names no rulebook", ErrLog)
	case h.Format != Format:
		return fmt.Errorf("%w: it is in format %d, this program knows format %d: a newer program may read it", ErrLog, h.Format, Format)
	case len(h.Settings) > 0 && !json.Valid(h.Settings):
		return fmt.Errorf("%w: the header's settings are no JSON", ErrLog)
	}
	return nil
}

// Header returns what the game was begun with.
func (g *Game) Header() Header { return *g.log[0].Header }

// Stop ends the procedure. The game stays readable; it takes no answers any more.
func (g *Game) Stop() {
	g.ended = true
	g.run.cease()
}

// Err is the mistake in the rules that stopped the game, nil while there is none.
func (g *Game) Err() error { return g.run.fault }

// Outcome is how the game ended, nil while it goes on.
func (g *Game) Outcome() *Outcome {
	if g.diverged != nil {
		return nil
	}
	return g.run.outcome
}

// Pending returns the questions that wait for an answer: none when the game is
// over or stopped, several when they are answered at the same time.
func (g *Game) Pending() []Question {
	if g.diverged != nil {
		return nil
	}
	return g.run.open()
}

// Answer answers a pending question. An error changes nothing: it wraps
// ErrStale, ErrIllegal, ErrDiverged or ErrRules and says why.
func (g *Game) Answer(a Answer) error {
	q, err := g.asked(a)
	if err != nil {
		return err
	}
	if err := g.legal(q, a); err != nil {
		return err
	}
	a = plain(q, withKept(q, a))
	t := g.run.table
	told := len(t.facts)
	e := Entry{N: len(g.log), Kind: EntryAnswer, Key: q.Key, Answer: &a, Secret: t.hidden()}
	t.memory.put(q.Key, held{answer: &a, entry: e.N, origin: e.N})
	g.run.next()
	if fault := g.run.fault; fault != nil {
		return g.back(fault)
	}
	e.Told, e.State = slices.Clone(t.facts[told:]), t.state()
	g.log = append(g.log, e)
	return nil
}

// asked returns the pending question that a answers.
func (g *Game) asked(a Answer) (Question, error) {
	if err := g.awake(); err != nil {
		return Question{}, err
	}
	open := g.run.open()
	i := slices.IndexFunc(open, func(q Question) bool { return q.ID == a.To })
	switch {
	case i >= 0:
		return open[i], nil
	case g.run.outcome != nil:
		return Question{}, fmt.Errorf("%w: the game is over: %s", ErrStale, g.run.outcome.Text)
	case slices.ContainsFunc(g.run.table.now, func(n asking) bool { return n.question.ID == a.To }):
		return Question{}, fmt.Errorf("%w: that question is answered; amend the answer to change it", ErrStale)
	}
	return Question{}, fmt.Errorf("%w: no question %q is open", ErrStale, clip(a.To))
}

// awake says why the game takes no answers; nil if it takes them.
func (g *Game) awake() error {
	if g.ended {
		return errEnded
	}
	if g.diverged != nil && g.diverged.Entry == 0 {
		return fmt.Errorf("%w: %s", ErrDiverged, g.diverged.Why)
	}
	if g.diverged != nil {
		return fmt.Errorf("%w from entry %d on: accept what it makes of it, or undo to there", ErrDiverged, g.diverged.Entry)
	}
	return g.run.fault
}

// legal is Legal, and also checks what only the game knows: how many seats there are.
func (g *Game) legal(q Question, a Answer) error {
	if n := len(g.Header().Players); a.Seat < Everyone || int(a.Seat) > n {
		return refuse(q, fmt.Errorf("there is no seat %d at a table of %d", a.Seat, n))
	}
	if len(a.By) > 200 {
		return refuse(q, fmt.Errorf("who gave it is said in %d letters, 200 at the most", len(a.By)))
	}
	return Legal(q, a)
}

// Question returns the question of entry n (an answer or amendment) and the answer in effect now. It returns false
// if the game doesn't ask that question any more.
func (g *Game) Question(n int) (Question, Answer, bool) {
	if n <= 0 || n >= len(g.log) || g.log[n].Key == "" {
		return Question{}, Answer{}, false
	}
	return g.run.inEffect(g.log[n].Key)
}

// Amend puts a in the place of entry n's answer and computes everything after it again. a.To may be left empty. A
// later answer stays if its question is still the same and the answer is still legal. Otherwise the question is
// asked again, with the old answer shown. An error changes nothing.
func (g *Game) Amend(n int, a Answer) error {
	if err := g.awake(); err != nil {
		return err
	}
	q, _, ok := g.Question(n)
	if !ok {
		return fmt.Errorf("%w: entry %d is no answer that the game stands on now", ErrStale, n)
	}
	h, _ := g.run.table.memory.at(q.Key)
	if h.origin != g.origin(n) {
		return fmt.Errorf("%w: %q was answered again by entry %d: amend that one", ErrStale, q.Key, h.entry)
	}
	if a.To == "" {
		a.To = q.ID
	}
	if err := g.legal(q, a); err != nil {
		return err
	}
	a = plain(q, a)
	e := Entry{N: len(g.log), Kind: EntryAmend, Of: h.entry, Key: q.Key, Answer: &a, Secret: g.log[n].Secret}
	if err := g.enter(e); err != nil {
		return fmt.Errorf("amend entry %d: %w", n, err)
	}
	g.log[e.N].Told = slices.Clone(g.run.toldBy(q.Key))
	return nil
}

// origin returns the answer that entry n is, or that it amends.
func (g *Game) origin(n int) int {
	for g.log[n].Kind == EntryAmend {
		n = g.log[n].Of
	}
	return n
}

// Undo takes back entry n and every entry after it; corrections of earlier
// answers stay. Taking back an undo brings back what it took. An error changes
// nothing.
func (g *Game) Undo(n int) error {
	if n <= 0 || n >= len(g.log) {
		return fmt.Errorf("%w: there is no entry %d to take back, they go from 1 to %d", ErrStale, n, len(g.log)-1)
	}
	if in, kept := g.InEffect(); kept[n] {
		return fmt.Errorf("%w: entry %d was kept when the game went back past it: change it, or bring back what was taken back", ErrStale, n)
	} else if !in[n] {
		return fmt.Errorf("%w: entry %d has been taken back already", ErrStale, n)
	}
	if err := g.enter(Entry{N: len(g.log), Kind: EntryUndo, Of: n, Keep: corrections(g.log, n)}); err != nil {
		return fmt.Errorf("undo entry %d: %w", n, err)
	}
	return nil
}

// Accept lets the table go on with a log that this program plays differently. Later answers stay if their question
// is the same.
func (g *Game) Accept() error {
	if g.diverged == nil {
		return fmt.Errorf("%w: there is nothing to accept, the log plays as it was recorded", ErrStale)
	}
	e := Entry{N: len(g.log), Kind: EntryAccept, Of: g.diverged.Entry, Revision: g.book.Header().Revision}
	if err := g.enter(e); err != nil {
		return fmt.Errorf("accept: %w", err)
	}
	return nil
}

// enter appends an entry and plays the log again.
func (g *Game) enter(e Entry) error {
	if g.ended {
		return errEnded
	}
	log := append(slices.Clone(g.log), e)
	r, d, err := play(g.book, log, g.run.renamed)
	if err != nil {
		return err
	}
	if r.fault != nil {
		r.cease()
		return r.fault
	}
	g.run.cease()
	log[e.N].State = r.table.state()
	g.log, g.run, g.diverged = log, r, d
	return nil
}

// back plays the log again after the rules stopped at an answer.
func (g *Game) back(fault error) error {
	r, d, err := play(g.book, g.log, g.run.renamed)
	if err != nil {
		return err
	}
	g.run.cease()
	g.run, g.diverged = r, d
	return fault
}

// Log returns all entries, the header first. It holds every secret: it is meant for the disk. LogFor is what people
// may see.
func (g *Game) Log() []Entry { return slices.Clone(g.log) }

// Since returns the entries from number n on. Like Log, it is meant for the disk.
func (g *Game) Since(n int) []Entry { return slices.Clone(g.log[min(n, len(g.log)):]) }

// Entry is entry n of the log. Like Log, it is meant for the disk.
func (g *Game) Entry(n int) Entry { return g.log[n] }

// Entries is how many entries the log has, with the header.
func (g *Game) Entries() int { return len(g.log) }
