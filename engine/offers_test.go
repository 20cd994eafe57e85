package engine_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"astragal/engine"
)

// market asks three times what to buy. wares are what it offers.
type market struct {
	wares    []string
	revision int
}

func (m market) Header() engine.Header {
	return engine.Header{Rulebook: "market", Revision: m.revision, Players: []engine.Player{{Name: "Ann"}}}
}

func (m market) Play(t *engine.Table) engine.Outcome {
	for _, day := range []string{"monday", "tuesday", "sunday"} {
		var options []engine.Option
		for _, w := range m.wares {
			options = append(options, engine.Option{ID: w, Text: w})
		}
		a := t.Ask(engine.Question{Key: day, Seats: []engine.Seat{1}, Text: "What do you buy on " + day + "?", Rule: "market.buy", Cite: "page 1",
			Kind: engine.KindDeclare, Declare: &engine.Declare{Options: options}})
		t.Tell(engine.Fact{Kind: engine.FactEvent, Seat: 1, Rule: "market.bought." + a.Chosen[0], Cite: "page 1", Text: "Ann buys " + a.Chosen[0]})
	}
	return engine.Outcome{Text: "sold out"}
}

func bought(t *testing.T, wares ...string) *engine.Game {
	t.Helper()
	g, err := engine.New(market{wares: wares})
	require.NoError(t, err)
	for _, w := range []string{"bread", "salt"} {
		require.NoError(t, g.Answer(engine.Answer{To: g.Pending()[0].ID, Seat: 1, Chosen: []string{w}}))
	}
	return g
}

// If a newer program offers one choice more where an older one asked, the game goes on where it stood.
func TestAChoiceStandsIfANewerProgramOffersMore(t *testing.T) {
	old := bought(t, "bread", "salt")
	newer := market{[]string{"bread", "salt", "nothing"}, 1}
	g := again(t, newer, old.Log())
	require.Nil(t, g.Diverged())
	require.Equal(t, "sunday", g.Pending()[0].Key)
	require.Equal(t, texts(old.Facts()), texts(g.Facts()))

	// What is corrected later changes only what it is about.
	require.NoError(t, g.Amend(1, engine.Answer{Seat: 1, Chosen: []string{"nothing"}}))
	require.Equal(t, "sunday", g.Pending()[0].Key)
	require.Equal(t, []string{"Ann buys nothing", "Ann buys salt"}, texts(g.Facts()))
	reopened := again(t, newer, g.Log())
	require.Nil(t, reopened.Diverged())
	require.Equal(t, []string{"Ann buys nothing", "Ann buys salt"}, texts(reopened.Facts()))
	require.NoError(t, g.Answer(engine.Answer{To: g.Pending()[0].ID, Seat: 1, Chosen: []string{"nothing"}}))
	require.Equal(t, "sold out", g.Outcome().Text)
}

// A choice that isn't offered any more stops the game.
func TestAChoiceThatIsNotOfferedAnyMoreStopsTheGame(t *testing.T) {
	g := again(t, market{[]string{"bread", "cheese"}, 1}, bought(t, "bread", "salt").Log())
	require.NotNil(t, g.Diverged())
	require.Equal(t, 2, g.Diverged().Entry)
	require.NoError(t, g.Accept())
	require.Equal(t, "tuesday", g.Pending()[0].Key)
}

// After a player accepts that a newer program plays otherwise, the choices that are still offered stand.
func TestChoicesStandAfterTheyAreAccepted(t *testing.T) {
	log := bought(t, "bread", "salt").Log()
	log[1].State = "0123456789abcdef" // the older rules made something else of it
	g := again(t, market{[]string{"bread", "salt", "nothing"}, 1}, log)
	require.NotNil(t, g.Diverged())
	require.NoError(t, g.Accept())
	require.Equal(t, "sunday", g.Pending()[0].Key)
	require.Equal(t, "sunday", again(t, market{[]string{"bread", "salt", "nothing"}, 1}, g.Log()).Pending()[0].Key)
}

// An answer that this program took is not taken for another question's.
func TestAnAnswerToAnotherQuestionIsFoundOut(t *testing.T) {
	log := bought(t, "bread", "salt").Log()
	answer := *log[1].Answer
	answer.To = "0123456789abcdef"
	log[1].Answer = &answer
	require.NotNil(t, again(t, market{wares: []string{"bread", "salt"}}, log).Diverged())
}
