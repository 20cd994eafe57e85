package companion

import (
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"

	"astragal/companion/chapter"
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
	book     *tally.Book
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
	// goesOnWith: it is the count before it, in a new log.
	goesOnWith bool
	// log is its log while the journal is read, before it is played.
	log []engine.Entry
	// closed is what is kept of it since it was put away; else nil. Then it has no game, and its throws are away too.
	closed *chapter.Chapter
	// carried is what it goes on from, by the keys of names; nil where that isn't added up yet.
	carried map[string]tally.Standing
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
	return &count{settings: s, game: game, book: book}, nil
}

// next is a count that goes on from this one, in a log of its own; false where there is none now.
func (c *count) next() (*count, bool) {
	book, ok := c.book.Next(c.game)
	if !ok {
		return nil, false
	}
	game, err := engine.New(book)
	if err != nil {
		return nil, false
	}
	return &count{settings: c.settings, game: game, book: book, goesOnWith: true}, true
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
	return &count{settings: settings, game: game, book: book, disk: len(log), old: book.Old()}, nil
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
	if c.closed != nil {
		return tally.State{Standings: c.closed.Stands()}, true
	}
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
	return c.goesOnWith || !c.settings.Zero && reflect.DeepEqual(c.settings.Rules, earlier.settings.Rules)
}

// standings are where everybody stands in this count alone.
func (c *count) standings() []tally.Standing {
	st, _ := c.state()
	return st.Standings
}

func seatView(p tally.Standing) protocol.SeatView {
	v := protocol.SeatView{Seat: int(p.Seat), Name: p.Name, Team: p.Team, Total: p.Total, Rolls: p.Rolls}
	if p.Total == nil && len(p.Faces) > 0 {
		v.Faces = tally.FacesText(p.Faces)
	}
	return v
}

// before are the standings that count n goes on from, by the keys of names: those of the counts before it that have the same rules.
func (r *record) before(n int) map[string]tally.Standing {
	first := n
	for first > 0 && r.counts[first].carried == nil {
		first--
	}
	for i := first; i <= n; i++ {
		c := r.counts[i]
		if c.carried != nil {
			continue
		}
		c.carried = map[string]tally.Standing{}
		if i > 0 && c.goesOn(r.counts[i-1]) {
			c.carried = maps.Clone(r.counts[i-1].carried)
			standings := r.counts[i-1].standings()
			for _, p := range slices.Concat(standings, tally.Teams(standings)) {
				if was, ok := c.carried[carryKey(p)]; ok {
					p = p.Plus(was)
				}
				c.carried[carryKey(p)] = p
			}
		}
	}
	return r.counts[n].carried
}

// carryKey tells players, and teams, apart by what people take for one name.
func carryKey(p tally.Standing) string {
	if p.Name == p.Team && p.Seat == 0 && p.Name != "" {
		return "team " + names.Key(p.Name)
	}
	return "player " + names.Key(p.Name)
}

// carryAnew has what counts behind n go on from added up anew: what counts in n is something else now.
func (r *record) carryAnew(n int) {
	for i := n + 1; i < len(r.counts); i++ {
		r.counts[i].carried = nil
	}
}

// stands is where everybody stands in count n, with what it goes on from.
func (r *record) stands(n int) (seats, teams []tally.Standing) {
	seats = slices.Clone(r.counts[n].standings())
	teams = tally.Teams(seats)
	before := r.before(n)
	for _, list := range [][]tally.Standing{seats, teams} {
		for i, p := range list {
			if was, ok := before[carryKey(p)]; ok {
				list[i] = p.Plus(was)
			}
		}
	}
	return seats, teams
}

// countView is how things stand, with the totals of earlier counts that this one goes on from.
func (s *Session) countView() protocol.CountView {
	c := s.count()
	n, waits := s.waits()
	v := protocol.CountView{Settings: c.settings, Words: c.settings.Rules.Words(), Over: c.game.Outcome() != nil, Seats: []protocol.SeatView{}, Teams: []protocol.SeatView{}}
	if v.Settings.Players == nil {
		v.Settings.Players = []engine.Player{}
	}
	seats, teams := s.stands(len(s.counts) - 1)
	for _, p := range seats {
		v.Seats = append(v.Seats, seatView(p))
	}
	for _, t := range teams {
		v.Teams = append(v.Teams, seatView(t))
	}
	if q, err := waits.asksFor(); err == nil && n == len(s.counts)-1 {
		v.Question = q.ID
		if len(q.Roll.Exactly) > 0 {
			v.Asks = q.Text
		}
	}
	if st, ok := c.state(); ok {
		v.Words, v.Preset = st.Words, st.Preset
	}
	up := waits.seat(s.seat)
	for i := range v.Seats {
		v.Seats[i].Up = v.Seats[i].Seat == up && !v.Over
	}
	return v
}
