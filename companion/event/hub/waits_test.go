package hub_test

import (
	"database/sql"
	"io"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"astragal/companion/event"
	"astragal/companion/event/contest"
	"astragal/companion/event/hub"
)

func (h *here) does(t testing.TB, path string, what any) {
	t.Helper()
	status, answer := post(t, h.pages+path, what)
	require.Equal(t, http.StatusOK, status, answer)
}

// rolls sends a roll of a player at a moment, and waits until the hub has it.
func (s *simTable) rolls(player string, total int, at time.Time) {
	s.t.Helper()
	s.rolled++
	m := rollOf(s.rolled, player, total)
	m.At, m.Roll.At = at, at
	s.tell(m)
	s.through()
}

// corrects sends a roll of two dice anew.
func (s *simTable) corrects(n, rev, total int, player string, status event.RollStatus) {
	s.t.Helper()
	m := rollOf(n, player, total)
	m.Kind, m.Roll.Rev, m.Roll.Status, m.Roll.Corrected = event.KindCorrection, rev, status, true
	s.tell(m)
	s.through()
}

// waits checks what waits for a judge, by its reasons, the newest first.
func waits(t testing.TB, h *here, why ...string) []hub.WaitingLine {
	t.Helper()
	v := view(t, h)
	list := each(v.Desk.Waiting)
	require.Equal(t, len(why), v.Counts.Waiting, "so many wait for a judge; what the desk has: %+v", list)
	require.Len(t, list, len(why))
	for i, w := range why {
		require.Contains(t, list[i].Why, w)
	}
	return list
}

// each are lines of the desk with a line for each roll.
func each(lines []hub.WaitingLine) []hub.WaitingLine {
	out := []hub.WaitingLine{}
	for _, line := range lines {
		others := line.Others
		line.Others, line.Rolls = nil, min(line.Rolls, 1)
		out = append(out, line)
		for _, o := range others {
			line.Roll, line.Called, line.At, line.Player, line.Text, line.Counts = o.Roll, o.Called, o.At, o.Player, o.Text, o.Counts
			out = append(out, line)
		}
	}
	return out
}

// again is the same hub, started anew.
func (h *here) again(t testing.TB) *here {
	t.Helper()
	h.stop()
	return startHub(t, func(o *hub.Options) { o.Dir = h.dir })
}

func TestATotalThatItsDiceContradictWaitsForAJudge(t *testing.T) {
	h := startHub(t, nil)
	a := newSim(t, "Table 1", h.dial(t, "Table 1"))
	lie := func(change func(*event.Roll)) {
		a.rolled++
		m := rollOf(a.rolled, "Mallory", 8)
		change(m.Roll)
		a.tell(m)
	}
	number := func(n int) *int { return &n }
	for _, l := range []func(*event.Roll){
		func(r *event.Roll) { r.Total = number(999_999) },
		func(r *event.Roll) { r.Total = number(-1) },
		func(r *event.Roll) { r.Dice[0].Value, r.Total, r.Text = number(99), number(106), "106 = 99 + 7" },
		func(r *event.Roll) { r.Dice = nil },
		func(r *event.Roll) { r.Dice[1].Value = nil },
		func(r *event.Roll) { r.Total = number(7) },
		func(r *event.Roll) { r.Text = "8 = 7 + 7" },
		func(r *event.Roll) {
			r.Dice[0].Shape, r.Dice[0].Value, r.Total, r.Text = "", number(5000), number(5007), "5007 = 5000 + 7"
		},
	} {
		lie(l)
	}
	a.through()
	waits(t, h, "its die shows 5000", `its words say "8 = 7 + 7"`, `its words say "8 = 1 + 7"`, "its dice come to", "its dice come to", "its d6 shows 99", "at the least", "it counts 999999, and its dice come to 8 at the most")
	require.Zero(t, standing(view(t, h), "Mallory"))
	require.Contains(t, view(t, h).Tables[0].Last.Why, "waits for a judge: its die shows 5000")
	for _, ok := range []func(*event.Roll){
		func(*event.Roll) {},
		func(r *event.Roll) { r.Total, r.Text = number(7), "7 (the highest one of two dice: 7, 1)" },
		func(r *event.Roll) { r.Total, r.Text = number(2), "2 successes: 7 twice (threshold 5)" },
		func(r *event.Roll) {
			r.Dice[0].Shape, r.Dice[1].Shape, r.Total, r.Text = "d10", "d10", number(71), "71 (one d100)"
		},
		func(r *event.Roll) { r.Total, r.Text = nil, "a hand and a sword" },
	} {
		lie(ok)
	}
	a.through()
	require.Equal(t, 8+7+2+71, standing(view(t, h), "Mallory").Total)
	require.Equal(t, 8, view(t, h).Counts.Waiting)
	// What waits still waits after a restart. Then a judge decides.
	h = h.again(t)
	h.does(t, "/api/waiting", hub.WaitingAct{Do: event.Leave, Rolls: []int64{1}, Reason: "no die shows that"})
	h.does(t, "/api/waiting", hub.WaitingAct{Do: event.Count, Rolls: []int64{6}})
	require.Equal(t, 6, view(t, h).Counts.Waiting)
	require.Equal(t, 88+7, standing(view(t, h), "Mallory").Total)
	status, answer := post(t, h.pages+"/api/waiting", hub.WaitingAct{Do: event.Leave, Rolls: []int64{1}})
	require.Equal(t, 422, status)
	require.Contains(t, answer, "doesn't wait")
}

// If a table adds something to its dice, that counts once a judge has allowed it. The judge allows no more than that.
func TestAJudgeAllowsWhatATableAddsToItsDice(t *testing.T) {
	h := startHub(t, nil)
	a := newSim(t, "Table 1", h.dial(t, "Table 1"))
	adds := func(more int) {
		a.rolled++
		m := rollOf(a.rolled, "Ann", 8)
		total := 8 + more
		m.Roll.Total, m.Roll.Text = &total, ""
		a.tell(m)
		a.through()
	}
	adds(2)
	require.Equal(t, 2, waits(t, h, "it counts 10")[0].Beyond)
	h.does(t, "/api/waiting", hub.WaitingAct{Do: event.Count, Rolls: []int64{1}, Onwards: true})
	adds(2)
	adds(3)
	waits(t, h, "it counts 11")
	h = h.again(t)
	require.Equal(t, 20, standing(view(t, h), "Ann").Total)
	waits(t, h, "it counts 11")
}

// The highest total wins a count. If totals come late, a judge decides about them.
func TestLateTotalsWaitForAJudge(t *testing.T) {
	h := startHub(t, nil)
	a := newSim(t, "Table 1", h.dial(t, "Table 1"))
	a.connected()
	begins(t, h.pages, 2)
	does(t, h.pages, contest.Act{Do: "pair"})
	startRound(t, h.pages, 1)
	at := time.Now()
	counted := func(rev, one, two int) {
		a.tell(event.Message{At: at, Kind: event.KindResult, Result: &event.Result{ID: "g1", Rev: rev, Over: true, Text: "The count is over.",
			Seats: []event.Place{{Player: "Player 1", Total: &one}, {Player: "Player 2", Total: &two}}}})
		a.through()
	}
	counted(1, 10, 8)
	h.does(t, "/api/round", hub.RoundAct{Do: "end"})
	require.Equal(t, "Player 1 won", contestOf(t, h.pages).Rounds[0].Pairings[0].Text)
	counted(2, 10, 12)
	waits(t, h, "its correction came after")
	require.Equal(t, "Player 1 won", contestOf(t, h.pages).Rounds[0].Pairings[0].Text)
	h.does(t, "/api/waiting", hub.WaitingAct{Do: event.Count, Results: []string{"src-Table 1/g1"}})
	require.Equal(t, "Player 2 won", contestOf(t, h.pages).Rounds[0].Pairings[0].Text)
}

// Two who are paired have one result. What a second game of theirs comes to waits, also if both come in one batch: the first one stands until a judge decides.
func TestASecondResultOfAPairingWaitsForAJudge(t *testing.T) {
	h := startHub(t, nil)
	a := newSim(t, "Table 1", h.dial(t, "Table 1"))
	a.connected()
	begins(t, h.pages, 2)
	does(t, h.pages, contest.Act{Do: "pair"})
	startRound(t, h.pages, 1)
	ends := func() hub.PairingView { return contestOf(t, h.pages).Rounds[0].Pairings[0] }
	a.plays(1, false, "Player 1", "Player 2")
	a.plays(2, false, "Player 2", "Player 1")
	a.through()
	waits(t, h, "its players have a result in this round already")
	require.Equal(t, "Player 1 won", ends().Text)
	require.Equal(t, 3, standing(view(t, h), "Player 1").Points)
	h = h.again(t)
	require.Equal(t, "Player 1 won", ends().Text, "so it is after a restart")
	h.does(t, "/api/waiting", hub.WaitingAct{Do: event.Leave, Results: []string{"src-Table 1/g2"}})
	waits(t, h)
	require.Equal(t, "Player 1 won", ends().Text)
}

// A game that goes on after its round was ended brings its result all the same: it waits for a judge, and is of that round.
func TestAResultAfterItsRoundWaitsForAJudge(t *testing.T) {
	h := startHub(t, nil)
	a := newSim(t, "Table 1", h.dial(t, "Table 1"))
	a.connected()
	begins(t, h.pages, 2)
	does(t, h.pages, contest.Act{Do: "pair"})
	startRound(t, h.pages, 1)
	h.does(t, "/api/round", hub.RoundAct{Do: "end"})
	a.plays(1, false, "Player 1", "Player 2")
	a.through()
	waits(t, h, `it came after "Round 1" was over`)
	require.Equal(t, "open", contestOf(t, h.pages).Rounds[0].Pairings[0].State)
	h.does(t, "/api/waiting", hub.WaitingAct{Do: event.Count, Results: []string{"src-Table 1/g1"}})
	require.Equal(t, "Player 1 won", contestOf(t, h.pages).Rounds[0].Pairings[0].Text)
}

func TestALateRollWaitsForAJudge(t *testing.T) {
	h := startHub(t, nil)
	a := newSim(t, "Table 1", h.dial(t, "Table 1"))
	h.does(t, "/api/round", hub.RoundAct{Do: "start", Name: "Round 1", Minutes: 50})
	during := time.Now()
	a.rolls("Ann", 8, during)
	a.tell(event.Message{At: during, Kind: event.KindResult, Result: &event.Result{ID: "g1", Rev: 1, Over: true, Text: "Ann wins.", Seats: []event.Place{{Player: "Ann", Won: true}, {Player: "Bo"}}}})
	a.through()
	h.does(t, "/api/round", hub.RoundAct{Do: "end"})
	a.rolls("Ann", 7, during)
	waits(t, h, `it came after "Round 1" was over`)
	require.Equal(t, 8, standing(view(t, h), "Ann").Total)
	require.Eventually(t, func() bool {
		return a.at().Waits == `One roll or result waits for a judge: it came after "Round 1" was over`
	}, patience, 5*time.Millisecond, "the table isn't told")

	// A correction waits too: the roll counts as it did until a judge has decided. It is the same if a roll is taken
	// out, or given to another player.
	a.corrects(1, 2, 20, "Ann", event.RollCounted)
	require.Equal(t, "8 for Ann", waits(t, h, "", "its correction came after")[1].Counts)
	a.corrects(1, 3, 8, "Ann", event.RollAnnulled)
	a.corrects(1, 4, 8, "Bo", event.RollCounted)
	require.Equal(t, 8, standing(view(t, h), "Ann").Total)
	require.Zero(t, standing(view(t, h), "Bo").Total)
	a.corrects(1, 5, 8, "Ann", event.RollCounted)
	waits(t, h, "it came after")
	a.corrects(1, 6, 9, "Ann", event.RollCounted)
	h.does(t, "/api/waiting", hub.WaitingAct{Do: event.Count, Rolls: []int64{1}})
	require.Equal(t, 9, standing(view(t, h), "Ann").Total)

	// A result comes late, or differs from the one before.
	won := func(rev int, player string) {
		seats := []event.Place{{Player: "Ann", Won: player == "Ann"}, {Player: "Bo", Won: player == "Bo"}}
		a.tell(event.Message{At: during, Kind: event.KindResult, Result: &event.Result{ID: "g1", Rev: rev, Over: true, Text: player + " wins.", Seats: seats}})
		a.through()
	}
	won(2, "Bo")
	require.Equal(t, "Ann wins.", waits(t, h, "it came after", `its correction came after "Round 1" was over`)[1].Counts)
	require.Equal(t, 1, standing(view(t, h), "Ann").Wins)
	a.tell(event.Message{At: during, Kind: event.KindResult, Result: &event.Result{ID: "g2", Rev: 1, Over: true, Text: "Bo wins.", Seats: []event.Place{{Player: "Bo", Won: true}}}})
	a.through()
	require.Zero(t, standing(view(t, h), "Bo").Wins)
	before := waits(t, h, "", "", "")
	h = h.again(t)
	require.Equal(t, before, each(view(t, h).Desk.Waiting))
	h.does(t, "/api/waiting", hub.WaitingAct{Do: event.Count, Results: []string{"src-Table 1/g1"}})
	h.does(t, "/api/waiting", hub.WaitingAct{Do: event.Leave, Results: []string{"src-Table 1/g2"}})
	v := view(t, h)
	require.Equal(t, []int{0, 1}, []int{standing(v, "Ann").Wins, standing(v, "Bo").Wins})
	waits(t, h, "it came after")
}

// If a judge left something out, it doesn't count although its table sends it anew.
func TestWhatWasLeftOutStaysOut(t *testing.T) {
	h := startHub(t, nil)
	a := newSim(t, "Table 1", h.dial(t, "Table 1"))
	a.rolled++
	m, most := rollOf(1, "Ann", 8), 500
	m.Roll.Total = &most
	a.tell(m)
	a.through()
	h.does(t, "/api/waiting", hub.WaitingAct{Do: event.Leave, Rolls: []int64{1}})
	waits(t, h)
	a.corrects(1, 2, 20, "Ann", event.RollCounted)
	waits(t, h, "a judge left it out, and the table has changed it")
	require.Zero(t, standing(view(t, h), "Ann").Total)
	// The table corrects a roll that waits.
	a.rolled++
	m = rollOf(2, "Ann", 8)
	m.Roll.Total = &most
	a.tell(m)
	a.corrects(2, 2, 8, "Ann", event.RollCounted)
	waits(t, h, "a judge left it out")
	require.Equal(t, 8, standing(view(t, h), "Ann").Total)
}

func TestATableScoresOnlyForThoseWhoAreCheckedInThere(t *testing.T) {
	h := startHub(t, nil)
	a, b := newSim(t, "Table 1", h.dial(t, "Table 1")), newSim(t, "Table 2", h.dial(t, "Table 2"))
	// If nobody is checked in, everybody may play at every table.
	a.rolls("Bo", 3, time.Now())
	require.Equal(t, 3, standing(view(t, h), "Bo").Total)
	h.does(t, "/api/checkin", hub.CheckInAct{Table: "Table 1", Players: []string{"Ann", "Al"}})
	h.does(t, "/api/checkin", hub.CheckInAct{Table: "Table 3", Players: []string{"Bo"}})
	a.rolls("Ann", 8, time.Now())
	a.rolls("", 2, time.Now())
	b.rolls("Cy", 5, time.Now()) // nobody is checked in at that table
	waits(t, h)
	a.rolls("Bo", 20, time.Now())
	a.rolls("Cy", 20, time.Now())
	b.rolls("Ann", 20, time.Now())
	b.rolls("Table 1", 20, time.Now())
	b.rolls("Ann\u200b", 20, time.Now())
	waits(t, h, `"Ann" is checked in at "Table 1"`, `"Ann" is checked in at "Table 1"`, `"Table 1" is another table`, `"Cy" is not checked in at this table`, `"Bo" is checked in at "Table 3"`)
	b.tell(event.Message{At: time.Now(), Kind: event.KindResult, Result: &event.Result{ID: "g1", Rev: 1, Over: true, Text: "Ann wins.", Seats: []event.Place{{Player: "Ann", Won: true}, {Player: "Cy"}}}})
	// A roll of the table's own player is given to another table's player.
	a.corrects(2, 2, 8, "Bo", event.RollCounted)
	b.through()
	v := view(t, h)
	require.Equal(t, 7, v.Counts.Waiting)
	require.Equal(t, []int{8, 3, 0}, []int{standing(v, "Ann").Total, standing(v, "Bo").Total, standing(v, "Ann").Wins})

	// A judge moves her. The hub remembers where everybody is.
	h = h.again(t)
	h.does(t, "/api/checkin", hub.CheckInAct{Table: "Table 2", Players: []string{" Ann "}})
	require.Equal(t, []hub.CheckedIn{{Table: "Table 1", Players: []string{"Al"}}, {Table: "Table 2", Players: []string{"Ann"}}, {Table: "Table 3", Players: []string{"Bo"}}}, view(t, h).Desk.Players)
	b.stop()
	c := newSim(t, "Table 4", h.dial(t, "Table 4"))
	c.rolls("Ann", 9, time.Now())
	require.Contains(t, view(t, h).Desk.Waiting[0].Why, `"Ann" is checked in at "Table 2"`)
	h.does(t, "/api/checkin", hub.CheckInAct{Table: "Table 4", Players: []string{"Ann"}})
	c.rolls("Ann", 9, time.Now())
	require.Equal(t, 17, standing(view(t, h), "Ann").Total)
	h.does(t, "/api/checkin", hub.CheckInAct{Players: []string{"Ann", "Al", "Bo"}})
	require.Empty(t, view(t, h).Desk.Players)
	for says, act := range map[string]hub.CheckInAct{"name 1 to": {Table: "Table 1"}, "the player": {Table: "Table 1", Players: []string{"a\u202eb"}}, "are possible": {Table: strings.Repeat("x", 41), Players: []string{"Ann"}}} {
		status, answer := post(t, h.pages+"/api/checkin", act)
		require.Equal(t, 422, status, says)
		require.Contains(t, answer, says)
	}
}

// A hub opens a file of the version before and goes on with it.
func TestAnOlderFileGoesOn(t *testing.T) {
	h := startHub(t, nil)
	a := newSim(t, "Table 1", h.dial(t, "Table 1"))
	a.roll()
	a.through()
	startRound(t, h.pages, 1)
	h.stop()
	db, err := sql.Open("sqlite", filepath.Join(h.dir, "hub.db"))
	require.NoError(t, err)
	for _, back := range []string{"DROP TABLE contest", "DROP TABLE call", "DROP TABLE roundact", "DROP TABLE follow", "DROP INDEX roll_play", "DROP INDEX roll_round", "ALTER TABLE roll DROP COLUMN faces", "ALTER TABLE roll DROP COLUMN no", "ALTER TABLE roll DROP COLUMN play", "ALTER TABLE roll DROP COLUMN ruledfaces", "DROP INDEX roll_waits", "DROP INDEX refused_tbl", "DROP TABLE player", "ALTER TABLE roll DROP COLUMN waits", "ALTER TABLE roll DROP COLUMN later", "ALTER TABLE roll DROP COLUMN judgement",
		"ALTER TABLE result DROP COLUMN waits", "ALTER TABLE result DROP COLUMN later", "ALTER TABLE result DROP COLUMN judgement", "ALTER TABLE ruling DROP COLUMN seq", "ALTER TABLE ruling DROP COLUMN counted",
		"ALTER TABLE source DROP COLUMN beyond", "ALTER TABLE source DROP COLUMN bytes", "ALTER TABLE source DROP COLUMN messages", "PRAGMA user_version = 1"} {
		_, err := db.ExecContext(t.Context(), back)
		require.NoError(t, err, back)
	}
	require.NoError(t, db.Close())
	h = h.again(t)
	require.Equal(t, 1, view(t, h).Counts.Rolls)
	db, err = sql.Open("sqlite", filepath.Join(h.dir, "hub.db"))
	require.NoError(t, err)
	defer func() { require.NoError(t, db.Close()) }()
	var bytes, messages int
	require.NoError(t, db.QueryRowContext(t.Context(), "SELECT bytes, messages FROM source").Scan(&bytes, &messages))
	require.Equal(t, 1, messages)
	require.Greater(t, bytes, 100)
	var faces string
	require.NoError(t, db.QueryRowContext(t.Context(), "SELECT faces FROM roll").Scan(&faces))
	require.Equal(t, "1 0", faces, "what its dice showed is known of older rolls too")
	r, err := http.Get(h.pages + "/log.csv")
	require.NoError(t, err)
	defer func() { _ = r.Body.Close() }()
	log, err := io.ReadAll(r.Body)
	require.NoError(t, err)
	require.Contains(t, string(log), ",,round begins: Round 1,", "the log has an older round too, and nobody knows who began it")
}
