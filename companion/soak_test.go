package companion_test

import (
	"encoding/json"
	"log/slog"
	"math/rand/v2"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/gorilla/websocket"
	"github.com/stretchr/testify/require"

	"astragal/companion"
	"astragal/companion/journal"
	"astragal/companion/protocol"
	"astragal/companion/rulebook"
	"astragal/engine"
)

// soaks is how much the long tests do: ASTRAGAL_SOAK, or little.
func soaks(t *testing.T, little int) int {
	t.Helper()
	n, err := strconv.Atoi(os.Getenv("ASTRAGAL_SOAK"))
	if err != nil {
		return little
	}
	return n
}

// Five hundred screens look on at one table: from the answer to the screen it takes 200 ms at the
// median at the most. The screens are in this process, as the table is, so both share its cores.
func TestSoakFiveHundredScreensSeeAnAnswer(t *testing.T) {
	viewers := 500
	if soaks(t, 0) == 0 {
		viewers = 60
	}
	const answers = 20
	tb := newTable(t)
	tb.serve("127.0.0.1:0")
	var mu sync.Mutex
	seen := map[int][]time.Duration{} // by roll
	sent := map[int]time.Time{}
	var all sync.WaitGroup
	for n := range viewers {
		dialer := websocket.Dialer{NetDialContext: (&net.Dialer{LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 0, 1, byte(1+n/20))}}).DialContext}
		conn, _, err := dialer.DialContext(t.Context(), "ws://"+tb.address+"/api/socket", nil)
		require.NoError(t, err, "screen %d", n)
		t.Cleanup(func() { _ = conn.Close() })
		all.Go(func() {
			for rolls := 0; rolls < answers; {
				_, raw, err := conn.ReadMessage()
				now := time.Now()
				if err != nil {
					return
				}
				var m struct {
					View struct {
						Rolls []struct{ N int } `json:"rolls"`
					} `json:"view"`
				}
				if json.Unmarshal(raw, &m) != nil || len(m.View.Rolls) == 0 || m.View.Rolls[0].N <= rolls {
					continue
				}
				rolls = m.View.Rolls[0].N
				mu.Lock()
				seen[rolls] = append(seen[rolls], now.Sub(sent[rolls]))
				mu.Unlock()
			}
		})
	}
	for n := 1; n <= answers; n++ {
		mu.Lock()
		sent[n] = time.Now()
		mu.Unlock()
		tb.do(protocol.Act{Do: protocol.DoType, Dice: []protocol.TypedDie{{Shape: "d6", Value: 1 + n%6}}})
		require.Eventually(t, func() bool {
			mu.Lock()
			defer mu.Unlock()
			return len(seen[n]) == viewers
		}, 30*time.Second, 5*time.Millisecond, "answer %d did not reach every screen", n)
	}
	all.Wait()
	var every []time.Duration
	for _, s := range seen {
		every = append(every, s...)
	}
	slices.Sort(every)
	median, late := every[len(every)/2], every[len(every)*99/100]
	t.Logf("%d screens, %d answers: median %v, 99 of 100 within %v", viewers, answers, median.Round(time.Millisecond), late.Round(time.Millisecond))
	require.LessOrEqual(t, median, 200*time.Millisecond)
}

// A table in a process of its own plays a scripted game and is killed at random moments: whatever
// was acknowledged is there again, and the game asks what the script's next answer is for.
func TestSoakAGameThatIsKilledAtAnyMomentGoesOn(t *testing.T) {
	kills := soaks(t, 12)
	rng := rand.New(rand.NewPCG(uint64(time.Now().UnixNano()), 9))
	const meanLife = 150 * time.Millisecond // from the moment that the table listens
	path := filepath.Join(t.TempDir(), "table.db")
	begun, acknowledged, inFlight := false, 0, 0
	for kill := range kills {
		cmd, address := startCrashTable(t, path)
		// The first lives long enough for the game to begin.
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
		session, err := companion.OpenSession(t.Context(), companion.SessionOptions{Journal: file, Log: slog.New(slog.DiscardHandler), Games: []rulebook.Kind{duelKind()}})
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

// script is the game's answer to its question: the same at each asking.
func script(q engine.Question) engine.Answer {
	a := engine.Answer{To: q.ID, Seat: q.Seats[0]}
	switch q.Kind {
	case engine.KindDeclare:
		a.Chosen = []string{"high"}
	case engine.KindRoll: // no cuts: the game goes on for ever
		for _, d := range q.Roll.Dice {
			face := 4
			a.Dice = append(a.Dice, engine.Thrown{ID: d.ID, Kind: d.Kind, Shape: d.Shape, Face: &face, Icon: "move", Count: 1, How: engine.Typed})
		}
	case engine.KindArrange:
		a.Chosen = []string{"sword-1", "sword-2", "shield-1"}
	}
	return a
}

// requireRightQuestion plays the script from the start, without any table, and compares.
func requireRightQuestion(t *testing.T, session *companion.Session, answers int) {
	t.Helper()
	book, err := openDuel(engine.Header{Rulebook: duelName, Players: []engine.Player{{Name: "Ann"}, {Name: "Ben"}}, Dice: duelDice()})
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
		raw, err := session.Games().JSON(1, shared, seat)
		require.NoError(t, err)
		for _, q := range parseGame(t, raw).Play.Pending {
			if !slices.Contains(got, q.Key) {
				got = append(got, q.Key)
			}
		}
	}
	require.ElementsMatch(t, want, got, "after %d answers another question is asked", answers)
}
