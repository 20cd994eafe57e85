package rulebook_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"astragal/companion/protocol"
	"astragal/companion/rulebook"
	"astragal/companion/tabletest"
	"astragal/engine"
	"astragal/engine/dragondice"
)

// rolled begins one roll of 4.01d and taps these faces of its dice.
func rolled(t *testing.T, tb *tabletest.Table, setup string, faces ...int) int {
	t.Helper()
	id, err := tb.Session.Games().Begin(t.Context(), protocol.NewGame{Rulebook: "4.01d", Setup: json.RawMessage(setup)})
	require.NoError(t, err)
	tap(t, tb, id, faces...)
	return id
}

// tap answers by hand the roll that is asked for.
func tap(t *testing.T, tb *tabletest.Table, id int, faces ...int) {
	t.Helper()
	q := tb.Game(id, tabletest.Shared).Play.Pending[0]
	require.Equal(t, engine.KindRoll, q.Kind)
	var shown []protocol.ShownDie
	for i, d := range q.Roll.Dice {
		shown = append(shown, protocol.ShownDie{Die: d.ID, Face: faces[i]})
	}
	tb.DoAs(tabletest.Shared, protocol.Act{Do: protocol.DoHand, Game: id, Question: q.ID, Shown: shown})
}

func results(c dragondice.Comparison) map[string]string {
	out := map[string]string{}
	for _, e := range c.Editions {
		out[e.Edition] = e.Result
	}
	return out
}

func TestARollIsComparedAsItsDiceLie(t *testing.T) {
	tb := tabletest.NewTable(t)
	id, err := tb.Session.Games().Begin(t.Context(), protocol.NewGame{Rulebook: "4.01d", Setup: json.RawMessage(
		`{"count": {"roll": "maneuver", "dice": ["dwarf_lizard_rider"], "terrain": "terrain_highland_city", "face": 8, "holder": true}}`)})
	require.NoError(t, err)
	_, err = tb.Session.Games().Compare(rulebook.CompareAsk{Game: id})
	require.ErrorContains(t, err, "roll the dice first")
	tap(t, tb, id, 2) // three maneuvers
	c, err := tb.Session.Games().Compare(rulebook.CompareAsk{Game: id})
	require.NoError(t, err)
	require.Equal(t, "3 maneuver", results(c)["4.01d"])
	require.Equal(t, "12 maneuver", results(c)["1996"])
	require.NotEmpty(t, c.Why)

	// A correction is counted at once.
	e, err := tb.Session.Games().Entry(t.Context(), id, tabletest.Shared, 0, 1)
	require.NoError(t, err)
	q, a := e.Question, e.Answer
	face := 0
	a.Dice[0].Face, a.Dice[0].Icon, a.Dice[0].Count = &face, q.Roll.Dice[0].Faces[0].Icon, q.Roll.Dice[0].Faces[0].Count
	tb.DoAs(tabletest.Shared, protocol.Act{Do: protocol.DoAmend, Game: id, Entry: 1, Answer: &a})
	c, err = tb.Session.Games().Compare(rulebook.CompareAsk{Game: id})
	require.NoError(t, err)
	require.Equal(t, "4 maneuver", results(c)["4.01d"], "the ID of two health, doubled")
}

// If a die was rolled again, it shows the same in every edition that rolls it again. What only another edition asks
// is answered for the comparison alone.
func TestAComparisonAsks(t *testing.T) {
	tb := tabletest.NewTable(t)
	id := rolled(t, tb, `{"count": {"roll": "melee", "dice": ["goblin_leopard_rider"]}}`, 2)
	tap(t, tb, id, 5)
	c, err := tb.Session.Games().Compare(rulebook.CompareAsk{Game: id})
	require.NoError(t, err)
	require.Equal(t, results(c)["4.01d"], results(c)["1996"])
	require.Equal(t, "7 melee", results(c)["1996"])

	id = rolled(t, tb, `{"count": {"roll": "magic", "dice": ["goblin_cutthroat"], "terrain": "terrain_flatland_city", "face": 1}}`, 0)
	c, err = tb.Session.Games().Compare(rulebook.CompareAsk{Game: id})
	require.NoError(t, err)
	var asks *engine.Question
	for _, e := range c.Editions {
		if e.Edition == "1996" {
			asks = e.Asks
		}
	}
	require.NotNil(t, asks)
	require.Equal(t, engine.KindAllot, asks.Kind)
	c, err = tb.Session.Games().Compare(rulebook.CompareAsk{Game: id, Answers: map[string]map[string]engine.Answer{"1996": {asks.Key: {Points: []int{0, 2}}}}})
	require.NoError(t, err)
	require.Equal(t, "4 magic", results(c)["1996"])
}

func TestComparisonsThatAreRefused(t *testing.T) {
	tb := tabletest.NewTable(t)
	tb.Serve("127.0.0.1:0")
	id, err := tb.Session.Games().Begin(t.Context(), protocol.NewGame{Rulebook: "vera-discordia", Players: []engine.Player{{Name: "Ann"}, {Name: "Ben"}}, Setup: json.RawMessage(`{"dice_by_type": true}`)})
	require.NoError(t, err)
	for body, says := range map[string]string{
		fmt.Sprintf(`{"game": %d}`, id): "doesn't count one roll",
		`{"game": 99}`:                  "no such game",
		`{"gam": 1}`:                    "gam",
		`nonsense`:                      "",
	} {
		r, err := http.Post("http://"+tb.Address+"/api/compare", "application/json", strings.NewReader(body))
		require.NoError(t, err)
		var no struct{ Error string }
		require.NoError(t, json.NewDecoder(r.Body).Decode(&no))
		require.NoError(t, r.Body.Close())
		require.GreaterOrEqual(t, r.StatusCode, 400, body)
		require.Contains(t, strings.ToLower(no.Error), says, body)
	}
}
