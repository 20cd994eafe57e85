package hub

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"astragal/companion/event/contest"
)

// contest does what a judge does with the contest. It is on disk before it returns.
func (h *Hub) contest(ctx context.Context, judge string, a contest.Act) (contest.Note, error) {
	h.ledger.Lock()
	defer h.ledger.Unlock()
	note, err := h.board.decide(judge, a)
	if err != nil {
		return note, refuse("%w", err)
	}
	if err := h.store.putNote(ctx, note, renamed(h.board, note)); err != nil {
		return note, err
	}
	h.board.note(note)
	tellSent(h)
	return note, nil
}

// putNote writes a note down. If the note changes a player's name, the player stays checked in under the new one.
func (s *store) putNote(ctx context.Context, n contest.Note, names map[string]string) error {
	body, err := json.Marshal(n)
	if err != nil {
		return fmt.Errorf("write down a note of the contest: %w", err)
	}
	tx, err := s.write.BeginTx(ctx, nil)
	if err != nil {
		return explain(err)
	}
	defer func() { _ = tx.Rollback() }()
	if _, err = tx.ExecContext(ctx, "INSERT INTO contest (at, judge, body) VALUES (?, ?, ?)", n.At.UnixMilli(), n.By, string(body)); err != nil {
		return explain(err)
	}
	for was, is := range names {
		if _, err = tx.ExecContext(ctx, "UPDATE OR REPLACE player SET name = ? WHERE name = ?", is, was); err != nil {
			return explain(err)
		}
	}
	return explain(tx.Commit())
}

// renamed are the names that a note changes, with the new ones.
func renamed(b *board, n contest.Note) map[string]string {
	if n.Kind != contest.NoteRename {
		return nil
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	out := map[string]string{}
	for _, e := range n.Entrants {
		out[b.contest.Name(e.ID)] = e.Name
	}
	return out
}

// nameSeats gives checked-in players the names that they have in the contest. The caller holds the lock.
func nameSeats(b *board) {
	for player, table := range b.seated {
		if is := b.canon(player); is != player {
			delete(b.seated, player)
			b.seated[is] = table
		}
	}
}

// notes calls do with every note of the contest, oldest first.
func (s *store) notes(ctx context.Context, do func(contest.Note)) error {
	return s.each(ctx, "SELECT body FROM contest ORDER BY n", func(row scanner) error {
		var body string
		var n contest.Note
		if err := row.Scan(&body); err != nil {
			return err
		}
		err := json.Unmarshal([]byte(body), &n)
		if err == nil {
			do(n)
		}
		return err
	})
}

func (s *store) loadContest(ctx context.Context, b *board) error {
	return s.notes(ctx, b.contest.Apply)
}

// decide makes the note of an act.
func (b *board) decide(judge string, a contest.Act) (contest.Note, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	w := contest.World{Now: b.now(), By: judge, Round: b.nextRound(), Tables: b.usable(), Played: b.results.played(), Rolled: b.scores.rolled(b.ranks(), b.canon, b.contest.Entered()), Lot: rand.Uint64()}
	return b.contest.Decide(a, w)
}

// note shows what happened to the contest.
func (b *board) note(n contest.Note) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.contest.Apply(n)
	if n.Kind == contest.NoteRename {
		nameSeats(b)
	}
	b.version++
	b.contested, b.scored, b.desked = b.version, b.version, b.version
	b.seatAll()
}

func (b *board) called(player string) string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.canon(player)
}

// seatAll works out anew at which table everybody is paired, and how each table's game ended. The caller holds the lock.
func (b *board) seatAll() {
	round := b.shownRound()
	b.paired = map[string]string{}
	now := map[string]TableView{}
	ends := b.contest.Ends(round, b.results.played())
	for i, p := range b.contest.Rounds[round].Pairings {
		v := TableView{Players: make([]string, 0, len(p.Players)), Ended: b.endText(ends[i])}
		for _, id := range p.Players {
			name := b.contest.Name(id)
			b.paired[name] = p.Table
			v.Players = append(v.Players, name)
		}
		now[p.Table] = v
		b.table(p.Table)
	}
	for name, t := range b.tables {
		v := now[name]
		if v.Players == nil {
			v.Players = []string{}
			for player, table := range b.seated {
				if table == name {
					v.Players = append(v.Players, player)
				}
			}
			slices.SortFunc(v.Players, strings.Compare)
		}
		if !slices.Equal(t.view.Players, v.Players) || t.view.Ended != v.Ended {
			t.view.Players, t.view.Ended = v.Players, v.Ended
			b.touch(t)
		}
		if b.blank(t) {
			delete(b.tables, name)
			b.version++
			b.forgot = b.version
		}
	}
}

// blank says that a table is nothing but a name: no machine, roll, result, call or player was ever there, and it holds no game of any round any more. A
// game was moved there by mistake. The caller holds the lock.
func (b *board) blank(t *tableState) bool {
	name := t.view.Name
	if t.source != "" || !t.heard.IsZero() || t.view.Rolls > 0 || len(t.view.Players) > 0 || len(b.refused[name]) > 0 {
		return false
	}
	for _, r := range b.contest.Rounds {
		if slices.ContainsFunc(r.Pairings, func(p contest.Pairing) bool { return p.Table == name }) {
			return false
		}
	}
	for _, r := range b.results {
		if r.table == name {
			return false
		}
	}
	return !slices.ContainsFunc(b.calls, func(c callRow) bool { return c.table == name })
}

// listed are standings that were worked out at a version of the board.
type listed struct {
	scored       int64
	all, current []Standing
	known        bool
	// at is a player's index in all, by number. A player who isn't in the standings has none.
	at map[int]int
}

// standings are the event's and the last round's, worked out once for each change. The caller holds the lock.
func (b *board) standings() listed {
	if b.listed.known && b.listed.scored == b.scored {
		return b.listed
	}
	out := listed{scored: b.scored, known: true, current: []Standing{}, at: map[int]int{}}
	from := b.contest.Settings.HitsFrom
	if b.contest.Set || len(b.contest.Entrants) > 0 {
		for _, l := range b.contest.Standings(b.results.played(), b.scores.rolled(b.ranks(), b.canon, b.contest.Entered()), len(b.rounds)) {
			if l.ID > 0 {
				out.at[l.ID] = len(out.all)
			}
			out.all = append(out.all, Standing{ID: l.ID, Place: l.Place, Player: l.Name, Rolls: l.Rolls, Total: l.Total, Best: l.Best, Hits: l.Hits, Games: l.Games,
				Wins: l.Wins, Losses: l.Losses, Draws: l.Draws, Byes: l.Byes, Points: l.Points, Opponents: l.Opponents, Beaten: float64(l.Beaten) / 2, Out: l.Out})
		}
	} else {
		out.all = b.scores.list(b.order, 0, from, nil)
	}
	if n := len(b.rounds); n > 0 {
		out.current = b.scores.list(b.ranks(), n, from, b.contest.Said(n, b.results.played()))
	}
	b.listed = out
	return out
}

// ContestView is how the contest stands, in short.
type ContestView struct {
	// Version grows with every change of who takes part and plays where.
	Version int64 `json:"version"`
	// System is how players are paired ("free", "swiss", "robin", "groups"). Ranks is what the standings are ordered by ("total", "best", "hits",
	// "wins", "points"). Ties is what decides between equals, in order.
	System string   `json:"system"`
	Ranks  string   `json:"ranks"`
	Ties   []string `json:"ties"`
	// Entrants is how many take part, Here how many of them are checked in and haven't given up.
	Entrants int `json:"entrants"`
	Here     int `json:"here"`
	// Round is the round whose pairings hold, 0 for none; Tables how many games it has, Ended how many of them are
	// over. Next is the round that can be paired, Paired whether it is.
	Round  int  `json:"round"`
	Tables int  `json:"tables"`
	Ended  int  `json:"ended"`
	Next   int  `json:"next"`
	Paired bool `json:"paired"`
	// Byes are the players without an opponent in the round whose pairings hold.
	Byes []string `json:"byes"`
}

// contestView is the contest in short. The caller holds the lock.
func (b *board) contestView() ContestView {
	s := b.contest.Settings
	v := ContestView{Version: b.contested, System: string(s.System), Ranks: string(b.ranks()), Ties: []string{}, Entrants: len(b.contest.Entrants), Round: b.shownRound(), Next: b.nextRound()}
	if b.contest.Set || v.Entrants > 0 {
		v.Ties = s.Ties()
	}
	for _, e := range b.contest.Entrants {
		if e.Here && !e.Out {
			v.Here++
		}
	}
	for _, p := range b.contest.Rounds[v.Round].Pairings {
		v.Tables++
		if t := b.tables[p.Table]; t != nil && t.view.Ended != "" {
			v.Ended++
		}
	}
	v.Byes = []string{}
	for _, id := range b.contest.Rounds[v.Round].Byes {
		v.Byes = append(v.Byes, b.contest.Name(id))
	}
	_, v.Paired = b.contest.Rounds[v.Next]
	return v
}

// ContestDetail is the whole contest: who takes part, who plays whom, and what came of it.
type ContestDetail struct {
	Version  int64            `json:"version"`
	Settings ContestSettings  `json:"settings"`
	Set      bool             `json:"set"`
	Entrants []EntrantView    `json:"entrants"`
	Rounds   []ContestRound   `json:"rounds"`
	Tables   []string         `json:"tables"`
	Log      []ContestLogLine `json:"log"`
}

// ContestSettings are how it is played.
type ContestSettings struct {
	System   string `json:"system"`
	Counts   string `json:"counts"`
	Seats    int    `json:"seats"`
	HitsFrom int    `json:"hits_from"`
	Win      int    `json:"win"`
	Draw     int    `json:"draw"`
	Bye      int    `json:"bye"`
}

// EntrantView is a player who takes part.
type EntrantView struct {
	ID   int    `json:"id"`
	Name string `json:"name"`
	// Here says that the player is checked in, Out that the player gave up. Late is the round before which the player came, 0 for from the start.
	Here bool `json:"here"`
	Out  bool `json:"out"`
	Late int  `json:"late"`
	// Table is where the player plays in the round that holds; empty for nowhere. Bye says that the player has no opponent.
	Table string `json:"table"`
	Bye   bool   `json:"bye"`
}

// ContestRound is who plays whom in a round.
type ContestRound struct {
	N        int           `json:"n"`
	Pairings []PairingView `json:"pairings"`
	// Byes are the players without an opponent.
	Byes []string `json:"byes"`
}

// PairingView is a table of a round.
type PairingView struct {
	Table   string       `json:"table"`
	Players []PlacedView `json:"players"`
	// State is "open", "ended" or "twofold" (two results that differ). By is the judge who entered the result, else empty. Text is the end in words.
	State string `json:"state"`
	By    string `json:"by"`
	Text  string `json:"text"`
}

// PlacedView is a player of a pairing.
type PlacedView struct {
	ID   int    `json:"id"`
	Name string `json:"name"`
	// Result is "won", "drawn" or "lost", empty while it is open and if only the rolls count; Total what the game came to, null for nothing. Best and Hits are its best roll and its
	// hits, null if no judge entered them.
	Result string `json:"result"`
	Total  *int   `json:"total"`
	Best   *int   `json:"best"`
	Hits   *int   `json:"hits"`
}

// ContestLogLine is one thing that a judge did with the contest.
type ContestLogLine struct {
	At   string `json:"at"`
	By   string `json:"by"`
	What string `json:"what"`
}

// contestDetail is the whole contest, without its log.
func (b *board) contestDetail() ContestDetail {
	b.mu.Lock()
	defer b.mu.Unlock()
	c, shown := b.contest, b.shownRound()
	s := c.Settings
	out := ContestDetail{Version: b.contested, Set: c.Set, Entrants: []EntrantView{}, Rounds: []ContestRound{}, Tables: tableNames(b.tables), Log: []ContestLogLine{},
		Settings: ContestSettings{System: string(s.System), Counts: string(s.Counts), Seats: s.Seats, HitsFrom: s.HitsFrom, Win: s.Win, Draw: s.Draw, Bye: s.Bye}}
	bye := map[int]bool{}
	for _, id := range c.Rounds[shown].Byes {
		bye[id] = true
	}
	for _, e := range c.Entrants {
		out.Entrants = append(out.Entrants, EntrantView{ID: e.ID, Name: e.Name, Here: e.Here, Out: e.Out, Late: e.Late, Table: b.paired[e.Name], Bye: bye[e.ID]})
	}
	played := b.results.played()
	for _, n := range c.PairedRounds() {
		out.Rounds = append(out.Rounds, b.roundOfContest(n, c.Ends(n, played)))
	}
	return out
}

// playersSaid is the most names in a line of what was done, as the page shows it. The log has all.
const playersSaid = 8

// saidOf are what the contest's notes say, in words, oldest first. A line has this many names at the most, 0 for all.
func (s *store) saidOf(ctx context.Context, most int) ([]ContestLogLine, error) {
	c, out := contest.New(), []ContestLogLine{}
	err := s.notes(ctx, func(n contest.Note) {
		out = append(out, ContestLogLine{At: stamp(n.At), By: n.By, What: n.Words(c, most)})
		c.Apply(n)
	})
	return out, explain(err)
}

// results are those of games, by source and id.
type results map[string]resultRow

// played are the games' results that count.
func (all results) played() []contest.Played {
	var out []contest.Played
	for _, r := range all {
		if _, how := contest.Judge(r.result); r.result.Over && !r.out() && how != "" {
			p := contest.Played{Round: r.round, Table: r.table, Seats: r.result.Seats, Begun: r.result.Begun}
			if r.judgement == letCount {
				p.Begun = time.Time{}
			}
			out = append(out, p)
		}
	}
	return out
}
