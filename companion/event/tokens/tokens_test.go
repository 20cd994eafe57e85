package tokens_test

import (
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"astragal/companion/event"
	"astragal/companion/event/tokens"
)

func open(t *testing.T, dir string) *tokens.List {
	t.Helper()
	l, err := tokens.Open(dir)
	require.NoError(t, err)
	return l
}

// A running hub hears of a token that another process withdrew.
func TestWhatIsWithdrawnIsHeardOfByWhoHasTheListOpen(t *testing.T) {
	dir, now := t.TempDir(), time.Now()
	hub := open(t, dir)
	one := event.Pass{Role: event.RoleTable, Event: "cup", Name: "Table 7", Until: now.Add(time.Hour).Truncate(time.Second)}
	two := one
	two.Until = two.Until.Add(time.Second)
	require.NoError(t, open(t, dir).Add(one, now))
	require.NoError(t, open(t, dir).Add(two, now))
	_, err := open(t, dir).Withdraw(one.ID(), now)
	require.NoError(t, err)
	gone, err := hub.Withdrawn(one.ID())
	require.NoError(t, err)
	require.True(t, gone)
	gone, err = hub.Withdrawn(two.ID())
	require.NoError(t, err)
	require.False(t, gone, "another token of the same name")
	all, err := hub.All()
	require.NoError(t, err)
	require.Len(t, all, 2)
	_, err = hub.Withdraw("ffffffff", now)
	require.ErrorContains(t, err, "--list")
	_, err = open(t, filepath.Join(dir, "none")).Withdraw("ffffffff", now)
	require.ErrorContains(t, err, "no token has the number", "a folder in which no hub was")
}

// Tokens without an end have one id for each role and name. If one was withdrawn, a new one would let nobody in, so
// it isn't made.
func TestATokenThatWasWithdrawnIsNotMadeAgain(t *testing.T) {
	dir, now := t.TempDir(), time.Now()
	l := open(t, dir)
	p := event.Pass{Role: event.RoleJudge, Event: "cup", Name: "Kim"}
	require.NoError(t, l.Add(p, now))
	require.NoError(t, l.Add(p, now), "it is the same, and holds")
	_, err := l.Withdraw(p.ID(), now)
	require.NoError(t, err)
	require.ErrorContains(t, l.Add(p, now), "give it another end with --days")
	p.Until = now.Add(time.Hour)
	require.NoError(t, l.Add(p, now))
}

func TestManyAtOnceLoseNone(t *testing.T) {
	dir := t.TempDir()
	var wg sync.WaitGroup
	for i := range 20 {
		wg.Go(func() {
			l, err := tokens.Open(dir)
			if err == nil {
				err = l.Add(event.Pass{Role: event.RoleJudge, Event: "cup", Name: "Kim", Until: time.Unix(int64(2e9)+int64(i), 0)}, time.Now())
			}
			if err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	all, err := open(t, dir).All()
	require.NoError(t, err)
	require.Len(t, all, 20)
}

// If the list is damaged while a hub runs, withdrawn tokens stay withdrawn. A hub doesn't start on a damaged list.
func TestASpoiltListLetsNobodyBackIn(t *testing.T) {
	dir, now := t.TempDir(), time.Now()
	l := open(t, dir)
	p := event.Pass{Role: event.RoleTable, Event: "cup", Name: "Table 7", Until: now.Add(time.Hour)}
	require.NoError(t, l.Add(p, now))
	_, err := l.Withdraw(p.ID(), now)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(dir, tokens.File), []byte("[{"), 0o600))
	gone, err := l.Withdrawn(p.ID())
	require.ErrorContains(t, err, "move the file away")
	require.True(t, gone)
	require.Error(t, l.Add(p, now))
	_, err = tokens.Open(dir)
	require.ErrorContains(t, err, tokens.File)
}
