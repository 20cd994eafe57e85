package hub_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"astragal/companion/event"
	"astragal/companion/event/contest"
	"astragal/companion/event/hub"
)

// If a judge holds the rolls of a count, another count of its players waits meanwhile. So nobody gets out of a look at a roll by starting from zero.
func TestWhoStartsFromZeroWhileARollIsHeldWaits(t *testing.T) {
	h, a := twoAlways(t, contest.BySum)
	h.nextRound(t, 1)
	total := func() int { return standing(view(t, h), "Player 1").Total }
	a.of("c1", "Player 1", 7)
	h.rule(t, hub.RuleAct{N: 1, Do: event.Hold, Reason: "a look"})
	a.of("c1", "Player 1", 5)
	require.Equal(t, 5, total(), "its own count goes on")
	h.rule(t, hub.RuleAct{N: 2, Do: event.Hold, Reason: "a look"})
	a.of("c2", "Player 1", 20)
	waits(t, h, `"Player 1" has begun anew: rolls of another game of this round are held by a judge`)
	for n := range int64(2) {
		h.rule(t, hub.RuleAct{N: n + 1, Do: event.Release, Reason: "all is well"})
	}
	require.Equal(t, 12, total())
	// What the judge was told of is other than what is so now.
	h.does(t, "/api/waiting", hub.WaitingAct{Do: event.Count, Rolls: []int64{3}})
	waits(t, h, "rolls of another game of this round count already")
	require.Equal(t, 12, total())
	h = h.again(t)
	h.does(t, "/api/waiting", hub.WaitingAct{Do: event.Count, Rolls: []int64{3}})
	waits(t, h)
	require.Equal(t, 32, total())
}

// A roll that comes back by a judge's deed doesn't count beside another count that took its place. It waits with its reason, and counts if a judge has seen that.
func TestWhatComesBackDoesntCountTwice(t *testing.T) {
	for name, c := range map[string]struct{ away, back func(*here, *simTable) }{
		"it waited": {
			func(h *here, a *simTable) {
				a.correctsOf("c1", 1, 2, 7, "Player 1", event.RollAnnulled)
				m := rollOf(1, "Player 1", 7)
				more := 900
				m.Kind, m.Roll.Of, m.Roll.Rev, m.Roll.Total, m.Roll.Text = event.KindCorrection, "c1", 3, &more, ""
				a.tell(m)
				a.through()
			},
			func(h *here, _ *simTable) {
				h.does(t, "/api/waiting", hub.WaitingAct{Do: event.Count, Rolls: []int64{1}})
			},
		},
		"it was annulled": {
			func(h *here, a *simTable) {
				h.rule(t, hub.RuleAct{N: 1, Do: event.Annul, Reason: "a wrong die"})
				a.correctsOf("c1", 1, 2, 7, "Player 1", event.RollAnnulled)
			},
			func(h *here, a *simTable) {
				h.rule(t, hub.RuleAct{N: 1, Do: event.Restore, Reason: "the right die"})
				a.correctsOf("c1", 1, 3, 7, "Player 1", event.RollCounted)
			},
		},
		"its annulment was not carried out": {
			func(h *here, a *simTable) {
				h.rule(t, hub.RuleAct{N: 1, Do: event.Hold, Reason: "a look"})
				h.rule(t, hub.RuleAct{N: 1, Do: event.Annul, Reason: "a wrong die"})
				a.correctsOf("c1", 1, 2, 7, "Player 1", event.RollAnnulled)
			},
			func(h *here, a *simTable) {
				h.rule(t, hub.RuleAct{N: 1, Do: event.Restore, Reason: "the right die"})
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			h, a := twoAlways(t, contest.BySum)
			h.nextRound(t, 1)
			total := func() int { return standing(view(t, h), "Player 1").Total }
			a.of("c1", "Player 1", 7)
			c.away(h, a)
			require.Zero(t, total())
			a.of("c2", "Player 1", 20)
			require.Equal(t, 20, total())
			c.back(h, a)
			require.Equal(t, 20, total())
			require.Contains(t, waits(t, h, "has begun anew")[0].Why, "count already")
			h = h.again(t)
			require.Equal(t, 20, total())
			h.does(t, "/api/waiting", hub.WaitingAct{Do: event.Leave, Rolls: []int64{1}})
			waits(t, h)
			require.Equal(t, 20, total())
		})
	}
}

// A table may carry a ruling out late, when another count has taken the roll's place by then.
func TestARulingThatIsCarriedOutLateDoesntCountTwice(t *testing.T) {
	h, a := twoAlways(t, contest.BySum)
	told := make(chan event.Ruling, 4)
	a.ruledBy(func(r event.Ruling) { told <- r })
	h.nextRound(t, 1)
	total := func() int { return standing(view(t, h), "Player 1").Total }
	a.of("c1", "Player 1", 7)
	h.rule(t, hub.RuleAct{N: 1, Do: event.Annul, Reason: "a wrong die"})
	<-told
	a.correctsOf("c1", 1, 2, 7, "Player 1", event.RollAnnulled)
	h.rule(t, hub.RuleAct{N: 1, Do: event.Restore, Reason: "the right die"})
	restored := <-told
	a.of("c2", "Player 1", 20)
	require.Equal(t, 20, total())
	ref := restored.Ref()
	m := rollOf(1, "Player 1", 7)
	m.Kind, m.Roll.Of, m.Roll.Rev, m.Roll.Ruling = event.KindCorrection, "c1", 3, &ref
	a.tell(m)
	a.tell(event.Message{At: time.Now(), Kind: event.KindRuled, Ruled: &event.Ruled{ID: restored.ID, Done: true}})
	a.through()
	require.Equal(t, 20, total())
	waits(t, h, "count already")
}
