package engine_test

import (
	"encoding/json"
	"testing"

	"astragal/engine"

	"github.com/stretchr/testify/require"
)

// received is all that a seat ever gets of a game, as it would be sent.
func received(t *testing.T, g *engine.Game, seat engine.Seat) string {
	t.Helper()
	raw, err := json.Marshal([]any{g.View(seat), g.Trail(seat), g.LogFor(seat)})
	require.NoError(t, err)
	return string(raw)
}

func TestASecretAnswerIsSeenByNobodyElseUntilAllAreIn(t *testing.T) {
	one, two := begin(t, duel{rounds: 1}), begin(t, duel{rounds: 1})
	say(t, one, engine.Answer{Seat: 2, Chosen: []string{"iii"}})
	say(t, two, engine.Answer{Seat: 2, Chosen: []string{"i"}})
	for _, seat := range []engine.Seat{1, engine.Everyone} {
		require.Equal(t, received(t, one, seat), received(t, two, seat), "seat %d can tell the answers apart", seat)
	}
	require.NotEqual(t, received(t, one, 2), received(t, two, 2), "Bob sees his own")
	require.True(t, one.LogFor(1)[1].Hidden)
	require.Equal(t, []engine.Seat{1}, one.View(engine.Everyone).Waiting)
	require.Empty(t, one.View(engine.Everyone).Pending, "a secret question is nobody else's")
	require.Len(t, one.View(1).Pending, 1)

	// Bob thinks again: still nobody else learns it.
	require.NoError(t, one.Amend(1, engine.Answer{Seat: 2, Chosen: []string{"ii"}}))
	require.NotContains(t, received(t, one, 1), `"chosen"`)

	say(t, one, engine.Answer{Seat: 1, Chosen: []string{"ii"}})
	log := one.LogFor(1)
	require.False(t, log[2].Hidden, "what counts is open now")
	require.Equal(t, []string{"ii"}, log[2].Answer.Chosen)
	require.True(t, log[1].Hidden, "what Bob thought first is his own")
}

func TestTheRulesGetABatchInTheOrderOfSeats(t *testing.T) {
	quick, slow := begin(t, duel{rounds: 1}), begin(t, duel{rounds: 1})
	say(t, quick, engine.Answer{Seat: 1, Chosen: []string{"i"}})
	say(t, quick, engine.Answer{Seat: 2, Chosen: []string{"iii"}})
	say(t, slow, engine.Answer{Seat: 2, Chosen: []string{"iii"}})
	say(t, slow, engine.Answer{Seat: 1, Chosen: []string{"i"}})
	require.Equal(t, quick.Pending(), slow.Pending())
	require.Equal(t, quick.Log()[2].State, slow.Log()[2].State)
}

func TestASecretTakenBackIsHiddenAgain(t *testing.T) {
	g := begin(t, duel{rounds: 1})
	say(t, g, engine.Answer{Seat: 2, Chosen: []string{"iii"}})
	say(t, g, engine.Answer{Seat: 1, Chosen: []string{"i"}})
	require.NoError(t, g.Undo(2))
	require.Len(t, g.Pending(), 1)
	require.True(t, g.LogFor(1)[1].Hidden)
	require.True(t, g.LogFor(2)[2].Hidden)
}

func TestASeatsCopyOfTheLogIsNoLogToGoOnWith(t *testing.T) {
	g := begin(t, duel{rounds: 1})
	say(t, g, engine.Answer{Seat: 2, Chosen: []string{"iii"}})
	_, err := engine.Replay(duel{rounds: 1}, g.LogFor(1))
	require.ErrorContains(t, err, "a seat's copy")
}

// whisper tells each seat something of its own.
type whisper struct{}

func (whisper) Header() engine.Header {
	return engine.Header{Rulebook: "whisper", Players: []engine.Player{{Name: "Ann"}, {Name: "Bob"}}}
}

func (whisper) Play(t *engine.Table) engine.Outcome {
	t.Tell(engine.Fact{Kind: engine.FactEvent, Only: []engine.Seat{1}, Text: "the treasure is under the oak"})
	t.Ask(engine.Question{Key: "one", Seats: []engine.Seat{1}, Secret: true, Kind: engine.KindDeclare, Text: "Where?", Declare: &engine.Declare{Options: []engine.Option{{ID: "oak", Text: "under the oak"}}}})
	t.Ask(engine.Question{Key: "two", Seats: []engine.Seat{1}, Secret: true, Kind: engine.KindDeclare, Text: "Dig under the oak?", Declare: &engine.Declare{Options: engine.YesNo()}})
	return engine.Outcome{Text: "dug"}
}

func TestFactsForOneSeatReachThatSeatOnly(t *testing.T) {
	g, err := engine.New(whisper{})
	require.NoError(t, err)
	t.Cleanup(g.Stop)
	for _, seat := range []engine.Seat{2, engine.Everyone} {
		require.NotContains(t, received(t, g, seat), "oak")
	}
	require.Contains(t, received(t, g, 1), "There is only one answer: under the oak.")
}
