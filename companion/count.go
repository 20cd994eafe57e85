package companion

import (
	"errors"
	"fmt"
	"reflect"
	"slices"

	"astragal/companion/names"
	"astragal/companion/protocol"
	"astragal/companion/throw"
	"astragal/engine"
	"astragal/engine/tally"
)

// count is one game of tally: the same rules and players from its first roll to its last.
type count struct {
	settings protocol.CountSettings
	game     *engine.Game
	disk     int // how many entries of the log are on disk
	// old: an older program began it, and it is counted as that did.
	old bool
	// stood is how it stands where the count is a copy; else nil, and the game knows.
	stood *tally.State
	// counted are the IDs of its throws, in the order in which they were counted.
	counted []int
	// stand are the rolls that stand, of the first looked that were counted.
	stand  [][]int
	looked int
	kept   kept
}

// errOver: the game takes no more rolls.
var errOver = errors.New("the count is over: begin another one to count this roll")

// errBlocked: something else must be answered first.
var errBlocked = errors.New("the roll before it still asks something: answer that first")

func newCount(s protocol.CountSettings) (*count, error) {
	var err error
	if s.Players, err = protocol.TidyPlayers(s.Players); err != nil {
		return nil, err
	}
	book, err := tally.New("", s.Players, s.Rules)
	if err != nil {
		return nil, err
	}
	game, err := engine.New(book)
	if err != nil {
		return nil, err
	}
	s.Rules = book.Settings()
	return &count{settings: s, game: game}, nil
}

// openCount goes on with a log.
func openCount(log []engine.Entry) (*count, error) {
	if len(log) == 0 || log[0].Header == nil {
		return nil, errors.New("its log has no header")
	}
	book, err := tally.Open(*log[0].Header)
	if err != nil {
		return nil, err
	}
	game, err := engine.Replay(book, log)
	if err != nil {
		return nil, err
	}
	settings := protocol.CountSettings{Players: log[0].Header.Players, Rules: book.Settings()}
	return &count{settings: settings, game: game, disk: len(log), old: book.Old()}, nil
}

// fresh are the entries that are not on disk yet; written says that they are now.
func (c *count) fresh() []engine.Entry { return c.game.Since(c.disk) }

func (c *count) written() { c.disk = c.game.Entries() }

// restore goes back to what is on disk.
func (c *count) restore() error {
	back, err := openCount(c.game.Log()[:c.disk])
	if err != nil {
		return fmt.Errorf("go back to what is on disk: %w", err)
	}
	c.game.Stop()
	c.game = back.game
	return nil
}

// asksFor is the roll that is waited for; an error says why there is none.
func (c *count) asksFor() (engine.Question, error) {
	open := c.game.Pending()
	switch {
	case len(open) == 0 && c.game.Outcome() != nil:
		return engine.Question{}, errOver
	case len(open) == 0:
		return engine.Question{}, cmpError(c.game.Err(), errBlocked)
	case open[0].Kind != engine.KindRoll:
		return engine.Question{}, errBlocked
	}
	return open[0], nil
}

func cmpError(err, otherwise error) error {
	if err != nil {
		return err
	}
	return otherwise
}

// seat is who the next roll counts for, when wanted is who should.
func (c *count) seat(wanted int) int {
	q, err := c.asksFor()
	if err != nil || len(q.Seats) == 0 || slices.Contains(q.Seats, engine.Seat(wanted)) {
		return min(wanted, len(c.settings.Players))
	}
	return int(q.Seats[0])
}

// roll counts a throw that answers q, and returns it tied to its entry of the log.
func (c *count) roll(t throw.Throw, q engine.Question) (throw.Throw, error) {
	a := engine.Answer{To: q.ID, Seat: engine.Seat(c.seat(t.Seat)), Dice: t.Thrown(), By: t.By}
	if err := c.game.Answer(a); err != nil {
		return t, err
	}
	t.Status, t.Entry, t.Key, t.Blocked = protocol.ThrowCounted, c.disk, q.Key, ""
	return t, nil
}

// answerer is the seat that answers a question.
func (c *count) answerer(question string) engine.Seat {
	for _, q := range c.game.Pending() {
		if q.ID == question && len(q.Seats) > 0 {
			return q.Seats[0]
		}
	}
	return engine.Everyone
}

// correct puts a throw's dice in the place of those that were counted; a throw that was taken out
// counts nothing.
func (c *count) correct(t throw.Throw) error {
	_, was, ok := c.game.Question(t.Entry)
	if !ok {
		return fmt.Errorf("%w: a correction has made this throw count for nothing", engine.ErrStale)
	}
	a := engine.Answer{Seat: was.Seat, Dice: t.Thrown(), By: throw.ByHand}
	if t.Status == protocol.ThrowDiscarded || len(a.Dice) == 0 {
		a.Dice, a.Chosen = nil, []string{"skip"}
	}
	return c.game.Amend(t.Entry, a)
}

// asks are the questions that a person answers: all but "throw the dice".
func (c *count) asks() []engine.Question {
	return slices.DeleteFunc(c.game.Pending(), func(q engine.Question) bool {
		return q.Kind == engine.KindRoll && len(q.Roll.Dice) == 0
	})
}

func (c *count) state() (tally.State, bool) {
	if c.stood != nil {
		return *c.stood, true
	}
	return tally.StateOf(c.game)
}

// results are a count's rolls as they stand.
type results struct{ tally.State }

func (c *count) results() *results {
	st, _ := c.state()
	return &results{st}
}

// of is the roll that the question with that key asked for; empty where none counts.
func (r *results) of(key string) tally.Roll {
	if r.Open != nil && r.Open.Key == key {
		open := *r.Open
		open.Result.Total = nil // it is not whole yet
		return open
	}
	return r.Roll(key)
}

func (c *count) name(seat engine.Seat) string {
	if seat < 1 || int(seat) > len(c.settings.Players) {
		return ""
	}
	return names.Kept(c.settings.Players[seat-1].Name)
}

// goesOn says whether the totals of an earlier count carry over into c.
func (c *count) goesOn(earlier *count) bool {
	return !c.settings.Zero && reflect.DeepEqual(c.settings.Rules, earlier.settings.Rules)
}

// standings are where everybody stands in this count alone.
func (c *count) standings() (seats, teams []protocol.SeatView) {
	st, ok := tally.StateOf(c.game)
	if !ok {
		return nil, nil
	}
	for _, p := range st.Standings {
		seats = append(seats, seatView(p))
	}
	for _, p := range st.Teams {
		teams = append(teams, seatView(p))
	}
	return seats, teams
}

func seatView(p tally.Standing) protocol.SeatView {
	v := protocol.SeatView{Seat: int(p.Seat), Name: p.Name, Team: p.Team, Total: p.Total, Rolls: p.Rolls}
	if p.Total == nil && len(p.Faces) > 0 {
		v.Faces = tally.FacesText(p.Faces)
	}
	return v
}

// countView is how things stand, with the totals of earlier counts that this one goes on from.
func (s *Session) countView() protocol.CountView {
	c := s.count()
	v := protocol.CountView{Settings: c.settings, Words: c.settings.Rules.Words(), Over: c.game.Outcome() != nil}
	if v.Settings.Players == nil {
		v.Settings.Players = []engine.Player{}
	}
	v.Seats, v.Teams = c.standings()
	for i := len(s.counts) - 1; i > 0 && s.counts[i].goesOn(s.counts[i-1]); i-- {
		seats, teams := s.counts[i-1].standings()
		addUp(v.Seats, seats)
		addUp(v.Teams, teams)
	}
	if q, err := c.asksFor(); err == nil {
		v.Question = q.ID
	}
	up := c.seat(s.seat)
	for i := range v.Seats {
		v.Seats[i].Up = v.Seats[i].Seat == up && !v.Over
	}
	v.Seats, v.Teams = append([]protocol.SeatView{}, v.Seats...), append([]protocol.SeatView{}, v.Teams...)
	return v
}

// addUp adds earlier totals to those of the same name.
func addUp(now, earlier []protocol.SeatView) {
	for i := range now {
		for _, e := range earlier {
			if !names.Same(e.Name, now[i].Name) {
				continue
			}
			now[i].Rolls += e.Rolls
			if e.Total != nil && now[i].Total != nil {
				sum := *now[i].Total + *e.Total
				now[i].Total = &sum
			}
		}
	}
}
