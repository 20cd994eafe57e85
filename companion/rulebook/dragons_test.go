package rulebook_test

import (
	"encoding/json"
	"log/slog"
	"math/rand/v2"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"astragal/companion"
	"astragal/companion/journal"
	"astragal/companion/protocol"
	"astragal/companion/rulebook"
	"astragal/companion/tabletest"
	"astragal/engine"
	"astragal/engine/dragondice"
)

// openTable is a session for benchmarks too.
func openTable(t testing.TB) *companion.Session {
	t.Helper()
	file, err := journal.Open(t.Context(), filepath.Join(t.TempDir(), "table.db"), journal.Limits{})
	require.NoError(t, err)
	s, err := companion.OpenSession(t.Context(), companion.SessionOptions{Journal: file, Log: slog.New(slog.DiscardHandler)})
	require.NoError(t, err)
	t.Cleanup(func() {
		s.Close()
		require.NoError(t, file.Close())
	})
	return s
}

func TestAScreenGetsLittleAndSoon(t *testing.T) {
	const most, answers = 100 << 10, 100
	for _, c := range []struct {
		edition string
		size    int
		names   []string
	}{{"starter", 30, []string{"Ann", "Ben"}}, {"4.01d", 60, []string{"Ann", "Ben", "Cleo", "Dan"}}} {
		t.Run(c.edition, func(t *testing.T) {
			s := openTable(t)
			id, err := s.Games().Begin(t.Context(), tabletest.DragonGame(t, c.edition, c.size, 7, c.names...))
			require.NoError(t, err)
			chance := rand.New(rand.NewPCG(1, 2))
			largest, n := 0, 0
			for ; n < answers && tabletest.AnswerOne(t, s, id, chance); n++ {
				_, size := tabletest.GameOf(t, s, id, 0)
				largest = max(largest, size)
			}
			require.LessOrEqual(t, largest, most, "bytes of the largest view")
			t.Logf("%d answers, largest view %d bytes", n, largest)
		})
	}
}

// BenchmarkAnswer measures the time from a screen's answer, through its writing, to the view that another screen
// gets. The game is a late one of 4.01d with four players and 60 points.
func BenchmarkAnswer(b *testing.B) {
	s := openTable(b)
	chance := rand.New(rand.NewPCG(1, 2))
	id, n := 0, 0
	largest := 0
	for b.Loop() {
		b.StopTimer()
		if id == 0 || !tabletest.AnswerOne(b, s, id, chance) {
			var err error
			id, err = s.Games().Begin(b.Context(), tabletest.DragonGame(b, "4.01d", 60, uint64(n), "Ann", "Ben", "Cleo", "Dan"))
			require.NoError(b, err)
			for i := 0; i < 400 && tabletest.AnswerOne(b, s, id, chance); i++ {
				n++
			}
		}
		v, _ := tabletest.GameOf(b, s, id, 0)
		if len(v.Play.Pending) == 0 && len(v.Play.Waiting) > 0 {
			v, _ = tabletest.GameOf(b, s, id, v.Play.Waiting[0])
		}
		if len(v.Play.Pending) == 0 {
			id = 0
			b.StartTimer()
			continue
		}
		a := engine.Random(v.Play.Pending[0], chance)
		b.StartTimer()
		require.NoError(b, s.DoAs(b.Context(), protocol.Who{May: true}, protocol.Act{Do: protocol.DoReply, Game: id, Answer: &a}))
		raw, err := s.Games().JSON(id, protocol.Who{}, 0)
		require.NoError(b, err)
		largest = max(largest, len(raw))
	}
	b.ReportMetric(float64(largest), "bytes/view")
}

func TestAForceIsJudgedAsItGrows(t *testing.T) {
	judge := func(c rulebook.ForceCheck) rulebook.ForceView {
		v, err := c.Judge()
		require.NoError(t, err)
		return v
	}
	v := judge(rulebook.ForceCheck{Edition: "starter"})
	require.Equal(t, rulebook.ForceView{Points: 0, Size: 30, Dragons: 2, Why: v.Why}, v)
	require.Contains(t, v.Why, "0 points, the game is of 30")
	f := tabletest.ForceOf(t, "starter", 30, rand.New(rand.NewPCG(3, 3)))
	require.Empty(t, judge(rulebook.ForceCheck{Edition: "starter", Force: f}).Why)
	f.Pool = f.Pool[:1]
	require.Contains(t, judge(rulebook.ForceCheck{Edition: "starter", Force: f}).Why, "1 dragon, a force of 30 brings 2")
	require.Equal(t, 3, judge(rulebook.ForceCheck{Edition: "4.01d", Size: 60}).Dragons)

	for name, c := range map[string]rulebook.ForceCheck{
		"edition": {Edition: "5"}, "size": {Edition: "4.01d", Size: 9999}, "die": {Edition: "starter", Force: dragondice.Force{Dice: []string{"pawn"}}},
	} {
		_, err := c.Judge()
		require.Error(t, err, name)
	}
}

func TestOneRollIsCountedWithoutAGame(t *testing.T) {
	tb := tabletest.NewTable(t)
	id, err := tb.Session.Games().Begin(t.Context(), protocol.NewGame{Rulebook: "starter", Setup: json.RawMessage(`{"count": {"roll": "melee", "dice": ["2 treefolk_oak"]}}`)})
	require.NoError(t, err)
	v := tb.Game(id, tabletest.Shared)
	require.True(t, v.Game.Single)
	require.Equal(t, engine.KindRoll, v.Play.Pending[0].Kind)
	var shown []protocol.ShownDie
	for _, d := range v.Play.Pending[0].Roll.Dice {
		shown = append(shown, protocol.ShownDie{Die: d.ID, Face: 0}) // the ID
	}
	tb.DoAs(tabletest.Shared, protocol.Act{Do: protocol.DoHand, Game: id, Question: v.Play.Pending[0].ID, Shown: shown})
	v = tb.Game(id, tabletest.Shared)
	require.NotNil(t, v.Play.Outcome)
	require.NotEmpty(t, v.Play.Trail[len(v.Play.Trail)-1].Lines)
}
