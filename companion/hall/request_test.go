package hall_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"astragal/companion/journal"
	"astragal/companion/protocol"
	"astragal/companion/tabletest"
	"astragal/engine"
)

// A program may end, or a page be closed, without saying that its roll isn't needed any more.
func TestARequestWhoseAskerIsGoneEnds(t *testing.T) {
	tb := tabletest.NewTable(t)
	tb.Serve("127.0.0.1:0")
	at := "http://" + tb.Address + "/api/requests"
	ask := func(query, body string) protocol.RequestView {
		var v protocol.RequestView
		require.Equal(t, http.StatusCreated, tabletest.CallJSON(t, http.MethodPost, at+query, body, &v))
		return v
	}
	state := func(query string) protocol.RequestState {
		var v protocol.RequestView
		require.Equal(t, http.StatusOK, tabletest.CallJSON(t, http.MethodGet, at+query, "", &v))
		return v.State
	}
	// If the asker goes on asking, the request stands for longer than its second.
	ask("?lease=1", `{"dice": ["d20"], "from": "A tabletop", "ref": "one"}`)
	require.Equal(t, protocol.RequestWaiting, state("/1?wait=2&rev=1&state=waiting&lease=1"))
	// Nobody asks any more. A caller who may only look on doesn't renew the lease.
	require.Equal(t, protocol.RequestCancelled, state("/1?wait=25&rev=1&state=waiting"))
	require.Nil(t, tb.View().Play, "the table waits for nothing")

	// A request without a lease stands, and what was rolled for it stays rolled.
	ask("", `{"dice": ["d20"], "from": "A tabletop", "ref": "two"}`)
	ask("?lease=1", `{"dice": ["d6"], "from": "A tabletop", "ref": "three"}`)
	require.Equal(t, protocol.RequestCancelled, state("/3?wait=25&rev=1&state=queued"))
	require.Equal(t, protocol.RequestWaiting, state("/2"))

	// If the asker never learned a request's number, it takes the request back by its own name for it.
	var v protocol.RequestView
	require.Equal(t, http.StatusNotFound, tabletest.CallJSON(t, http.MethodDelete, at+"?from=Another&ref=two", "", nil))
	require.Equal(t, http.StatusOK, tabletest.CallJSON(t, http.MethodDelete, at+"?from=A+tabletop&ref=two", "", &v))
	require.Equal(t, 2, v.Request)
	require.Equal(t, protocol.RequestCancelled, v.State)
}

func TestAnotherProgramAsksForARollAndGetsItAndItsCorrection(t *testing.T) {
	tb := tabletest.NewTable(t)
	tb.Serve("127.0.0.1:0")
	at := "http://" + tb.Address + "/api/requests"
	const body = `{"dice": ["2d6"], "for": "an attack", "from": "A tabletop", "player": "Ann", "ref": "abc"}`
	v := tabletest.AskForRoll(t, tb, body)
	require.Equal(t, protocol.RequestWaiting, v.State)
	require.Len(t, v.Dice, 2)
	require.Equal(t, engine.Unread, v.Dice[0].How)
	var again protocol.RequestView
	require.Equal(t, http.StatusOK, tabletest.CallJSON(t, http.MethodPost, at, body, &again), "asked twice it is one request")
	require.Equal(t, v.Request, again.Request)
	require.Equal(t, http.StatusConflict, tabletest.CallJSON(t, http.MethodPost, at, `{"dice": ["d6"], "from": "A tabletop", "ref": "abc"}`, nil))

	// An asker who waits is told the answer.
	come := make(chan protocol.RequestView, 1)
	go func() {
		var v protocol.RequestView
		res, err := http.Get(at + "/1?wait=20&rev=1")
		if err == nil {
			err = json.NewDecoder(res.Body).Decode(&v)
			_ = res.Body.Close()
		}
		if err == nil {
			come <- v
		}
	}()
	tb.Throw(3, 5)
	select {
	case v = <-come:
	case <-time.After(tabletest.Patience):
		require.Fail(t, "no answer came")
	}
	require.Equal(t, protocol.RequestRolled, v.State)
	require.Equal(t, 8, *v.Total)
	require.Equal(t, "8 = 3 + 5", v.Text)
	require.Equal(t, "g1.1", v.Roll)
	require.Equal(t, engine.Read, v.Dice[1].How)
	require.Greater(t, v.Dice[1].Confidence, 0.5)
	require.NotEmpty(t, v.Dice[1].Crop)
	require.False(t, v.Corrected)

	// A misread die is corrected at the table. The asker is told the same roll with another revision.
	tray := tb.View().Tray
	tb.Do(protocol.Act{Do: protocol.DoFix, Throw: tray.ID, Rev: tray.Rev, Die: 2, Value: tabletest.Ptr(6)})
	var fixed protocol.RequestView
	require.Equal(t, http.StatusOK, tabletest.CallJSON(t, http.MethodGet, at+"/1", "", &fixed))
	require.Equal(t, 9, *fixed.Total)
	require.True(t, fixed.Corrected)
	require.Equal(t, v.Roll, fixed.Roll)
	require.Greater(t, fixed.Rev, v.Rev)

	// The tray counts again, as it did before.
	tb.Clear()
	tb.Throw(1, 1)
	require.Len(t, tb.View().Rolls, 1)
	require.Nil(t, tb.View().Play)
}

func TestRequestsAreRolledInOrderAndTheTrayGoesBackToTheGame(t *testing.T) {
	tb := tabletest.NewTable(t)
	id, err := tb.Session.Games().Begin(t.Context(), protocol.NewGame{Rulebook: tabletest.DuelName, Players: []engine.Player{{Name: "Ann"}, {Name: "Bo"}}})
	require.NoError(t, err)
	tb.Serve("127.0.0.1:0")
	first := tabletest.AskForRoll(t, tb, `{"dice": ["d6"]}`)
	second := tabletest.AskForRoll(t, tb, `{"dice": ["2d6"]}`)
	require.Equal(t, protocol.RequestQueued, second.State)
	tb.Throw(4)
	v, err := tb.Session.Games().Request(first.Request)
	require.NoError(t, err)
	require.Equal(t, 4, *v.Total)
	v, err = tb.Session.Games().Request(second.Request)
	require.NoError(t, err)
	require.Equal(t, protocol.RequestWaiting, v.State)
	tb.Stop()

	// After a restart the request is still there, and so is the game that gets the tray after it.
	tb = tabletest.Sit(t, tb.Path, journal.Limits{Crops: 1 << 20})
	tb.Clear()
	tb.Throw(-2, 6)
	v, err = tb.Session.Games().Request(second.Request)
	require.NoError(t, err)
	require.Equal(t, protocol.RequestAsking, v.State, "a die that isn't read for sure is not answered")
	tray := tb.View().Tray
	tb.Do(protocol.Act{Do: protocol.DoFix, Throw: tray.ID, Rev: tray.Rev, Die: 1, Value: tabletest.Ptr(2)})
	v, err = tb.Session.Games().Request(second.Request)
	require.NoError(t, err)
	require.Equal(t, 8, *v.Total)
	require.NotNil(t, tb.View().Play)
	require.Equal(t, id, tb.View().Play.ID)
}

// A restart gives back exactly what was acknowledged, including which game gets the tray back.
func TestTheTrayGoesBackToTheGameAlsoAfterARestart(t *testing.T) {
	for name, before := range map[string]func(tb *tabletest.Table, request int){
		"asked": func(*tabletest.Table, int) {},
		"given the tray by hand": func(tb *tabletest.Table, request int) {
			tb.Do(protocol.Act{Do: protocol.DoTray, Game: 0})
			tb.Do(protocol.Act{Do: protocol.DoTray, Game: request})
		},
		"paused": func(tb *tabletest.Table, request int) {
			tb.Do(protocol.Act{Do: protocol.DoPause, Game: request})
			tb.Do(protocol.Act{Do: protocol.DoResume, Game: request})
		},
	} {
		t.Run(name, func(t *testing.T) {
			tb := tabletest.NewTable(t)
			id := tb.BeginDuel()
			tb.Serve("127.0.0.1:0")
			asked := tabletest.AskForRoll(t, tb, `{"dice": ["d6"]}`)
			before(tb, asked.Request)
			tb.Stop()

			tb = tabletest.Sit(t, tb.Path, journal.Limits{Crops: 1 << 20})
			tb.Clear()
			tb.Throw(4)
			v, err := tb.Session.Games().Request(asked.Request)
			require.NoError(t, err)
			require.Equal(t, 4, *v.Total)
			require.NotNil(t, tb.View().Play, "the game has the tray again")
			require.Equal(t, id, tb.View().Play.ID)
		})
	}
}

func TestARequestIsCancelledFromEitherSide(t *testing.T) {
	tb := tabletest.NewTable(t)
	tb.Serve("127.0.0.1:0")
	at := "http://" + tb.Address + "/api/requests"
	v := tabletest.AskForRoll(t, tb, `{"dice": ["d6"]}`)
	require.Equal(t, http.StatusOK, tabletest.CallJSON(t, http.MethodDelete, at+"/1", "", &v))
	require.Equal(t, protocol.RequestCancelled, v.State)
	require.Nil(t, v.Total)
	require.Nil(t, tb.View().Play, "the tray counts again")
	tb.Throw(5)
	require.Len(t, tb.View().Rolls, 1)
}

// Dice beyond those asked for belong to nobody. If a die is missing, the roll waits for another throw.
func TestARequestTakesItsOwnDiceInAsManyThrowsAsItNeeds(t *testing.T) {
	tb := tabletest.NewTable(t)
	tb.Serve("127.0.0.1:0")
	v := tabletest.AskForRoll(t, tb, `{"dice": ["3d6"]}`)
	tb.Throw(1, 2)
	now, err := tb.Session.Games().Request(v.Request)
	require.NoError(t, err)
	require.Equal(t, protocol.RequestWaiting, now.State)
	require.Equal(t, 1, *now.Dice[0].Value, "what is known is told")
	tb.Clear()
	tb.Throw(6)
	now, err = tb.Session.Games().Request(v.Request)
	require.NoError(t, err)
	require.Equal(t, 9, *now.Total)
	require.Empty(t, tb.View().Rolls, "nothing of it is counted besides")
}

// Somebody says what a doubtful die of a request shows: on the tray's picture it shows that too.
func TestADieThatWasSaidForARequestIsSaidOnTheTray(t *testing.T) {
	tb := tabletest.NewTable(t)
	tb.Serve("127.0.0.1:0")
	v := tabletest.AskForRoll(t, tb, `{"dice": ["3d6"]}`)
	tb.Throw(1, -5)
	tray := tb.View().Tray
	require.True(t, tray.Dice[1].Asks)
	now, err := tb.Session.Games().Request(v.Request)
	require.NoError(t, err)
	i := slices.IndexFunc(now.Dice, func(d protocol.RequestDie) bool { return d.Value == nil && d.Crop != "" })
	require.GreaterOrEqual(t, i, 0, "%+v", now.Dice)
	tb.Do(protocol.Act{Do: protocol.DoShow, Throw: tray.ID, Rev: tray.Rev, Die: 2, As: now.Dice[i].ID, Face: tabletest.Ptr(4)})
	tray = tb.View().Tray
	require.False(t, tray.Dice[0].Asks || tray.Dice[1].Asks)
	require.Equal(t, "4", tray.Dice[1].Shows)
}

// A waiting asker is told of every die as it comes, and of everything that somebody must look at.
func TestARequestTellsFaceByFaceAndWhatIsTooMuch(t *testing.T) {
	tb := tabletest.NewTable(t)
	tb.Serve("127.0.0.1:0")
	at := "http://" + tb.Address + "/api/requests"
	v := tabletest.AskForRoll(t, tb, `{"dice": ["2d6"]}`)
	other := tabletest.AskForRoll(t, tb, `{"dice": ["d6"]}`)
	waits := func(of string) (got []protocol.RequestView) {
		come := make(chan protocol.RequestsView, 1)
		go func() {
			var v protocol.RequestsView
			res, err := http.Get(at + "?wait=20&of=" + of)
			if err == nil {
				err = json.NewDecoder(res.Body).Decode(&v)
				_ = res.Body.Close()
			}
			if err == nil {
				come <- v
			}
		}()
		select {
		case v := <-come:
			return v.Requests
		case <-time.After(tabletest.Patience):
			require.Fail(t, "no change came")
		}
		return nil
	}
	now := waits(fmt.Sprintf("%d.%s,%d", v.Request, v.Mark, other.Request))
	require.Len(t, now, 1, "the one whose mark wasn't known is told at once")
	require.Equal(t, other.Request, now[0].Request)

	tb.Throw(4)
	now = waits(fmt.Sprintf("%d.%s,%d.%s", v.Request, v.Mark, other.Request, other.Mark))
	require.Len(t, now, 1)
	require.Equal(t, protocol.RequestWaiting, now[0].State)
	require.Equal(t, 4, *now[0].Dice[0].Value)
	mark := now[0].Mark

	// If there is a die too many, the asker is told, and no die is assigned without a question.
	tb.Clear()
	tb.Throw(2, 3)
	now = waits(fmt.Sprintf("%d.%s", v.Request, mark))
	require.Equal(t, protocol.RequestAsking, now[0].State)
	require.Len(t, now[0].Doubts, 1)
	require.Contains(t, now[0].Doubts[0], "1 die more than were missing")
	require.Len(t, now[0].Strays, 1)
	require.Equal(t, "d6", now[0].Strays[0].Shape)

	for of, status := range map[string]int{"x": 400, "": 400, "99.a": 404, strings.Repeat("1,", 60): 400} {
		require.Equal(t, status, tabletest.CallJSON(t, http.MethodGet, at+"?wait=1&of="+of, "", nil), of)
	}
}

func TestWhatCannotBeRequestedIsRefusedInOneSentence(t *testing.T) {
	tb := tabletest.NewTable(t)
	tb.Serve("127.0.0.1:0")
	at := "http://" + tb.Address + "/api/requests"
	for body, c := range map[string]struct {
		status int
		says   string
	}{
		`{"dice": ["d7"]}`:                {http.StatusUnprocessableEntity, "no shape"},
		`{"dice": []}`:                    {http.StatusUnprocessableEntity, "no dice"},
		`{"dices": ["d6"]}`:               {http.StatusBadRequest, "means nothing here"},
		`{"dice": "d6"}`:                  {http.StatusBadRequest, "must be"},
		`nonsense`:                        {http.StatusBadRequest, "not a JSON object"},
		strings.Repeat(" ", 9<<10) + `{}`: {http.StatusRequestEntityTooLarge, "larger than"},
		`{"dice":["d6"],"player":"` + strings.Repeat("x", 100) + `"}`: {http.StatusUnprocessableEntity, "the name of the player has 100 letters: 60 are possible"},
	} {
		var got struct{ Error string }
		require.Equal(t, c.status, tabletest.CallJSON(t, http.MethodPost, at, body, &got), body[:min(40, len(body))])
		require.Contains(t, got.Error, c.says)
	}
	require.Equal(t, http.StatusNotFound, tabletest.CallJSON(t, http.MethodGet, at+"/1", "", nil))
	require.Equal(t, http.StatusNotFound, tabletest.CallJSON(t, http.MethodDelete, at+"/x", "", nil))
}

func TestRequestsThatAreDoneDontFillTheListOfGames(t *testing.T) {
	tb := tabletest.NewTable(t)
	for range 8 {
		v, fresh, err := tb.Session.Games().Ask(t.Context(), protocol.NewRequest{Dice: []string{"d6"}})
		require.NoError(t, err)
		require.True(t, fresh)
		_, err = tb.Session.Games().Cancel(t.Context(), v.Request)
		require.NoError(t, err)
	}
	_, _, err := tb.Session.Games().Ask(t.Context(), protocol.NewRequest{Dice: []string{"d6"}})
	require.NoError(t, err)
	list := tb.Session.Games().List()
	require.Len(t, list, 6)
	require.Equal(t, 9, list[0].ID)
}

// A table lives for years. Requests that are done use up neither its file nor its room for games. Only the number of
// waiting requests has a bound.
func TestRequestsNeverUseATableUp(t *testing.T) {
	tb := tabletest.NewTable(t)
	games := tb.Session.Games()
	ask := func(ref string) (protocol.RequestView, error) {
		v, _, err := games.Ask(t.Context(), protocol.NewRequest{Dice: []string{"d6"}, From: "A tabletop", Ref: ref})
		return v, err
	}
	const years = 2100
	for i := range years {
		v, err := ask(fmt.Sprint(i))
		require.NoError(t, err, "request %d", i+1)
		v, err = games.Cancel(t.Context(), v.Request)
		require.NoError(t, err)
		require.Equal(t, protocol.RequestCancelled, v.State)
	}
	_, err := games.Begin(t.Context(), protocol.NewGame{Rulebook: "duel", Players: []engine.Player{{Name: "Ann"}, {Name: "Bo"}}})
	require.NoError(t, err, "requests are no games")

	tb = tabletest.SitAgain(t, tb)
	games = tb.Session.Games()
	v, err := ask("7")
	require.NoError(t, err)
	require.Equal(t, 8, v.Request, "a request is known by its name after a restart")

	for i := range 200 {
		_, err := ask(fmt.Sprint("waits ", i))
		require.NoError(t, err)
	}
	_, err = ask("one too many")
	require.ErrorContains(t, err, "200 rolls for other programs wait")
	_, err = games.Cancel(t.Context(), years+2)
	require.NoError(t, err)
	_, err = ask("now there is room")
	require.NoError(t, err)
}
