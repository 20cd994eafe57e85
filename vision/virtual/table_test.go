package virtual_test

import (
	"slices"
	"testing"

	"astragal/vision/virtual"

	"github.com/stretchr/testify/require"
)

var small = virtual.Options{Width: 320, Height: 180}

func TestScriptHappensAsWritten(t *testing.T) {
	table, err := virtual.New(3, small, virtual.Wait(0.4), virtual.Throw("d6", "d6", "d20"), virtual.Wait(0.5),
		virtual.Hand(0.4), virtual.Nudge(), virtual.PickUp(1), virtual.LampTo(0.3, 0.2), virtual.Bump(), virtual.Clear(),
		virtual.Wait(0.5), virtual.Pour("d6", "d8"), virtual.Wait(0.3))
	require.NoError(t, err)
	rolls := table.Rolls()
	require.Len(t, rolls, 2)
	require.Empty(t, table.Truth(0).Dice, "the tray is empty before the throw")
	at := table.Truth(rolls[0].Rest)
	require.Len(t, at.Dice, 3)
	for _, d := range at.Dice {
		require.False(t, d.Moving)
		require.False(t, d.CutOff)
	}
	require.True(t, table.Truth(rolls[0].Rest - 1).Dice[0].Moving || table.Truth(rolls[0].Rest - 1).Dice[1].Moving || table.Truth(rolls[0].Rest - 1).Dice[2].Moving)
	require.Empty(t, table.Truth(rolls[1].Start-1).Dice, "the tray was cleared before the cup came")
	require.GreaterOrEqual(t, rolls[1].Clear, rolls[1].Rest)
	require.Len(t, table.Truth(table.Frames()-1).Dice, 2)
	for _, e := range table.Events() {
		if e.What == virtual.DoHand || e.What == virtual.DoClear {
			require.True(t, table.Truth((e.Start+e.End)/2).Hand, "%v", e)
		}
	}
}

func TestNudgeKeepsTheFace(t *testing.T) {
	for seed := range uint64(6) {
		table, err := virtual.New(seed, small, virtual.Throw("d6", "d10"), virtual.Wait(0.2), virtual.Nudge(), virtual.Knock())
		require.NoError(t, err)
		before, after := table.Truth(table.Rolls()[0].Rest), table.Truth(table.Frames()-1)
		moved := 0.0
		for i := range before.Dice {
			require.Equal(t, before.Dice[i].Face, after.Dice[i].Face)
			for k := range 2 {
				d := before.Dice[i].MM[k] - after.Dice[i].MM[k]
				moved += d * d
			}
		}
		require.Greater(t, moved, 1.0)
	}
}

func TestDiceAreLaidDownInThePlaceOfOthers(t *testing.T) {
	table, err := virtual.New(5, small, virtual.Throw("d6", "d20"), virtual.Wait(1))
	require.NoError(t, err)
	at := []virtual.Spot{{X: -40}, {X: 40, Y: 20, Yaw: .3}}
	require.NoError(t, table.Do(table.Frames(), virtual.Lay([]string{"d6", "d8"}, []int{2, 5}, at), virtual.Wait(1)))
	lies := table.Truth(table.Frames() - 1).Dice
	require.Len(t, lies, 2)
	require.Equal(t, []string{"d6", "d8"}, []string{lies[0].Die, lies[1].Die})
	require.Equal(t, []int{2, 5}, []int{lies[0].Face, lies[1].Face})
	require.InDelta(t, -40, lies[0].MM[0], 1e-9)
	require.False(t, lies[0].Moving)
	require.ErrorContains(t, table.Do(table.Frames(), virtual.Lay([]string{"d6"}, []int{2, 5}, at)), "2 faces are to lie up, but of 1 dice")
	require.ErrorContains(t, table.Do(table.Frames(), virtual.Lay([]string{"d6"}, []int{9}, at[:1])), "no face 9")
}

func TestSameSeedSameFrames(t *testing.T) {
	play := func() *virtual.Table {
		table, err := virtual.New(11, small, virtual.Throw("d6", "d12"), virtual.Hand(0.3))
		require.NoError(t, err)
		return table
	}
	a, b := play(), play()
	for _, n := range []int{0, 4, 9, 14} {
		require.Equal(t, a.Frame(n).Pix, b.Frame(n).Pix, "frame %d", n)
		require.Equal(t, a.Truth(n), b.Truth(n))
	}
	b.Frame(2)
	require.Equal(t, a.Frame(9).Pix, b.Frame(9).Pix, "frames may be asked for in any order")
}

func TestLiveThrows(t *testing.T) {
	table, err := virtual.New(4, small)
	require.NoError(t, err)
	rest, err := table.Throw(20, "d6", "d6", "d8")
	require.NoError(t, err)
	require.Empty(t, table.Truth(19).Dice)
	require.Len(t, table.Truth(rest).Dice, 3)
	first := table.Truth(rest).Dice
	again, err := table.Throw(rest + 30)
	require.NoError(t, err)
	second := table.Truth(again).Dice
	require.Len(t, second, 3)
	require.Equal(t, first[0].Colors, second[0].Colors, "the same dice are thrown again")
	require.Len(t, table.Rolls(), 2)
	_, err = table.Throw(again+1, "d7")
	require.ErrorContains(t, err, `"d7"`)
	require.Len(t, table.Truth(again).Dice, 3)
}

// A hand that sweeps the dice up covers each of them. Before and after it no die is hidden.
func TestHiddenIsWhatAHandLiesOver(t *testing.T) {
	table, err := virtual.New(4, small, virtual.Throw("d6", "d6", "d6"), virtual.Wait(0.4), virtual.Clear())
	require.NoError(t, err)
	most := 0.0
	for frame := range table.Frames() {
		for _, d := range table.Truth(frame).Dice {
			require.LessOrEqual(t, d.Hidden, 1.0)
			if !table.Truth(frame).Hand {
				require.Zero(t, d.Hidden, "frame %d", frame)
			}
			most = max(most, d.Hidden)
		}
	}
	require.Greater(t, most, 0.6)
}

// The truth of a die that lies half under a larger one says how much the larger one hides.
func TestTruthTellsWhatLiesBehindOtherDice(t *testing.T) {
	behind := 0
	for seed := range uint64(12) {
		table, err := virtual.New(seed, virtual.Options{Width: 640, Height: 360}, virtual.Pour("d4", "d4", "d4", "d4", "d12", "d12", "d20", "d20"), virtual.Wait(1))
		require.NoError(t, err)
		truth := table.Truth(table.Frames() - 1)
		for _, d := range truth.Dice {
			both, all := 0, 0
			for x := d.Box[0] + .25; x < d.Box[0]+d.Box[2]; x += .5 {
				for y := d.Box[1] + .25; y < d.Box[1]+d.Box[3]; y += .5 {
					if !within(d, x, y) {
						continue
					}
					all++
					if slices.ContainsFunc(truth.Dice, func(o virtual.DieTruth) bool { return o.MM[2] > d.MM[2] && within(o, x, y) }) {
						both++
					}
				}
			}
			share := float64(both) / float64(all)
			if d.Behind > .05 {
				behind++
			}
			require.InDelta(t, share, d.Behind, .04, "seed %d: %s at %v", seed, d.Die, d.Box)
		}
	}
	require.Positive(t, behind)
}
