package hall_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"astragal/companion/protocol"
	"astragal/companion/rulebook"
	"astragal/companion/tabletest"
	"astragal/engine"
	"astragal/engine/bot"
	"astragal/engine/dragondice"
	"astragal/engine/veradiscordia"
)

// boards gives, for each form of board, the ids of what a rulebook's board draws of a state. web/static/dragons/board.js and web/static/vera/board.js
// draw the same.
var boards = map[string]func(raw []byte) (map[string]bool, error){rulebook.FormDragons: drawnDragons, "vera": drawnVera}

func drawnDragons(raw []byte) (map[string]bool, error) {
	type die struct{ ID string }
	var st struct {
		Terrains []struct {
			ID      string
			Dragons []die
			Armies  []struct {
				ID   string
				Dice []die
			}
		}
		Players []struct {
			Slug                               string
			Reserves, Dead, Buried, Pool, Hand []die
		}
	}
	if err := json.Unmarshal(raw, &st); err != nil {
		return nil, err
	}
	on := map[string]bool{}
	add := func(dice []die) {
		for _, d := range dice {
			on[d.ID] = true
		}
	}
	for _, t := range st.Terrains {
		on[t.ID] = true
		add(t.Dragons)
		for _, a := range t.Armies {
			on[a.ID] = true
			add(a.Dice)
		}
	}
	for _, p := range st.Players {
		for _, area := range []string{"reserve", "dead", "buried", "pool"} {
			on[p.Slug+"@"+area] = true
		}
		if len(p.Hand) > 0 { // the hand is drawn if it holds something
			on[p.Slug+"@hand"] = true
		}
		for _, dice := range [][]die{p.Reserves, p.Dead, p.Buried, p.Pool, p.Hand} {
			add(dice)
		}
	}
	return on, nil
}

func drawnVera(raw []byte) (map[string]bool, error) {
	var st struct{ Sides []struct{ Seat int } }
	if err := json.Unmarshal(raw, &st); err != nil {
		return nil, err
	}
	on := map[string]bool{}
	if len(st.Sides) < 2 {
		return on, nil
	}
	for n := 1; n <= 4; n++ {
		on[fmt.Sprintf("land %d", n)] = true
		for _, s := range st.Sides {
			on[fmt.Sprintf("%d.v%d", s.Seat, n)], on[fmt.Sprintf("%d.r%d", s.Seat, n)] = true, true
		}
	}
	return on, nil
}

// pointsAt are the ids that a question names as things on the board.
func pointsAt(q engine.Question) []string {
	ids := append([]string{}, q.About...)
	add := func(options []engine.Option) {
		for _, o := range options {
			ids = append(ids, o.On...)
		}
	}
	switch {
	case q.Pick != nil:
		add(q.Pick.Options)
	case q.Declare != nil:
		add(q.Declare.Options)
	case q.Arrange != nil:
		add(q.Arrange.Items)
	case q.Roll != nil:
		add(q.Roll.Else)
	case q.Allot != nil:
		for _, r := range q.Allot.Rows {
			ids = append(ids, r.On...)
		}
	}
	return ids
}

// If a question offers something on the board, that lies on the board that the same seat is shown. This holds in whole games of every rulebook with a
// board.
func TestWhatIsOfferedOnTheBoardLiesThere(t *testing.T) {
	var games []protocol.NewGame
	for i, e := range dragondice.Editions() {
		size := e.Force.Default
		games = append(games, tabletest.DragonGame(t, e.ID, size, uint64(i), "Ann", "Ben"))
		if e.Force.MaxPlayers > 2 {
			games = append(games, tabletest.DragonGame(t, e.ID, size, uint64(7+i), "Ann", "Ben", "Cleo"))
		}
	}
	for range 6 {
		games = append(games, protocol.NewGame{Rulebook: veradiscordia.Rulebook, Players: []engine.Player{{Name: "Ann"}, {Name: "Ben"}}})
	}
	pointed := map[string]int{}
	for i, n := range games {
		var kind rulebook.Kind
		for _, k := range rulebook.All() {
			if k.ID == n.Rulebook {
				kind = k
			}
		}
		book, err := kind.Make(n)
		require.NoError(t, err)
		b := bot.Bot{Seldom: 10_000, Often: 10_000, Check: func(g *engine.Game) error {
			for seat := range engine.Seat(len(n.Players) + 1) {
				count, err := liesThere(g.View(seat), boards[kind.Form])
				if err != nil {
					return fmt.Errorf("seat %d: %w", seat, err)
				}
				pointed[kind.ID] += count
			}
			return nil
		}}
		_, err = b.Play(book, uint64(i))
		require.NoError(t, err, "%s, %d players", n.Rulebook, len(n.Players))
	}
	for _, n := range games {
		require.Greater(t, pointed[n.Rulebook], 100, "%s hardly ever points at its board", n.Rulebook)
	}
}

// liesThere counts the ids that a view's questions name. It is an error if the view's own board doesn't draw one.
func liesThere(v engine.View, drawn func([]byte) (map[string]bool, error)) (int, error) {
	count := 0
	var on map[string]bool
	for _, q := range v.Pending {
		for _, id := range pointsAt(q) {
			if on == nil {
				raw, err := json.Marshal(v.State)
				if err != nil {
					return 0, err
				}
				if on, err = drawn(raw); err != nil {
					return 0, err
				}
			}
			if !on[id] {
				return 0, fmt.Errorf("%q (%s) names %q, which is not on the board", q.Text, q.Key, id)
			}
			count++
		}
	}
	return count, nil
}
