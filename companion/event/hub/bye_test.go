package hub_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"astragal/companion/event/contest"
	"astragal/companion/event/hub"
)

// A bye counts when its round is started, so the standings don't run ahead of the round. The pairing of the next round knows it, also while the round is
// played, and after a restart it counts once.
func TestAByeCountsWhenItsRoundIsStarted(t *testing.T) {
	h := startHub(t, nil)
	begins(t, h.pages, 3)
	does(t, h.pages, contest.Act{Do: "pair"})
	first := contestOf(t, h.pages).Rounds[0].Byes[0]
	stands := func(player string) []int { s := standing(view(t, h), player); return []int{s.Byes, s.Points} }
	require.Equal(t, []int{0, 0}, stands(first))
	startRound(t, h.pages, 1)
	require.Equal(t, []int{1, 3}, stands(first))
	does(t, h.pages, contest.Act{Do: "pair", Anyway: true})
	second := contestOf(t, h.pages).Rounds[1].Byes[0]
	require.NotEqual(t, first, second, "the pairing knows the bye")
	require.Equal(t, [][]int{{1, 3}, {0, 0}}, [][]int{stands(first), stands(second)})
	h = h.again(t)
	require.Equal(t, [][]int{{1, 3}, {0, 0}}, [][]int{stands(first), stands(second)})
	h.does(t, "/api/round", hub.RoundAct{Do: "end"})
	startRound(t, h.pages, 2)
	require.Equal(t, [][]int{{1, 3}, {1, 3}}, [][]int{stands(first), stands(second)})
}
