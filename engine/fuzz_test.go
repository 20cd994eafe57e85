package engine_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"astragal/engine"

	"github.com/stretchr/testify/require"
)

func FuzzParseDice(f *testing.F) {
	for _, seed := range []string{"3d6: 6 5 3", "red d6: 5; d20: 17", "d6: 5 ?", "d6: d2=5", "d6: melee 3*melee", "6 5 3", "red/white 2d8: 1, 2", "", ";", "3d6: 1", "d6: =", "99999999999999999999d6: 1", "d10: 00", "x=?", "::=0", "d10:000"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		dice, err := engine.ParseDice(text)
		if err != nil {
			require.NotEmpty(t, err.Error())
			return
		}
		again, err := engine.ParseDice(engine.WriteDice(dice))
		require.NoError(t, err, engine.WriteDice(dice))
		require.Equal(t, dice, again)
	})
}

// FuzzLog reads and plays whatever it is given. A bad log gives an error, or a game that stops somewhere, and never
// a panic.
func FuzzLog(f *testing.F) {
	game, err := engine.New(duel{rounds: 1})
	require.NoError(f, err)
	f.Cleanup(game.Stop)
	for _, a := range []engine.Answer{{Seat: 2, Chosen: []string{"iii"}}, {Seat: 1, Chosen: []string{"ii"}}, {Seat: 1, Dice: typed(1, 5, 6)}, {Seat: 2, Dice: typed(2, 4, 3, 1)}} {
		for _, q := range game.Pending() {
			if q.Seats[0] == a.Seat {
				a.To = q.ID
			}
		}
		require.NoError(f, game.Answer(a))
	}
	require.NoError(f, game.Amend(4, engine.Answer{Seat: 2, Dice: typed(2, 4, 4, 1)}))
	require.NoError(f, game.Undo(5))
	var lines bytes.Buffer
	require.NoError(f, engine.WriteLog(&lines, game.Log()))
	f.Add(lines.String())
	require.NoError(f, game.Amend(3, engine.Answer{Seat: 1, Dice: typed(1, 5, 5)}))
	require.NoError(f, game.Undo(4))
	lines.Reset()
	require.NoError(f, engine.WriteLog(&lines, game.Log()))
	f.Add(lines.String())
	f.Add(strings.ReplaceAll(lines.String(), `"keep":[7]`, `"keep":[3,7]`))
	f.Add(strings.ReplaceAll(lines.String(), `"of":4`, `"of":-1`))
	f.Add(strings.ReplaceAll(lines.String(), `"dice"`, `"points"`))
	f.Add(strings.ReplaceAll(lines.String(), `"undo"`, `"accept"`))
	f.Add(`{"n":0,"kind":"header","header":{"format":1,"rulebook":"duel"}}`)
	f.Add("")
	f.Fuzz(func(t *testing.T, text string) {
		log, err := engine.ReadLog(strings.NewReader(text))
		if err != nil {
			require.ErrorIs(t, err, engine.ErrLog)
		}
		g, err := engine.Replay(duel{rounds: 1}, log)
		if err != nil {
			require.ErrorIs(t, err, engine.ErrLog)
			return
		}
		defer g.Stop()
		_, err = json.Marshal([]any{g.View(0), g.View(1), g.LogFor(2)})
		require.NoError(t, err)
		if g.Diverged() == nil {
			again, err := engine.Replay(duel{rounds: 1}, g.Log())
			require.NoError(t, err)
			defer again.Stop()
			require.Equal(t, g.Facts(), again.Facts())
		} else if err := g.Accept(); err != nil {
			require.ErrorIs(t, err, engine.ErrRules)
		}
	})
}

// FuzzAnswer gives whatever it is given as the answer to every question of a game. An answer that isn't legal
// changes nothing.
func FuzzAnswer(f *testing.F) {
	f.Add(`{"seat":1,"chosen":["ii"]}`, uint8(0))
	f.Add(`{"seat":1,"dice":[{"id":"s1-0","shape":"d6","value":3,"how":"typed"},{"id":"s1-1","value":6,"how":"read"}]}`, uint8(2))
	f.Add(`{"seat":2,"chosen":["d"]}`, uint8(4))
	f.Add(`{"seat":2,"points":[0,1]}`, uint8(5))
	f.Add(`{"seat":-1,"points":[9223372036854775807,1]}`, uint8(5))
	f.Fuzz(func(t *testing.T, text string, at uint8) {
		var a engine.Answer
		if json.Unmarshal([]byte(text), &a) != nil {
			return
		}
		whole := played(t).Log()
		g := again(t, duel{rounds: 1}, whole[:1+int(at)%(len(whole)-1)])
		before, log := g.View(1), g.Log()
		a.To = g.Pending()[0].ID
		if err := g.Answer(a); err != nil {
			require.True(t, errors.Is(err, engine.ErrIllegal) || errors.Is(err, engine.ErrStale), "%v", err)
			require.Equal(t, before, g.View(1))
			require.Equal(t, log, g.Log())
			return
		}
		require.Nil(t, again(t, duel{rounds: 1}, g.Log()).Diverged())
	})
}
