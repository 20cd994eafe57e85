package hub_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"astragal/companion/event"
	"astragal/companion/event/contest"
	"astragal/companion/event/hub"
	"astragal/companion/event/outbox"
)

// ended sends the result of a game that was begun at that time.
func (s *simTable) ended(game int, begun time.Time, players ...string) {
	s.t.Helper()
	m := resultOf(game, false, players...)
	m.Result.Begun = begun
	s.tell(m)
	s.through()
}

// pairsAlways sets an event up in which two players meet in each round.
func pairsAlways(t testing.TB, pages string, counts contest.Counts) {
	t.Helper()
	s := contest.Usual()
	s.System, s.Counts, s.Seats = contest.Groups, counts, 2
	does(t, pages, contest.Act{Do: "settings", Settings: &s})
	does(t, pages, contest.Act{Do: "enter", Names: "Player 1\nPlayer 2", Here: true})
}

// twoAlways is an event in which two players meet in each round, and its table.
func twoAlways(t *testing.T, counts contest.Counts) (*here, *simTable) {
	t.Helper()
	h := startHub(t, nil)
	a := newSim(t, "Table 1", h.dial(t, "Table 1"))
	a.connected()
	pairsAlways(t, h.pages, counts)
	return h, a
}

// paired are the ends of the first pairing of each round.
func paired(t testing.TB, h *here) []string {
	t.Helper()
	out := []string{}
	for _, r := range contestOf(t, h.pages).Rounds {
		out = append(out, r.Pairings[0].State+" "+r.Pairings[0].Text)
	}
	return out
}

func (h *here) nextRound(t testing.TB, n int) {
	t.Helper()
	if n > 1 {
		h.does(t, "/api/round", hub.RoundAct{Do: "end"})
	}
	does(t, h.pages, contest.Act{Do: "pair", Anyway: true})
	startRound(t, h.pages, n)
}

// A game is of the round for which its players were paired when they began it. If it ends while the next round is
// played, its result waits, also if the same two meet there again. What they play in that round is that round's.
func TestAGameIsOfTheRoundInWhichItWasBegun(t *testing.T) {
	h, a := twoAlways(t, contest.ByPoints)
	h.nextRound(t, 1)
	begun := time.Now()
	h.nextRound(t, 2)
	a.ended(1, begun, "Player 1", "Player 2")
	line := waits(t, h, `it came after "Round 1" was over`)[0]
	require.Equal(t, 1, line.Round)
	require.Equal(t, []string{"open ", "open "}, paired(t, h))
	a.ended(2, time.Now(), "Player 2", "Player 1")
	require.Equal(t, []string{"open ", "ended Player 2 won"}, paired(t, h))
	h = h.again(t)
	waits(t, h, `it came after "Round 1" was over`)
	h.does(t, "/api/waiting", hub.WaitingAct{Do: event.Count, Results: []string{line.Result}})
	require.Equal(t, []string{"ended Player 1 won", "ended Player 2 won"}, paired(t, h))
}

// If a table's program is older, it doesn't say when a game was begun. A result of two who are paired for one round is of that round all the same.
func TestAResultOfAnEarlierPairingIsNoneOfTheRoundThatRuns(t *testing.T) {
	h := startHub(t, nil)
	a := newSim(t, "Table 1", h.dial(t, "Table 1"))
	a.connected()
	begins(t, h.pages, 4)
	h.nextRound(t, 1)
	first := contestOf(t, h.pages).Rounds[0].Pairings
	h.nextRound(t, 2)
	a.plays(1, false, namesAt(first[0])...)
	a.through()
	require.Equal(t, 1, waits(t, h, `it came after "Round 1" was over`)[0].Round)
	h.does(t, "/api/waiting", hub.WaitingAct{Do: event.Count, Results: []string{"src-Table 1/g1"}})
	require.Equal(t, first[0].Players[0].Name+" won", contestOf(t, h.pages).Rounds[0].Pairings[0].Text)
}

// Two play while nobody is paired, and are paired with each other then. What they played before is no game of the
// pairing, whether it ends before they are paired or after.
func TestAGameFromBeforeThePairingIsNoneOfIt(t *testing.T) {
	h, a := twoAlways(t, contest.ByPoints)
	startRound(t, h.pages, 1)
	early := time.Now()
	a.ended(1, early, "Player 2", "Player 1")
	does(t, h.pages, contest.Act{Do: "pair"})
	require.Equal(t, []string{"open "}, paired(t, h))
	a.ended(2, early, "Player 2", "Player 1")
	waits(t, h, "its game was begun before round 1 was paired")
	require.Equal(t, []string{"open "}, paired(t, h))
	a.ended(3, time.Now(), "Player 1", "Player 2")
	require.Equal(t, []string{"ended Player 1 won"}, paired(t, h))
	h.does(t, "/api/waiting", hub.WaitingAct{Do: event.Count, Results: []string{"src-Table 1/g2"}})
	h = h.again(t)
	require.Equal(t, []string{"twofold two results that differ: a judge must say which holds"}, paired(t, h))
	// If a judge leaves it out instead, the pairing's own game stands.
	h, a = twoAlways(t, contest.ByPoints)
	early = time.Now()
	h.nextRound(t, 1)
	a.ended(1, early, "Player 2", "Player 1")
	h.does(t, "/api/waiting", hub.WaitingAct{Do: event.Leave, Results: []string{waits(t, h, "its game was begun before round 1 was paired")[0].Result}})
	a.ended(2, time.Now(), "Player 1", "Player 2")
	waits(t, h)
	require.Equal(t, []string{"ended Player 1 won"}, paired(t, h))
}

// Players who know their pairing begin before the timer does. What comes after the last round waits.
func TestAGameCountsWhetherTheTimerRunsOrNot(t *testing.T) {
	h, a := twoAlways(t, contest.ByPoints)
	does(t, h.pages, contest.Act{Do: "pair"})
	a.ended(1, time.Now(), "Player 1", "Player 2")
	require.Equal(t, []string{"ended Player 1 won"}, paired(t, h))
	startRound(t, h.pages, 1)
	h.does(t, "/api/round", hub.RoundAct{Do: "end"})
	does(t, h.pages, contest.Act{Do: "pair"})
	before := time.Now()
	startRound(t, h.pages, 2)
	a.ended(2, before, "Player 2", "Player 1")
	require.Equal(t, []string{"ended Player 1 won", "ended Player 2 won"}, paired(t, h))
	h.does(t, "/api/round", hub.RoundAct{Do: "end"})
	a.ended(3, time.Now(), "Player 2", "Player 1")
	waits(t, h, `its players have a result in this round already; it came after "Round 2" was over`)
}

// A clock that is wrong makes no result count for another round: what can't be true is not believed.
func TestAGameThatEndsBeforeItBegins(t *testing.T) {
	h, a := twoAlways(t, contest.ByPoints)
	h.nextRound(t, 1)
	a.ended(1, time.Now().Add(time.Hour), "Player 1", "Player 2")
	require.Equal(t, []string{"ended Player 1 won"}, paired(t, h))
}

// of sends a roll of a game or count.
func (s *simTable) of(play, player string, total int) {
	s.t.Helper()
	s.rolled++
	m := rollOf(s.rolled, player, total)
	m.Roll.Of = play
	s.tell(m)
	s.through()
}

// Players who are paired have one count in a round. If they start from zero, what they roll then waits, whatever the
// standings go by. Once a judge lets one roll of the new count count, the rest of it counts too.
func TestWhoStartsFromZeroHasNoMoreRolls(t *testing.T) {
	for _, by := range []contest.Counts{contest.BySum, contest.ByBest, contest.ByHits} {
		t.Run(string(by), func(t *testing.T) {
			h, a := twoAlways(t, by)
			h.nextRound(t, 1)
			stands := func() string {
				s := standing(view(t, h), "Player 1")
				return fmt.Sprintf("%d rolls, sum %d, best %d, hits %d", s.Rolls, s.Total, *s.Best, s.Hits)
			}
			a.of("c1", "Player 1", 7)
			a.of("c1", "Player 2", 5)
			a.of("c1", "Player 1", 8)
			require.Equal(t, "2 rolls, sum 15, best 8, hits 2", stands())
			a.of("c2", "Player 1", 19)
			waits(t, h, `"Player 1" has begun anew: rolls of another game of this round count already`)
			require.Equal(t, "2 rolls, sum 15, best 8, hits 2", stands())
			a.corrects(4, 2, 18, "Player 1", event.RollCounted)
			waits(t, h, "has begun anew")
			h.does(t, "/api/waiting", hub.WaitingAct{Do: event.Count, Rolls: []int64{4}})
			a.of("c2", "Player 1", 6)
			require.Equal(t, "4 rolls, sum 39, best 18, hits 4", stands())
			h.nextRound(t, 2)
			a.of("c3", "Player 1", 6)
			waits(t, h)
			require.Equal(t, "5 rolls, sum 45, best 18, hits 5", stands())
		})
	}
}

// If the standings go by points, the sum of the rolls parts equals. So rolls with a total wait then too, and no others.
func TestWhoStartsFromZeroPartsNoEquals(t *testing.T) {
	h, a := twoAlways(t, contest.ByPoints)
	h.nextRound(t, 1)
	a.of("c1", "Player 1", 7)
	a.of("c2", "Player 1", 19)
	waits(t, h, "has begun anew")
	a.rolled++
	m := rollOf(a.rolled, "Player 1", 7)
	m.Roll.Of, m.Roll.Total, m.Roll.Text = "g1", nil, "a hand and a sword"
	a.tell(m)
	a.through()
	waits(t, h, "has begun anew")
}

// A table hears at once who is sent to it, and not only when it says that it is well.
func TestATableHearsAtOnceWhoIsSentThere(t *testing.T) {
	h := startHub(t, nil)
	a := newSim(t, "Table 1", h.dial(t, "Table 1"), func(r *outbox.Relay) { r.Beat = time.Hour })
	a.connected()
	require.Eventually(t, func() bool { return view(t, h).Tables[0].Online }, patience, 5*time.Millisecond)
	sent := func(players string) {
		t.Helper()
		require.Eventually(t, func() bool { return a.at().Players == players }, patience, 5*time.Millisecond, "%q", players)
	}
	pairsAlways(t, h.pages, contest.ByPoints)
	does(t, h.pages, contest.Act{Do: "pair"})
	both := namesAt(contestOf(t, h.pages).Rounds[0].Pairings[0])
	sent(strings.Join(both, "\n"))
	does(t, h.pages, contest.Act{Do: "move", Round: 1, Table: "Table 1", To: "Table 2"})
	sent("")
	h.does(t, "/api/checkin", hub.CheckInAct{Table: "Table 1", Players: []string{"Kim"}})
	sent("Kim")
}

// If the standings go by the best roll or by hits, a count's totals say of no game who has won it. It is over, and that is all.
func TestTotalsNameNoWinnerWhereTheyDontCount(t *testing.T) {
	for by, says := range map[contest.Counts]string{contest.BySum: "ended Player 1 won", contest.ByPoints: "ended Player 1 won", contest.ByBest: "ended over", contest.ByHits: "ended over"} {
		h, a := twoAlways(t, by)
		h.nextRound(t, 1)
		a.sums("c1", map[string]int{"Player 1": 9, "Player 2": 8})
		a.through()
		require.Equal(t, []string{says}, paired(t, h), by)
		one := standing(view(t, h), "Player 1")
		require.Equal(t, 1, one.Games)
		require.Equal(t, strings.HasSuffix(says, "won"), one.Wins == 1)
		require.Zero(t, one.Losses)
		refuses(t, h.pages, contest.Act{Do: "unpair", Round: 1}, "has a result")
	}
}

// A roll that is corrected or taken out takes with it what it brought: its sum, its best roll and its hits.
func TestWhatIsTakenOutTakesItsHitsWithIt(t *testing.T) {
	h, a := twoAlways(t, contest.ByHits)
	h.nextRound(t, 1)
	stands := func() string {
		v := view(t, h)
		all, now := standing(v, "Player 1"), v.Current[0]
		require.Equal(t, []any{all.Rolls, all.Total, all.Hits, all.Best}, []any{now.Rolls, now.Total, now.Hits, now.Best}, "of the event, and of its only round")
		return fmt.Sprintf("%d rolls, sum %d, best %d, hits %d", all.Rolls, all.Total, *all.Best, all.Hits)
	}
	a.of("c1", "Player 1", 7)
	a.of("c1", "Player 1", 19)
	require.Equal(t, "2 rolls, sum 26, best 19, hits 2", stands())
	a.corrects(2, 2, 4, "Player 1", event.RollCounted)
	require.Equal(t, "2 rolls, sum 11, best 7, hits 1", stands())
	a.corrects(1, 2, 7, "Player 1", event.RollAnnulled)
	require.Equal(t, "1 rolls, sum 4, best 4, hits 0", stands())
	a.corrects(1, 3, 7, "Player 1", event.RollCounted)
	require.Equal(t, "2 rolls, sum 11, best 7, hits 1", stands())
	h = h.again(t)
	require.Equal(t, "2 rolls, sum 11, best 7, hits 1", stands())
}

// If nobody is paired, a game that goes on from one round to the next is of the round in which it ended: it counts there, and nobody waits.
func TestAGameOfNoPairingIsOfTheRoundInWhichItEnded(t *testing.T) {
	h := startHub(t, nil)
	a := newSim(t, "Table 1", h.dial(t, "Table 1"))
	a.connected()
	startRound(t, h.pages, 1)
	begun := time.Now()
	h.does(t, "/api/round", hub.RoundAct{Do: "end"})
	startRound(t, h.pages, 2)
	a.ended(1, begun, "Ann", "Bo")
	waits(t, h)
	require.Equal(t, 1, standing(view(t, h), "Ann").Wins)
	h.does(t, "/api/round", hub.RoundAct{Do: "end"})
	a.ended(2, begun, "Ann", "Bo")
	waits(t, h, "was over")
}

// icons sends a roll of a count that comes to no number.
func (s *simTable) icons(play, player string) {
	s.t.Helper()
	s.rolled++
	m := rollOf(s.rolled, player, 7)
	m.Roll.Of, m.Roll.Total, m.Roll.Text = play, nil, "a hand and a sword"
	for i := range m.Roll.Dice {
		m.Roll.Dice[i].Value, m.Roll.Dice[i].Shows = nil, "hand"
	}
	s.tell(m)
	s.through()
}

// Who has nothing in a round may begin: rolls of icons without a total bring nothing. If such a roll comes to a total later, that waits.
func TestWhoHasNothingHasNotBegunAnew(t *testing.T) {
	for _, by := range []contest.Counts{contest.ByPoints, contest.BySum, contest.ByBest, contest.ByHits} {
		t.Run(string(by), func(t *testing.T) {
			h, a := twoAlways(t, by)
			h.nextRound(t, 1)
			a.icons("c1", "Player 1")
			a.of("c2", "Player 1", 12)
			waits(t, h)
			require.Equal(t, 12, standing(view(t, h), "Player 1").Total)
			a.icons("c3", "Player 1")
			waits(t, h)
			a.correctsOf("c1", 1, 2, 8, "Player 1", event.RollCounted)
			waits(t, h, "has begun anew")
			require.Equal(t, 12, standing(view(t, h), "Player 1").Total)
		})
	}
}

// correctsOf sends a roll of a count anew.
func (s *simTable) correctsOf(play string, n, rev, total int, player string, status event.RollStatus) {
	s.t.Helper()
	m := rollOf(n, player, total)
	m.Kind, m.Roll.Of, m.Roll.Rev, m.Roll.Status, m.Roll.Corrected = event.KindCorrection, play, rev, status, true
	s.tell(m)
	s.through()
}

// A count whose roll was taken out doesn't count again, or for another player, beside the count that took its place.
func TestACountThatComesBackWaits(t *testing.T) {
	h, a := twoAlways(t, contest.BySum)
	h.nextRound(t, 1)
	stands := func() int { return standing(view(t, h), "Player 1").Total }
	a.of("c1", "Player 1", 17)
	a.correctsOf("c1", 1, 2, 17, "Player 1", event.RollAnnulled)
	a.of("c2", "Player 1", 20)
	waits(t, h)
	a.correctsOf("c1", 1, 3, 17, "Player 1", event.RollCounted)
	waits(t, h, `"Player 1" has begun anew`)
	require.Equal(t, 20, stands())
	a.correctsOf("c1", 1, 4, 17, "Player 1", event.RollAnnulled)
	waits(t, h)
	a.of("c1", "Player 2", 9)
	waits(t, h)
	a.correctsOf("c1", 3, 2, 9, "Player 1", event.RollCounted)
	waits(t, h, `"Player 1" has begun anew`)
	require.Equal(t, 20, stands())
	h.does(t, "/api/waiting", hub.WaitingAct{Do: event.Count, Rolls: []int64{3}})
	require.Equal(t, 29, stands())
}

// A table that was started without a clock sends its results with a wrong time. If its players are paired, such a result waits, and counts for their
// pairing once a judge lets it. It doesn't slip in by a correction.
func TestAResultWhoseTimeFitsNoRoundWaits(t *testing.T) {
	for _, knows := range []bool{true, false} {
		h, a := twoAlways(t, contest.ByPoints)
		h.nextRound(t, 1)
		sends := func(rev int, over bool, players ...string) {
			m := resultOf(1, false, players...)
			m.At = time.Now().Add(-time.Hour)
			if m.Result.Rev, m.Result.Over = rev, over; knows {
				m.Result.Begun = m.At.Add(-time.Minute)
			}
			a.tell(m)
			a.through()
		}
		sends(1, true, "Player 1", "Player 2")
		require.Equal(t, 1, waits(t, h, "its time fits no round")[0].Round)
		require.Equal(t, []string{"open "}, paired(t, h))
		sends(2, true, "Player 2", "Player 1")
		waits(t, h, "its time fits no round")
		sends(3, false, "Player 2", "Player 1")
		waits(t, h)
		sends(4, true, "Player 2", "Player 1")
		line := waits(t, h, "its time fits no round")[0]
		require.Equal(t, []string{"open "}, paired(t, h))
		h = h.again(t)
		h.does(t, "/api/waiting", hub.WaitingAct{Do: event.Count, Results: []string{line.Result}})
		require.Equal(t, []string{"ended Player 2 won"}, paired(t, h))
	}
}

// It is so too if the wrong time falls into an earlier round, in which they were paired with others.
func TestAResultWhoseTimeFallsIntoAnEarlierRoundWaits(t *testing.T) {
	h := startHub(t, nil)
	a := newSim(t, "Table 1", h.dial(t, "Table 1"))
	a.connected()
	begins(t, h.pages, 4)
	h.nextRound(t, 1)
	before := time.Now()
	h.nextRound(t, 2)
	m := resultOf(1, false, namesAt(contestOf(t, h.pages).Rounds[1].Pairings[0])...)
	m.At = before
	a.tell(m)
	a.through()
	line := waits(t, h, "its time fits no round")[0]
	require.Equal(t, 2, line.Round)
	h.does(t, "/api/waiting", hub.WaitingAct{Do: event.Count, Results: []string{line.Result}})
	require.Equal(t, "ended", contestOf(t, h.pages).Rounds[1].Pairings[0].State)
}

// If the standings go by hits, a correction of the dice's numbers changes them, also if the total stays. After the round it waits, and no die shows what it can't.
func TestACorrectionOfHitsIsWeighed(t *testing.T) {
	for _, by := range []contest.Counts{contest.ByHits, contest.BySum} {
		h, a := twoAlways(t, by)
		h.nextRound(t, 1)
		hits := func() int { return standing(view(t, h), "Player 1").Hits }
		sends := func(rev, one, two int, total *int) {
			m := rollOf(1, "Player 1", one+two)
			m.Roll.Of, m.Roll.Rev, m.Roll.Total, m.Roll.Text = "c1", rev, total, ""
			m.Roll.Dice[0].Value, m.Roll.Dice[1].Value, m.Roll.Dice[1].Shape = &one, &two, "d6"
			if m.Kind = event.KindRoll; rev > 1 {
				m.Kind = event.KindCorrection
			}
			a.rolled = max(a.rolled, 1)
			a.tell(m)
			a.through()
		}
		eight := 8
		sends(1, 4, 4, &eight)
		require.Zero(t, hits())
		sends(2, 2, 6, &eight)
		require.Equal(t, 1, hits())
		if by == contest.ByHits {
			sends(3, 1, 7, &eight)
			waits(t, h, "its d6 shows 7")
			sends(4, 1, 7, nil)
			waits(t, h, "its d6 shows 7")
			sends(5, 2, 6, &eight)
			waits(t, h)
		}
		h.does(t, "/api/round", hub.RoundAct{Do: "end"})
		sends(6, 4, 4, &eight)
		if by == contest.BySum { // it changes nothing there
			waits(t, h)
			continue
		}
		waits(t, h, "its correction came after")
		require.Equal(t, 1, hits())
		h.does(t, "/api/waiting", hub.WaitingAct{Do: event.Count, Rolls: []int64{1}})
		require.Zero(t, hits())
	}
}

// So it is if nobody is paired. If the judges change what the standings go by, what came before is judged by that.
func TestTotalsNameNoWinnerOfNoPairing(t *testing.T) {
	h := startHub(t, nil)
	a := newSim(t, "Table 1", h.dial(t, "Table 1"))
	a.connected()
	sets := func(by contest.Counts) {
		s := contest.Usual()
		s.System, s.Counts = contest.Free, by
		does(t, h.pages, contest.Act{Do: "settings", Settings: &s})
	}
	ends := func() string {
		one, two := standing(view(t, h), "Ann"), standing(view(t, h), "Bo")
		return fmt.Sprint(one.Games, one.Wins, one.Draws, one.Losses, two.Games, two.Wins, two.Draws, two.Losses)
	}
	sets(contest.BySum)
	a.sums("c1", map[string]int{"Ann": 9, "Bo": 8})
	a.through()
	require.Equal(t, "1 1 0 0 1 0 0 1", ends())
	for _, by := range []contest.Counts{contest.ByBest, contest.ByHits} {
		sets(by)
		require.Equal(t, "1 0 0 0 1 0 0 0", ends(), by)
	}
	a.ended(2, time.Now(), "Ann", "Bo")
	require.Equal(t, "2 1 0 0 2 0 0 1", ends(), "a game that names its winner")
	h = h.again(t)
	require.Equal(t, "2 1 0 0 2 0 0 1", ends())
	sets(contest.ByPoints)
	require.Equal(t, "2 2 0 0 2 0 0 2", ends())
}
