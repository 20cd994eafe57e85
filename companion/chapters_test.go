package companion

import (
	"bytes"
	"context"
	"log/slog"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"astragal/companion/dicecount"
	"astragal/companion/event"
	"astragal/companion/event/outbox"
	"astragal/companion/evidence"
	"astragal/companion/journal"
	"astragal/companion/protocol"
	"astragal/engine"
	"astragal/engine/tally"
)

// counting is a table of its own file. After so many rolls its counts go on in another log.
type counting struct {
	*Session
	journal *journal.Journal
	path    string
	chapter int
	clock   *time.Time
}

func newCounting(t *testing.T, chapter int) *counting {
	t.Helper()
	at := time.UnixMilli(1_770_000_000_000)
	c := &counting{path: filepath.Join(t.TempDir(), "table.db"), chapter: chapter, clock: &at}
	c.open(t)
	t.Cleanup(func() { c.close(t) })
	return c
}

func (c *counting) open(t *testing.T) {
	t.Helper()
	var err error
	c.journal, err = journal.Open(context.Background(), c.path, journal.Limits{})
	require.NoError(t, err)
	c.Session, err = OpenSession(context.Background(), SessionOptions{Journal: c.journal, Log: slog.New(slog.DiscardHandler), Chapter: c.chapter, Now: func() time.Time { return *c.clock }})
	require.NoError(t, err)
}

func (c *counting) close(t *testing.T) {
	t.Helper()
	c.Session.Close()
	require.NoError(t, c.journal.Close())
}

// shown is what people see of a count, whatever logs it is in.
type shown struct {
	Count protocol.CountView
	Asks  []string
	Rolls []protocol.RollView
	Dice  []dicecount.DieStatistics
	Older int
}

func (c *counting) shown(t *testing.T) shown {
	t.Helper()
	c.mu.Lock()
	v := c.view()
	c.mu.Unlock()
	st, err := c.Copy().Statistics(evidence.StatisticsOf{Typed: true})
	require.NoError(t, err)
	out := shown{Count: v.Count, Rolls: allRolls(t, &c.Copy().Record), Dice: st.Dice, Older: v.Older}
	out.Count.Question = ""
	for _, q := range v.Asks {
		out.Asks = append(out.Asks, q.Text)
	}
	return out
}

// counts acts at random: rolls, answers, corrections of old rolls, other players, other rules, other presets.
func (c *counting) counts(t *testing.T, r *rand.Rand) {
	t.Helper()
	*c.clock = c.clock.Add(time.Duration(r.IntN(5)) * time.Second)
	do := func(a protocol.Act) { _ = c.Do(t.Context(), a) } // what is refused changes nothing
	c.mu.Lock()
	_, waits := c.book.Waits()
	asks, throws := waits.Asks(), c.book.Throws.Len()
	c.mu.Unlock()
	if len(asks) > 0 {
		if a := engine.Random(asks[0], r); len(a.Dice) == 0 {
			do(protocol.Act{Do: protocol.DoAnswer, Question: asks[0].ID, Chosen: a.Chosen})
			return
		}
		var dice []protocol.TypedDie
		for _, d := range asks[0].Roll.Dice {
			dice = append(dice, protocol.TypedDie{Shape: d.Shape, Value: 2 + r.IntN(4)})
		}
		do(protocol.Act{Do: protocol.DoType, Dice: dice})
		return
	}
	id, value := 1+r.IntN(max(1, throws)), 1+r.IntN(6)
	rev := 0
	if throws > 0 {
		c.mu.Lock()
		require.NoError(t, c.book.reach(t.Context(), id))
		rev = c.book.Throws.Get(id).Rev
		c.mu.Unlock()
	}
	switch n := r.IntN(20); {
	case n < 12 || throws == 0:
		dice := []protocol.TypedDie{{Shape: "d6", Value: 1 + r.IntN(6)}}
		if r.IntN(3) == 0 {
			dice = []protocol.TypedDie{{Shape: "d10", Value: 1 + r.IntN(10)}, {Shape: "d10", Value: 1 + r.IntN(10)}}
		}
		if r.IntN(2) == 0 {
			dice = append(dice, protocol.TypedDie{Shape: "d20", Value: 1 + r.IntN(20)})
		}
		do(protocol.Act{Do: protocol.DoType, Dice: dice})
	case n < 16:
		do(protocol.Act{Do: protocol.DoFix, Throw: id, Rev: rev, Die: 1, Value: &value})
	case n == 16:
		do(protocol.Act{Do: []protocol.Deed{protocol.DoDiscard, protocol.DoRemove}[r.IntN(2)], Throw: id, Rev: rev, Die: 1})
	case n == 17 && r.IntN(3) == 0:
		count := protocol.CountSettings{Players: []engine.Player{{Name: "Ann", Team: "Red"}, {Name: "Bo"}}, Zero: r.IntN(3) == 0}
		count.Rules = []tally.Settings{{}, {Mode: tally.Faces}, {Again: &tally.Again{Values: []int{1}}}, {Order: tally.Turns}, {Mode: tally.Notation, Presets: []tally.Preset{{Name: "a", Notation: "1d6+3"}, {Name: "b", Notation: "2d10"}}}}[r.IntN(5)]
		do(protocol.Act{Do: protocol.DoCount, Count: &count})
	case n == 18:
		c.mu.Lock()
		q, err := waits.AsksFor()
		c.mu.Unlock()
		if err == nil && len(q.Roll.Else) > 2 {
			do(protocol.Act{Do: protocol.DoAnswer, Question: q.ID, Chosen: []string{q.Roll.Else[2+r.IntN(len(q.Roll.Else)-2)].ID}})
		}
	default:
		do(protocol.Act{Do: protocol.DoTurn, Seat: 1 + r.IntN(2)})
	}
}

// Nobody sees that a count goes on in another log. After any rolls, answers and corrections its totals, rolls and statistics are those of a count in
// one log.
func TestACountThatGoesOnInAnotherLogShowsTheSame(t *testing.T) {
	for seed := range uint64(5) {
		long, short := newCounting(t, 1_000_000), newCounting(t, 3+int(seed))
		r, same := rand.New(rand.NewPCG(seed, 8)), rand.New(rand.NewPCG(seed, 8))
		for i := range 120 {
			long.counts(t, r)
			short.counts(t, same)
			if i%40 == 39 {
				short.close(t)
				short.open(t)
			}
			if want := long.shown(t); len(want.Asks) == 0 { // while an old roll asks, a count in one log stands still at that roll
				require.Equal(t, want, short.shown(t), "seed %d, act %d", seed, i)
			} else {
				require.Equal(t, want.Asks, short.shown(t).Asks, "seed %d, act %d", seed, i)
			}
		}
		require.Greater(t, len(short.book.Record.Counts), len(long.book.Record.Counts)+3, "seed %d", seed)
	}
}

// What was said of ten-sided dice still holds in the next log.
func TestWhatWasSaidOfTenSidedDiceHoldsOnInTheNextLog(t *testing.T) {
	c := newCounting(t, 2)
	tens := []protocol.TypedDie{{Shape: "d10", Value: 10}, {Shape: "d10", Value: 10}}
	require.NoError(t, c.Do(t.Context(), protocol.Act{Do: protocol.DoType, Dice: tens}))
	_, waits := c.book.Waits()
	asks := waits.Asks()
	require.Len(t, asks, 1)
	require.NoError(t, c.Do(t.Context(), protocol.Act{Do: protocol.DoAnswer, Question: asks[0].ID, Chosen: []string{asks[0].Declare.Options[1].ID}}))
	for range 5 {
		require.NoError(t, c.Do(t.Context(), protocol.Act{Do: protocol.DoType, Dice: tens}))
		_, waits := c.book.Waits()
		require.Empty(t, waits.Asks())
	}
	require.Greater(t, len(c.book.Record.Counts), 2)
	rolls := allRolls(t, &c.Copy().Record)
	for _, r := range rolls {
		require.Equal(t, *rolls[0].Total, *r.Total)
	}
}

// row is what is kept of a count that was put away.
type row struct {
	n         int
	seq       int64
	link      []byte
	body, sum []byte
}

func (c *counting) rows(t *testing.T) []row {
	t.Helper()
	rows, err := c.journal.Database().QueryContext(t.Context(), "SELECT n, seq, link, body, sum FROM chapter ORDER BY n")
	require.NoError(t, err)
	defer func() { require.NoError(t, rows.Close()) }()
	var out []row
	for rows.Next() {
		var r row
		require.NoError(t, rows.Scan(&r.n, &r.seq, &r.link, &r.body, &r.sum))
		out = append(out, r)
	}
	require.NoError(t, rows.Err())
	return out
}

// killed is the table after its program was killed and change was made to its file. said is what the next program
// logs.
func (c *counting) killed(t *testing.T, change func(*journal.Journal)) (again *counting, said string) {
	t.Helper()
	again = &counting{path: filepath.Join(t.TempDir(), "table.db"), chapter: c.chapter, clock: c.clock}
	// Nothing may move from one file to another while they are copied.
	_, err := c.journal.Database().ExecContext(t.Context(), "PRAGMA wal_checkpoint(TRUNCATE)")
	require.NoError(t, err)
	for _, end := range []string{"", "-wal", ".head"} {
		raw, err := os.ReadFile(c.path + end)
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(again.path+end, raw, 0o600))
	}
	again.journal, err = journal.Open(t.Context(), again.path, journal.Limits{})
	require.NoError(t, err)
	change(again.journal)
	var log bytes.Buffer
	again.Session, err = OpenSession(t.Context(), SessionOptions{Journal: again.journal, Log: slog.New(slog.NewTextHandler(&log, nil)), Chapter: c.chapter, Now: func() time.Time { return *c.clock }})
	require.NoError(t, err)
	t.Cleanup(func() { again.close(t) })
	return again, log.String()
}

// away is how many counts were put away.
func (c *counting) away() (n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, of := range c.book.Record.Counts {
		if of.Closed != nil {
			n++
		}
	}
	return n
}

// The table is as it was, whenever the program is killed and whatever happens to its chapters. If a chapter is
// damaged, belongs to another table, or is older than the log, the table doesn't believe it.
func TestAfterAKillTheTableIsAsItWasWhateverIsKeptOfItsCounts(t *testing.T) {
	foreign := newCounting(t, 5)
	for range 80 {
		require.NoError(t, foreign.Do(t.Context(), protocol.Act{Do: protocol.DoType, Dice: []protocol.TypedDie{{Shape: "d6", Value: 6}}}))
	}
	others := foreign.rows(t)
	require.NotEmpty(t, others)
	put := func(j *journal.Journal, rows []row) {
		for _, r := range rows {
			_, err := j.Database().ExecContext(t.Context(), "INSERT OR REPLACE INTO chapter (n, seq, link, body, sum) VALUES (?, ?, ?, ?, ?)", r.n, r.seq, r.link, r.body, r.sum)
			require.NoError(t, err)
		}
	}
	killed := 0
	for seed := range uint64(3) {
		c := newCounting(t, 4+int(seed))
		r := rand.New(rand.NewPCG(seed, 11))
		var old []row
		for i := range 180 {
			c.counts(t, r)
			if i%18 != 17 || i < 70 {
				continue
			}
			if c.away() == 0 {
				continue
			}
			killed++
			rows, want := c.rows(t), c.shown(t)
			for what, change := range map[string]func(*journal.Journal){
				"nothing": func(*journal.Journal) {},
				"older":   func(j *journal.Journal) { put(j, old) },
				"some lost": func(j *journal.Journal) {
					_, err := j.Database().ExecContext(t.Context(), "DELETE FROM chapter WHERE n % 2 = ?", r.IntN(2))
					require.NoError(t, err)
				},
				"damaged": func(j *journal.Journal) {
					bad := rows[r.IntN(len(rows))]
					bad.body = bytes.Replace(bad.body, []byte(`"rolls":`), []byte(`"rolls":1`), 1)
					put(j, []row{bad})
				},
				"foreign": func(j *journal.Journal) { put(j, others) },
				"an older program's": func(j *journal.Journal) { // it numbered rolls by those that stood
					for _, r := range rows {
						body := bytes.Replace(r.body, []byte(`"v":2`), []byte(`"v":1`), 1)
						require.NotEqual(t, r.body, body)
						require.NoError(t, j.KeepChapter(t.Context(), journal.Chapter{N: r.n, Body: regexp.MustCompile(`"begun":\d+,`).ReplaceAll(body, nil)}))
					}
				},
			} {
				again, said := c.killed(t, change)
				require.Equal(t, want, again.shown(t), "seed %d, act %d, %s", seed, i, what)
				require.Equal(t, what == "damaged" || what == "foreign", strings.Contains(said, "not as it was written"), "%s: %s", what, said)
				require.Empty(t, again.journal.Damages())
				v, err := again.Verify(t.Context())
				require.NoError(t, err)
				require.Nil(t, v.Fault)
			}
			old = rows
		}
	}
	require.Greater(t, killed, 5)
}

// tells opens the table for an event; what it tells stays in the outbox.
func (c *counting) tells(t *testing.T) *outbox.Outbox {
	t.Helper()
	var err error
	c.journal, err = journal.Open(t.Context(), c.path, journal.Limits{})
	require.NoError(t, err)
	box, err := OutboxOf(t.Context(), c.journal, "cup")
	require.NoError(t, err)
	c.Session, err = OpenSession(t.Context(), SessionOptions{Journal: c.journal, Log: slog.New(slog.DiscardHandler), Chapter: c.chapter, Now: func() time.Time { return *c.clock }, Outbox: box, Event: "cup"})
	require.NoError(t, err)
	return box
}

func (c *counting) types(t *testing.T, n int) {
	t.Helper()
	for range n {
		require.NoError(t, c.Do(t.Context(), protocol.Act{Do: protocol.DoType, Dice: []protocol.TypedDie{{Shape: "d6", Value: 2}}}))
	}
}

func (c *counting) fixes(t *testing.T, id, value int) {
	t.Helper()
	require.NoError(t, c.Do(t.Context(), protocol.Act{Do: protocol.DoFix, Throw: id, Rev: 1, Die: 1, Value: &value}))
}

// An event is told of each roll and correction once, also of counts that were put away. Rolls from before the event are passed over. Rolls from a time
// when no event was told are told when the table is at the event again.
func TestAnEventIsToldOnceOfCountsThatWerePutAway(t *testing.T) {
	c := newCounting(t, 5)
	c.types(t, 80)
	c.close(t)
	box := c.tells(t)
	told := func() (rolls, corrections []string) {
		all, err := box.After(t.Context(), 0, 1000)
		require.NoError(t, err)
		for _, m := range all {
			if m.Kind == event.KindCorrection {
				corrections = append(corrections, m.Roll.ID)
			} else {
				rolls = append(rolls, m.Roll.ID)
			}
		}
		return rolls, corrections
	}
	restarts := func() {
		c.close(t)
		box = c.tells(t)
	}
	require.Positive(t, c.away())
	rolls, corrections := told()
	require.Empty(t, rolls)
	require.Empty(t, corrections)

	c.types(t, 60)
	c.fixes(t, 3, 4)
	c.fixes(t, 85, 4)
	restarts()
	rolls, corrections = told()
	require.Len(t, rolls, 60)
	require.Equal(t, []string{"t3", "t85"}, corrections)

	c.close(t)
	c.open(t)
	away := c.away()
	c.types(t, 60)
	c.fixes(t, 90, 4)
	c.fixes(t, 4, 5)
	require.Greater(t, c.away(), away)
	c.close(t)
	box = c.tells(t)
	restarts()
	rolls, corrections = told()
	require.Len(t, rolls, 120)
	require.Subset(t, corrections, []string{"t90"})
	c.fixes(t, 150, 6)
	_, more := told()
	require.Equal(t, append(corrections, "t150"), more)

	// A table at an event for years has in memory what was told of the rolls that are in memory, and no more. If a
	// roll was put away, it can still be corrected and taken out, and the event is told.
	atHand := func() (n int) {
		box.Keys(func(string, outbox.Told) { n++ })
		return n
	}
	few := atHand()
	require.Less(t, few, 100)
	c.types(t, 100)
	require.Less(t, atHand(), few+30)
	require.True(t, c.book.IsAway("t100"))
	c.fixes(t, 100, 5)
	c.types(t, 1)
	require.True(t, c.book.IsAway("t100"))
	require.NoError(t, c.Do(t.Context(), protocol.Act{Do: protocol.DoDiscard, Throw: 100, Rev: 2}))
	all, err := box.After(t.Context(), 0, 1000)
	require.NoError(t, err)
	var revs []int
	for _, m := range all {
		if m.Roll.ID == "t100" {
			revs = append(revs, m.Roll.Rev)
		}
	}
	require.Equal(t, []int{1, 2, 3}, revs)
	require.Equal(t, event.RollAnnulled, all[len(all)-1].Roll.Status)
}

// With -race this test finds data that lookers share with a table that puts counts away and takes them back.
func TestLookersReadWhileCountsAreTakenBackAndPutAway(t *testing.T) {
	c := newCounting(t, 5)
	c.types(t, 60)
	over := make(chan struct{})
	go func() {
		defer close(over)
		for i := range 25 {
			value := i%6 + 1
			_ = c.Do(context.Background(), protocol.Act{Do: protocol.DoFix, Throw: i + 1, Rev: 1, Die: 1, Value: &value})
			_ = c.Do(context.Background(), protocol.Act{Do: protocol.DoType, Dice: []protocol.TypedDie{{Shape: "d6", Value: value}}})
		}
	}()
	for done := false; !done; {
		select {
		case <-over:
			done = true
		default:
		}
		_, err := c.Copy().Statistics(evidence.StatisticsOf{Typed: true})
		require.NoError(t, err)
		n := 0
		require.NoError(t, c.Apart().EachRoll(t.Context(), func(protocol.RollView) error { n++; return nil }))
		require.GreaterOrEqual(t, n, 60)
		_, err = c.Copy().RollViews(t.Context(), 30, 20)
		require.NoError(t, err)
		c.Copy().DisputedRolls(100)
	}
	require.Len(t, allRolls(t, &c.Copy().Record), 85)
	require.Positive(t, c.away())
}

// An event is never told of what is older than the event. That holds if somebody corrected a count while nobody told
// the event and the table was killed before it could put the count away. It also holds if the count's chapters are
// lost. Changes from then on are told.
func TestAnEventIsNeverToldOfWhatIsOlderWhateverIsKept(t *testing.T) {
	for what, change := range map[string]func(*testing.T, *counting, []row){
		"killed": func(t *testing.T, c *counting, before []row) {
			t.Helper()
			_, err := c.journal.Database().ExecContext(t.Context(), "DELETE FROM chapter")
			require.NoError(t, err)
			for _, r := range before {
				_, err := c.journal.Database().ExecContext(t.Context(), "INSERT INTO chapter (n, seq, link, body, sum) VALUES (?, ?, ?, ?, ?)", r.n, r.seq, r.link, r.body, r.sum)
				require.NoError(t, err)
			}
		},
		"lost": func(t *testing.T, c *counting, _ []row) {
			t.Helper()
			_, err := c.journal.Database().ExecContext(t.Context(), "DELETE FROM chapter")
			require.NoError(t, err)
		},
	} {
		t.Run(what, func(t *testing.T) {
			c := newCounting(t, 5)
			c.types(t, 80)
			c.close(t)
			c.tells(t)
			c.types(t, 10)
			c.close(t)
			c.open(t)
			before := c.rows(t)
			require.NotEmpty(t, before)
			c.fixes(t, 3, 4)
			change(t, c, before)
			c.close(t)
			box := c.tells(t)
			all, err := box.After(t.Context(), 0, 1000)
			require.NoError(t, err)
			var told []string
			for _, m := range all {
				told = append(told, string(m.Kind)+" "+m.Roll.ID)
			}
			require.Len(t, told, 10, "%v", told)
			c.fixes(t, 5, 6)
			all, err = box.After(t.Context(), 0, 1000)
			require.NoError(t, err)
			require.Len(t, all, 11)
			require.Equal(t, event.KindCorrection, all[10].Kind)
			require.Equal(t, "t5", all[10].Roll.ID)
		})
	}
}

// If a table's disk is full at any moment, it loses nothing that it showed, and goes on once there is room.
func TestOnAFullDiskCountsLoseNothing(t *testing.T) {
	for seed := range uint64(2) {
		c := newCounting(t, 4)
		c.close(t)
		var err error
		c.journal, err = journal.Open(t.Context(), c.path, journal.Limits{File: 150<<10 + int64(seed)*13_000})
		require.NoError(t, err)
		c.Session, err = OpenSession(t.Context(), SessionOptions{Journal: c.journal, Log: slog.New(slog.DiscardHandler), Chapter: c.chapter, Now: func() time.Time { return *c.clock }})
		require.NoError(t, err)
		r, full := rand.New(rand.NewPCG(seed, 77)), 0
		for range 250 {
			c.counts(t, r)
			c.mu.Lock()
			if c.trouble.Now() != "" {
				full++
			}
			c.mu.Unlock()
		}
		require.Greater(t, full, 20)
		require.Positive(t, c.away())
		again, _ := c.killed(t, func(*journal.Journal) {})
		require.Equal(t, c.shown(t), again.shown(t), "seed %d", seed)
		require.NoError(t, again.Do(t.Context(), protocol.Act{Do: protocol.DoType, Dice: []protocol.TypedDie{{Shape: "d6", Value: 2}}}))
	}
}
