package tabletest

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"astragal/companion/protocol"
	"astragal/engine"
)

// Those at a table: two players with phones of their own, the tablet that all share, and somebody who only looks on.
var (
	Ann    = protocol.Who{Device: "ann's phone", May: true}
	Ben    = protocol.Who{Device: "ben's phone", May: true}
	Shared = protocol.Who{Device: "the tablet", May: true}
	Looker = protocol.Who{}
)

// BeginDuel puts a game of two on the table.
func (tb *Table) BeginDuel() int {
	tb.T.Helper()
	id, err := tb.Session.Games().Begin(tb.T.Context(), protocol.NewGame{Rulebook: DuelName, Players: []engine.Player{{Name: "Ann"}, {Name: "Ben"}}})
	require.NoError(tb.T, err)
	return id
}

// Game is a game as a device may see it.
func (tb *Table) Game(id int, who protocol.Who) protocol.GameView {
	tb.T.Helper()
	raw, err := tb.Session.Games().JSON(id, who, 0)
	require.NoError(tb.T, err)
	return ParseGame(tb.T, raw)
}

// ParseGame reads the JSON of a game.
func ParseGame(t *testing.T, raw []byte) protocol.GameView {
	t.Helper()
	var v protocol.GameView
	require.NoError(t, json.Unmarshal(raw, &v))
	return v
}

// DoAs does an act as a screen.
func (tb *Table) DoAs(who protocol.Who, a protocol.Act) {
	tb.T.Helper()
	require.NoError(tb.T, tb.Session.DoAs(tb.T.Context(), who, a))
}

// RefusedAs does a device's act that must be refused, and returns why.
func (tb *Table) RefusedAs(who protocol.Who, a protocol.Act) *protocol.Refusal {
	tb.T.Helper()
	err := tb.Session.DoAs(tb.T.Context(), who, a)
	var no *protocol.Refusal
	require.ErrorAs(tb.T, err, &no)
	return no
}

// Answer answers the only open question that the screen sees.
func (tb *Table) Answer(id int, who protocol.Who, a engine.Answer) {
	tb.T.Helper()
	v := tb.Game(id, who)
	require.Len(tb.T, v.Play.Pending, 1, "questions open")
	a.To = v.Play.Pending[0].ID
	if a.Seat == 0 && len(v.Play.Pending[0].Seats) > 0 {
		a.Seat = v.Play.Pending[0].Seats[0]
	}
	tb.DoAs(who, protocol.Act{Do: protocol.DoReply, Game: id, Answer: &a})
}

// Seated is a duel with both seats on phones.
func Seated(t *testing.T) (*Table, int) {
	tb := NewTable(t)
	id := tb.BeginDuel()
	tb.DoAs(Ann, protocol.Act{Do: protocol.DoSit, Game: id, Seat: 1})
	tb.DoAs(Ben, protocol.Act{Do: protocol.DoSit, Game: id, Seat: 2})
	return tb, id
}

// Stances answers both secret questions.
func (tb *Table) Stances(id int) {
	tb.T.Helper()
	tb.Answer(id, Ann, engine.Answer{Chosen: []string{"high"}})
	tb.Answer(id, Ben, engine.Answer{Chosen: []string{"low"}})
}

// Settled says of the first die on the tray without a name, or without a face, which die it is.
func (tb *Table) Settled(roll *protocol.GameRoll, die string, face int) {
	tb.T.Helper()
	act := protocol.Act{Do: protocol.DoShow, As: die, Face: &face}
	for _, d := range roll.Dice {
		if d.Throw > 0 && d.Shows == nil {
			act.Throw, act.Rev, act.Die = d.Throw, d.Rev, d.N
		}
	}
	if len(roll.Unnamed) > 0 {
		d := roll.Unnamed[0]
		act.Throw, act.Rev, act.Die = d.Throw, d.Rev, d.N
	}
	require.NotZero(tb.T, act.Throw, "no die asks")
	tb.DoAs(Shared, act)
}

// GameAs is a game as a screen sees it that asks to see it as a seat.
func (tb *Table) GameAs(id int, who protocol.Who, seat engine.Seat) protocol.GameView {
	tb.T.Helper()
	raw, err := tb.Session.Games().JSON(id, who, seat)
	require.NoError(tb.T, err)
	return ParseGame(tb.T, raw)
}

// Leaving is every string about a game that leaves the table for a screen that sees it as that seat: views, log, entries, lists, statistics, overlay,
// the saved game.
func (tb *Table) Leaving(id int, who protocol.Who, seat engine.Seat) string {
	tb.T.Helper()
	var out strings.Builder
	raw, err := tb.Session.Games().JSON(id, who, seat)
	require.NoError(tb.T, err)
	out.Write(raw)
	add := func(v any, err error) {
		raw, broken := json.Marshal(v)
		require.NoError(tb.T, broken)
		out.Write(raw)
		if err != nil {
			out.WriteString(err.Error())
		}
	}
	v := ParseGame(tb.T, raw)
	for before := 0; ; {
		lines, older, err := tb.Session.Games().Log(id, who, seat, before)
		add(lines, err)
		if older == 0 || len(lines) == 0 {
			break
		}
		before = lines[len(lines)-1].N
	}
	for n := range v.Game.Entries + 1 {
		e, err := tb.Session.Games().Entry(tb.T.Context(), id, who, seat, n)
		add(e, err)
	}
	add(tb.Session.Games().List(), nil)
	overlay, _ := tb.Session.Overlays().Shown(0)
	add(overlay, nil)
	return out.String()
}

// PendingAs is the only question that is asked of a seat.
func (tb *Table) PendingAs(id int, who protocol.Who, seat engine.Seat) engine.Question {
	tb.T.Helper()
	raw, err := tb.Session.Games().JSON(id, who, seat)
	require.NoError(tb.T, err)
	v := ParseGame(tb.T, raw)
	require.Len(tb.T, v.Play.Pending, 1)
	return v.Play.Pending[0]
}
