package tabletest

import (
	"encoding/json"

	"github.com/stretchr/testify/require"

	"astragal/companion/protocol"
	"astragal/engine"
	"astragal/vision"
)

// SceneLying is a scene of which the first so many things lay there before.
func SceneLying(n int, values ...int) vision.Scene {
	s := Scene(values...)
	for i := range n {
		s.Sightings[i].Lay = true
	}
	return s
}

// Rainbow is a game of Vera Discordia in which Ann's unit rolls a die of each type, two of them white. The table's
// yellow dice are black ones.
const Rainbow = `{"dice": {"yellow": "black"}, "two_copies": true,
	"cards": [{"name": "Rainbow", "made_up": true, "units": [
		{"name": "Prism", "rank": "basic", "copies": 9, "dice": ["white", "white", "blue", "purple", "red", "yellow"], "shields": {"white": 2, "blue": 3, "purple": 4, "orange": 5}},
		{"name": "Glass", "rank": "elite", "copies": 6, "dice": ["white"], "shields": {"white": "X", "blue": 4, "purple": 4, "orange": 4}},
		{"name": "Sun", "rank": "legendary", "copies": 2, "dice": ["red"], "shields": {"white": 4, "blue": 4, "purple": 4, "orange": 4}}]}],
	"first": {"faction": "Rainbow", "vanguard": ["Prism, attack", "-", "-", "-"]},
	"second": {"faction": "Rainbow", "vanguard": ["Prism", "-", "-", "-"]}}`

// Tinted are tints of real plastics as a camera sees them, the second one with a lamp in it.
var Tinted = map[string][2][]float32{
	"white": {{.85, .83, .82}, {.93, .91, .89}}, "blue": {{.19, .32, .71}, {.40, .43, .69}}, "purple": {{.37, .18, .52}, {.44, .33, .5}},
	"red": {{.69, .14, .15}, {.87, .54, .53}}, "black": {{.07, .06, .07}, {.15, .15, .15}},
}

// LayTinted is a scene of dice with a colour and a value each. The camera calls every colour grey.
func LayTinted(look int, colors []string, values ...int) vision.Scene {
	s := Scene(values...)
	for i := range s.Sightings {
		s.Sightings[i].Colors, s.Sightings[i].Tint = []string{"grey"}, Tinted[colors[i]][look]
	}
	return s
}

// BeginVera begins a game of Vera Discordia with a setup (JSON), and returns its number.
func (tb *Table) BeginVera(setup string) int {
	tb.T.Helper()
	id, err := tb.Session.Games().Begin(tb.T.Context(), protocol.NewGame{Rulebook: "vera-discordia", Players: []engine.Player{{Name: "Ann"}, {Name: "Ben"}}, Setup: json.RawMessage(setup)})
	require.NoError(tb.T, err)
	return id
}

// Five are the game's colours, in the order in which the test shows them.
var Five = []string{"purple", "white", "black", "blue", "red"}

// Show is the act that shows a game's dice.
func (tb *Table) Show(id int) protocol.Act {
	tb.T.Helper()
	tb.Do(protocol.Act{Do: protocol.DoShowing, Game: id, Colors: Five})
	tb.Settle(LayTinted(0, Five, 1, 2, 3, 4, 5))
	v := tb.Game(id, Shared)
	require.Equal(tb.T, Five, v.Showing)
	require.Equal(tb.T, v.Tray.ID, v.Shown)
	require.Equal(tb.T, protocol.ThrowDiscarded, v.Tray.Status, "a throw that shows dice was taken for a roll")
	act := protocol.Act{Do: protocol.DoDyes, Game: id, Throw: v.Tray.ID}
	for i, c := range Five {
		act.Dyes = append(act.Dyes, protocol.DyedDie{Die: v.Tray.Dice[i].N, Color: c})
	}
	return act
}

// DiceAt lays dice at places of their own: of each, where it lies and what it shows.
func DiceAt(places ...[3]float64) vision.Scene {
	s := vision.Scene{Width: SceneWidth, Height: SceneHeight}
	for _, p := range places {
		s.Sightings = append(s.Sightings, Sighting(p[0], p[1], int(p[2])))
	}
	return s
}
