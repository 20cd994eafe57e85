package hall

import (
	"maps"

	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"astragal/companion/gamelog"
	"astragal/companion/gather"
	"astragal/companion/names"
	"astragal/companion/protocol"
	"astragal/companion/rulebook"
	"astragal/companion/throw"
	"astragal/engine"
)

// Game is one game that the table hosts: the engine's game, and what the table knows besides.
type Game struct {
	ID int
	gamelog.Log
	disk int // how many entries of the log are on disk
	// Seen says for the dice of a roll, by the entry that answered it, where a camera saw them.
	Seen   map[int]map[string]throw.Place
	paused bool
	// held says which device sits at a seat. The table's screen answers for a seat that nobody holds.
	held map[engine.Seat]string
	// wanted is the question whose dice the next throw is for; empty means the first that is asked.
	wanted string
	typed  gather.TypedDice
	// ask is the proposal that stands; nil while none does.
	ask *proposal
	// showing are the colours of dice that are being shown, by their names in the game: the next throw
	// is no roll. nil while none are.
	showing []string
	// shown is the throw that shows them, 0 before it.
	shown int
	// told is a sentence about dice that nobody asked for.
	told saying
	// back is, for a request, the game that gets the tray back when the request is done; 0 if the dice are counted then.
	back int
}

func newGame(id int, k rulebook.Kind, g *engine.Game) *Game {
	return &Game{ID: id, Log: gamelog.New(k, g),
		Seen: map[int]map[string]throw.Place{}, held: map[engine.Seat]string{}, typed: gather.TypedDice{}}
}

// fresh are the entries that are not on disk yet.
func (g *Game) fresh() []engine.Entry { return g.Engine.Since(g.disk) }

// kept takes in that all entries are on disk. at are the times of the entries that fresh gave.
func (g *Game) kept(at []time.Time) {
	if len(at) > 0 {
		g.goesOn()
	}
	g.disk = g.Engine.Entries()
	g.At = append(g.At, at...)
}

// goesOn ends what was proposed about the log, because the log has changed.
func (g *Game) goesOn() {
	if g.ask != nil && !g.ask.aboutSeat() {
		g.ask = nil
	}
}

// restore goes back to what is on disk, after a write that failed.
func (g *Game) restore() error {
	if g.disk == 0 {
		return nil // it never began
	}
	back, err := g.Kind.Reopened(g.Engine.Log()[:g.disk])
	if err != nil {
		return fmt.Errorf("go back to what is on disk: %w", err)
	}
	g.Engine.Stop()
	g.Engine = back
	return nil
}

// Title is what the game is called.
func (g *Game) Title() string {
	h := g.Engine.Header()
	if h.Title != "" {
		return h.Title
	}
	var players []string
	for _, p := range h.Players {
		players = append(players, names.Kept(p.Name))
	}
	if len(players) == 0 {
		return fmt.Sprintf("%s %d", g.Kind.Name, g.ID)
	}
	return strings.Join(players, " and ")
}

func (g *Game) status() protocol.GameStatus {
	switch {
	case g.Engine.Diverged() != nil || g.Engine.Err() != nil:
		return protocol.GameStopped
	case g.Engine.Outcome() != nil:
		return protocol.GameOver
	case g.paused:
		return protocol.GamePaused
	}
	return protocol.GamePlaying
}

// Rolling is the roll that the tray is for; false if the game asks for none.
func (g *Game) Rolling() (engine.Question, bool) {
	if g.status() != protocol.GamePlaying {
		return engine.Question{}, false
	}
	open := g.Engine.Pending()
	roll := func(q engine.Question) bool { return q.Kind == engine.KindRoll && !q.Secret }
	if i := slices.IndexFunc(open, func(q engine.Question) bool { return roll(q) && q.ID == g.wanted }); i >= 0 {
		return open[i], true
	}
	if i := slices.IndexFunc(open, roll); i >= 0 {
		return open[i], true
	}
	return engine.Question{}, false
}

// asked finds an open question.
func (g *Game) asked(id string) (engine.Question, bool) {
	open := g.Engine.Pending()
	i := slices.IndexFunc(open, func(q engine.Question) bool { return q.ID == id })
	if i < 0 {
		return engine.Question{}, false
	}
	return open[i], true
}

// playing is the reason why the game takes no answers; nil if it takes them.
func (g *Game) playing() error {
	if g.paused {
		return protocol.Illegal("This game is paused: go on with it first")
	}
	return nil
}

// errNoGame says that the game that an act names is not there.
var errNoGame = errors.New("there is no such game at this table")

// Frozen is a copy that stays as it is.
func (g *Game) Frozen() *Game {
	out := *g
	out.Log, out.Seen, out.held = g.Log.Frozen(), maps.Clone(g.Seen), maps.Clone(g.held)
	return &out
}
