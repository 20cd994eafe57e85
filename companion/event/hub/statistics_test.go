package hub_test

import (
	"encoding/csv"
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"astragal/companion/dicecount"
	"astragal/companion/event"
	"astragal/companion/event/hub"
	"astragal/companion/event/outbox"
	"astragal/companion/fairness"
)

func counted(t *testing.T, h *here, query string) (hub.Statistics, map[string]dicecount.DieStatistics) {
	t.Helper()
	var st hub.Statistics
	get(t, h.pages+"/api/statistics?"+query, &st)
	byName := map[string]dicecount.DieStatistics{}
	for _, d := range st.Dice {
		byName[d.Die] = d
	}
	return st, byName
}

// The dice of the rolls that count are counted by die and face. The table's own test judges them. It finds an uneven
// die, and says if there are too few rolls.
func TestTheEventsDiceAreCountedAndJudged(t *testing.T) {
	h := startHub(t, nil)
	a, b := newSim(t, "Table 1", h.dial(t, "Table 1")), newSim(t, "Table 2", h.dial(t, "Table 2"))
	status, answer := post(t, h.pages+"/api/round", hub.RoundAct{Do: "start", Name: "Round 1", Minutes: 50})
	require.Equal(t, http.StatusOK, status, answer)
	const many = 900 // each has a d6 that shows 1, and a d20 that shows the rest
	var items []outbox.Item
	for n := 1; n <= many; n++ {
		items = append(items, outbox.Item{Key: fmt.Sprint("roll ", n), Message: rollOf(n, "Ann", 2+n%20)})
	}
	require.NoError(t, a.box.Tell(t.Context(), items))
	for n := 1; n <= 4; n++ {
		b.rolled++
		b.tell(rollOf(n, "Bo", 7))
	}
	a.through()
	b.through()
	st, dice := counted(t, h, "")
	require.Equal(t, 2*many+8, st.Total)
	require.Equal(t, []string{"Ann", "Bo"}, st.Players)
	require.Equal(t, []hub.RoundName{{N: 1, Name: "Round 1"}}, st.Rounds)
	require.Equal(t, many+4, dice["d6"].Faces[0].Count)
	require.Equal(t, many+4, dice["d6"].Read)
	require.Equal(t, fairness.Uneven, dice["d6"].Verdict.Judgement)

	_, dice = counted(t, h, "apart=tables")
	require.Equal(t, fairness.Uneven, dice["Table 1: d6"].Verdict.Judgement)
	require.Equal(t, fairness.TooFew, dice["Table 2: d6"].Verdict.Judgement)
	require.Contains(t, dice["Table 2: d6"].Verdict.Text, "Not enough rolls yet: 4 of the ")
	st, dice = counted(t, h, "player=Bo&round=1")
	require.Equal(t, 8, st.Total)
	require.Equal(t, 4, dice["d20"].Faces[5].Count)

	// The dice of held or annulled rolls aren't counted. Nor are dice that no camera saw, and dice of an older table
	// whose faces the hub doesn't know.
	h.rule(t, hub.RuleAct{N: view(t, h).Tables[1].Last.N, Do: event.Hold, Reason: "a look"})
	five, face := 5, 2
	b.tell(event.Message{At: time.Now(), Kind: event.KindRoll, Roll: &event.Roll{ID: "t9", Rev: 1, At: time.Now(), Status: event.RollCounted, Player: "Bo", By: "camera and typed", Text: "?",
		Dice: []event.Die{{ID: "d1", Shape: "d6", Value: &five, How: "typed"}, {ID: "d2", Shape: "d6", Shows: "2 melee", Face: &face, How: "read", Seen: true}}}})
	b.through()
	st, _ = counted(t, h, "player=Bo")
	require.Equal(t, []int{6, 1, 1}, []int{st.Total, st.Typed, st.Unknown})
	st, _ = counted(t, h, "player=Bo&typed=yes")
	require.Equal(t, []int{7, 0, 1}, []int{st.Total, st.Typed, st.Unknown})

	r, err := http.Get(h.pages + "/statistics.csv?table=Table+2")
	require.NoError(t, err)
	defer func() { _ = r.Body.Close() }()
	rows, err := csv.NewReader(r.Body).ReadAll()
	require.NoError(t, err)
	require.Len(t, rows, 1+6+20)
	for query, says := range map[string]string{"round=x": "a number from 1", "apart=dice": "tables or players", "typed=perhaps": "yes or no", "virtual=1": "yes or no"} {
		r, err := http.Get(h.pages + "/api/statistics?" + query)
		require.NoError(t, err)
		require.Equal(t, http.StatusBadRequest, r.StatusCode, says)
		require.NoError(t, r.Body.Close())
	}
}

// Dice with icons are counted by die and face, and judged. A face that is on two sides is expected twice as often. A
// die that was rolled again counts each time, though its roll shows it once.
func TestTheEventsIconsAreCountedAndJudged(t *testing.T) {
	h := startHub(t, nil)
	a := newSim(t, "Table 1", h.dial(t, "Table 1"))
	sides := []event.Side{{Text: "ID", On: 1}, {Text: "melee", On: 2}, {Text: "2 missile", On: 1}, {Text: "save", On: 2}}
	rolled := func(n int, by, die string, shows ...int) outbox.Item {
		face := 1
		return outbox.Item{Key: fmt.Sprint("roll ", n), Message: event.Message{At: time.Now(), Kind: event.KindRoll, Roll: &event.Roll{ID: fmt.Sprintf("t%d", n), Rev: 1, At: time.Now(), Status: event.RollCounted,
			Player: "Ann", By: "camera", Text: "icons", Dice: []event.Die{{ID: "d1", Shape: "d6", Shows: "melee", Face: &face, How: "read", Seen: true}},
			Fallen: []event.Fallen{{Die: die, Sides: sides, Shows: shows, How: "read", By: by}}}}}
	}
	var items []outbox.Item
	const many = 1200
	for n := 1; n <= many; n++ {
		items = append(items, rolled(n, "camera", "Herald", []int{0, 1, 1, 2, 3, 3}[n%6]), rolled(many+n, "camera", "Sprite", 2, 3))
	}
	items = append(items, rolled(2*many+1, "virtual table", "Herald", 0), rolled(2*many+2, "typed", "Herald", 0, 0), rolled(2*many+3, "camera", "Herald"))
	cut := items[len(items)-1].Message.Roll // the message was too long to say how its dice fell
	cut.Fallen, cut.Cut = nil, true
	require.NoError(t, a.box.Tell(t.Context(), items))
	a.rolled = len(items)
	a.through()

	st, dice := counted(t, h, "")
	require.Equal(t, []int{3 * many, 2, 1, 1}, []int{st.Total, st.Typed, st.Virtual, st.Unknown})
	require.Equal(t, []dicecount.FaceCount{{Face: "ID", On: 1, Count: 200, Expected: 200}, {Face: "melee", On: 2, Count: 400, Expected: 400},
		{Face: "2 missile", On: 1, Count: 200, Expected: 200}, {Face: "save", On: 2, Count: 400, Expected: 400}}, dice["Herald"].Faces)
	require.Equal(t, fairness.Nothing, dice["Herald"].Verdict.Judgement)
	require.Equal(t, 2*many, dice["Sprite"].Rolls)
	require.Equal(t, fairness.Uneven, dice["Sprite"].Verdict.Judgement)
	st, dice = counted(t, h, "typed=yes&virtual=yes&apart=players")
	require.Equal(t, []int{3*many + 3, 0, 0}, []int{st.Total, st.Typed, st.Virtual})
	require.Equal(t, 203, dice["Ann: Herald"].Faces[0].Count)
}
