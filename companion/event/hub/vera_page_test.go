package hub_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"astragal/companion/event/contest"
	"astragal/companion/protocol"
	"astragal/companion/tabletest"
	"astragal/engine"
	"astragal/engine/veradiscordia"
)

// Players who are paired at a table begin Vera Discordia there by taps alone: the page has their names, and asks one after the
// other. The game ends with a tap too, and its result is the pairing's.
func TestPageVeraDiscordiaIsBegunByWhoIsPaired(t *testing.T) {
	h := openHall(t)
	tb := h.table("Table 1")
	tb.Serve("127.0.0.1:0")
	live := tabletest.Open(t, h.pages+"/")
	live.Sees(`!!document.querySelector('[data-table="Table 1"]')`)
	begins(t, h.pages, 2)
	does(t, h.pages, contest.Act{Do: "pair"})
	startRound(t, h.pages, 1)
	page := tabletest.Open(t, "http://"+tb.Address+"/")
	page.Sees(`/Player \d, Player \d/.test(document.body?.textContent)`)
	page.Click("#to-games")
	page.Click("#new-game")
	page.Sees(`["Player 1", "Player 2"].every((n) => [...document.querySelectorAll("main input")].some((i) => i.value === n))`)
	page.Choose("#rulebook", veradiscordia.Rulebook)
	page.Sees(`document.querySelector("#begin-game")?.disabled === false`)
	page.Click("#begin-game")
	page.Asked("declare")
	asked := `document.querySelector("[data-question]").textContent.match(/Player \d/)[0]`
	first := tabletest.Value[string](page, asked)
	require.Contains(t, []string{"Player 1", "Player 2"}, first)
	page.Click(`[data-question] button:not([disabled])`)
	page.Sees(`document.querySelector("[data-question]")?.textContent.includes("which general do you choose") && ` + asked + ` !== "` + first + `"`)
	page.Picture("vera-at-an-event")

	// The rest is drawn. The last roll is tapped.
	rest := toItsEnd(t, tb)
	for _, a := range rest[:len(rest)-1] {
		says(t, tb, a)
	}
	page.Sees(fmt.Sprintf(`document.querySelector(".bar")?.dataset.asked === %s`, tabletest.Quote(asks(t, tb).ID)))
	page.Sees(`document.querySelector('.bar [data-chip="hands-done"]')?.click(), document.querySelector(".bar-act")?.dataset.ready === "yes" && !!document.querySelector(".bar [data-tile]")`)
	for _, d := range rest[len(rest)-1].Dice {
		face := fmt.Sprintf(`.face-pick[data-picks=%s]`, tabletest.Quote(d.ID))
		page.JS(fmt.Sprintf(`document.querySelector(%s) || document.querySelector('.bar [data-tile=%s]').click()`, tabletest.Quote(face), tabletest.Quote(d.ID)))
		page.Sees(fmt.Sprintf(`!!document.querySelector(%s)`, tabletest.Quote(face)))
		page.JS(fmt.Sprintf(`[...document.querySelectorAll(%s)].find((e) => e.textContent.trim() === "%d").click()`, tabletest.Quote(face+" [data-pick-face]"), *d.Value))
		page.Sees(fmt.Sprintf(`!document.querySelector(%s)`, tabletest.Quote(face)))
	}
	page.Click(`.bar [data-chip="hand"]`)
	page.Sees(`!!document.querySelector("#outcome")`)
	v, _ := tabletest.GameOf(t, tb.Session, 1, 0)
	won := v.Play.Players[v.Play.Outcome.Winners[0]-1].Name
	live.Sees(fmt.Sprintf(`document.querySelector('[data-table="Table 1"]')?.textContent.includes(%s)`, tabletest.Quote(won+" won")))
	require.Equal(t, won+" won", contestOf(t, h.pages).Rounds[0].Pairings[0].Text)
	page.Picture("vera-is-over-at-an-event")
}

// asks is the question that the table's game asks now.
func asks(t *testing.T, tb *tabletest.Table) engine.Question {
	t.Helper()
	v, _ := tabletest.GameOf(t, tb.Session, 1, 0)
	if len(v.Play.Pending) == 0 {
		v, _ = tabletest.GameOf(t, tb.Session, 1, v.Play.Waiting[0])
	}
	return v.Play.Pending[0]
}

func says(t *testing.T, tb *tabletest.Table, a engine.Answer) {
	t.Helper()
	a.To = asks(t, tb).ID
	require.NoError(t, tb.Session.DoAs(t.Context(), protocol.Who{May: true}, protocol.Act{Do: protocol.DoReply, Game: 1, Answer: &a}))
}

// toItsEnd are answers with which the table's game ends. The last one is a roll, and somebody wins.
func toItsEnd(t *testing.T, tb *tabletest.Table) []engine.Answer {
	t.Helper()
	log, _, err := tb.Session.Games().File(1)
	require.NoError(t, err)
	for seed := range uint64(300) {
		book, err := veradiscordia.Open(*log[0].Header)
		require.NoError(t, err)
		g, err := engine.Replay(book, log)
		require.NoError(t, err)
		chance, out, last := rand.New(rand.NewPCG(seed, 8)), []engine.Answer{}, engine.Question{}
		for g.Outcome() == nil && len(out) < 900 {
			last = g.Pending()[0]
			a := engine.Random(last, chance)
			for slices.ContainsFunc(a.Chosen, func(id string) bool { return strings.Contains(id, "concede") }) {
				a = engine.Random(last, chance)
			}
			require.NoError(t, g.Answer(a))
			out = append(out, a)
		}
		o := g.Outcome()
		g.Stop()
		if o != nil && last.Kind == engine.KindRoll && len(o.Winners) == 1 && len(out) > 100 {
			return out
		}
	}
	require.FailNow(t, "no game ends with a roll")
	return nil
}
