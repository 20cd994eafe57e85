package hub_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"astragal/companion/event"
	"astragal/companion/event/contest"
	"astragal/companion/event/hub"
	"astragal/companion/tabletest"
)

// A game that runs on into the next round is one line at the desk, and a judge settles it with one act. Nothing of it counts silently, in no round, and the
// game of the round that runs is not disturbed.
func TestAGameThatRunsOnIsOneLine(t *testing.T) {
	for _, by := range []contest.Counts{contest.BySum, contest.ByPoints} {
		h, a := twoAlways(t, by)
		h.nextRound(t, 1)
		total := func() int { return standing(view(t, h), "Player 1").Total }
		a.of("g1", "Player 1", 7)
		h.does(t, "/api/round", hub.RoundAct{Do: "end"})
		a.of("g1", "Player 1", 8)
		does(t, h.pages, contest.Act{Do: "pair", Anyway: true})
		startRound(t, h.pages, 2)
		for range 30 {
			a.of("g1", "Player 1", 9)
			a.of("g1", "Player 2", 9)
		}
		require.Equal(t, 7, total())
		a.of("g2", "Player 1", 5)
		require.Equal(t, 12, total(), "what they play in this round counts")
		require.Equal(t, 61, view(t, h).Counts.Waiting)
		lines := view(t, h).Desk.Waiting
		require.Len(t, lines, 1)
		require.Equal(t, []any{61, 20, 1, int64(62)}, []any{lines[0].Rolls, len(lines[0].Others), lines[0].Round, lines[0].Roll})
		require.Equal(t, `it came after "Round 1" was over`, lines[0].Why)
		a.of("g1", "Player 1", 9)
		h.does(t, "/api/waiting", hub.WaitingAct{Do: event.Count, Whole: true, Rolls: []int64{lines[0].Roll}})
		require.Equal(t, 12+8+30*9, total())
		waits(t, h, "it came after") // the one that came when the judge had looked already
		h = h.again(t)
		require.Equal(t, 12+8+30*9, total())
		h.does(t, "/api/waiting", hub.WaitingAct{Do: event.Leave, Whole: true, Rolls: []int64{64}})
		waits(t, h)
	}
}

// It is one line also if its players sit at other tables by then.
func TestAGameThatRunsOnIsOneLineWhereverItsPlayersAreSent(t *testing.T) {
	h := startHub(t, nil)
	a, b := newSim(t, "Table 1", h.dial(t, "Table 1")), newSim(t, "Table 2", h.dial(t, "Table 2"))
	a.connected()
	b.connected()
	begins(t, h.pages, 4)
	h.nextRound(t, 1)
	first := contestOf(t, h.pages).Rounds[0].Pairings
	at := map[string]*simTable{"Table 1": a, "Table 2": b}
	for _, p := range first {
		at[p.Table].of("g1", p.Players[0].Name, 7)
	}
	h.nextRound(t, 2)
	for _, p := range first {
		for _, x := range p.Players {
			at[p.Table].of("g1", x.Name, 8)
		}
	}
	lines := view(t, h).Desk.Waiting
	require.Len(t, lines, 2)
	for _, line := range lines {
		require.Equal(t, []any{2, `it came after "Round 1" was over`}, []any{line.Rolls, line.Why})
	}
	// What another table sends for them is said.
	p := first[0]
	other := map[string]string{"Table 1": "Table 2", "Table 2": "Table 1"}[p.Table]
	m := rollOf(50, p.Players[0].Name, 8)
	m.Roll.Of, m.At = "g1", time.Now()
	at[other].tell(m)
	at[other].through()
	require.Contains(t, view(t, h).Desk.Waiting[0].Why, fmt.Sprintf("%q was paired at %q", p.Players[0].Name, p.Table))
}

// However many games run on, each has its line.
func TestManyGamesThatRunOnHaveTheirLines(t *testing.T) {
	h, a := twoAlways(t, contest.BySum)
	h.nextRound(t, 1)
	const games = 11
	for g := range games {
		a.of(fmt.Sprint("g", g), "Player 1", 7)
	}
	h.nextRound(t, 2)
	for g := range games {
		for range 21 {
			a.of(fmt.Sprint("g", g), "Player 1", 9)
		}
	}
	desk, rolls, late := view(t, h), 0, 0
	for _, line := range desk.Desk.Waiting {
		rolls += line.Rolls
		if line.Rolls >= 21 {
			late++
		}
	}
	require.Equal(t, []int{desk.Counts.Waiting, games}, []int{rolls, late})
}

// A judge sees one line, all its rolls in it, and presses once.
func TestPageAGameThatRunsOnIsSettledWithOnePress(t *testing.T) {
	h, a := twoAlways(t, contest.BySum)
	h.nextRound(t, 1)
	a.of("g1", "Player 1", 7)
	h.nextRound(t, 2)
	for range 25 {
		a.of("g1", "Player 1", 9)
	}
	judge := tabletest.Open(t, h.pages+"/judge")
	judge.Sees(`document.querySelector("#waits")?.textContent === "25 rolls and results wait for a judge"`)
	judge.Sees(`document.querySelectorAll("[data-wait]").length === 1 && document.querySelectorAll("[data-wait] details li").length === 20`)
	judge.Sees(`/^25 rolls of one game, the newest:.*it came after "Round 1" was over.*If you count it, it is of round 1.*And 4 more, older ones.*Count these 25/s.test(document.querySelector("[data-wait]").textContent)`)
	judge.Click(`[data-wait] details summary`)
	judge.Click(`[data-wait] details li:nth-child(2) button`)
	judge.Sees(`document.querySelector("#ruling h2")?.textContent.includes("roll 24")`)
	judge.Click(`[data-wait] [data-say="count"]`)
	judge.Sees(`document.querySelector("#waits") === null && document.querySelectorAll("[data-wait]").length === 0`)
	require.Equal(t, 7+25*9, standing(view(t, h), "Player 1").Total)
}

// The late result of a game stands with its late rolls, and one press settles all. A result of another game has a line of its own.
func TestPageALateResultStandsWithItsGame(t *testing.T) {
	h, a := twoAlways(t, contest.BySum)
	h.nextRound(t, 1)
	a.of("g1", "Player 1", 7)
	begun := time.Now()
	h.nextRound(t, 2)
	for range 3 {
		a.of("g1", "Player 1", 9)
	}
	m := resultOf(1, false, "Player 1", "Player 2")
	m.Result.Of, m.Result.Begun = "g1", begun
	a.tell(m)
	a.through()
	judge := tabletest.Open(t, h.pages+"/judge")
	judge.Sees(`document.querySelectorAll("[data-wait]").length === 1 && !document.querySelector("[data-all]")`)
	judge.Sees(`/^3 rolls of one game, the newest:.*a result:.*Count these 4Leave these 4 out/s.test(document.querySelector("[data-wait]").textContent)`)
	judge.Picture("late-game")
	judge.Click(`[data-wait] [data-say="count"]`)
	judge.Sees(`document.querySelector("#waits") === null && document.querySelectorAll("[data-wait]").length === 0`)
	require.Equal(t, 7+3*9, standing(view(t, h), "Player 1").Total)
	require.Equal(t, "ended", contestOf(t, h.pages).Rounds[0].Pairings[0].State, "its result counts")
}

// Rolls of another game, another player or another reason are no part of a line.
func TestALineHoldsOneGameAndOneReason(t *testing.T) {
	h, a := twoAlways(t, contest.BySum)
	h.nextRound(t, 1)
	a.of("c1", "Player 1", 7)
	a.of("c1", "Player 2", 7)
	a.of("c2", "Player 1", 7)
	a.of("c2", "Player 2", 7)
	a.of("c3", "Player 1", 7)
	h.does(t, "/api/waiting", hub.WaitingAct{Do: event.Leave, Whole: true, Rolls: []int64{5}})
	waits(t, h, "has begun anew", "has begun anew")
	require.Len(t, view(t, h).Desk.Waiting, 2)
	status, answer := post(t, h.pages+"/api/waiting", hub.WaitingAct{Do: event.Leave, Whole: true, Rolls: []int64{1}})
	require.Equal(t, 422, status)
	require.Contains(t, answer, "doesn't wait")
}

// A game that two have begun before they were paired is none of their pairing, and neither are its rolls.
func TestRollsOfAGameFromBeforeThePairingWait(t *testing.T) {
	h, a := twoAlways(t, contest.BySum)
	a.of("c1", "Player 1", 7)
	require.Equal(t, 7, standing(view(t, h), "Player 1").Total)
	h.nextRound(t, 1)
	a.of("c1", "Player 1", 9)
	waits(t, h, "its game was begun before round 1 was paired")
	a.of("c2", "Player 1", 11)
	require.Equal(t, 18, standing(view(t, h), "Player 1").Total)
	require.Equal(t, 11, view(t, h).Current[0].Total)
}

// Who is paired may begin before the timer does: what is rolled then is of that round.
func TestRollsBeforeTheTimerAreOfTheRound(t *testing.T) {
	h, a := twoAlways(t, contest.BySum)
	does(t, h.pages, contest.Act{Do: "pair"})
	a.of("c1", "Player 1", 7)
	startRound(t, h.pages, 1)
	a.of("c1", "Player 1", 8)
	waits(t, h)
	require.Equal(t, 15, view(t, h).Current[0].Total)
	a.of("c2", "Player 1", 20)
	waits(t, h, "has begun anew")
}

// A roll whose time fits no round is lost in none: it waits, also after it was corrected. If its game is known, it is of that game's round.
func TestARollWhoseTimeFitsNoRoundWaits(t *testing.T) {
	h := startHub(t, nil)
	a := newSim(t, "Table 1", h.dial(t, "Table 1"))
	a.rolls("Ann", 5, time.Now())
	waits(t, h)
	startRound(t, h.pages, 1)
	a.rolls("Ann", 8, time.Now())
	a.rolls("Ann", 9, time.Now().Add(-time.Hour))
	require.Equal(t, 1, waits(t, h, "its time fits no round")[0].Round)
	a.corrects(3, 2, 10, "Ann", event.RollCounted)
	waits(t, h, "its time fits no round")
	require.Equal(t, 13, standing(view(t, h), "Ann").Total)
	h.does(t, "/api/waiting", hub.WaitingAct{Do: event.Count, Rolls: []int64{3}})
	require.Equal(t, 18, view(t, h).Current[0].Total)
	h.does(t, "/api/round", hub.RoundAct{Do: "end"})
	a.rolls("Ann", 7, time.Now())
	a.rolls("Ann", 7, time.Now())
	require.Zero(t, waits(t, h, "no round was being played then", "no round was being played then")[0].Round)
	require.Len(t, view(t, h).Desk.Waiting, 1)
	require.Equal(t, 23, standing(view(t, h), "Ann").Total)
	h = h.again(t)
	waits(t, h, "no round was being played then", "no round was being played then")

	h, a = twoAlways(t, contest.BySum)
	h.nextRound(t, 1)
	a.of("c1", "Player 1", 7)
	a.rolled++
	m := rollOf(a.rolled, "Player 1", 8)
	m.At, m.Roll.Of = time.Now().Add(-time.Hour), "c1"
	a.tell(m)
	a.through()
	waits(t, h)
	require.Equal(t, 15, view(t, h).Current[0].Total)
}

// A clock may be some seconds behind before anybody says so. Who rolls when a round begins has rolled in it.
func TestAClockThatIsAFewSecondsBehindLosesNoRoll(t *testing.T) {
	h := startHub(t, nil)
	a := newSim(t, "Table 1", h.dial(t, "Table 1"))
	startRound(t, h.pages, 1)
	a.rolls("Ann", 8, time.Now().Add(-4*time.Second))
	waits(t, h)
	require.Equal(t, 8, view(t, h).Current[0].Total)
}

// So it is with results where nobody is paired.
func TestAResultOfNoPairingWhoseTimeFitsNoRoundWaits(t *testing.T) {
	h := startHub(t, nil)
	a := newSim(t, "Table 1", h.dial(t, "Table 1"))
	a.connected()
	sends := func(game, rev int, at time.Time, over bool) {
		m := resultOf(game, false, "Ann", "Bo")
		m.At, m.Result.Rev, m.Result.Over = at, rev, over
		a.tell(m)
		a.through()
	}
	wins := func() int { return standing(view(t, h), "Ann").Wins }
	sends(1, 1, time.Now(), true)
	startRound(t, h.pages, 1)
	sends(2, 1, time.Now().Add(-time.Hour), true)
	waits(t, h, "its time fits no round")
	sends(2, 2, time.Now(), false)
	waits(t, h)
	sends(2, 3, time.Now().Add(-time.Hour), true)
	line := waits(t, h, "its time fits no round")[0]
	require.Equal(t, 1, wins())
	h.does(t, "/api/waiting", hub.WaitingAct{Do: event.Count, Results: []string{line.Result}})
	require.Equal(t, 2, wins())
	require.Equal(t, 1, view(t, h).Current[0].Wins)
	h.does(t, "/api/round", hub.RoundAct{Do: "end"})
	sends(3, 1, time.Now(), true)
	waits(t, h, "no round was being played then")
	require.Equal(t, 2, wins())
}
