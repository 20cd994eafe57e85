package names_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"astragal/companion/journal"
	"astragal/companion/protocol"
	"astragal/companion/studio"
	"astragal/companion/tabletest"
	"astragal/engine"
	"astragal/engine/veradiscordia"
)

// entrances are all the ways by which somebody gives a name to this program. Each takes a name. It returns how the
// name is kept, or why it is refused.
func entrances(t *testing.T) map[string]func(name string) (string, error) {
	tb, store := tabletest.Studying(t)
	players := func(name string) []engine.Player { return []engine.Player{{Name: name, Team: "Reds"}, {Name: "Zoe"}} }
	began := func(n protocol.NewGame) (protocol.GameView, error) {
		id, err := tb.Session.Games().Begin(t.Context(), n)
		if err != nil {
			return protocol.GameView{}, err
		}
		return tb.Game(id, tabletest.Looker), nil
	}
	posted := func(path, body string, out any) error {
		status, answer := tb.Call(http.MethodPost, path, body)
		if status >= 300 {
			var no struct{ Error string }
			require.NoError(t, json.Unmarshal([]byte(answer), &no), answer)
			return &protocol.Refusal{Why: no.Error}
		}
		require.NoError(t, json.Unmarshal([]byte(answer), out), answer)
		return nil
	}
	said := func(v any) string {
		raw, err := json.Marshal(v)
		require.NoError(t, err)
		return string(raw)
	}
	faction := func(name string) veradiscordia.Faction {
		f := veradiscordia.Demo()[0]
		f.Name = name
		return f
	}
	return map[string]func(string) (string, error){
		"a player of the count": func(name string) (string, error) {
			err := tb.Session.Do(t.Context(), protocol.Act{Do: protocol.DoCount, Count: &protocol.CountSettings{Players: players(name)}})
			return tb.View().Count.Seats[0].Name, err
		},
		"a team of the count": func(name string) (string, error) {
			err := tb.Session.Do(t.Context(), protocol.Act{Do: protocol.DoCount, Count: &protocol.CountSettings{Players: []engine.Player{{Name: "Ann", Team: name}}}})
			return tb.View().Count.Seats[0].Team, err
		},
		"a player of a game": func(name string) (string, error) {
			v, err := began(protocol.NewGame{Rulebook: tabletest.DuelName, Players: players(name)})
			if err != nil {
				return "", err
			}
			return v.Seats[0].Name, nil
		},
		"a game": func(name string) (string, error) {
			v, err := began(protocol.NewGame{Rulebook: tabletest.DuelName, Title: name, Players: players("Ann")})
			return v.Game.Title, err
		},
		"a faction in a game": func(name string) (string, error) {
			v, err := began(protocol.NewGame{Rulebook: veradiscordia.Rulebook, Players: players("Ann"), Setup: json.RawMessage(said(map[string]any{"cards": []any{faction(name), veradiscordia.Demo()[1]}}))})
			if err != nil {
				return "", err
			}
			_, rest, _ := strings.Cut(said(v.Play.Pending), "Orla Brask of ")
			kept, _, _ := strings.Cut(rest, `"`)
			return kept, nil
		},
		"who rolls for another program": func(name string) (string, error) {
			var v protocol.RequestView
			err := posted("/api/requests", said(map[string]any{"dice": []string{"d6"}, "player": name}), &v)
			return v.Player, err
		},
		"the other program": func(name string) (string, error) {
			var v protocol.RequestView
			err := posted("/api/requests", said(map[string]any{"dice": []string{"d6"}, "from": name}), &v)
			return v.From, err
		},
		"what a roll is for": func(name string) (string, error) {
			var v protocol.RequestView
			err := posted("/api/requests", said(map[string]any{"dice": []string{"d6"}, "for": name}), &v)
			return v.For, err
		},
		"an army": func(name string) (string, error) {
			var a protocol.Army
			err := posted("/api/armies", said(map[string]any{"rulebook": "duel", "name": name, "force": map[string]any{}}), &a)
			return a.Name, err
		},
		"a faction that is kept": func(name string) (string, error) {
			var a protocol.Army
			err := posted("/api/armies", said(map[string]any{"rulebook": veradiscordia.Rulebook, "name": "Cards", "force": faction(name)}), &a)
			var f veradiscordia.Faction
			if err == nil {
				require.NoError(t, json.Unmarshal(a.Force, &f))
			}
			return f.Name, err
		},
		"a die of one's own": func(name string) (string, error) {
			var v studio.View
			err := posted("/api/studio/own", said(map[string]any{"dice": []any{map[string]any{"id": "own", "name": name, "shape": "d4", "faces": []any{map[string]any{}, map[string]any{}, map[string]any{}, map[string]any{}}}}}), &v)
			if err != nil {
				return "", err
			}
			return store.Dice()[0].Name, nil
		},
	}
}

func TestEveryEntranceTidiesNames(t *testing.T) {
	for what, give := range entrances(t) {
		for given, want := range map[string]string{"Kim ": "Kim", "\u00a0Kim\u2003\u00a0Lee": "Kim Lee", "Kim Rene\u0301": "Kim Ren\u00e9"} {
			got, err := give(given)
			require.NoError(t, err, "%s called %+q", what, given)
			require.Equal(t, want, got, "%s called %+q", what, given)
		}
		for given, why := range map[string]string{"Kim\u200b": "can't be seen", "Kim\u202e": "mark of direction", "Ki\nm": "line break", "Kim\u0007": "control character"} {
			_, err := give(given)
			require.ErrorContains(t, err, why, "%s called %+q", what, given)
		}
	}
}

func TestTwoPlayersOfOneNameAreRefused(t *testing.T) {
	tb := tabletest.NewTable(t)
	for _, other := range []string{"Kim ", "Kim\u00a0", " Kim"} {
		no := tb.Refused(protocol.Act{Do: protocol.DoCount, Count: &protocol.CountSettings{Players: []engine.Player{{Name: "Kim"}, {Name: other}}}})
		require.Contains(t, no.Why, `two players are called "Kim": give one another name`)
		_, err := tb.Session.Games().Begin(t.Context(), protocol.NewGame{Rulebook: tabletest.DuelName, Players: []engine.Player{{Name: "Kim"}, {Name: other}}})
		require.ErrorContains(t, err, `two players are called "Kim": give one another name`)
	}
	// The bound counts letters, not bytes. 60 Hebrew letters are 120 bytes.
	long := strings.Repeat("ש", 60)
	for _, book := range []string{tabletest.DuelName, veradiscordia.Rulebook, "tally"} {
		_, err := tb.Session.Games().Begin(t.Context(), protocol.NewGame{Rulebook: book, Players: []engine.Player{{Name: long}, {Name: "Kim"}}})
		require.NoError(t, err, book)
	}
}

// A game that an older program saved can be opened with the names that are in it. Its log stays as it was written.
func TestAnOldGameWithUntidyNamesOpens(t *testing.T) {
	tb := tabletest.NewTable(t)
	id := tb.BeginDuel()
	log, _, err := tb.Session.Games().File(id)
	require.NoError(t, err)
	h := *log[0].Header
	h.Players = []engine.Player{{Name: "Kim"}, {Name: "Lee\u00a0"}}
	log[0].Header = &h
	old, err := tb.Session.Games().Import(t.Context(), log)
	require.NoError(t, err)
	require.Equal(t, "Kim and Lee", tb.Game(old, tabletest.Looker).Game.Title)
	tb.Stop()
	again := tabletest.Sit(t, tb.Path, journal.Limits{})
	require.Equal(t, "Kim and Lee", again.Game(old, tabletest.Looker).Game.Title)
}
