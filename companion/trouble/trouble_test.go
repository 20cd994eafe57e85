package trouble_test

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"astragal/companion/journal"
	"astragal/companion/protocol"
	"astragal/companion/trouble"
)

// A full disk is no fault of the program. Screens say what to do, and the log stays quiet. Anything else is in the
// log too.
func TestWhatCantBeWrittenIsSaidUntilItCan(t *testing.T) {
	var log bytes.Buffer
	told := trouble.New(func() []string { return nil }, slog.New(slog.NewTextHandler(&log, nil)))
	var no *protocol.Refusal
	require.ErrorAs(t, told.Unwritten(fmt.Errorf("write: %w", journal.ErrFull)), &no)
	require.Equal(t, protocol.CodeFull, no.Code)
	require.Contains(t, told.Now(), "The disk is full")
	require.Empty(t, log.String())

	require.ErrorAs(t, told.Unwritten(errors.New("the wire is cut")), &no)
	require.Equal(t, protocol.CodeBroken, no.Code)
	require.Contains(t, no.Why, "so it was not done")
	require.Contains(t, told.Now(), "Nothing more is counted")
	require.Contains(t, log.String(), "the wire is cut")
	require.NotContains(t, told.Now(), "the wire is cut")

	told.Over()
	require.Empty(t, told.Now())
}

// The reason why a throw was lost replaces no other message. A full disk is what people have to mend.
func TestALostThrowHidesNoFullDisk(t *testing.T) {
	told := trouble.New(func() []string { return nil }, slog.New(slog.DiscardHandler))
	told.Lost(protocol.Illegal("the roll is whole"))
	require.Equal(t, "The last throw was not counted: the roll is whole", told.Now())

	told.Lost(told.Unwritten(journal.ErrFull))
	require.Contains(t, told.Now(), "The disk is full")
	told.Lost(errors.New("something else"))
	require.Contains(t, told.Now(), "look at the program's log")
}

// A damage of the file is in the log once, however often screens are told of it.
func TestDamageIsLoggedOnce(t *testing.T) {
	var log bytes.Buffer
	damages := []string{"Entry 3 is lost."}
	told := trouble.New(func() []string { return damages }, slog.New(slog.NewTextHandler(&log, nil)))
	require.True(t, told.Warn())
	require.False(t, told.Warn())
	damages = append(damages, "Entry 9 is lost.")
	require.True(t, told.Warn())
	require.Equal(t, 1, strings.Count(log.String(), "Entry 3"))
	require.Equal(t, 1, strings.Count(log.String(), "Entry 9"))
	require.Equal(t, "Entry 3 is lost. Entry 9 is lost.", told.OfFile())
}

func TestProgramsThatAreAwayAreSaidUntilTheyAreBack(t *testing.T) {
	told := trouble.New(func() []string { return []string{"Entry 3 is lost."} }, slog.New(slog.DiscardHandler))
	require.True(t, told.Away("hook", "The webhook refuses."))
	require.False(t, told.Away("hook", "The webhook refuses."), "that is no news")
	require.True(t, told.Away("broker", "The broker is gone."))
	require.Equal(t, "Entry 3 is lost. The broker is gone. The webhook refuses.", told.All())
	require.True(t, told.Away("hook", ""))
	require.Equal(t, "Entry 3 is lost. The broker is gone.", told.All())
	require.False(t, told.Away("hook", ""))
}
