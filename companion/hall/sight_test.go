package hall_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"astragal/companion/protocol"
	"astragal/companion/tabletest"
	"astragal/engine"
)

// saysNot checks that nothing tells an answer: no line of a log, no proposal, and no answer itself. A question tells every seat what may be chosen;
// that isn't counted.
func saysNot(t *testing.T, got, words, when string) {
	t.Helper()
	for _, said := range []string{`"answer":"` + words + `"`, `"was":"` + words + `"`, "“" + words + "”"} {
		if i := strings.Index(got, said); i >= 0 {
			require.FailNow(t, when+" is told", "…%s…", got[max(0, i-200):min(len(got), i+200)])
		}
	}
	require.NotContains(t, got, `"chosen"`, when)
}

// others are screens that must learn nothing of a seat's secret, by name, each with the seat as which it asks to see the game.
func others(of engine.Seat, seats map[engine.Seat]protocol.Who) map[string]view {
	out := map[string]view{"the table's screen": {tabletest.Shared, 0}, "a stranger": {tabletest.Looker, 0}, "a stranger who asks for the seat": {tabletest.Looker, of}}
	for seat, who := range seats {
		if seat != of {
			out["a device with another seat"] = view{who, 0}
			out["a device with another seat that asks for this one"] = view{who, of}
		}
	}
	return out
}

type view struct {
	who  protocol.Who
	seat engine.Seat
}

// A proposal to change a secret answer says that and no more. It doesn't matter who gave the answer: a seat's own device, or the table's screen for a
// seat that nobody took.
func TestAProposalTellsNobodyWhatIsSecret(t *testing.T) {
	for name, sits := range map[string]map[engine.Seat]protocol.Who{"nobody sits": {}, "the other sits": {2: tabletest.Ben}, "both sit": {1: tabletest.Ann, 2: tabletest.Ben}} {
		t.Run(name, func(t *testing.T) {
			tb := tabletest.NewTable(t)
			defer tb.Session.Overlays().Watch()()
			id, err := tb.Session.Games().Begin(t.Context(), protocol.NewGame{Rulebook: "vera-discordia", Players: []engine.Player{{Name: "Ann"}, {Name: "Ben"}}, Setup: json.RawMessage(`{"competitive": true}`)})
			require.NoError(t, err)
			for seat, who := range sits {
				tb.DoAs(who, protocol.Act{Do: protocol.DoSit, Game: id, Seat: int(seat)})
			}
			by := tabletest.Shared
			if who, ok := sits[1]; ok {
				by = who
			}
			q := tb.PendingAs(id, by, 1)
			reply := func(option int) *engine.Answer {
				return &engine.Answer{To: q.ID, Seat: 1, Chosen: []string{q.Declare.Options[option].ID}}
			}
			tb.DoAs(by, protocol.Act{Do: protocol.DoReply, Game: id, Answer: reply(0)})
			tb.DoAs(by, protocol.Act{Do: protocol.DoAmend, Game: id, Entry: 1, Answer: reply(2)})
			for whose, o := range others(1, sits) {
				got := tb.Leaving(id, o.who, o.seat)
				for _, n := range []int{0, 2} {
					saysNot(t, got, q.Declare.Options[n].Text, whose)
				}
			}
		})
	}
}

// A force is divided in secret until all have divided theirs. The home armies stay unseen once both are in. A division that is not allowed stays unseen
// for good, and so does what was wrong with it.
func TestAForceIsDividedUnseen(t *testing.T) {
	tb := tabletest.NewTable(t)
	defer tb.Session.Overlays().Watch()()
	id, err := tb.Session.Games().Begin(t.Context(), tabletest.DragonGame(t, "starter", 30, 3, "Ann", "Ben"))
	require.NoError(t, err)
	said := map[engine.Seat][]string{}
	divide := func(seat engine.Seat, legal bool) {
		q := tb.PendingAs(id, tabletest.Shared, seat)
		a := engine.Answer{To: q.ID, Seat: seat}
		sum := 0
		for _, o := range q.Pick.Options {
			if len(a.Chosen) < len(q.Pick.Options)-1 && sum+o.Weight <= *q.Pick.Limit && (legal || sum == 0) {
				a.Chosen, sum = append(a.Chosen, o.ID), sum+o.Weight
			}
		}
		said[seat] = append(said[seat], engine.Words(q, a))
		tb.DoAs(tabletest.Shared, protocol.Act{Do: protocol.DoReply, Game: id, Answer: &a})
	}
	unseen := func(when string) {
		t.Helper()
		got := tb.Leaving(id, tabletest.Looker, 0)
		for seat, all := range said {
			for _, words := range all {
				saysNot(t, got, words, fmt.Sprintf("%s of seat %d", when, seat))
			}
		}
		require.NotContains(t, got, "not allowed", when)
	}
	for _, seat := range []engine.Seat{1, 2} {
		divide(seat, false)
	}
	unseen("the first home armies")
	for _, seat := range []engine.Seat{1, 2} {
		divide(seat, false)
	}
	unseen("the first divisions")
	require.Contains(t, tb.Leaving(id, tabletest.Shared, 1), "not allowed: its campaign army has")
	refused := said
	said = map[engine.Seat][]string{}
	for range 2 {
		for _, seat := range []engine.Seat{1, 2} {
			unseen("the second divisions")
			divide(seat, true)
		}
	}
	open := tb.Leaving(id, tabletest.Looker, 0)
	for seat, all := range said {
		for _, words := range all {
			require.Contains(t, open, `"answer":"`+words+`"`, "the armies are open now: %s", words)
		}
		require.NotEqual(t, refused[seat][0], all[0])
	}
	for seat, all := range refused {
		for _, words := range all {
			require.False(t, strings.Contains(open, `"answer":"`+words+`"`) || strings.Contains(open, `"was":"`+words+`"`), "seat %d: %s", seat, words)
		}
	}
	require.NotContains(t, open, "not allowed")
}

// Nobody learns from a refusal what another seat wanted to say in secret: the refusal goes to the seat that proposes it, not to the one that agrees.
func TestARefusalTellsNobodyElseWhatIsSecret(t *testing.T) {
	tb := tabletest.NewTable(t)
	id, err := tb.Session.Games().Begin(t.Context(), tabletest.DragonGame(t, "starter", 30, 3, "Ann", "Ben"))
	require.NoError(t, err)
	tb.DoAs(tabletest.Ann, protocol.Act{Do: protocol.DoSit, Game: id, Seat: 1})
	tb.DoAs(tabletest.Ben, protocol.Act{Do: protocol.DoSit, Game: id, Seat: 2})
	for seat, who := range map[engine.Seat]protocol.Who{1: tabletest.Ann, 2: tabletest.Ben} {
		q := tb.PendingAs(id, who, seat)
		tb.DoAs(who, protocol.Act{Do: protocol.DoReply, Game: id, Answer: &engine.Answer{To: q.ID, Seat: seat, Chosen: []string{q.Pick.Options[0].ID}}})
	}
	mine := 1
	if e, err := tb.Session.Games().Entry(tb.T.Context(), id, tabletest.Ann, 1, 1); err != nil || e.Answer.Seat != 1 {
		mine = 2
	}
	e, err := tb.Session.Games().Entry(tb.T.Context(), id, tabletest.Ann, 1, mine)
	require.NoError(t, err)
	q := e.Question
	var all []string
	for _, o := range q.Pick.Options {
		all = append(all, o.ID)
	}
	no := tb.RefusedAs(tabletest.Ann, protocol.Act{Do: protocol.DoAmend, Game: id, Entry: mine, Answer: &engine.Answer{Chosen: all}})
	require.Contains(t, no.Why, "more than")
	require.Nil(t, tb.Game(id, tabletest.Ben).Ask, "what is refused isn't proposed")
}

// If a player changes an answer before it is open, the first one stays the seat's own in every line of the log.
func TestWhatWasChangedBeforeItWasOpenIsNotInTheLog(t *testing.T) {
	tb := tabletest.NewTable(t)
	id := tb.BeginDuel()
	tb.DoAs(tabletest.Ann, protocol.Act{Do: protocol.DoSit, Game: id, Seat: 1})
	tb.DoAs(tabletest.Ben, protocol.Act{Do: protocol.DoSit, Game: id, Seat: 2})
	tb.Answer(id, tabletest.Ann, engine.Answer{Chosen: []string{"low"}})
	tb.DoAs(tabletest.Ann, protocol.Act{Do: protocol.DoAmend, Game: id, Entry: 1, Answer: &engine.Answer{Chosen: []string{"high"}}})
	if p := tb.Game(id, tabletest.Ben).Ask; p != nil {
		tb.DoAs(tabletest.Ben, protocol.Act{Do: protocol.DoAgree, Game: id, Seat: 2, Proposal: p.ID})
	}
	require.Equal(t, "Low", tb.Game(id, tabletest.Ann).Log[0].Was)
	require.Empty(t, tb.Game(id, tabletest.Ben).Log[0].Was)
	tb.Answer(id, tabletest.Ben, engine.Answer{Chosen: []string{"high"}})
	for _, who := range []protocol.Who{tabletest.Ben, tabletest.Shared, tabletest.Looker} {
		v := tb.Game(id, who)
		require.Equal(t, "High", v.Log[1].Answer, "what counts is open")
		require.Empty(t, v.Log[1].Was, "what Ann thought first is her own")
		now, err := tb.Session.Games().Entry(tb.T.Context(), id, who, 0, 1)
		require.NoError(t, err)
		require.Equal(t, []string{"high"}, now.Answer.Chosen, "an entry is shown with the answer in effect")
	}
}
