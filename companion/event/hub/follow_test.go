package hub_test

import (
	"archive/zip"
	"bytes"
	"io"
	"net/http"
	"net/url"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"astragal/companion/event"
	"astragal/companion/event/contest"
	"astragal/companion/event/hub"
	"astragal/companion/tabletest"
)

// late is an event of two players whose game of round 1 runs on into round 2. Three of its rolls wait. begun is when the game was begun.
func late(t *testing.T) (h *here, a *simTable, begun time.Time) {
	t.Helper()
	h, a = twoAlways(t, contest.BySum)
	h.nextRound(t, 1)
	begun = time.Now()
	a.of("g1", "Player 1", 1)
	h.nextRound(t, 2)
	for range 3 {
		a.of("g1", "Player 1", 10)
	}
	return h, a, begun
}

// follow presses "Count these, and what follows of this game" at a roll.
func (h *here) follow(t *testing.T, roll int64) {
	t.Helper()
	h.does(t, "/api/waiting", hub.WaitingAct{Do: event.Count, Follow: true, Rolls: []int64{roll}})
}

// back is the hub that was stopped, at the address to which its tables come.
func (h *here) back(t *testing.T) *here {
	t.Helper()
	at, err := url.Parse(h.tables)
	require.NoError(t, err)
	return startHub(t, func(o *hub.Options) { o.Dir, o.Tables = h.dir, at.Host })
}

// A judge lets what waits of a game count, and what follows of it until it ends. The hub knows it after a restart. What waits for another reason, of
// another game or as a correction goes on waiting.
func TestWhatFollowsOfAGameCounts(t *testing.T) {
	h, a, begun := late(t)
	total := func() int { return standing(view(t, h), "Player 1").Total }
	require.True(t, view(t, h).Desk.Waiting[0].Follows)
	a.of("g1", "Player 1", 10) // the judge hasn't seen this one
	h.follow(t, 4)
	waits(t, h)
	require.Equal(t, 41, total())
	a.of("g1", "Player 2", 5)
	require.Equal(t, []int{41, 5}, []int{total(), standing(view(t, h), "Player 2").Total})
	h.stop()
	h = h.back(t)
	a.of("g1", "Player 1", 100)
	waits(t, h)
	require.Equal(t, 141, total())
	on := view(t, h).Desk.Following
	require.Len(t, on, 1)
	require.Equal(t, []any{"Table 1", "g1", 1, 2, "the organiser", `it came after "Round 1" was over`, []string{"Player 1", "Player 2"}},
		[]any{on[0].Table, on[0].Of, on[0].Round, on[0].Rolls, on[0].Judge, on[0].Why, on[0].Players})

	a.of("g1", "Ann", 7)
	a.correctsOf("g1", 2, 2, 99, "Player 1", event.RollCounted)
	m := rollOf(50, "Player 1", 900)
	m.Roll.Of, m.Roll.Dice = "g1", m.Roll.Dice[:1]
	a.tell(m)
	a.through()
	require.Equal(t, 141, total())
	for _, line := range view(t, h).Desk.Waiting {
		require.False(t, line.Follows, "%+v", line)
		h.does(t, "/api/waiting", hub.WaitingAct{Do: event.Leave, Whole: true, Rolls: []int64{line.Roll}})
	}
	a.of("g2", "Player 1", 3)
	waits(t, h)
	require.Equal(t, 3, view(t, h).Current[0].Total, "the game of this round is of this round")

	m = resultOf(1, false, "Player 1", "Player 2")
	m.Result.Of, m.Result.Begun = "g1", begun
	a.tell(m)
	a.through()
	waits(t, h)
	require.Equal(t, "ended", contestOf(t, h.pages).Rounds[0].Pairings[0].State, "its result follows too")
	require.Empty(t, view(t, h).Desk.Following, "it ends with the game")
	a.of("g1", "Player 1", 10)
	waits(t, h, "it came after")
	status, answer := post(t, h.pages+"/api/waiting", hub.WaitingAct{Do: event.Count, Follow: true, Rolls: []int64{view(t, h).Desk.Waiting[0].Roll}})
	require.Equal(t, 422, status)
	require.Contains(t, answer, "this game is over")

	res, err := http.Get(h.pages + "/event.zip")
	require.NoError(t, err)
	defer func() { require.NoError(t, res.Body.Close()) }()
	raw, err := io.ReadAll(res.Body)
	require.NoError(t, err)
	z, err := zip.NewReader(bytes.NewReader(raw), int64(len(raw)))
	require.NoError(t, err)
	log, err := z.Open("log.csv")
	require.NoError(t, err)
	said, err := io.ReadAll(log)
	require.NoError(t, err)
	require.Regexp(t, `(?s)the organiser.let count by itself: what follows of this game of round 1.*counts by itself no more: what follows of this game of round 1.*the game is over`, string(said))
}

// With the result in one batch with what comes after it, nothing after the result counts by itself. A game that is begun again waits too.
func TestWhatFollowsEndsWithTheGameAtOnce(t *testing.T) {
	h, a, begun := late(t)
	h.follow(t, 4)
	h.stop()
	m := resultOf(1, false, "Player 1", "Player 2")
	m.Result.Of, m.Result.Begun = "g1", begun
	a.tell(m)
	more := rollOf(60, "Player 1", 10)
	more.Roll.Of = "g1"
	a.tell(more)
	h = h.back(t)
	a.through()
	waits(t, h, "it came after")
	require.Equal(t, 31, standing(view(t, h), "Player 1").Total)
}

// A judge ends it. What has counted counts, and the next roll waits.
func TestAJudgeEndsWhatFollows(t *testing.T) {
	h, a, _ := late(t)
	h.follow(t, 4)
	n := view(t, h).Desk.Following[0].N
	h.does(t, "/api/waiting", hub.WaitingAct{Do: "stop", Stop: n})
	require.Empty(t, view(t, h).Desk.Following)
	a.of("g1", "Player 1", 10)
	waits(t, h, "it came after")
	require.Equal(t, 31, standing(view(t, h), "Player 1").Total)
	for _, act := range []hub.WaitingAct{{Do: "stop", Stop: n}, {Do: event.Leave, Follow: true, Rolls: []int64{5}}, {Do: event.Count, Follow: true, Rolls: []int64{4, 5}}, {Do: event.Count, Follow: true, Rolls: []int64{4}}, {Do: event.Count, Follow: true, Rolls: []int64{404}}} {
		status, _ := post(t, h.pages+"/api/waiting", act)
		require.Equal(t, 422, status, act)
	}
}

// The page says that it is on, who said so, and how to end it.
func TestPageWhatFollowsOfAGameCounts(t *testing.T) {
	h, a, _ := late(t)
	judge := tabletest.Open(t, h.pages+"/judge")
	judge.Sees(`document.querySelector('[data-wait] [data-say="follow"]')?.textContent === "Count these, and what follows of this game"`)
	judge.Picture("what-follows-before")
	judge.Click(`[data-say="follow"]`)
	judge.Sees(`document.querySelectorAll("[data-wait]").length === 0 && /What follows of the game of .?Player 1.? counts by itself: .?0.? so far.*the organiser.*it came after "Round 1" was over/s.test(document.querySelector("[data-following]")?.textContent)`)
	a.of("g1", "Player 1", 10)
	judge.Sees(`document.querySelector("[data-following]").textContent.match(/: .?1.? so far/) !== null`)
	judge.Accessible("what follows of a game")
	judge.Picture("what-follows")
	judge.Click(`[data-stop]`)
	judge.Sees(`!document.querySelector("#following")`)
	a.of("g1", "Player 1", 10)
	judge.Sees(`document.querySelectorAll("[data-wait]").length === 1`)
	require.Equal(t, 41, standing(view(t, h), "Player 1").Total)
}
