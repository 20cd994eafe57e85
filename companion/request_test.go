package companion_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"astragal/companion/journal"
	"astragal/companion/protocol"
	"astragal/engine"
)

// call sends a request and reads the answer into out.
func call(t *testing.T, method, address, body string, out any) int {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, address, strings.NewReader(body))
	require.NoError(t, err)
	res, err := http.DefaultClient.Do(req)
	require.NoError(t, err)
	defer func() { _ = res.Body.Close() }()
	raw, err := io.ReadAll(res.Body)
	require.NoError(t, err)
	if out != nil {
		require.NoError(t, json.NewDecoder(bytes.NewReader(raw)).Decode(out), string(raw))
	}
	return res.StatusCode
}

func ask(t *testing.T, tb *table, body string) protocol.RequestView {
	t.Helper()
	var v protocol.RequestView
	require.Equal(t, http.StatusCreated, call(t, http.MethodPost, "http://"+tb.address+"/api/requests", body, &v))
	return v
}

func TestAnotherProgramAsksForARollAndGetsItAndItsCorrection(t *testing.T) {
	tb := newTable(t)
	tb.serve("127.0.0.1:0")
	at := "http://" + tb.address + "/api/requests"
	const body = `{"dice": ["2d6"], "for": "an attack", "from": "A tabletop", "player": "Ann", "ref": "abc"}`
	v := ask(t, tb, body)
	require.Equal(t, protocol.RequestWaiting, v.State)
	require.Len(t, v.Dice, 2)
	require.Equal(t, engine.Unread, v.Dice[0].How)
	var again protocol.RequestView
	require.Equal(t, http.StatusOK, call(t, http.MethodPost, at, body, &again), "asked twice it is one request")
	require.Equal(t, v.Request, again.Request)
	require.Equal(t, http.StatusConflict, call(t, http.MethodPost, at, `{"dice": ["d6"], "from": "A tabletop", "ref": "abc"}`, nil))

	// The answer comes to who waits for it.
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
	tb.throw(3, 5)
	select {
	case v = <-come:
	case <-time.After(patience):
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

	// A misread die is corrected at the table: the asker is told the same roll with another revision.
	tray := tb.view().Tray
	tb.do(protocol.Act{Do: protocol.DoFix, Throw: tray.ID, Rev: tray.Rev, Die: 2, Value: ptr(6)})
	var fixed protocol.RequestView
	require.Equal(t, http.StatusOK, call(t, http.MethodGet, at+"/1", "", &fixed))
	require.Equal(t, 9, *fixed.Total)
	require.True(t, fixed.Corrected)
	require.Equal(t, v.Roll, fixed.Roll)
	require.Greater(t, fixed.Rev, v.Rev)

	// The tray counts again, as before.
	tb.clear()
	tb.throw(1, 1)
	require.Len(t, tb.view().Rolls, 1)
	require.Nil(t, tb.view().Play)
}

func TestRequestsAreRolledInOrderAndTheTrayGoesBackToTheGame(t *testing.T) {
	tb := newTable(t)
	id, err := tb.session.Games().Begin(t.Context(), protocol.NewGame{Rulebook: duelName, Players: []engine.Player{{Name: "Ann"}, {Name: "Bo"}}})
	require.NoError(t, err)
	tb.serve("127.0.0.1:0")
	first := ask(t, tb, `{"dice": ["d6"]}`)
	second := ask(t, tb, `{"dice": ["2d6"]}`)
	require.Equal(t, protocol.RequestQueued, second.State)
	tb.throw(4)
	v, err := tb.session.Games().Request(first.Request)
	require.NoError(t, err)
	require.Equal(t, 4, *v.Total)
	v, err = tb.session.Games().Request(second.Request)
	require.NoError(t, err)
	require.Equal(t, protocol.RequestWaiting, v.State)
	tb.stop()

	// A restart in between loses neither the request nor who has the tray after it.
	tb = sit(t, tb.path, journal.Limits{Crops: 1 << 20})
	tb.clear()
	tb.throw(-2, 6)
	v, err = tb.session.Games().Request(second.Request)
	require.NoError(t, err)
	require.Equal(t, protocol.RequestAsking, v.State, "a die that isn't read for sure is not answered")
	tray := tb.view().Tray
	tb.do(protocol.Act{Do: protocol.DoFix, Throw: tray.ID, Rev: tray.Rev, Die: 1, Value: ptr(2)})
	v, err = tb.session.Games().Request(second.Request)
	require.NoError(t, err)
	require.Equal(t, 8, *v.Total)
	require.NotNil(t, tb.view().Play)
	require.Equal(t, id, tb.view().Play.ID)
}

// What is taken in again after a restart is what was acknowledged: also which game gets the tray back.
func TestTheTrayGoesBackToTheGameAlsoAfterARestart(t *testing.T) {
	for name, before := range map[string]func(tb *table, request int){
		"asked": func(*table, int) {},
		"given the tray by hand": func(tb *table, request int) {
			tb.do(protocol.Act{Do: protocol.DoTray, Game: 0})
			tb.do(protocol.Act{Do: protocol.DoTray, Game: request})
		},
		"paused": func(tb *table, request int) {
			tb.do(protocol.Act{Do: protocol.DoPause, Game: request})
			tb.do(protocol.Act{Do: protocol.DoResume, Game: request})
		},
	} {
		t.Run(name, func(t *testing.T) {
			tb := newTable(t)
			id := tb.beginDuel()
			tb.serve("127.0.0.1:0")
			asked := ask(t, tb, `{"dice": ["d6"]}`)
			before(tb, asked.Request)
			tb.stop()

			tb = sit(t, tb.path, journal.Limits{Crops: 1 << 20})
			tb.clear()
			tb.throw(4)
			v, err := tb.session.Games().Request(asked.Request)
			require.NoError(t, err)
			require.Equal(t, 4, *v.Total)
			require.NotNil(t, tb.view().Play, "the game has the tray again")
			require.Equal(t, id, tb.view().Play.ID)
		})
	}
}

func TestARequestIsCancelledFromEitherSide(t *testing.T) {
	tb := newTable(t)
	tb.serve("127.0.0.1:0")
	at := "http://" + tb.address + "/api/requests"
	v := ask(t, tb, `{"dice": ["d6"]}`)
	require.Equal(t, http.StatusOK, call(t, http.MethodDelete, at+"/1", "", &v))
	require.Equal(t, protocol.RequestCancelled, v.State)
	require.Nil(t, v.Total)
	require.Nil(t, tb.view().Play, "the tray counts again")
	tb.throw(5)
	require.Len(t, tb.view().Rolls, 1)
}

// More dice than were asked for are nobody's, and a die short waits for another throw.
func TestARequestTakesItsOwnDiceInAsManyThrowsAsItNeeds(t *testing.T) {
	tb := newTable(t)
	tb.serve("127.0.0.1:0")
	v := ask(t, tb, `{"dice": ["3d6"]}`)
	tb.throw(1, 2)
	now, err := tb.session.Games().Request(v.Request)
	require.NoError(t, err)
	require.Equal(t, protocol.RequestWaiting, now.State)
	require.Equal(t, 1, *now.Dice[0].Value, "what is known is told")
	tb.clear()
	tb.throw(6)
	now, err = tb.session.Games().Request(v.Request)
	require.NoError(t, err)
	require.Equal(t, 9, *now.Total)
	require.Empty(t, tb.view().Rolls, "nothing of it is counted besides")
}

// Who waits is told of every die as it comes, and of what somebody must look at.
func TestARequestTellsFaceByFaceAndWhatIsTooMuch(t *testing.T) {
	tb := newTable(t)
	tb.serve("127.0.0.1:0")
	at := "http://" + tb.address + "/api/requests"
	v := ask(t, tb, `{"dice": ["2d6"]}`)
	other := ask(t, tb, `{"dice": ["d6"]}`)
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
		case <-time.After(patience):
			require.Fail(t, "no change came")
		}
		return nil
	}
	now := waits(fmt.Sprintf("%d.%s,%d", v.Request, v.Mark, other.Request))
	require.Len(t, now, 1, "the one whose mark wasn't known is told at once")
	require.Equal(t, other.Request, now[0].Request)

	tb.throw(4)
	now = waits(fmt.Sprintf("%d.%s,%d.%s", v.Request, v.Mark, other.Request, other.Mark))
	require.Len(t, now, 1)
	require.Equal(t, protocol.RequestWaiting, now[0].State)
	require.Equal(t, 4, *now[0].Dice[0].Value)
	mark := now[0].Mark

	// A die too many is said, and nothing is assigned in silence.
	tb.clear()
	tb.throw(2, 3)
	now = waits(fmt.Sprintf("%d.%s", v.Request, mark))
	require.Equal(t, protocol.RequestAsking, now[0].State)
	require.Len(t, now[0].Doubts, 1)
	require.Contains(t, now[0].Doubts[0], "1 die more than were missing")
	require.Len(t, now[0].Strays, 1)
	require.Equal(t, "d6", now[0].Strays[0].Shape)

	for of, status := range map[string]int{"x": 400, "": 400, "99.a": 404, strings.Repeat("1,", 60): 400} {
		require.Equal(t, status, call(t, http.MethodGet, at+"?wait=1&of="+of, "", nil), of)
	}
}

func TestWhatCannotBeRequestedIsRefusedInOneSentence(t *testing.T) {
	tb := newTable(t)
	tb.serve("127.0.0.1:0")
	at := "http://" + tb.address + "/api/requests"
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
		require.Equal(t, c.status, call(t, http.MethodPost, at, body, &got), body[:min(40, len(body))])
		require.Contains(t, got.Error, c.says)
	}
	require.Equal(t, http.StatusNotFound, call(t, http.MethodGet, at+"/1", "", nil))
	require.Equal(t, http.StatusNotFound, call(t, http.MethodDelete, at+"/x", "", nil))
}

func TestRequestsThatAreDoneDontFillTheListOfGames(t *testing.T) {
	tb := newTable(t)
	for range 8 {
		v, fresh, err := tb.session.Games().Ask(t.Context(), protocol.NewRequest{Dice: []string{"d6"}})
		require.NoError(t, err)
		require.True(t, fresh)
		_, err = tb.session.Games().Cancel(t.Context(), v.Request)
		require.NoError(t, err)
	}
	_, _, err := tb.session.Games().Ask(t.Context(), protocol.NewRequest{Dice: []string{"d6"}})
	require.NoError(t, err)
	list := tb.session.Games().List()
	require.Len(t, list, 6)
	require.Equal(t, 9, list[0].ID)
}
