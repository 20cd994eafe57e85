package count_test

import (
	"encoding/json"
	"net/http"
	"path/filepath"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"

	"astragal/companion/evidence"
	"astragal/companion/journal"
	"astragal/companion/protocol"
	"astragal/companion/tabletest"
	"astragal/engine"
	"astragal/engine/tally"
	"astragal/vision"
)

// tenSided is a scene of ten-sided dice that are read for sure; 0 is the tens' 00, 10 may be both.
func tenSided(values ...int) vision.Scene {
	s := tabletest.Scene(values...)
	for i := range s.Sightings {
		s.Sightings[i].Shapes = []vision.ShapeScore{{Shape: vision.D10, P: 0.99}}
		s.Sightings[i].Marks = []vision.Mark{{Kind: vision.MarkNumeral, Value: values[i], P: 0.998}, {Kind: vision.MarkUnknown, P: 0.002}}
	}
	return s
}

// Two ten-sided dice of which only one can be the one with tens are one d100, typed or read. They stay that in the log, the statistics and what is
// exported.
func TestATensDieAndAnotherOneAreOneD100(t *testing.T) {
	tb := tabletest.NewTable(t)
	total := func() int {
		t.Helper()
		v := tb.View()
		require.Empty(t, v.Asks)
		require.NotEmpty(t, v.Rolls)
		require.NotNil(t, v.Rolls[0].Total, v.Rolls[0].Text)
		return *v.Rolls[0].Total
	}
	tb.Do(tabletest.Typed(protocol.TypedDie{Shape: "d10", Value: 0}, protocol.TypedDie{Shape: "d10", Value: 10}))
	require.Equal(t, 100, total())
	tb.Do(tabletest.Typed(protocol.TypedDie{Shape: "d10", Value: 10}, protocol.TypedDie{Shape: "d10", Value: 20}))
	require.Equal(t, 20, total())
	// If a person types 0 for a die of ones, that is a 0.
	tb.Do(tabletest.Typed(protocol.TypedDie{Shape: "d10", Value: 20}, protocol.TypedDie{Shape: "d10", Value: 0}))
	require.Equal(t, 20, total())
	// If a die is typed as the one with tens, it is that, also if it shows 10.
	tb.Do(tabletest.Typed(protocol.TypedDie{Shape: "d%", Value: 10}, protocol.TypedDie{Shape: "d10", Value: 10}))
	require.Equal(t, 10, total())
	tb.Settle(tenSided(0, 10))
	require.Equal(t, 100, total())
	require.Equal(t, []engine.Line{{Rule: "tally.d100", Dice: []string{"d1", "d2"}, Text: "the ivory d10 (no. 1) shows 00 and the ivory d10 (no. 2) 0: one d100, 100"}}, tb.View().Rolls[0].Lines[:1])

	// One die of the pair was misread. The number is made of both as they are now.
	tray := tb.View().Tray
	tb.Do(protocol.Act{Do: protocol.DoFix, Throw: tray.ID, Rev: tray.Rev, Die: 1, Value: tabletest.Ptr(40)})
	require.Equal(t, 40, total())
	tray = tb.View().Tray
	tb.Do(protocol.Act{Do: protocol.DoFix, Throw: tray.ID, Rev: tray.Rev, Die: 2, Value: tabletest.Ptr(7)})
	require.Equal(t, 47, total())

	// The statistics count each die by itself, as the die that it is.
	st, err := tb.Session.Copy().Statistics(evidence.StatisticsOf{Typed: true})
	require.NoError(t, err)
	shown := map[string]int{}
	for _, d := range st.Dice {
		shown[d.Die] = d.Rolls
	}
	require.Equal(t, map[string]int{"d10": 4, "d10 (tens)": 4, "ivory d10": 1, "ivory d10 (tens)": 1}, shown)
	again := tabletest.SitAgain(t, tb)
	require.Equal(t, 47, *again.View().Rolls[0].Total)
	rolls := tabletest.RollsOf(t, again.Session, 0, 0)
	require.Equal(t, "ivory d%: 40; ivory d10: 7", engine.WriteDice(rolls[0].Dice))
	require.Equal(t, "d%: 10; d10: 10", engine.WriteDice(rolls[1].Dice))
}

// If nobody can tell which die has the tens, the table asks before it counts, once for all such rolls.
func TestWhetherTwoTenSidedDiceAreAD100IsAskedOnce(t *testing.T) {
	tb := tabletest.NewTable(t)
	tb.Settle(tenSided(10, 10))
	v := tb.View()
	require.Len(t, v.Asks, 1)
	require.Nil(t, v.Rolls[0].Total, "counted before it was known")
	require.Zero(t, *v.Count.Seats[0].Total)
	require.Equal(t, "Is one of the ten-sided dice (10 and 10) a die with tens?", v.Asks[0].Text)
	tb.Do(protocol.Act{Do: protocol.DoAnswer, Question: v.Asks[0].ID, Chosen: []string{"d1+d2"}})
	require.Equal(t, 10, *tb.View().Rolls[0].Total)
	tb.Clear()
	tb.Settle(tenSided(10, 10))
	v = tb.View()
	require.Empty(t, v.Asks)
	require.Equal(t, 10, *v.Rolls[0].Total)
	require.Equal(t, 20, *v.Count.Seats[0].Total)
	// Tens dice without another one are asked about: a die may have been overlooked, and is added then.
	tb.Clear()
	tb.Settle(tenSided(0))
	v = tb.View()
	require.Len(t, v.Asks, 1)
	tb.Do(protocol.Act{Do: protocol.DoAdd, Throw: v.Tray.ID, Rev: v.Tray.Rev, Shape: "d10", Value: tabletest.Ptr(3)})
	v = tb.View()
	require.Empty(t, v.Asks)
	require.Equal(t, 3, *v.Rolls[0].Total)
}

func TestOtherDiceThanSolidsAreTyped(t *testing.T) {
	tb := tabletest.NewTable(t)
	tb.Do(tabletest.Typed(protocol.TypedDie{Shape: "d100", Value: 100}, protocol.TypedDie{Shape: "d3", Value: 2}, protocol.TypedDie{Shape: "dF", Value: -1}, protocol.TypedDie{Shape: "coin", Value: 1}))
	require.Equal(t, 102, *tb.View().Rolls[0].Total)
	for shape, v := range map[string]int{"d100": 0, "d3": 4, "dF": 2, "coin": 2, "d%": 5, "d7": 1} {
		no := tb.Refused(tabletest.Typed(protocol.TypedDie{Shape: shape, Value: v}))
		require.Equal(t, protocol.CodeIllegal, no.Code, shape)
	}
	st, err := tb.Session.Copy().Statistics(evidence.StatisticsOf{Typed: true})
	require.NoError(t, err)
	require.Len(t, st.Dice, 4)
	faces := map[string][]string{}
	for _, d := range st.Dice {
		for _, f := range d.Faces {
			faces[d.Die] = append(faces[d.Die], f.Face)
		}
	}
	require.Equal(t, []string{"−", "0", "+"}, faces["dF"])
	require.Equal(t, []string{"tails", "heads"}, faces["coin"])
	require.Len(t, faces["d100"], 100)
}

// A table's file of an older program keeps the totals of its rolls, and d100s count from then on.
func TestACountOfAnOlderProgramGoesOnWithItsTotals(t *testing.T) {
	book, err := tally.Open(engine.Header{Format: engine.Format, Rulebook: tally.Rulebook, Revision: 1})
	require.NoError(t, err)
	old, err := engine.New(book)
	require.NoError(t, err)
	dice, err := engine.ParseDice("d1=20 d2=10")
	require.NoError(t, err)
	for i := range dice {
		dice[i].Shape = "d10"
	}
	require.NoError(t, old.Answer(engine.Answer{To: old.Pending()[0].ID, Dice: dice, By: "typed"}))
	log := old.Log()
	old.Stop()
	path := filepath.Join(t.TempDir(), "table.db")
	j, err := journal.Open(t.Context(), path, journal.Limits{})
	require.NoError(t, err)
	note := func(kind string, body any) journal.Note {
		raw, err := json.Marshal(body)
		require.NoError(t, err)
		return journal.Note{At: time.Now(), Kind: kind, Body: raw}
	}
	require.NoError(t, j.Append(t.Context(), []journal.Note{
		note("entry", map[string]any{"count": 0, "entry": log[0]}),
		note("throw", map[string]any{"id": 1, "typed": []protocol.TypedDie{{Shape: "d10", Value: 20}, {Shape: "d10", Value: 10}}}),
		note("entry", map[string]any{"count": 0, "throw": 1, "entry": log[1]}),
	}, nil))
	require.NoError(t, j.Close())

	tb := tabletest.Sit(t, path, journal.Limits{})
	v := tb.View()
	require.Equal(t, 30, *v.Rolls[0].Total, "what was counted stays")
	require.Equal(t, 30, *v.Count.Seats[0].Total)
	tb.Do(tabletest.Typed(protocol.TypedDie{Shape: "d10", Value: 20}, protocol.TypedDie{Shape: "d10", Value: 10}))
	v = tb.View()
	require.Equal(t, 20, *v.Rolls[0].Total)
	require.Equal(t, 50, *v.Count.Seats[0].Total)
	// If it is opened again, it doesn't begin anew.
	again := tabletest.SitAgain(t, tb)
	require.Equal(t, 50, *again.View().Count.Seats[0].Total)
	require.Equal(t, 20, *again.View().Rolls[0].Total)
}

func TestARequestedD100IsOneDie(t *testing.T) {
	tb := tabletest.NewTable(t)
	tb.Serve("127.0.0.1:0")
	v := tabletest.AskForRoll(t, tb, `{"dice": ["d100"], "for": "a secret door"}`)
	require.Len(t, v.Dice, 1)
	require.Equal(t, "d100", v.Dice[0].Shape)
	require.Len(t, v.Dice[0].Of, 2)
	tb.Settle(tenSided(10, 30))
	v, err := tb.Session.Games().Request(v.Request)
	require.NoError(t, err)
	require.Equal(t, protocol.RequestRolled, v.State)
	require.Equal(t, 30, *v.Total)
	require.Equal(t, 30, *v.Dice[0].Value)
	require.Equal(t, "30", v.Text)
	require.Greater(t, v.Dice[0].Confidence, 0.5)
	require.Equal(t, 30, *v.Dice[0].Of[0].Value)
	require.Equal(t, "0", v.Dice[0].Of[1].Shows)
	tray := tb.View().Tray
	tb.Do(protocol.Act{Do: protocol.DoFix, Throw: tray.ID, Rev: tray.Rev, Die: 2, Value: tabletest.Ptr(0)})
	v, err = tb.Session.Games().Request(v.Request)
	require.NoError(t, err)
	require.Equal(t, 100, *v.Total)
	require.True(t, v.Corrected)

	var no struct{ Error string }
	require.Equal(t, http.StatusUnprocessableEntity, tabletest.CallJSON(t, http.MethodPost, "http://"+tb.Address+"/api/requests", `{"dice": ["2d100"]}`, &no))
	require.Contains(t, no.Error, "one d100 at a time")

	// A plain d10 is not the one with tens.
	tb.Clear()
	w := tabletest.AskForRoll(t, tb, `{"dice": ["d10"]}`)
	tb.Settle(tenSided(70))
	w, err = tb.Session.Games().Request(w.Request)
	require.NoError(t, err)
	require.Equal(t, protocol.RequestAsking, w.State)

	// If the camera can't tell the dice apart, somebody says at the table which is which.
	_, err = tb.Session.Games().Cancel(t.Context(), w.Request)
	require.NoError(t, err)
	c := tabletest.AskForRoll(t, tb, `{"dice": ["coin", "2dF"]}`)
	raw, err := tb.Session.Games().JSON(c.Request, protocol.Who{May: true}, 0)
	require.NoError(t, err)
	var game protocol.GameView
	require.NoError(t, json.Unmarshal(raw, &game))
	tb.Do(protocol.Act{Do: protocol.DoHand, Game: c.Request, Question: game.Play.Pending[0].ID, Shown: []protocol.ShownDie{{Die: "coin 1", Face: 1}, {Die: "dF 1", Face: -1}, {Die: "dF 2", Face: 0}}})
	c, err = tb.Session.Games().Request(c.Request)
	require.NoError(t, err)
	require.Equal(t, protocol.RequestRolled, c.State)
	require.Equal(t, "0 = 1 − 1 + 0 (heads, −, 0)", c.Text)
	require.Equal(t, []string{"heads", "−", "0"}, []string{c.Dice[0].Shows, c.Dice[1].Shows, c.Dice[2].Shows})
}

// The page can type everything that can be rolled. A d100 stands as one number beside its two dice.
func TestPageTypesADieWithTensAndWhatIsNoSolid(t *testing.T) {
	tb, page := tabletest.Served(t)
	page.Click("#open-type")
	page.Click("[data-shape='d%']")
	page.Sees(`document.querySelector("[data-key='0']")?.textContent === "00"`)
	page.Click("[data-key='0']")
	page.Click("[data-shape='d10']")
	page.Click("[data-key='10']")
	page.Click("#send-roll")
	page.Shows("#total", "100")
	page.Sees(`document.querySelector(".trail").textContent.includes("one d100, 100")`)
	page.Sees(`[...document.querySelectorAll(".total .chip text")].map((t) => t.textContent).join() === "00,0"`)

	page.Click("#open-type")
	page.Click("[data-shape='d100']")
	page.JS(`document.querySelector("[data-keyed]").focus()`)
	page.Run(chromedp.KeyEvent("57"), chromedp.KeyEvent(kb.Enter))
	page.Click("[data-shape='coin']")
	page.Click("[data-key='1']")
	page.Click("[data-shape='dF']")
	page.Click("[data-key='-1']")
	page.Sees(`[...document.querySelectorAll(".typed .chip text")].map((t) => t.textContent).join() === "57,heads,−"`)
	page.Click("#send-roll")
	page.Shows("#total", "57")

	// If the camera's 10 doesn't say which die has the tens, a person names it.
	tb.Settle(tenSided(10, 10))
	page.Sees(`document.querySelector(".card.ask h2")?.textContent.startsWith("Is one of the ten-sided dice")`)
	page.Click(".card.ask [data-option='d1+d2']")
	page.Shows("#total", "10")
	page.Click(".mark[data-die='1']")
	page.Click(".below .tens summary")
	page.Click(".below [data-tens='30']")
	page.Shows("#total", "30")
}
