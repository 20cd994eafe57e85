package companion_test

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"astragal/companion/event"
	"astragal/companion/journal"
	"astragal/companion/protocol"
	"astragal/companion/tabletest"
)

// A call for a judge is on disk before it is acknowledged and stands after a restart. What the hub says of another call changes nothing.
func TestACallForAJudgeStandsUntilItIsOver(t *testing.T) {
	path := filepath.Join(t.TempDir(), "table.db")
	e := goToEvent(t, path, journal.Limits{})
	call := func(reason string) error {
		return e.session.Do(t.Context(), protocol.Act{Do: protocol.DoCall, Reason: reason})
	}
	require.ErrorContains(t, call("  "), "what the judge is wanted for")
	require.ErrorContains(t, e.session.Do(t.Context(), protocol.Act{Do: protocol.DoUncall}), "no call")
	require.Nil(t, viewOf(t, e.session).Link.Call)
	require.NoError(t, call(" is this  die flat? "))
	require.ErrorContains(t, call("another"), "called already")
	e.leave()

	e = goToEvent(t, path, journal.Limits{})
	stands := e.session.Event().Health().Call
	require.Equal(t, "is this die flat?", stands.Reason)
	v := viewOf(t, e.session).Link.Call
	require.False(t, v.Heard)
	require.False(t, v.Over)
	hub := e.session.Event()
	require.NoError(t, hub.Called(t.Context(), event.CallState{ID: "another", Done: true, Answer: "no"}))
	require.NotNil(t, e.session.Event().Health().Call)
	require.NoError(t, hub.Called(t.Context(), event.CallState{ID: stands.ID, Taker: "Kim"}))
	v = viewOf(t, e.session).Link.Call
	require.True(t, v.Heard)
	require.Equal(t, "Kim", v.Taker)
	require.NoError(t, hub.Called(t.Context(), event.CallState{ID: stands.ID, Taker: "Kim", Done: true, Answer: "it is"}))
	require.Nil(t, e.session.Event().Health().Call)
	e.leave()

	e = goToEvent(t, path, journal.Limits{})
	v = viewOf(t, e.session).Link.Call
	require.Equal(t, []string{"Kim", "it is"}, []string{v.Taker, v.Answer})
	require.True(t, v.Over)
	require.NoError(t, e.session.Do(t.Context(), protocol.Act{Do: protocol.DoCall, Reason: "a rule"}))
	require.NotEqual(t, stands.ID, e.session.Event().Health().Call.ID)
	require.NoError(t, e.session.Do(t.Context(), protocol.Act{Do: protocol.DoUncall}))
	require.Nil(t, e.session.Event().Health().Call)
	require.Empty(t, viewOf(t, e.session).Link.Call.Answer)

	alone := tabletest.NewTable(t)
	require.ErrorContains(t, alone.Session.Do(t.Context(), protocol.Act{Do: protocol.DoCall, Reason: "x"}), "at no event")
}

// A call that stands at one event isn't a call at the next event.
func TestACallForAJudgeStaysAtItsEvent(t *testing.T) {
	path := filepath.Join(t.TempDir(), "table.db")
	e := goTo(t, "spring", path, journal.Limits{})
	e.do(protocol.Act{Do: protocol.DoCall, Reason: "is this die flat?"})
	e.leave()

	e = goTo(t, "autumn", path, journal.Limits{})
	require.Nil(t, e.session.Event().Health().Call)
	require.Nil(t, viewOf(t, e.session).Link.Call)
	e.leave()

	e = goTo(t, "spring", path, journal.Limits{})
	require.Equal(t, "is this die flat?", e.session.Event().Health().Call.Reason)
}
