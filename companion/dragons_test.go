package companion_test

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
	"astragal/engine"
	"astragal/engine/dragondice"
)

// forceOf draws a force of one species that may be played.
func forceOf(t testing.TB, edition string, size int, r *rand.Rand) dragondice.Force {
	t.Helper()
	e, err := rulebook.EditionOf(edition)
	require.NoError(t, err)
	var races, dragons, terrains, homes []string
	for _, k := range e.Kinds {
		switch k.Kind {
		case "unit":
			races = append(races, k.Race)
		case "drake", "wyrm":
			if k.Class == "elemental" {
				dragons = append(dragons, k.ID)
			}
		case "major_terrain":
			terrains = append(terrains, k.ID)
			if k.Home {
				homes = append(homes, k.ID)
			}
		}
	}
	for range 50 {
		race := races[r.IntN(len(races))]
		var f dragondice.Force
		for left, tries := size, 0; left > 0 && tries < 100_000; tries++ {
			k := e.Kinds[r.IntN(len(e.Kinds))]
			if k.Kind == "unit" && k.Race == race && k.Points <= left {
				f.Dice = append(f.Dice, k.ID)
				left -= k.Points
			}
		}
		judged, err := rulebook.ForceCheck{Edition: edition, Size: size, Force: f}.Judge()
		require.NoError(t, err)
		for range judged.Dragons {
			f.Pool = append(f.Pool, dragons[r.IntN(len(dragons))])
		}
		f.Terrain, f.Frontier = homes[r.IntN(len(homes))], terrains[r.IntN(len(terrains))]
		judged, err = rulebook.ForceCheck{Edition: edition, Size: size, Force: f}.Judge()
		require.NoError(t, err)
		if len(judged.Why) == 0 {
			return f
		}
	}
	require.FailNow(t, "no force of the edition may be played")
	return dragondice.Force{}
}

// dragonGame is a new game of Dragon Dice.
func dragonGame(t testing.TB, edition string, size int, seed uint64, names ...string) protocol.NewGame {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 4))
	n := protocol.NewGame{Rulebook: edition}
	setup := dragondice.Settings{Size: size}
	for _, name := range names {
		n.Players = append(n.Players, engine.Player{Name: name})
		setup.Forces = append(setup.Forces, forceOf(t, edition, size, r))
	}
	var err error
	n.Setup, err = json.Marshal(setup)
	require.NoError(t, err)
	return n
}

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

func gameOf(t testing.TB, s *companion.Session, id int, seat engine.Seat) (protocol.GameView, int) {
	t.Helper()
	raw, err := s.Games().JSON(id, protocol.Who{May: true}, seat)
	require.NoError(t, err)
	var v protocol.GameView
	require.NoError(t, json.Unmarshal(raw, &v))
	return v, len(raw)
}

// step gives one random legal answer, for whoever is asked first. False when the game is over.
func step(t testing.TB, s *companion.Session, id int, chance *rand.Rand) bool {
	t.Helper()
	v, _ := gameOf(t, s, id, 0)
	if len(v.Play.Pending) == 0 && len(v.Play.Waiting) > 0 {
		v, _ = gameOf(t, s, id, v.Play.Waiting[0])
	}
	if len(v.Play.Pending) == 0 {
		require.NotNil(t, v.Play.Outcome, "nothing is asked, and the game isn't over: %s", v.Play.Problem)
		return false
	}
	a := engine.Random(v.Play.Pending[0], chance)
	require.NoError(t, s.DoAs(t.Context(), protocol.Who{May: true}, protocol.Act{Do: protocol.DoReply, Game: id, Answer: &a}))
	return true
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
			id, err := s.Games().Begin(t.Context(), dragonGame(t, c.edition, c.size, 7, c.names...))
			require.NoError(t, err)
			chance := rand.New(rand.NewPCG(1, 2))
			largest, n := 0, 0
			for ; n < answers && step(t, s, id, chance); n++ {
				_, size := gameOf(t, s, id, 0)
				largest = max(largest, size)
			}
			require.LessOrEqual(t, largest, most, "bytes of the largest view")
			t.Logf("%d answers, largest view %d bytes", n, largest)
		})
	}
}

// BenchmarkAnswer measures from a screen's answer, written down, to the view that another screen gets:
// late in a game of 4.01d with four players and 60 points.
func BenchmarkAnswer(b *testing.B) {
	s := openTable(b)
	chance := rand.New(rand.NewPCG(1, 2))
	id, n := 0, 0
	largest := 0
	for b.Loop() {
		b.StopTimer()
		if id == 0 || !step(b, s, id, chance) {
			var err error
			id, err = s.Games().Begin(b.Context(), dragonGame(b, "4.01d", 60, uint64(n), "Ann", "Ben", "Cleo", "Dan"))
			require.NoError(b, err)
			for i := 0; i < 400 && step(b, s, id, chance); i++ {
				n++
			}
		}
		v, _ := gameOf(b, s, id, 0)
		if len(v.Play.Pending) == 0 && len(v.Play.Waiting) > 0 {
			v, _ = gameOf(b, s, id, v.Play.Waiting[0])
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
	f := forceOf(t, "starter", 30, rand.New(rand.NewPCG(3, 3)))
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
	tb := newTable(t)
	id, err := tb.session.Games().Begin(t.Context(), protocol.NewGame{Rulebook: "starter", Setup: json.RawMessage(`{"count": {"roll": "melee", "dice": ["2 treefolk_oak"]}}`)})
	require.NoError(t, err)
	v := tb.game(id, shared)
	require.True(t, v.Game.Single)
	require.Equal(t, engine.KindRoll, v.Play.Pending[0].Kind)
	var shown []protocol.ShownDie
	for _, d := range v.Play.Pending[0].Roll.Dice {
		shown = append(shown, protocol.ShownDie{Die: d.ID, Face: 0}) // the ID
	}
	tb.doAs(shared, protocol.Act{Do: protocol.DoHand, Game: id, Question: v.Play.Pending[0].ID, Shown: shown})
	v = tb.game(id, shared)
	require.NotNil(t, v.Play.Outcome)
	require.NotEmpty(t, v.Play.Trail[len(v.Play.Trail)-1].Lines)
}
