package main

import (
	"context"
	"fmt"
	"log/slog"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"astragal/companion"
	"astragal/companion/journal"
	"astragal/companion/obs/obstest"
	"astragal/companion/protocol"
	"astragal/companion/settings"
	"astragal/vision"
)

// openStudio starts a server of OBS's protocol on loopback and returns its address. The server isn't OBS.
func openStudio(t *testing.T, password string, scenes ...string) (*obstest.Studio, string) {
	t.Helper()
	st := &obstest.Studio{Password: password, Scenes: scenes, Shown: make(chan string, 16)}
	srv := httptest.NewServer(st)
	t.Cleanup(srv.Close)
	return st, strings.TrimPrefix(srv.URL, "http://")
}

// obsPassword writes a configuration with a password. A password doesn't belong on a command line.
func obsPassword(t *testing.T, password string) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "astragal.toml")
	require.NoError(t, os.WriteFile(path, fmt.Appendf(nil, "obs_password = %q\n", password), 0o600))
	return path
}

func shown(t *testing.T, st *obstest.Studio) string {
	t.Helper()
	select {
	case name := <-st.Shown:
		return name
	case <-time.After(hang):
		require.FailNow(t, "no scene was switched")
		return ""
	}
}

// stateEye is an eye that tells the states that a test says.
type stateEye chan vision.State

func (e stateEye) Watch(ctx context.Context, tell func(vision.Event)) error {
	for {
		select {
		case <-ctx.Done():
			return nil
		case state := <-e:
			tell(vision.Event{Kind: vision.EventState, State: state})
		}
	}
}

func (e stateEye) Order(context.Context, vision.Order) error { return nil }

// The eye's states switch the scenes: one scene when the dice begin to move, the other when they lie. A hand, a look,
// a question and a lost camera switch nothing.
func TestTheSceneIsSwitchedAsTheDiceMove(t *testing.T) {
	st, address := openStudio(t, "p", "Tray", "Table")
	file, err := journal.Open(t.Context(), filepath.Join(t.TempDir(), tableFile), journal.Limits{})
	require.NoError(t, err)
	eye := make(stateEye)
	session, err := companion.OpenSession(t.Context(), companion.SessionOptions{Journal: file, Log: slog.New(slog.DiscardHandler), Eye: eye})
	require.NoError(t, err)
	job := scenes(settings.Config{OBS: address, OBSPassword: "p", OBSThrow: "Tray", OBSSettled: "Table"}, session, slog.New(slog.DiscardHandler))
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- all(ctx, job, session.Watch) }()

	is := func(state vision.State) {
		t.Helper()
		eye <- state
		require.Eventually(t, func() bool { return session.Eye().State == state }, hang, time.Millisecond)
	}
	for _, state := range []vision.State{vision.Empty, vision.HandInTray} { // nothing was thrown yet
		is(state)
	}
	is(vision.Moving)
	require.Equal(t, "Tray", shown(t, st))
	for _, state := range []vision.State{vision.HandInTray, vision.Moving, vision.Blocked, vision.TooDark, vision.NoCamera, vision.ReadingNow} {
		is(state)
	}
	is(vision.Settled)
	require.Equal(t, "Table", shown(t, st), "nothing before the dice lie")
	for _, state := range []vision.State{vision.Asking, vision.HandInTray, vision.Empty} {
		is(state)
	}
	is(vision.Moving)
	require.Equal(t, "Tray", shown(t, st), "the same scene isn't asked for twice")

	stop()
	require.NoError(t, <-done)
	session.Close()
	require.NoError(t, file.Close())
}

// If OBS isn't there or refuses the password, the program says so once and the table goes on. The program never
// prints the password.
func TestATableGoesOnWithoutItsOBS(t *testing.T) {
	_, address := openStudio(t, "the right one", "Tray")
	settings := obsPassword(t, "hunter22")
	for name, c := range map[string]struct{ address, says string }{
		"nobody there":     {"127.0.0.1:1", "OBS does not answer at 127.0.0.1:1"},
		"a wrong password": {address, "OBS does not take the password"},
	} {
		t.Run(name, func(t *testing.T) {
			table := keepTable(t, t.TempDir(), "--source", t.TempDir(), "--obs", c.address, "--obs-throw", "Tray", "--config", settings)
			require.Eventually(t, func() bool { return strings.Contains(table.errs.String(), c.says) }, hang, 10*time.Millisecond, table.errs)
			reply := table.act(protocol.Act{Do: protocol.DoType, Dice: []protocol.TypedDie{{Shape: "d6", Value: 4}}})
			require.Equal(t, "done", reply.Type, reply.Why)
			table.close()
			require.NotContains(t, table.errs.String()+table.said, "hunter22")
		})
	}
}
