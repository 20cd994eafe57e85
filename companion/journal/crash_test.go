package journal_test

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"astragal/companion"
	"astragal/companion/journal"
	"astragal/companion/protocol"
	"astragal/companion/tabletest"
	"astragal/engine"
)

// The process is killed while it answers. All that it acknowledged is there afterwards.
func TestKilledAtAnyMomentTheTableComesBackWhereItWas(t *testing.T) {
	path := filepath.Join(t.TempDir(), "table.db")
	acknowledged := 0
	for range 4 {
		cmd, address := tabletest.StartCrashTable(t, path)
		killed := tabletest.Asking(t, address, acknowledged, acknowledged+12)
		require.NoError(t, cmd.Process.Signal(syscall.SIGKILL))
		_ = cmd.Wait()
		acknowledged = killed()

		file, err := journal.Open(t.Context(), path, journal.Limits{})
		require.NoError(t, err)
		session, err := companion.OpenSession(t.Context(), companion.SessionOptions{Journal: file, Log: slog.New(slog.DiscardHandler)})
		require.NoError(t, err)
		there := len(tabletest.RollsOf(t, session, 0, 0))
		session.Close()
		require.NoError(t, file.Close())
		require.GreaterOrEqual(t, there, acknowledged, "an acknowledged roll is lost")
		// One act of each asker may be on disk and not yet acknowledged.
		require.LessOrEqual(t, there, acknowledged+3)
		acknowledged = there
	}
}

// killedAndOpened kills the table's process while it works, and starts it again on its file.
func killedAndOpened(t *testing.T, cmd *exec.Cmd, path string) (*exec.Cmd, string) {
	t.Helper()
	require.NoError(t, cmd.Process.Signal(syscall.SIGKILL))
	_ = cmd.Wait()
	return tabletest.StartCrashTable(t, path)
}

// doneAt does an act at a table over HTTP, and checks that it is acknowledged.
func doneAt(t *testing.T, address string, a protocol.Act) {
	t.Helper()
	m, err := tabletest.Post(address, a)
	require.NoError(t, err)
	require.Equal(t, "done", m.Type, m.Why)
}

// gameAt is a game as the table's own screen shows it. If seat isn't 0, it is shown as to that seat.
func gameAt(t *testing.T, address string, id int, seat engine.Seat) protocol.GameView {
	t.Helper()
	r, err := http.Get(fmt.Sprintf("http://%s/api/games/%d?seat=%d", address, id, seat))
	require.NoError(t, err)
	defer r.Body.Close()
	var m protocol.Message
	require.NoError(t, json.NewDecoder(r.Body).Decode(&m))
	return tabletest.ParseGame(t, m.Game)
}

// A proposal, and the consents to it, stand after the process was killed right after the acknowledgement. So does an objection.
func TestAProposalAndConsentsStandAfterAKill(t *testing.T) {
	path := filepath.Join(t.TempDir(), "table.db")
	cmd, at := tabletest.StartCrashTable(t, path)
	t.Cleanup(func() { _ = cmd.Process.Kill() })
	r, err := http.Post("http://"+at+"/api/games", "application/json", strings.NewReader(`{"rulebook":"duel","players":[{"name":"Ann"},{"name":"Ben"}]}`))
	require.NoError(t, err)
	require.Equal(t, http.StatusCreated, r.StatusCode)
	require.NoError(t, r.Body.Close())
	for i, stance := range []string{"high", "low"} {
		seat := engine.Seat(i + 1)
		doneAt(t, at, protocol.Act{Do: protocol.DoReply, Game: 1, Answer: &engine.Answer{To: gameAt(t, at, 1, seat).Play.Pending[0].ID, Seat: seat, Chosen: []string{stance}}})
	}
	change := protocol.Act{Do: protocol.DoAmend, Game: 1, Entry: 1, Answer: &engine.Answer{Chosen: []string{"low"}}}
	doneAt(t, at, change)
	asked := gameAt(t, at, 1, 0).Ask
	require.NotNil(t, asked)
	require.Len(t, asked.Open, 2)

	cmd, at = killedAndOpened(t, cmd, path)
	require.Equal(t, asked, gameAt(t, at, 1, 0).Ask, "the proposal is lost")
	doneAt(t, at, protocol.Act{Do: protocol.DoAgree, Game: 1, Seat: 1, Proposal: asked.ID})

	cmd, at = killedAndOpened(t, cmd, path)
	half := gameAt(t, at, 1, 0).Ask
	require.NotNil(t, half, "the proposal is lost")
	require.Equal(t, []engine.Seat{2}, half.Open, "the consent is lost")
	doneAt(t, at, protocol.Act{Do: protocol.DoObject, Game: 1, Seat: 2, Proposal: asked.ID})

	cmd, at = killedAndOpened(t, cmd, path)
	v := gameAt(t, at, 1, 0)
	require.Nil(t, v.Ask, "what was refused is proposed again")
	require.Contains(t, v.Told, "Ben doesn't agree")
	doneAt(t, at, change)
	second := gameAt(t, at, 1, 0).Ask
	require.NotEqual(t, asked.ID, second.ID, "a late answer to the first proposal would be one to the second")
	doneAt(t, at, protocol.Act{Do: protocol.DoAgree, Game: 1, Seat: 2, Proposal: second.ID})

	cmd, at = killedAndOpened(t, cmd, path)
	doneAt(t, at, protocol.Act{Do: protocol.DoAgree, Game: 1, Seat: 1, Proposal: second.ID})

	cmd, at = killedAndOpened(t, cmd, path)
	v = gameAt(t, at, 1, 0)
	require.Nil(t, v.Ask)
	require.Equal(t, engine.EntryAmend, v.Log[0].Kind, "what all agreed to is lost")
	require.Equal(t, "Low", v.Log[0].Answer)
	require.NoError(t, cmd.Process.Signal(syscall.SIGKILL))
	_ = cmd.Wait()
	verdict, err := companion.VerifyJournal(t.Context(), path)
	require.NoError(t, err)
	require.Nil(t, verdict.Fault)
}

// Screens propose, agree, refuse, withdraw, answer and lay aside, in any order. After each acknowledged act, every seat finds the game after a restart
// as it was, with the proposal and its consents.
func TestProposalsStandAfterRestartsInRandomGames(t *testing.T) {
	for seed := range uint64(6) {
		chance := rand.New(rand.NewPCG(seed, 28))
		tb, id := tabletest.Seated(t)
		tb.Stances(id)
		asked := 0
		for range 40 {
			who := []protocol.Who{tabletest.Ann, tabletest.Ben, tabletest.Shared}[chance.IntN(3)]
			a := randomWish(tb.Game(id, who), chance)
			a.Game = id
			if err := tb.Session.DoAs(t.Context(), who, a); err != nil {
				var no *protocol.Refusal
				require.ErrorAs(t, err, &no, "%+v", a)
				continue
			}
			before := seenByAll(tb, id)
			tb = tabletest.SitAgain(t, tb)
			require.Equal(t, before, seenByAll(tb, id), "seed %d, %s, %+v", seed, who.Device, a)
			if before[0].Ask != nil {
				asked++
			}
		}
		require.NotZero(t, asked, "nothing was proposed in these games")
		tb.Stop()
	}
}

// randomWish is something that a screen may ask for, allowed or not.
func randomWish(v protocol.GameView, chance *rand.Rand) protocol.Act {
	entry, seat := 1+chance.IntN(len(v.Log)+1), 1+chance.IntN(2)
	switch n := chance.IntN(12); {
	case n < 2:
		return protocol.Act{Do: protocol.DoAmend, Entry: entry, Answer: &engine.Answer{Chosen: []string{[]string{"high", "low"}[chance.IntN(2)]}}}
	case n < 4:
		return protocol.Act{Do: protocol.DoUndo, Entry: entry}
	case n < 8 && v.Ask != nil:
		return protocol.Act{Do: []protocol.Deed{protocol.DoAgree, protocol.DoAgree, protocol.DoObject}[chance.IntN(3)], Seat: seat, Proposal: v.Ask.ID}
	case n < 9:
		return protocol.Act{Do: []protocol.Deed{protocol.DoPause, protocol.DoResume}[chance.IntN(2)]}
	case n < 10:
		return protocol.Act{Do: []protocol.Deed{protocol.DoSit, protocol.DoLeave}[chance.IntN(2)], Seat: seat}
	}
	for _, q := range v.Play.Pending {
		if q.Roll != nil {
			return protocol.Act{Do: protocol.DoHand, Question: q.ID, Shown: []protocol.ShownDie{{Die: q.Roll.Dice[chance.IntN(len(q.Roll.Dice))].ID, Face: 1 + chance.IntN(6)}}}
		}
		if len(q.Seats) > 0 {
			return protocol.Act{Do: protocol.DoReply, Answer: &engine.Answer{To: q.ID, Seat: q.Seats[0], Chosen: []string{"low"}}}
		}
	}
	return protocol.Act{Do: protocol.DoUndo, Entry: entry}
}

// seenByAll is what each device is shown of a game. It must be the same after a restart.
func seenByAll(tb *tabletest.Table, id int) []protocol.GameView {
	var all []protocol.GameView
	for _, who := range []protocol.Who{tabletest.Ann, tabletest.Ben, tabletest.Shared, tabletest.Looker} {
		v := tb.Game(id, who)
		all = append(all, protocol.GameView{Game: v.Game, Seat: v.Seat, Mine: v.Mine, Seats: v.Seats, Own: v.Own, Play: v.Play, Log: v.Log, Roll: v.Roll, Ask: v.Ask})
	}
	return all
}

// A machine's clock may jump (a Pi without a battery, a battery that is empty). No roll is lost or mixed up, because
// entries are in the order of their numbers, not of their times.
func TestAClockThatJumpsLosesNothing(t *testing.T) {
	tb := tabletest.NewTable(t)
	tb.Clock.Stop()
	day := 24 * time.Hour
	jumps := []time.Duration{0, -20 * 365 * day, 60 * 365 * day, -time.Second, -40 * 365 * day, 100 * day, -100 * day}
	for i, jump := range jumps {
		tb.Clock.Forward(jump)
		tb.Do(protocol.Act{Do: protocol.DoType, Dice: []protocol.TypedDie{{Shape: "d20", Value: i + 1}}})
	}
	want := tb.View().Rolls
	require.Len(t, want, len(jumps))
	cookie, ok := tb.Server.Access.Join(tb.Server.Access.Key(), tb.Clock.Now())
	require.True(t, ok)
	tb.Stop()

	again := tabletest.Sit(t, tb.Path, journal.Limits{Crops: 1 << 20})
	again.Clock.Stop()
	again.Clock.Forward(-30 * 365 * day)
	again.Do(protocol.Act{Do: protocol.DoType, Dice: []protocol.TypedDie{{Shape: "d20", Value: 20}}})
	got := tabletest.RollsOf(t, again.Session, 0, 0)
	require.Len(t, got, len(jumps)+1)
	for i, roll := range got[1:] {
		require.Equal(t, want[i].N, roll.N)
		require.Equal(t, want[i].Total, roll.Total)
	}
	require.NotEmpty(t, again.Server.Access.Who(tabletest.From(cookie, "GET", "/", "")).Device, "a device that was let in is not put out by a clock")
	again.Stop()
	verdict, err := companion.VerifyJournal(t.Context(), again.Path)
	require.NoError(t, err)
	require.Nil(t, verdict.Fault)
}
