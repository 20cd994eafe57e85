package count_test

import (
	"encoding/json"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"astragal/companion/count"
	"astragal/companion/protocol"
	"astragal/companion/throw"
	"astragal/engine"
	"astragal/engine/tally"
)

func lyingNowhere(engine.Question) []throw.Die { return nil }

// If the notes of decisions are read again, they give the same count and the same throws. If a decision couldn't be
// written, it leaves no trace.
func TestWhatIsReadAgainIsWhatWasDecided(t *testing.T) {
	for seed := range uint64(20) {
		chance := rand.New(rand.NewPCG(seed, 1))
		rules := tally.Settings{}
		if seed%2 == 1 {
			rules.Order = tally.Turns
		}
		c, err := count.New(protocol.CountSettings{Players: []engine.Player{{Name: "Ann"}, {Name: "Ben"}}, Rules: rules})
		require.NoError(t, err)
		defer c.Game.Stop()
		var file [][]byte
		throws := map[int]throw.Throw{}
		write := func(d count.Decision) {
			for _, e := range d.Entries {
				raw, err := json.Marshal(e)
				require.NoError(t, err)
				file = append(file, raw)
			}
			d.Taken()
		}
		write(c.Begins(0))
		for id := 1; id <= 12; id++ {
			rolled, err := throw.Typed(id, time.Unix(int64(id), 0), []protocol.TypedDie{{Shape: "d6", Value: 1 + chance.IntN(6)}, {Shape: "d8", Value: 1 + chance.IntN(8)}})
			require.NoError(t, err)
			rolled.Seat = 1 + chance.IntN(2)
			counted, d, err := c.Roll(0, rolled, lyingNowhere)
			require.NoError(t, err)
			if chance.IntN(4) == 0 { // this decision can't be written
				before := len(file)
				require.NoError(t, d.Drop())
				require.Len(t, file, before)
				id--
				continue
			}
			write(d)
			throws[id] = counted
			if chance.IntN(3) == 0 {
				four := 4
				fixed, err := counted.With(protocol.Act{Do: protocol.DoFix, Die: 1, Value: &four})
				require.NoError(t, err)
				d, err := c.Correct(fixed)
				require.NoError(t, err)
				write(d)
			}
		}

		var log []engine.Entry
		for _, raw := range file {
			var e count.Entry
			require.NoError(t, json.Unmarshal(raw, &e))
			log = append(log, e.Entry)
			if e.Throw == 0 {
				continue
			}
			was := throws[e.Throw]
			was.Status, was.Entry, was.Key = protocol.ThrowAsking, 0, ""
			if again, counts := e.Counts(was); counts {
				require.Equal(t, throws[e.Throw], again, "a throw is tied to its entry as it was")
			}
		}
		again, err := count.Open(log)
		require.NoError(t, err)
		defer again.Game.Stop()
		require.Equal(t, c.Standings(), again.Standings())
		require.Equal(t, c.Results().All(), again.Results().All())
		require.Equal(t, c.Seat(1), again.Seat(1))
		require.Empty(t, again.Begins(0).Entries, "all of it is on disk")
	}
}

func TestWhoseTurnItIsIsTheRules(t *testing.T) {
	c, err := count.New(protocol.CountSettings{Players: []engine.Player{{Name: "Ann"}, {Name: "Ben"}}, Rules: tally.Settings{Order: tally.Turns}})
	require.NoError(t, err)
	defer c.Game.Stop()
	_, err = c.Turn(2)
	require.ErrorContains(t, err, "not theirs yet")
	_, err = c.Turn(3)
	require.ErrorContains(t, err, "no seat 3")
	n, err := c.Turn(1)
	require.NoError(t, err)
	require.Equal(t, count.Turn{Seat: 1}, n)
}

func TestARollAgainIsPartOfItsRoll(t *testing.T) {
	require.Equal(t, "roll 3", count.RollKey("roll 3: again, must"))
	require.Equal(t, "roll 3", count.RollKey("roll 3#2"))
}
