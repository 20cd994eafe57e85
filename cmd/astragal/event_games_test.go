package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"astragal/companion/door/doortest"
	"astragal/companion/event/contest"
	"astragal/companion/event/hub"
	"astragal/companion/protocol"
	"astragal/companion/tabletest"
	"astragal/engine"
	"astragal/engine/veradiscordia"
)

// fair is an event of two players: the real hub, which can be killed, and one real table.
type fair struct {
	t                          *testing.T
	dir, pages, tables, listen string
	hub                        *exec.Cmd
	table                      *openTable
	// game is the game that is played at the table. chance draws the answers, answered is how many there were.
	game, answered int
	chance         *rand.Rand
	// choose is how the players answer; nil for at random.
	choose func(engine.Question) engine.Answer
	// hands are clients at addresses of their own. A table takes only so many requests a second from one address.
	hands []*http.Client
}

// openFair opens the hub and the table, pairs Ann and Ben there and starts the round. It returns when the table has been told who plays at it.
func openFair(t *testing.T, seed uint64) *fair {
	t.Helper()
	f := &fair{t: t, dir: t.TempDir(), listen: doortest.Address(t), tables: doortest.Address(t), chance: rand.New(rand.NewPCG(seed, 8))}
	f.pages = "http://" + f.listen
	for n := range 40 {
		f.hands = append(f.hands, &http.Client{Transport: &http.Transport{DialContext: (&net.Dialer{LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 0, 1, byte(1+n))}}).DialContext}})
	}
	f.openHub()
	token := astragal(t, "hub", "token", "--event", "cup", "table", "Table 1", "--data-dir", f.dir)
	require.NoError(t, os.WriteFile(filepath.Join(f.dir, "token"), []byte(token.out), 0o600))
	f.openTable()
	s := contest.Usual()
	s.System, s.Counts = contest.Swiss, contest.ByPoints
	require.Eventually(t, func() bool { return len(f.view().Tables) == 1 }, hang, 20*time.Millisecond, "%s", f.table.errs)
	for _, a := range []contest.Act{{Do: "settings", Settings: &s}, {Do: "enter", Names: "Ann\nBen", Here: true}, {Do: "pair"}} {
		f.does("/api/contest", a)
	}
	f.does("/api/round", hub.RoundAct{Do: "start", Name: "Round 1", Minutes: 50})
	require.Eventually(t, func() bool {
		link := f.table.view().Link
		return link != nil && slices.Equal(slices.Sorted(slices.Values(link.Players)), []string{"Ann", "Ben"})
	}, hang, 20*time.Millisecond)
	return f
}

func (f *fair) openHub() {
	f.t.Helper()
	var errs quietBuffer
	f.hub = exec.Command(builtProgram, "hub", "--event", "cup", "--listen", f.listen, "--tables", f.tables, "--data-dir", f.dir)
	f.hub.Env, f.hub.Stderr = []string{"HOME=" + f.dir, "PATH=" + os.Getenv("PATH")}, &errs
	require.NoError(f.t, f.hub.Start())
	f.t.Cleanup(f.killHub)
	require.Eventually(f.t, func() bool {
		r, err := http.Get(f.pages + "/api/view")
		return err == nil && r.Body.Close() == nil && r.StatusCode == http.StatusOK
	}, hang, 20*time.Millisecond, "%s", &errs)
}

func (f *fair) killHub() {
	if f.hub != nil {
		_ = f.hub.Process.Signal(syscall.SIGKILL)
		_ = f.hub.Wait()
		f.hub = nil
	}
}

// openTable opens the table, or opens it again after it was killed.
func (f *fair) openTable() {
	f.t.Helper()
	if f.table != nil {
		require.NoError(f.t, f.table.cmd.Process.Signal(syscall.SIGKILL))
		_ = f.table.cmd.Wait()
	}
	f.table = keepTable(f.t, filepath.Join(f.dir, "table"), "--source", "virtual", "--hub", "nats://"+f.tables+"/cup", "--hub-credentials", filepath.Join(f.dir, "token"))
}

func (f *fair) does(path string, what any) {
	f.t.Helper()
	raw, err := json.Marshal(what)
	require.NoError(f.t, err)
	r, err := http.Post(f.pages+path, "application/json", bytes.NewReader(raw))
	require.NoError(f.t, err)
	require.NoError(f.t, r.Body.Close())
	require.Equal(f.t, http.StatusOK, r.StatusCode, path)
}

func (f *fair) view() hub.View {
	f.t.Helper()
	return gotten[hub.View](f.t, http.DefaultClient, f.pages+"/api/view")
}

func gotten[T any](t *testing.T, by *http.Client, address string) T {
	t.Helper()
	r, err := by.Get(address)
	require.NoError(t, err)
	defer r.Body.Close()
	var out T
	require.NoError(t, json.NewDecoder(r.Body).Decode(&out))
	return out
}

// begins begins a game as the page does.
func (f *fair) begins(n protocol.NewGame) {
	f.t.Helper()
	raw, err := json.Marshal(n)
	require.NoError(f.t, err)
	r, err := http.Post(f.table.address+"api/games", "application/json", bytes.NewReader(raw))
	require.NoError(f.t, err)
	defer r.Body.Close()
	var began struct {
		Game int
		Why  string
	}
	require.NoError(f.t, json.NewDecoder(r.Body).Decode(&began))
	require.Equal(f.t, http.StatusCreated, r.StatusCode, began.Why)
	f.game = began.Game
}

func (f *fair) hand() *http.Client { return f.hands[f.answered%len(f.hands)] }

// as is the game as the screen of a seat sees it.
func (f *fair) as(seat engine.Seat) protocol.GameView {
	f.t.Helper()
	m := gotten[protocol.Message](f.t, f.hand(), fmt.Sprintf("%sapi/games/%d?seat=%d", f.table.address, f.game, seat))
	var v protocol.GameView
	require.NoError(f.t, json.Unmarshal(m.Game, &v))
	return v
}

// answers gives one legal answer that doesn't give the game up. It returns false if the game is over.
func (f *fair) answers() bool {
	f.t.Helper()
	v := f.as(0)
	if len(v.Play.Pending) == 0 && len(v.Play.Waiting) > 0 {
		v = f.as(v.Play.Waiting[0])
	}
	if v.Play.Outcome != nil {
		return false
	}
	require.NotEmpty(f.t, v.Play.Pending, v.Play.Problem)
	a := engine.Random(v.Play.Pending[0], f.chance)
	if f.choose != nil {
		a = f.choose(v.Play.Pending[0])
	}
	for slices.ContainsFunc(a.Chosen, func(id string) bool { return strings.Contains(id, "concede") }) {
		a = engine.Random(v.Play.Pending[0], f.chance)
	}
	f.sends(protocol.Act{Do: protocol.DoReply, Game: f.game, Answer: &a})
	f.answered++
	return true
}

func (f *fair) sends(a protocol.Act) {
	f.t.Helper()
	raw, err := json.Marshal(a)
	require.NoError(f.t, err)
	r, err := f.hand().Post(f.table.address+"api/act", "application/json", bytes.NewReader(raw))
	require.NoError(f.t, err)
	defer r.Body.Close()
	var told protocol.Message
	require.NoError(f.t, json.NewDecoder(r.Body).Decode(&told))
	require.Equal(f.t, "done", told.Type, "%s: %s", told.Why, raw)
}

// pairing is the game of the first round as the judges' desk has it.
func (f *fair) pairing() hub.PairingView {
	f.t.Helper()
	return gotten[hub.ContestDetail](f.t, http.DefaultClient, f.pages+"/api/contest").Rounds[0].Pairings[0]
}

// patience is how long the hub and the table may take. It is less than the run's own time limit, so that the test says what is wrong.
func (f *fair) patience() time.Duration {
	if end, limited := f.t.Deadline(); limited {
		return min(hang, time.Until(end)/2)
	}
	return hang
}

// ends checks that the hub comes to have this result, and how everybody stands by it. Nothing waits for a judge.
func (f *fair) ends(text string, points map[string]int) {
	f.t.Helper()
	state := "ended"
	if text == "" {
		state = "open"
	}
	require.EventuallyWithT(f.t, func(c *assert.CollectT) { assert.Equal(c, state, f.pairing().State, "%s", f.table.errs) }, f.patience(), 20*time.Millisecond)
	require.Equal(f.t, text, f.pairing().Text, "the pairing's result at the hub")
	require.EventuallyWithT(f.t, func(c *assert.CollectT) {
		l := f.table.view().Link
		assert.True(c, l.Connected && l.Behind == 0, "%+v", l)
	}, f.patience(), 20*time.Millisecond)
	v, got := f.view(), map[string]int{}
	for _, s := range v.Standings {
		got[s.Player] = s.Points
	}
	require.Equal(f.t, points, got, "the points at the hub")
	require.Empty(f.t, v.Desk.Waiting)
	require.Empty(f.t, v.Desk.Refused)
}

// plays answers until the game is over.
func (f *fair) plays() {
	f.t.Helper()
	for f.answers() {
		require.Less(f.t, f.answered, 3000, "the game doesn't end")
	}
}

// won is how the game ended, as the hub is to say it, with the points that it brings.
func (f *fair) won() (text string, points map[string]int) {
	f.t.Helper()
	v := f.as(0)
	require.NotNil(f.t, v.Play.Outcome)
	points = map[string]int{"Ann": 0, "Ben": 0}
	if len(v.Play.Outcome.Winners) == 0 {
		return "drawn", map[string]int{"Ann": 1, "Ben": 1}
	}
	require.Len(f.t, v.Play.Outcome.Winners, 1)
	name := v.Play.Players[v.Play.Outcome.Winners[0]-1].Name
	points[name] = 3
	return name + " won", points
}

// A game is played to its end at a paired table by the requests that the page sends. The table is killed in its middle. The hub is killed before the
// game ends, and the table as soon as it has ended. The result is the pairing's and stands in the standings once, and a correction of it holds too.
func TestAWholeGameAtAPairedTableIsThePairingsResult(t *testing.T) {
	for name, c := range map[string]struct {
		game   protocol.NewGame
		choose func(engine.Question) engine.Answer
	}{
		"Vera Discordia": {game: protocol.NewGame{Rulebook: veradiscordia.Rulebook, Players: []engine.Player{{Name: "Ben"}, {Name: "Ann"}}}},
		"Dragon Dice":    {game: tabletest.DragonGame(t, "starter", 30, 5, "Ann", "Ben"), choose: decided},
	} {
		t.Run(name, func(t *testing.T) {
			f := openFair(t, 1)
			f.choose = c.choose
			f.begins(c.game)
			for f.answered < 20 {
				require.True(t, f.answers(), "the game is short")
			}
			f.openTable()
			require.True(t, f.answers())
			f.ends("", map[string]int{"Ann": 0, "Ben": 0})
			f.killHub()
			f.plays()
			text, points := f.won()
			f.openTable()
			f.openHub()
			f.ends(text, points)
			f.openTable()
			f.killHub()
			f.openHub()
			f.ends(text, points)

			last := f.as(0).Play.Entries - 1
			f.sends(protocol.Act{Do: protocol.DoUndo, Game: f.game, Entry: last})
			f.ends("", map[string]int{"Ann": 0, "Ben": 0})
			f.plays()
			f.ends(f.won())
		})
	}
}

// A game without a winner is a draw for both. A second game of the two waits for a judge.
func TestADrawAtAPairedTableIsThePairingsResult(t *testing.T) {
	f := openFair(t, 1)
	setup, err := json.Marshal(veradiscordia.Settings{MostRounds: 1})
	require.NoError(t, err)
	n := protocol.NewGame{Rulebook: veradiscordia.Rulebook, Players: []engine.Player{{Name: "Ann"}, {Name: "Ben"}}, Setup: setup}
	f.begins(n)
	f.plays()
	text, points := f.won()
	require.Equal(t, "drawn", text, f.as(0).Play.Outcome.Text)
	f.ends(text, points)

	f.begins(n)
	f.plays()
	require.Eventually(t, func() bool { return len(f.view().Desk.Waiting) == 1 }, hang, 20*time.Millisecond)
	require.Contains(t, f.view().Desk.Waiting[0].Why, "its players have a result in this round already")
	require.Equal(t, []string{"ended", "drawn"}, []string{f.pairing().State, f.pairing().Text})
}
