package bot

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"

	"astragal/engine"
)

// Bot plays games.
type Bot struct {
	// Most is how many answers a game may take before it counts as endless; 0 means 20,000.
	Most int
	// Changes is how many amendments and undos a game gets at most.
	Changes int
	// Seldom is how many answers lie between two replays and changes, on average; 0 means 12.
	Seldom int
	// Often is how many answers lie between two wrong answers that are tried, on average; 0 means 3.
	Often int
	// Incline may answer a question instead of chance (a bot that likes to attack). If it returns false, the bot
	// answers at random. It may be nil.
	Incline func(engine.Question, engine.Chance) (engine.Answer, bool)
	// Check is called at every question and says which of the rulebook's own invariants is broken. It may be nil.
	Check func(*engine.Game) error
}

// Result is a game that came to its end.
type Result struct {
	Answers int
	Entries int
	// Wrong counts the wrong answers that were tried. All were refused.
	Wrong   int
	Outcome engine.Outcome
	Log     []engine.Entry
	// Cited counts how often each rule was cited.
	Cited map[string]int
}

// Play plays one game. The error names the seed and the entry.
func (b Bot) Play(book engine.Rulebook, seed uint64) (Result, error) {
	game, err := engine.New(book)
	if err != nil {
		return Result{}, fmt.Errorf("seed %d: %w", seed, err)
	}
	p := &play{bot: b, book: book, game: game, chance: rand.New(rand.NewPCG(seed, seed)), changes: b.Changes}
	defer func() { p.game.Stop() }()
	if err := p.whole(); err != nil {
		return p.result, fmt.Errorf("seed %d, after entry %d: %w", seed, len(p.game.Log())-1, err)
	}
	p.result.Outcome, p.result.Log, p.result.Entries = *p.game.Outcome(), p.game.Log(), len(p.game.Log())
	p.result.Cited = cited(p.game.Facts())
	return p.result, nil
}

func cited(facts []engine.Fact) map[string]int {
	count := map[string]int{}
	for _, f := range facts {
		count[f.Rule]++
		for _, l := range f.Lines {
			count[l.Rule]++
		}
	}
	return count
}

// play is one game being played.
type play struct {
	bot     Bot
	book    engine.Rulebook
	game    *engine.Game
	chance  *rand.Rand
	changes int
	result  Result
}

func (p *play) whole() error {
	most := p.bot.Most
	if most == 0 {
		most = 20_000
	}
	for p.game.Outcome() == nil {
		if p.result.Answers == most {
			return fmt.Errorf("the game has not ended after %d answers", most)
		}
		if err := p.once(); err != nil {
			return err
		}
	}
	return p.replays()
}

// once answers one question. Now and then it also changes something, or checks everything.
func (p *play) once() error {
	often := p.bot.Often
	if often == 0 {
		often = 3
	}
	seldom := p.bot.Seldom
	if seldom == 0 {
		seldom = 12
	}
	open := p.game.Pending()
	if len(open) == 0 {
		return fmt.Errorf("a dead end: nothing is asked and the game isn't over (%v)", p.game.Err()) //nolint:errorlint // often there is none
	}
	if p.bot.Check != nil {
		if err := p.bot.Check(p.game); err != nil {
			return err
		}
	}
	q := open[p.chance.IntN(len(open))]
	if p.chance.IntN(often) == 0 {
		if err := p.wrong(q); err != nil {
			return err
		}
	}
	a := p.choose(q)
	if err := p.game.Answer(a); err != nil {
		return fmt.Errorf("the answer %+v to %q is legal, but was refused: %w", a, q.Key, err)
	}
	p.result.Answers++
	if p.changes > 0 && p.chance.IntN(seldom) == 0 {
		p.changes--
		if err := p.change(); err != nil {
			return err
		}
	}
	if p.chance.IntN(seldom) == 0 {
		return p.replays()
	}
	return nil
}

// choose is the bot's answer: Incline's, or else one at random.
func (p *play) choose(q engine.Question) engine.Answer {
	if p.bot.Incline != nil {
		if a, inclined := p.bot.Incline(q, p.chance); inclined {
			return a
		}
	}
	return engine.Random(q, p.chance)
}

// change amends or takes back something that has happened.
func (p *play) change() error {
	log := p.game.Log()
	n := 1 + p.chance.IntN(len(log)-1)
	if p.chance.IntN(3) == 0 {
		return p.backAndForth(n)
	}
	q, _, ok := p.game.Question(n)
	if !ok {
		return nil
	}
	a := engine.Random(q, p.chance)
	if err := p.game.Amend(n, a); err != nil && !errors.Is(err, engine.ErrStale) { // a later entry may have replaced it
		return fmt.Errorf("entry %d can't be amended to the legal answer %+v: %w", n, a, err)
	}
	return p.goesOn()
}

// goesOn checks that after a change the game goes on or is over.
func (p *play) goesOn() error {
	if p.game.Outcome() == nil && len(p.game.Pending()) == 0 {
		return fmt.Errorf("a change led to a dead end: %v", p.game.Err()) //nolint:errorlint // often there is none
	}
	return nil
}

// backAndForth takes entry n back and brings it back again. Then it may take it back for good.
func (p *play) backAndForth(n int) error {
	before := snap(p.game)
	switch err := p.game.Undo(n); {
	case errors.Is(err, engine.ErrStale):
		return nil //nolint:nilerr // it was taken back already
	case err != nil:
		return fmt.Errorf("entry %d can't be taken back: %w", n, err)
	}
	if err := p.game.Undo(len(p.game.Log()) - 1); err != nil {
		return fmt.Errorf("the undo of entry %d can't be taken back: %w", n, err)
	}
	if now := snap(p.game); !now.same(before) {
		return fmt.Errorf("entry %d taken back and brought back makes another game", n)
	}
	if p.chance.IntN(2) == 0 {
		said := p.said(n)
		if err := p.game.Undo(n); err != nil {
			return fmt.Errorf("entry %d can't be taken back a second time: %w", n, err)
		}
		if err := p.stillSaid(said); err != nil {
			return fmt.Errorf("going back to before entry %d: %w", n, err)
		}
	}
	return p.goesOn()
}

// said are the answers in effect to the questions before that of entry n, which is an answer. They are listed by the
// entries that answered first.
func (p *play) said(n int) map[int]engine.Answer {
	log := p.game.Log()
	said := map[int]engine.Answer{}
	in, _ := engine.InEffect(log)
	for i := 1; i < n && log[n].Kind == engine.EntryAnswer; i++ {
		if _, a, ok := p.game.Question(i); ok && in[i] && log[i].Kind == engine.EntryAnswer {
			said[i] = a
		}
	}
	return said
}

// stillSaid checks that none of these answers went back to an older one.
func (p *play) stillSaid(said map[int]engine.Answer) error {
	for i, was := range said {
		if _, now, ok := p.game.Question(i); ok && now.To == was.To && !reflect.DeepEqual(now, was) {
			return fmt.Errorf("the answer of entry %d was %+v and is %+v now", i, was, now)
		}
	}
	return nil
}

// replays checks that the log gives the same game.
func (p *play) replays() error {
	log := p.game.Log()
	again, err := engine.Replay(p.book, log)
	if err != nil {
		return err
	}
	defer again.Stop()
	if d := again.Diverged(); d != nil {
		return fmt.Errorf("replayed, the game differs from entry %d on: %s", d.Entry, d.Why)
	}
	if !snap(again).same(snap(p.game)) {
		return fmt.Errorf("replayed, the game of %d entries is another one", len(log))
	}
	return nil
}

// snapshot is all that can be seen of a game, except the length of its log.
type snapshot struct {
	views   []engine.View
	facts   []engine.Fact
	pending []engine.Question
	outcome *engine.Outcome
}

func snap(g *engine.Game) snapshot {
	s := snapshot{facts: g.Facts(), pending: g.Pending(), outcome: g.Outcome()}
	for seat := range len(g.Header().Players) + 1 {
		v := g.View(engine.Seat(seat))
		v.Entries = 0
		s.views = append(s.views, v)
	}
	return s
}

func (s snapshot) same(other snapshot) bool { return reflect.DeepEqual(s, other) }
