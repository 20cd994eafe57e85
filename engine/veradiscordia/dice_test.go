package veradiscordia

import (
	"math/rand/v2"
	"testing"

	"astragal/engine"

	"github.com/stretchr/testify/require"
)

func bare(t *testing.T, s Settings) *game {
	t.Helper()
	book, err := New("", []engine.Player{{Name: "Ann"}, {Name: "Bob"}}, s)
	require.NoError(t, err)
	return newGame(book, nil)
}

// Each die meets its own shield (1.2): all values of all colours against all shields.
func TestEachDieMeetsItsShield(t *testing.T) {
	g := bare(t, Settings{})
	for _, c := range Colors() {
		for shield := Shield(0); shield <= 6; shield++ {
			shields := Shields{White: 1, Blue: 1, Purple: 1, Orange: 1}
			switch c {
			case White:
				shields.White = shield
			case Blue:
				shields.Blue = shield
			case Purple:
				shields.Purple = shield
			default: // red and yellow make orange
				shields.Orange = shield
			}
			u := &unit{card: &Card{Shields: shields}}
			for value := 1; value <= 6; value++ {
				hits, colors, _ := g.hits(u, []rolled{{"x1", c, value}})
				want := 0
				if shield != 0 && value >= int(shield) {
					want = 1
				}
				require.Equal(t, want, hits, "%s %d against %d", c, value, shield)
				require.Equal(t, []ColorHits{{Color: c, Shield: shield, Values: []int{value}, Hits: want}}, colors)
			}
		}
	}
}

// The outcome of a morale check (1.2.2) agrees with a table of how many of the six faces pass with each modifier.
func TestMoraleOfAllFaces(t *testing.T) {
	g := bare(t, Settings{})
	passing := map[int]int{1: 5, 0: 4, -1: 3, -2: 2, -3: 1, -4: 1}
	for modifier, want := range passing {
		n := 0
		for value := 1; value <= 6; value++ {
			if ok, _ := g.passes(value, modifier); ok {
				n++
			}
		}
		require.Equal(t, want, n, "with %+d", modifier)
		require.Equal(t, map[int]string{1: "2 or more", 0: "3 or more", -1: "4 or more", -2: "5 or more", -3: "a 6", -4: "a 6"}[modifier], need(modifier))
	}
}

// Lost and gained dice are added up. The difference is taken or added at the left (1.2).
func TestDiceLostAndGained(t *testing.T) {
	c := rand.New(rand.NewPCG(1, 2))
	g := bare(t, Settings{})
	for range 2000 {
		var dice []Color
		for range c.IntN(6) {
			dice = append(dice, Colors()[c.IntN(5)])
		}
		var changes []change
		sum := 0
		for range c.IntN(5) {
			n := c.IntN(6) - 3
			changes = append(changes, change{n, itemSupported, ""})
			sum += n
		}
		got, _ := g.apply(dice, changes, sum)
		want := max(len(dice)+sum, 0)
		if len(dice) == 0 {
			want = 0
		}
		require.Len(t, got, want, "%v with %d", dice, sum)
		for i := range got {
			// Counted from the right, the old dice stay the same. Gained dice are like the leftmost.
			if k := len(dice) - 1 - i; k >= 0 {
				require.Equal(t, dice[k], got[len(got)-1-i])
			} else {
				require.Equal(t, dice[0], got[len(got)-1-i])
			}
		}
	}
}
