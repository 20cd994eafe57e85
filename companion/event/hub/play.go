package hub

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"astragal/companion/event"
	"astragal/companion/event/contest"
	"astragal/companion/names"
)

// play is who plays where: the contest, its rounds, the tables, and the players at each of them. The board embeds it; callers hold the board's lock.
type play struct {
	// order is what the standings are ordered by if no contest says it.
	order   Order
	contest *contest.Contest
	rounds  []roundRow
	tables  map[string]*tableState
	// seated is the table at which a player is checked in. paired is the table at which a player is paired in the round that holds.
	seated, paired map[string]string
}

func newPlay(order Order) play {
	return play{order: order, contest: contest.New(), tables: map[string]*tableState{}, seated: map[string]string{}}
}

// table finds a table, or makes it.
func (pl *play) table(name string) *tableState {
	t := pl.tables[name]
	if t == nil {
		t = &tableState{view: TableView{Name: name, Light: []string{}, Players: []string{}}}
		pl.tables[name] = t
	}
	return t
}

// playing is the round that is being played; the zero value if there is none.
func (pl *play) playing() roundRow {
	if n := len(pl.rounds); n > 0 && pl.rounds[n-1].over.IsZero() {
		return pl.rounds[n-1]
	}
	return roundRow{}
}

// nextRound is the round that may be paired.
func (pl *play) nextRound() int {
	if r := pl.playing(); r.n > 0 {
		if _, paired := pl.contest.Rounds[r.n]; !paired {
			return r.n
		}
	}
	return len(pl.rounds) + 1
}

// shownRound is the round whose pairings hold: the one that is being played, or else the last one that is paired; 0 for none.
func (pl *play) shownRound() int {
	r := pl.playing()
	if _, paired := pl.contest.Rounds[r.n]; r.n > 0 && !paired {
		return 0
	}
	if r.n > 0 {
		return r.n
	}
	return pl.contest.Last()
}

// usable are the tables to which players can be sent. Tables that are online come first.
func (pl *play) usable() []string {
	var there, away []string
	for _, name := range tableNames(pl.tables) {
		switch t := pl.tables[name]; {
		case t.view.Online:
			there = append(there, name)
		case t.source != "":
			away = append(away, name)
		}
	}
	return append(there, away...)
}

// canon is the event's name for a player, however a table writes it.
func (pl *play) canon(player string) string {
	if e, ok := pl.contest.Find(player); ok {
		return e.Name
	}
	return player
}

// endText is how a table's game ended, in words; empty while it goes on.
func (pl *play) endText(e contest.End) string {
	switch e.State {
	case contest.Open:
		return ""
	case contest.Twofold:
		return "two results that differ: a judge must say which holds"
	default: // it ended
	}
	var won []string
	for _, p := range e.Placed {
		if p.Result == contest.Won {
			won = append(won, pl.contest.Name(p.ID))
		}
	}
	if len(won) == 0 {
		if slices.ContainsFunc(e.Placed, func(p contest.Placed) bool { return p.Result == "" }) {
			return "over"
		}
		return "drawn"
	}
	return strings.Join(won, " and ") + " won"
}

// ranks is what the standings go by.
func (pl *play) ranks() Order {
	if !pl.contest.Set {
		return pl.order
	}
	switch pl.contest.Settings.Counts {
	case contest.ByPoints:
		return ByPoints
	case contest.ByBest:
		return ByBest
	case contest.ByHits:
		return ByHits
	default:
		return ByTotal
	}
}

// roundOfContest is a round as the desk sees it: its pairings, each with how it ended, and who sits out.
func (pl *play) roundOfContest(n int, ends []contest.End) ContestRound {
	round := ContestRound{N: n, Pairings: []PairingView{}, Byes: []string{}}
	for i, p := range pl.contest.Rounds[n].Pairings {
		v := PairingView{Table: p.Table, State: string(ends[i].State), By: ends[i].By, Text: pl.endText(ends[i]), Players: []PlacedView{}}
		for _, id := range p.Players {
			one := PlacedView{ID: id, Name: pl.contest.Name(id)}
			if k := slices.IndexFunc(ends[i].Placed, func(x contest.Placed) bool { return x.ID == id }); k >= 0 {
				x := ends[i].Placed[k]
				one.Result, one.Total, one.Best, one.Hits = x.Result, x.Total, x.Best, x.Hits
			}
			v.Players = append(v.Players, one)
		}
		round.Pairings = append(round.Pairings, v)
	}
	for _, id := range pl.contest.Rounds[n].Byes {
		round.Byes = append(round.Byes, pl.contest.Name(id))
	}
	return round
}

// tableOfPlayer is the table of a player's next game, by the contest or by the check-in; false if there is none.
func (pl *play) tableOfPlayer(player string) (string, bool) {
	if at, ok := pl.paired[player]; ok {
		return at, true
	}
	at, ok := pl.seated[player]
	return at, ok
}

// stranger says why a roll for a player can't simply count at a table; empty if it can. As long as nobody is checked in, everybody may play everywhere.
// Only a table itself scores under its name.
func (pl *play) stranger(table, player string) string {
	at, known := pl.tableOfPlayer(player)
	switch {
	case len(pl.seated)+len(pl.paired) == 0, known && at == table, !known && player == table:
		return ""
	case known:
		return fmt.Sprintf("%q is checked in at %q", player, at)
	case pl.tables[player] != nil:
		return fmt.Sprintf("%q is another table", player)
	}
	for _, places := range []map[string]string{pl.paired, pl.seated} {
		for _, other := range places {
			if other == table {
				return fmt.Sprintf("%q is not checked in at this table", player)
			}
		}
	}
	return ""
}

// strangerOf is stranger for a roll of a round. If that is another round than the one whose pairings hold, its own pairings say where the player plays.
func (pl *play) strangerOf(round int, table, player string) string {
	if e, ok := pl.contest.Find(player); ok && round != pl.shownRound() {
		if p, bye, paired := pl.contest.At(round, e.ID); paired && !bye {
			if p.Table == table {
				return ""
			}
			return fmt.Sprintf("%q was paired at %q", player, p.Table)
		}
	}
	return pl.stranger(table, player)
}

// playersAt are the players who are sent to a table, which is told of them now.
func playersAt(b *board, table string) []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	if t := b.tables[table]; t != nil {
		t.told = slices.Clone(t.view.Players)
		return t.told
	}
	return nil
}

// sentAnew are the sources of the tables that are online and to which others are sent than they were told.
func sentAnew(b *board) []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	var out []string
	for _, t := range b.tables {
		if t.source != "" && t.view.Online && !slices.Equal(t.told, t.view.Players) {
			out = append(out, t.source)
		}
	}
	return out
}

// checkedIn are the tables with their players, in order.
func (pl *play) checkedIn() []CheckedIn {
	at := map[string][]string{}
	for player, table := range pl.seated {
		at[table] = append(at[table], player)
	}
	out, order := []CheckedIn{}, names.Order()
	for table, players := range at {
		slices.SortFunc(players, order)
		out = append(out, CheckedIn{Table: table, Players: players})
	}
	slices.SortFunc(out, func(x, y CheckedIn) int { return order(x.Table, y.Table) })
	return out
}

// strangers says which players of a result are not those of its table. For a result of another round than the one whose pairings hold, the pairings of
// that round say it.
func (pl *play) strangers(r resultRow) string {
	if r.round != pl.shownRound() {
		if p, paired := pl.contest.Pairing(r.round, r.result.Seats); paired {
			if p.Table == r.table {
				return ""
			}
			return fmt.Sprintf("its players were paired at %q", p.Table)
		}
	}
	var why []string
	for _, p := range r.result.Seats {
		if name := pl.canon(short(names.Kept(p.Player), playerRunes)); name != "" {
			if w := pl.stranger(r.table, name); w != "" && !slices.Contains(why, w) {
				why = append(why, w)
			}
		}
	}
	return joined(why...)
}

// late says that something of a round came after the round was over.
func (pl *play) late(round int, received time.Time, correction bool) string {
	if round == 0 || round > len(pl.rounds) {
		return ""
	}
	r := pl.rounds[round-1]
	if r.over.IsZero() || received.Before(r.over) {
		return ""
	}
	if correction {
		return fmt.Sprintf("its correction came after %q was over", r.name)
	}
	return cameAfter(r.name)
}

// heldAt is the round whose pairings held at a time, as shownRound says it for now; 0 for none.
func (pl *play) heldAt(at time.Time) int {
	if n := pl.runningAt(at); n > 0 {
		if r, paired := pl.contest.Rounds[n]; !paired || r.At.After(at) {
			return 0
		}
		return n
	}
	last := 0
	for _, n := range pl.contest.PairedRounds() {
		if !pl.contest.Rounds[n].At.After(at) {
			last = n
		}
	}
	return last
}

// runningAt is the round that was being played at a time; 0 for none.
func (pl *play) runningAt(at time.Time) int {
	for _, r := range slices.Backward(pl.rounds) {
		if !at.Before(r.begun) && (r.over.IsZero() || at.Before(r.over)) {
			return r.n
		}
	}
	return 0
}

// hubTime is a time of a table's clock by the hub's, as far as it is known how far the table's is off.
func (pl *play) hubTime(table string, at time.Time) time.Time {
	if t := pl.tables[table]; t != nil && !at.IsZero() {
		return at.Add(-t.skew)
	}
	return at
}

// oncePerRound says that a player is paired in a roll's round, and the roll changes the standings: then the rolls of one game count there. byHits says
// that the numbers of its dice change them too, and not its total alone.
func oncePerRound(b *board, r rollRow) (once, byHits bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	byHits = b.contest.Settings.Counts == contest.ByHits
	e, ok := b.contest.Find(r.player)
	if !ok || r.total == nil && (!byHits || r.faces == "") {
		return false, byHits
	}
	_, bye, paired := b.contest.At(r.round, e.ID)
	return paired && !bye, byHits
}

// Why something waits whose time says of no round that it belongs there.
const (
	fitsNoRound = "its time fits no round"
	inNoRound   = "no round was being played then"
)

// roundOfRoll is the round to which a new roll belongs. why says why it waits, if its time alone makes it wait; else it is empty. begun is the first roll of
// its game or count. If its player was paired in that one's round, the roll is of that round, as the result of the game will be. Else it is of the round that
// was being played, or for which its player is paired. Before the first round everything counts.
func roundOfRoll(b *board, r, begun rollRow, received time.Time) (round int, why string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	at := b.hubTime(r.table, r.at)
	paired := func(n int) bool {
		e, ok := b.contest.Find(r.player)
		_, bye, there := b.contest.At(n, e.ID)
		return ok && there && !bye
	}
	if begun.round > 0 && paired(begun.round) {
		return begun.round, ""
	}
	n := cmp.Or(b.runningAt(at), b.runningAt(at.Add(clockSlack)))
	if held := b.heldAt(at); n == 0 && paired(held) {
		n = held
	}
	switch {
	case n > 0 && begun.first != 0 && paired(n) && b.hubTime(r.table, begun.at).Before(b.contest.Rounds[n].At):
		return n, begunEarly(n)
	case n > 0, len(b.rounds) == 0:
		return n, ""
	case b.runningAt(received) > 0:
		return b.runningAt(received), fitsNoRound
	}
	return 0, inNoRound
}

// begunEarly says that a game was begun before its players were paired for a round.
func begunEarly(round int) string {
	return fmt.Sprintf("its game was begun before round %d was paired", round)
}

// roundOfResult is the round to which a new result belongs: the one for which its players were paired when they began the game. A result of players who
// are paired with others is of the round in which the game was begun, or else of the one in which it ended. If its players are in no pairing, it is the
// other way round. If its time fits no round for which its players were paired, and they are paired by now, it is of the round for which they are
// paired, and why says so. If its time fits no round at all, why says that. known is when the game was begun by the hub's clock; if there is a why and its
// players are paired, it is never unknown.
func roundOfResult(b *board, m event.Message, received time.Time) (round int, known time.Time, why string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	r, ended := m.Result, b.hubTime(m.Table, m.At)
	known = b.hubTime(m.Table, r.Begun)
	begun := known
	if begun.IsZero() || begun.After(ended) {
		begun = ended
	}
	over := func(n int) bool {
		return n <= len(b.rounds) && !b.rounds[n-1].over.IsZero() && !b.rounds[n-1].over.After(begun)
	}
	if n := b.contest.RoundOf(r.Seats, ended, b.heldAt(begun), over); n > 0 && r.Over {
		return n, known, ""
	}
	first, last := b.runningAt(begun), b.runningAt(ended)
	n := cmp.Or(last, first)
	if b.inPairings(r.Seats, first, last) {
		n = cmp.Or(first, last)
	}
	if r.Over && !b.contest.Paired(n, r.Seats) {
		gone := func(n int) bool { return n <= len(b.rounds) && !b.rounds[n-1].over.IsZero() }
		if n := b.contest.RoundOf(r.Seats, b.now(), b.shownRound(), gone); n > 0 {
			return n, begun, fitsNone
		}
	}
	switch {
	case n > 0, len(b.rounds) == 0:
		return n, known, ""
	case b.runningAt(received) > 0:
		return b.runningAt(received), known, fitsNoRound
	}
	return 0, known, inNoRound
}

// inPairings says whether one of the players is paired in one of these rounds, with whomever, or has a bye there.
func (pl *play) inPairings(seats []event.Place, rounds ...int) bool {
	return slices.ContainsFunc(seats, func(p event.Place) bool {
		e, ok := pl.contest.Find(short(names.Kept(p.Player), playerRunes))
		return ok && slices.ContainsFunc(rounds, func(n int) bool {
			_, _, there := pl.contest.At(n, e.ID)
			return there
		})
	})
}
