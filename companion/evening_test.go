package companion_test

import (
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"astragal/companion/protocol"
	"astragal/companion/tabletest"
	"astragal/engine"
	"astragal/engine/tally"
)

// People act on throws and counts in any order, and the camera sees dice in between. A table that is opened again
// shows the same, byte for byte: the notes give exactly what the table has after each act.
func TestARandomEveningComesBackByteForByte(t *testing.T) {
	for seed := range uint64(4) {
		chance := rand.New(rand.NewPCG(seed, 30))
		tb := tabletest.NewTable(t)
		done := map[protocol.Deed]int{}
		for step := range 90 {
			switch chance.IntN(6) {
			case 0:
				tb.Clear()
			case 1:
				tb.Clear()
				tb.Throw(randomFaces(chance)...)
			default:
				a := randomDeed(tb.View(), chance)
				if err := tb.Session.Do(t.Context(), a); err != nil {
					var no *protocol.Refusal
					require.ErrorAs(t, err, &no, "%+v", a)
					continue
				}
				done[a.Do]++
			}
			if step%7 != 6 {
				continue
			}
			before := stands(t, tb.View())
			tb = tabletest.SitAgain(t, tb)
			require.Equal(t, before, stands(t, tb.View()), "seed %d, step %d", seed, step)
		}
		for _, d := range []protocol.Deed{protocol.DoType, protocol.DoFix, protocol.DoCount} {
			require.NotZero(t, done[d], "seed %d: nobody did %q in this evening", seed, d)
		}
		tb.Stop()
	}
}

// randomFaces is what a camera reads of some dice. Some of them it can't read.
func randomFaces(chance *rand.Rand) []int {
	out := make([]int, 1+chance.IntN(4))
	for i := range out {
		if out[i] = 1 + chance.IntN(6); chance.IntN(5) == 0 {
			out[i] = -1
		}
	}
	return out
}

// randomDeed is something that a screen may ask for, allowed or not.
func randomDeed(v protocol.View, chance *rand.Rand) protocol.Act {
	value := 1 + chance.IntN(6)
	if len(v.Asks) > 0 && chance.IntN(2) == 0 {
		q := v.Asks[0]
		return protocol.Act{Do: protocol.DoAnswer, Question: q.ID, Answer: &engine.Answer{To: q.ID, Dice: []engine.Thrown{}}}
	}
	throws := append([]protocol.ThrowView{}, v.Waiting...)
	for _, r := range v.Rolls {
		throws = append(throws, r.Throw)
	}
	if n := chance.IntN(8); n < 5 && len(throws) > 0 {
		t := throws[chance.IntN(len(throws))]
		a := protocol.Act{Do: []protocol.Deed{protocol.DoFix, protocol.DoAdd, protocol.DoRemove, protocol.DoConfirm, protocol.DoDiscard}[n], Throw: t.ID, Rev: t.Rev}
		if n == 4 && chance.IntN(2) == 0 { // throws are seldom discarded
			a.Do = protocol.DoFix
		}
		switch a.Do {
		case protocol.DoFix, protocol.DoAdd:
			a.Value = &value
		}
		if a.Do != protocol.DoAdd {
			a.Die = 1 + chance.IntN(4)
		}
		return a
	}
	switch chance.IntN(6) {
	case 0:
		return protocol.Act{Do: protocol.DoCount, Count: randomCount(chance)}
	case 1:
		return protocol.Act{Do: protocol.DoTurn, Seat: 1 + chance.IntN(3)}
	case 2:
		return protocol.Act{Do: []protocol.Deed{protocol.DoTake, protocol.DoPass}[chance.IntN(2)]}
	}
	return protocol.Act{Do: protocol.DoType, Dice: []protocol.TypedDie{{Shape: "d6", Value: value}, {Shape: "d20", Value: 3 * value}}}
}

func randomCount(chance *rand.Rand) *protocol.CountSettings {
	players := []engine.Player{{Name: "Ann", Team: "Red"}, {Name: "Bo"}, {Name: "Cy", Team: "Red"}}[:chance.IntN(4)]
	rules := []tally.Settings{{Mode: tally.Sum}, {Mode: tally.Pool, Target: 5}, {Mode: tally.Keep, Keep: 2}, {Mode: tally.Sum, Again: &tally.Again{Values: []int{1}}}}
	return &protocol.CountSettings{Players: players, Rules: rules[chance.IntN(len(rules))], Zero: chance.IntN(3) == 0}
}

// stands is what a table's view says of counts and throws. It leaves out what a restart ends: the camera, and what lies on the tray before it is seen
// again.
func stands(t *testing.T, v protocol.View) string {
	t.Helper()
	raw, err := json.MarshalIndent(map[string]any{
		"count": v.Count, "waiting": v.Waiting, "asks": v.Asks, "rolls": v.Rolls, "older": v.Older, "play": v.Play, "request": v.Request, "trouble": v.Trouble,
	}, "", " ")
	require.NoError(t, err)
	return strings.ReplaceAll(string(raw), `"lying": true`, `"lying": false`)
}
