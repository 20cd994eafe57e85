package engine

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
)

// Divergence is the first place where this program plays a log differently than the program that wrote it. The game
// stops there until somebody calls Accept or Undo.
type Divergence struct {
	// Entry is the first one that comes out differently; 0 if newer rules played the log, so that nobody knows what this program doesn't.
	Entry int `json:"entry"`
	// Why is a sentence for people.
	Why string `json:"why"`
	// Was is what was told after the entry when it was written. Now is what this program tells there.
	Was []Fact `json:"was,omitempty"`
	Now []Fact `json:"now,omitempty"`
}

// Replay makes the game that a log holds. b must have been made from the log's header. If the log can't be followed
// at all, the error wraps ErrLog. If b only plays it differently, the game stops there, and Diverged says where.
func Replay(b Rulebook, log []Entry) (*Game, error) {
	if err := checkLog(log); err != nil {
		return nil, fmt.Errorf("replay: %w", err)
	}
	if want, got := log[0].Header.Rulebook, b.Header().Rulebook; want != got {
		return nil, fmt.Errorf("replay: %w: it is of a game of %q, not of %q", ErrLog, want, got)
	}
	log = slices.Clone(log)
	renamed, err := renamedIn(b, log)
	if err != nil {
		return nil, fmt.Errorf("replay: %w", err)
	}
	r, d, err := play(b, log, renamed)
	if err != nil {
		return nil, fmt.Errorf("replay: %w", err)
	}
	g := &Game{book: b, log: log, run: r, diverged: d}
	if d == nil {
		g.share()
	}
	return g, nil
}

// renamedIn finds the answers of a log that were given to questions with other IDs than this program gives them. After a correction nobody can tell whether a
// question is another one because of that, or because of the rules. So the log is played up to each correction.
func renamedIn(b Rulebook, log []Entry) (map[int]string, error) {
	if log[0].Header.Revision == b.Header().Revision {
		return nil, nil //nolint:nilnil // nothing is renamed
	}
	var renamed map[int]string
	for n, e := range log {
		if e.Kind != EntryAmend && e.Kind != EntryUndo {
			continue
		}
		r, _, err := play(b, log[:n], renamed)
		if err != nil {
			return nil, err
		}
		r.cease()
		renamed = r.renamed
	}
	return renamed, nil
}

// share replaces facts of the log by equal ones that the table told, so that a long game holds them once.
func (g *Game) share() {
	for i, s := range g.run.table.steps {
		if s.entry == 0 {
			continue
		}
		if now := g.run.tellingAt(i); now.by == s.entry && len(now.facts) > 0 && reflect.DeepEqual(now.facts, g.log[s.entry].Told) {
			g.log[s.entry].Told = slices.Clip(now.facts)
		}
	}
}

// Diverged says where this program plays the log differently; nil if it doesn't.
func (g *Game) Diverged() *Divergence { return g.diverged }

// play runs a log from the beginning. renamed are the IDs of questions to which answers count that were given to other IDs, by entry.
func play(b Rulebook, log []Entry, renamed map[int]string) (*run, *Divergence, error) {
	effect, _ := history(log)
	answers, err := recall(log, effect)
	if err != nil {
		return nil, nil, err
	}
	for key, h := range answers {
		h.as = renamed[h.entry]
		answers[key] = h
	}
	a := newAudit(log, effect, b.Header().Revision)
	r := start(b, remember(answers), a)
	a.end(r)
	if a.found != nil {
		a.found.Why += played(log, effect, b.Header())
	} else if was := playedBy(log, effect); was > b.Header().Revision { // it may come out the same so far, and what is answered next would be by older rules
		a.found = &Divergence{Why: fmt.Sprintf("a newer program played this with revision %d of its rules, and this program has revision %d: update this program", was, b.Header().Revision)}
	}
	r.table.audit = nil
	r.renamed = maps.Clone(renamed)
	if r.renamed == nil {
		r.renamed = map[int]string{}
	}
	maps.Copy(r.renamed, a.renamed) // what this play found is newer
	return r, a.found, nil
}

// played says with which revision of the rules a log was played, if that isn't this program's.
func played(log []Entry, effect []int, now Header) string {
	switch was := playedBy(log, effect); {
	case was < now.Revision:
		return " (" + fmt.Sprintf("it was played by revision %d of %s, this program has revision %d", was, now.Rulebook, now.Revision) + ")"
	case was > now.Revision:
		return " (" + fmt.Sprintf("it was played by revision %d of %s, this program is older and has revision %d", was, now.Rulebook, now.Revision) + ")"
	}
	return ""
}

// playedBy is the revision of the rules with which a log was played last.
func playedBy(log []Entry, effect []int) int {
	was := log[0].Header.Revision
	for _, n := range effect {
		if log[n].Kind == EntryAccept {
			was = log[n].Revision
		}
	}
	return was
}

// checkLog refuses entries that don't have the form of a log.
func checkLog(log []Entry) error {
	if len(log) == 0 || log[0].Kind != EntryHeader || log[0].Header == nil {
		return fmt.Errorf("%w: it doesn't begin with a header", ErrLog)
	}
	if err := log[0].Header.check(); err != nil {
		return err
	}
	for n, e := range log {
		if err := e.check(n); err != nil {
			return fmt.Errorf("%w: entry %d: %w", ErrLog, n, err)
		}
		if e.Kind != EntryUndo {
			continue
		}
		effect, stands := history(log[:n])
		if !stands[e.Of] {
			return fmt.Errorf("%w: entry %d takes back entry %d, which was taken back already", ErrLog, n, e.Of)
		}
		if err := e.keeps(log, effect); err != nil {
			return fmt.Errorf("%w: entry %d: %w", ErrLog, n, err)
		}
	}
	return nil
}

// keeps says what is wrong with the answers that an undo keeps. effect lists the entries in effect before it.
func (e Entry) keeps(log []Entry, effect []int) error {
	last := e.Of
	for _, k := range e.Keep {
		switch {
		case k <= last:
			return fmt.Errorf("it keeps entry %d, which is not after entry %d", k, last)
		case !slices.Contains(effect, k) || log[k].Answer == nil:
			return fmt.Errorf("it keeps entry %d, which is no answer that stood", k)
		}
		last = k
	}
	return nil
}

func (e Entry) check(n int) error {
	if e.N != n {
		return fmt.Errorf("it is numbered %d: an entry is missing or there twice", e.N)
	}
	if e.Hidden {
		return fmt.Errorf("its answer was left out: this is a seat's copy, the table's log is needed")
	}
	answers := e.Kind == EntryAnswer || e.Kind == EntryAmend
	switch {
	case n == 0:
		return nil
	case e.Kind == EntryHeader:
		return fmt.Errorf("a second header")
	case answers && (e.Answer == nil || e.Key == ""):
		return fmt.Errorf("it has no answer, or doesn't say to what")
	case !answers && e.Kind != EntryUndo && e.Kind != EntryAccept:
		return fmt.Errorf("the kind %q is not known: a newer program may read it", clip(string(e.Kind)))
	case (e.Kind == EntryAmend || e.Kind == EntryUndo) && (e.Of < 1 || e.Of >= n):
		return fmt.Errorf("it is about entry %d, which is not there", e.Of)
	case len(e.Keep) > 0 && e.Kind != EntryUndo:
		return fmt.Errorf("it keeps answers, which only going back does")
	}
	return nil
}
