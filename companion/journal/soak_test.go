package journal_test

import (
	"log/slog"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"astragal/companion"
	"astragal/companion/journal"
	"astragal/companion/rulebook"
	"astragal/companion/tabletest"
	"astragal/engine"
)

// A table in a process of its own plays a scripted game and is killed at random moments. All that was acknowledged is
// there again, and the game asks for the script's next answer.
func TestSoakAGameThatIsKilledAtAnyMomentGoesOn(t *testing.T) {
	kills := tabletest.Soaks(t, 12)
	rng := rand.New(rand.NewPCG(uint64(time.Now().UnixNano()), 9))
	const meanLife = 150 * time.Millisecond // from the moment when the table listens
	path := filepath.Join(t.TempDir(), "table.db")
	begun, acknowledged, inFlight := false, 0, 0
	for kill := range kills {
		cmd, address := tabletest.StartCrashTable(t, path)
		// The first process lives long enough for the game to begin.
		after := time.Duration(rng.ExpFloat64() * float64(meanLife))
		if kill == 0 {
			after = 2 * time.Second
		}
		killed := make(chan struct{})
		timer := time.AfterFunc(after, func() {
			_ = cmd.Process.Signal(syscall.SIGKILL)
			close(killed)
		})
		for {
			if !begun {
				if beginFrom(address) != nil {
					break
				}
				begun = true
				continue
			}
			n, err := playOn(address)
			if err != nil {
				break // killed
			}
			acknowledged = max(acknowledged, n)
		}
		<-killed
		timer.Stop()
		_ = cmd.Wait()

		file, err := journal.Open(t.Context(), path, journal.Limits{})
		require.NoError(t, err, "kill %d", kill)
		session, err := companion.OpenSession(t.Context(), companion.SessionOptions{Journal: file, Log: slog.New(slog.DiscardHandler), Games: []rulebook.Kind{tabletest.DuelKind()}})
		require.NoError(t, err, "kill %d", kill)
		list := session.Games().List()
		if len(list) > 0 {
			begun = true
			there := list[0].Entries - 1
			require.GreaterOrEqual(t, there, acknowledged, "kill %d: an acknowledged answer is lost", kill)
			require.LessOrEqual(t, there, acknowledged+1, "kill %d: more than the one answer on its way", kill)
			inFlight += there - acknowledged
			acknowledged = there
			requireRightQuestion(t, session, there)
		} else {
			require.False(t, begun, "the game is gone")
		}
		session.Close()
		require.NoError(t, file.Close())
		if (kill+1)%100 == 0 {
			t.Logf("%d kills so far, %d answers", kill+1, acknowledged)
		}
	}
	require.Positive(t, acknowledged, "no table lived long enough to be answered")
	t.Logf("%d kills, %d answers acknowledged or on disk, %d of them were on disk and not acknowledged yet; none lost", kills, acknowledged, inFlight)
}

// script is the answer to a question of the game. The same question always gets the same answer.
func script(q engine.Question) engine.Answer {
	a := engine.Answer{To: q.ID, Seat: q.Seats[0]}
	switch q.Kind {
	case engine.KindDeclare:
		a.Chosen = []string{"high"}
	case engine.KindRoll: // no cuts, so the game never ends
		for _, d := range q.Roll.Dice {
			face := 4
			a.Dice = append(a.Dice, engine.Thrown{ID: d.ID, Kind: d.Kind, Shape: d.Shape, Face: &face, Icon: "move", Count: 1, How: engine.Typed})
		}
	case engine.KindArrange:
		a.Chosen = []string{"sword-1", "sword-2", "shield-1"}
	}
	return a
}

// requireRightQuestion plays the script from the start, without a table, and compares the questions.
func requireRightQuestion(t *testing.T, session *companion.Session, answers int) {
	t.Helper()
	book, err := tabletest.OpenDuel(engine.Header{Rulebook: tabletest.DuelName, Players: []engine.Player{{Name: "Ann"}, {Name: "Ben"}}, Dice: tabletest.DuelDice()})
	require.NoError(t, err)
	g, err := engine.New(book)
	require.NoError(t, err)
	defer g.Stop()
	for range answers {
		require.NoError(t, g.Answer(script(g.Pending()[0])))
	}
	var want, got []string
	for _, q := range g.Pending() {
		want = append(want, q.Key)
	}
	for seat := engine.Seat(1); seat <= 2; seat++ {
		raw, err := session.Games().JSON(1, tabletest.Shared, seat)
		require.NoError(t, err)
		for _, q := range tabletest.ParseGame(t, raw).Play.Pending {
			if !slices.Contains(got, q.Key) {
				got = append(got, q.Key)
			}
		}
	}
	require.ElementsMatch(t, want, got, "after %d answers another question is asked", answers)
}
