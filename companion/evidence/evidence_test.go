package evidence_test

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"astragal/companion"
	"astragal/companion/evidence"
	"astragal/companion/fairness"
	"astragal/companion/journal"
	"astragal/companion/protocol"
	"astragal/companion/rulebook"
	"astragal/companion/screen"
	"astragal/companion/tabletest"
	"astragal/engine"
	"astragal/engine/tally"
	"astragal/vision"
)

func get[T any](t *testing.T, address string) T {
	t.Helper()
	res, err := http.Get(address)
	require.NoError(t, err)
	defer func() { _ = res.Body.Close() }()
	raw, err := io.ReadAll(res.Body)
	require.NoError(t, err)
	require.Equal(t, http.StatusOK, res.StatusCode, string(raw))
	var out T
	require.NoError(t, json.Unmarshal(raw, &out), string(raw))
	return out
}

func TestACorrectedRollIsShownWithWhatItWasAndAllItsPictures(t *testing.T) {
	tb := tabletest.NewTable(t)
	tb.Do(protocol.Act{Do: protocol.DoCount, Count: &protocol.CountSettings{Players: []engine.Player{{Name: "Ann"}}, Rules: tally.Settings{Mode: tally.Sum}}})
	tb.Throw(3, 5)
	require.Empty(t, tb.Session.Copy().DisputedRolls(9))
	roll := tb.View().Rolls[0]
	tb.Do(protocol.Act{Do: protocol.DoFix, Throw: roll.Throw.ID, Rev: roll.Throw.Rev, Die: 2, Value: tabletest.Ptr(6)})
	tb.Serve("127.0.0.1:0")
	all := get[screen.DisputesView](t, "http://"+tb.Address+"/api/disputes").Disputes
	require.Len(t, all, 1)
	d := all[0]
	require.Equal(t, "Ann", d.Player)
	require.Equal(t, "typed", d.By)
	require.NotEmpty(t, d.Changed)
	require.Len(t, d.Dice, 2, "the dice that were not changed are evidence too")
	require.Equal(t, []string{"3", "3", "5", "6"}, []string{d.Dice[0].Was, d.Dice[0].Is, d.Dice[1].Was, d.Dice[1].Is})
	require.False(t, d.Dice[0].Other)
	require.True(t, d.Dice[1].Other)
	for _, die := range d.Dice {
		res, err := http.Get("http://" + tb.Address + die.Crop)
		require.NoError(t, err)
		require.Equal(t, http.StatusOK, res.StatusCode)
		require.NoError(t, res.Body.Close())
	}
	v := get[journal.LogVerdict](t, "http://"+tb.Address+"/api/verify")
	require.Nil(t, v.Fault)
	require.Equal(t, 2, v.Pictures)
	tb.Stop()

	tb = tabletest.Sit(t, tb.Path, journal.Limits{Crops: 1 << 20})
	require.Equal(t, all, tb.Session.Copy().DisputedRolls(9), "after a restart")
}

func TestTheQuotaLeavesThePicturesOfACorrectedRoll(t *testing.T) {
	tb := tabletest.NewTable(t)
	tb.Throw(3, 5)
	roll := tb.View().Rolls[0]
	tb.Do(protocol.Act{Do: protocol.DoFix, Throw: 1, Rev: roll.Throw.Rev, Die: 2, Value: tabletest.Ptr(6)})
	tb.Clear()
	tb.Throw(1, 1)
	tb.Stop()
	tb = tabletest.Sit(t, tb.Path, journal.Limits{Crops: 1})
	tb.Tell(vision.Event{Kind: vision.EventSource, Source: "a camera"})
	tb.Clear()
	tb.Throw(2, 4)
	tb.Stop()
	j := tabletest.OpenFile(t, tb.Path, journal.Limits{})
	_, err := j.Crop(t.Context(), 1, 1)
	require.NoError(t, err)
	_, err = j.Crop(t.Context(), 2, 1)
	require.ErrorIs(t, err, journal.ErrNoCrop)
}

// An entry of a game's log names the pictures of its dice if a camera saw them and the pictures are kept. It names
// none for a roll or a secret that the screen may not see.
func TestAnEntryNamesThePicturesOfItsDice(t *testing.T) {
	tb, id := tabletest.Seated(t)
	_, err := tb.Session.Games().Entry(t.Context(), id, tabletest.Looker, 0, 1)
	require.Error(t, err)
	tb.Stances(id)
	tb.Throw(-1, -2)
	tb.Settled(tb.Game(id, tabletest.Looker).Roll, "sword-1", 2)
	tb.Settled(tb.Game(id, tabletest.Looker).Roll, "shield-1", 3)
	tb.DoAs(tabletest.Shared, protocol.Act{Do: protocol.DoHand, Game: id, Question: tb.Game(id, tabletest.Looker).Roll.Question, Shown: []protocol.ShownDie{{Die: "sword-2", Face: 5}}})
	rolled := tb.Game(id, tabletest.Looker).Log[0].N
	crops := func() map[string]string {
		t.Helper()
		e, err := tb.Session.Games().Entry(t.Context(), id, tabletest.Looker, 0, rolled)
		require.NoError(t, err)
		require.Len(t, e.Answer.Dice, 3)
		return e.Crops
	}
	want := crops()
	require.Len(t, want, 2, "nobody saw the die that was typed")
	require.NotEqual(t, want["sword-1"], want["shield-1"])
	for _, at := range []string{want["sword-1"], want["shield-1"]} {
		require.Regexp(t, `^/crop/1/[12]$`, at)
	}
	stance, err := tb.Session.Games().Entry(t.Context(), id, tabletest.Looker, 0, 1)
	require.NoError(t, err)
	require.Equal(t, map[string]string{}, stance.Crops)
	tb.Stop()

	tb = tabletest.Sit(t, tb.Path, journal.Limits{Crops: 1})
	require.Equal(t, want, crops(), "after a restart")
	tb.Tell(vision.Event{Kind: vision.EventSource, Source: "a camera"})
	tb.Clear()
	tb.Throw(2, 4) // there is no room for a picture
	tb.View()
	require.Equal(t, map[string]string{}, crops())
}

func TestStatisticsCountWhatCountsAndSayWhenItIsTooLittle(t *testing.T) {
	tb := tabletest.NewTable(t)
	tb.Do(protocol.Act{Do: protocol.DoCount, Count: &protocol.CountSettings{Players: []engine.Player{{Name: "Ann"}, {Name: "Bo"}}, Rules: tally.Settings{Mode: tally.Sum}}})
	tb.Throw(3, 5)
	tb.Do(protocol.Act{Do: protocol.DoTurn, Seat: 2})
	tb.Clear()
	tb.Throw(6, 6)
	tb.Do(protocol.Act{Do: protocol.DoType, Dice: []protocol.TypedDie{{Shape: "d6", Value: 1}}})
	roll := tb.View().Rolls[2]
	tb.Do(protocol.Act{Do: protocol.DoFix, Throw: roll.Throw.ID, Rev: roll.Throw.Rev, Die: 1, Value: tabletest.Ptr(4)})
	tb.Tell(vision.Event{Kind: vision.EventSource, Source: "the virtual table"})
	tb.Clear()
	tb.Throw(2, 2)

	counts := func(of evidence.StatisticsOf) map[string]int {
		st, err := tb.Session.Copy().Statistics(of)
		require.NoError(t, err)
		out := map[string]int{}
		for _, d := range st.Dice {
			require.Equal(t, fairness.TooFew, d.Verdict.Judgement)
			require.Contains(t, d.Verdict.Text, "Not enough rolls yet")
			for _, f := range d.Faces {
				out[f.Face] += f.Count
			}
		}
		return out
	}
	require.Equal(t, map[string]int{"1": 0, "2": 0, "3": 0, "4": 1, "5": 1, "6": 2}, counts(evidence.StatisticsOf{}))
	require.Equal(t, map[string]int{"1": 0, "2": 0, "3": 0, "4": 1, "5": 1, "6": 0}, counts(evidence.StatisticsOf{Player: "Ann"}))
	require.Equal(t, 1, counts(evidence.StatisticsOf{Typed: true})["1"])
	require.Equal(t, 2, counts(evidence.StatisticsOf{Virtual: true})["2"])

	tb.Serve("127.0.0.1:0")
	st := get[evidence.Statistics](t, "http://"+tb.Address+"/api/statistics?player=Bo&typed=yes")
	require.Equal(t, []string{"Ann", "Bo"}, st.Players)
	require.Equal(t, 3, st.Total)
	require.Equal(t, 0, get[evidence.Statistics](t, "http://"+tb.Address+"/api/statistics?until=2020-01-01").Total)
	for query, says := range map[string]string{"since=yesterday": "must be a day", "typed=perhaps": "must be yes or no"} {
		res, err := http.Get("http://" + tb.Address + "/api/statistics?" + query)
		require.NoError(t, err)
		raw, err := io.ReadAll(res.Body)
		require.NoError(t, err)
		require.Equal(t, http.StatusBadRequest, res.StatusCode)
		require.Contains(t, string(raw), says)
		require.NoError(t, res.Body.Close())
	}
	res, err := http.Get("http://" + tb.Address + "/statistics.csv")
	require.NoError(t, err)
	rows, err := csv.NewReader(res.Body).ReadAll()
	require.NoError(t, err)
	require.NoError(t, res.Body.Close())
	require.Len(t, rows, 7)
	require.Equal(t, []string{"2", "6", "4"}, []string{rows[6][4], rows[6][2], rows[6][1]})
	tb.Stop()

	sources, err := companion.ReadEvidence(t.Context(), tb.Path, rulebook.All())
	require.NoError(t, err)
	st, err = evidence.Count(sources, evidence.StatisticsOf{})
	require.NoError(t, err)
	require.Equal(t, 7, st.Total+st.LeftOut, "read from the file alone")
}

// Dice that are rolled again are counted twice. Dice that only lay there aren't.
func TestDiceRolledAgainAreCountedTwiceAndThoseThatLayThereOnce(t *testing.T) {
	tb := tabletest.NewTable(t)
	tb.Do(protocol.Act{Do: protocol.DoCount, Count: &protocol.CountSettings{Rules: tally.Settings{Mode: tally.Sum, Again: &tally.Again{Values: []int{1}}}}})
	tb.Throw(1, 5, 6)
	s := tabletest.Scene(4, 5, 6)
	s.Sightings[0].Box = vision.Box{400, 400, tabletest.DieSide, tabletest.DieSide}
	tb.Settle(s)
	st, err := tb.Session.Copy().Statistics(evidence.StatisticsOf{})
	require.NoError(t, err)
	require.Equal(t, 4, st.Total)
}

func TestADieThatIsUnevenIsCalledThat(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	var observed []evidence.Observed
	var sides []evidence.Side
	for v := 1; v <= 6; v++ {
		sides = append(sides, evidence.Side{Text: fmt.Sprint(v), On: 1})
	}
	for range 2000 {
		fair, heavy := r.IntN(6), max(0, r.IntN(8)-2)
		for die, shows := range map[string]int{"white d6": fair, "red d6": heavy} {
			observed = append(observed, evidence.Observed{Die: die, Sides: sides, Shows: shows, How: engine.Read, By: evidence.BySight})
		}
	}
	part := evidence.NewPart(observed)
	st, err := evidence.Count([]evidence.Source{part.Source()}, evidence.StatisticsOf{})
	require.NoError(t, err)
	verdicts := map[string]fairness.Judgement{}
	for _, d := range st.Dice {
		verdicts[d.Die] = d.Verdict.Judgement
		require.Empty(t, d.Untested)
	}
	require.Equal(t, map[string]fairness.Judgement{"white d6": fairness.Nothing, "red d6": fairness.Uneven}, verdicts)
}

func TestTensAndOnesThatCannotBeToldApartAreNotTested(t *testing.T) {
	tb := tabletest.NewTable(t)
	tb.Do(protocol.Act{Do: protocol.DoType, Dice: []protocol.TypedDie{{Shape: "d10", Value: 70}, {Shape: "d10", Value: 10}, {Shape: "d10", Value: 3}}})
	st, err := tb.Session.Copy().Statistics(evidence.StatisticsOf{Typed: true})
	require.NoError(t, err)
	require.Len(t, st.Dice, 2)
	for _, d := range st.Dice {
		require.Contains(t, d.Untested, "may be of", d.Die)
	}
}
