package companion_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"astragal/companion"
	"astragal/companion/protocol"
	"astragal/companion/studio"
	"astragal/models"
	"astragal/models/gallery"
	"astragal/models/networks"
	"astragal/vision"
)

// studying is a table that keeps a gallery; builtIn are the dice that came with the program.
func studying(t *testing.T, builtIn ...models.Die) (*table, *gallery.Store) {
	t.Helper()
	tb := newTable(t)
	store, err := gallery.OpenOrMake(filepath.Join(t.TempDir(), "gallery"))
	require.NoError(t, err)
	index, err := gallery.NewIndex(nil, nil)
	require.NoError(t, err)
	tb.server.Studio = &companion.Studio{Store: store, Taught: func() *gallery.Index { return index }, Own: store.Dice,
		Dice:    func() []models.Die { return append(store.Dice(), builtIn...) },
		Define:  func(_ context.Context, put []models.Die, drop []string) error { return store.ChangeDice(put, drop) },
		Changed: func(context.Context) error { return nil },
	}
	tb.serve("127.0.0.1:0")
	return tb, store
}

// call asks the studio and gives the status and the body.
func (tb *table) call(method, path, body string) (int, string) {
	tb.t.Helper()
	r, err := http.NewRequestWithContext(tb.t.Context(), method, "http://"+tb.address+path, strings.NewReader(body))
	require.NoError(tb.t, err)
	r.Header.Set("Origin", "http://"+tb.address)
	res, err := http.DefaultClient.Do(r)
	require.NoError(tb.t, err)
	defer res.Body.Close()
	raw, err := io.ReadAll(res.Body)
	require.NoError(tb.t, err)
	return res.StatusCode, string(raw)
}

func TestOwnersDiceAreAFileOfDice(t *testing.T) {
	const fate = `{"id": "fate", "name": "Fate", "shape": "d6", "size_mm": null, "colors": ["black"], "faces": [{"icon":"plus"},{"icon":"plus"},{},{},{"icon":"minus"},{"icon":"minus"}]}`
	tb, store := studying(t, models.Die{ID: "oak", Shape: "d4", Faces: make([]models.Face, 4)})
	status, body := tb.call("POST", "/api/studio/own", `{"dice":[`+fate+`]}`)
	require.Equal(t, http.StatusOK, status, body)
	var v companion.StudioView
	require.NoError(t, json.Unmarshal([]byte(body), &v))
	require.Equal(t, []string{"fate"}, v.Own)

	status, body = tb.call("GET", "/api/studio/own?file", "")
	require.Equal(t, http.StatusOK, status)
	dice, err := models.ParseDice([]byte(body))
	require.NoError(t, err, "what is saved is a file of dice")
	require.Equal(t, store.Dice(), dice)

	for _, c := range []struct{ says, body string }{
		{`a d6 has 6 faces, not 1`, `{"dice":[{"id":"x","shape":"d6","faces":[{"icon":"plus"}]}]}`},
		{`the id \"x\" is used twice`, `{"dice":[{"id":"x","shape":"d4","faces":[{},{},{},{}]},{"id":"x","shape":"d4","faces":[{},{},{},{}]}]}`},
		{`a built-in die has the id \"oak\": give yours another one`, `{"dice":[{"id":"oak","shape":"d4","faces":[{},{},{},{}]}]}`},
		{`count 9 is outside 0 to 6`, strings.Replace(`{"dice":[`+fate+`]}`, `{"icon":"plus"}`, `{"icon":"plus","count":9}`, 1)},
		{`no dice in it`, `{"dice":[]}`},
	} {
		status, body = tb.call("POST", "/api/studio/own", c.body)
		require.Equal(t, http.StatusUnprocessableEntity, status, body)
		require.Contains(t, body, c.says)
	}
	require.Len(t, store.Dice(), 1, "nothing was kept by halves")

	status, _ = tb.call("DELETE", "/api/studio/own/oak", "")
	require.Equal(t, http.StatusNotFound, status, "a built-in die stays")
	status, body = tb.call("DELETE", "/api/studio/own/fate", "")
	require.Equal(t, http.StatusOK, status, body)
	require.Empty(t, store.Dice())
}

// An army that the table keeps is chosen whole, each die as often as it is there.
func TestAKeptArmyCanBeTaught(t *testing.T) {
	tb, _ := studying(t, models.Die{ID: "oak", Shape: "d4", Faces: make([]models.Face, 4)}, models.Die{ID: "elm", Shape: "d4", Faces: make([]models.Face, 4)})
	_, err := tb.session.Games().KeepArmy(t.Context(), protocol.Army{Rulebook: "starter", Name: "Grove", Force: json.RawMessage(`{"dice":["oak","elm","oak"],"terrain":"a hill"}`)})
	require.NoError(t, err)
	_, err = tb.session.Games().KeepArmy(t.Context(), protocol.Army{Rulebook: "vera", Name: "Cards", Force: json.RawMessage(`{"cards":[1,2]}`)})
	require.NoError(t, err)
	status, body := tb.call("GET", "/api/studio", "")
	require.Equal(t, http.StatusOK, status)
	var v companion.StudioView
	require.NoError(t, json.Unmarshal([]byte(body), &v))
	require.Equal(t, []companion.StudioArmy{{ID: 1, Name: "Grove", Dice: []string{"oak", "elm", "oak"}}}, v.Armies)
}

// laidOut is a studio that teaches four dice, on a real gallery's folder, and what their only face looks like.
func laidOut(t *testing.T) (*companion.Studio, func(*studio.Course) error) {
	t.Helper()
	store, err := gallery.OpenOrMake(t.TempDir())
	require.NoError(t, err)
	var dice []models.Die
	var seen []vision.Sighting
	for i := range 4 {
		name := fmt.Sprint("die", i)
		dice = append(dice, models.Die{ID: name, Shape: "d6", Faces: []models.Face{{Icon: name, Count: 1}}})
		look := make([]float32, networks.RowDims)
		look[i], look[networks.FaceDims+i] = 1, 1
		seen = append(seen, vision.Sighting{Box: vision.Box{100 + 150*float64(i), 200, 90, 90}, SizePx: 90, Found: .9, Shapes: []vision.ShapeScore{{Shape: vision.D6, P: .97}},
			Embedding: look, Turns: 1, Crop: []byte(name)})
	}
	s := &companion.Studio{Folder: t.TempDir(), Store: store, Dice: func() []models.Die { return dice }, Changed: func(context.Context) error { return nil },
		Learn: func(_ context.Context, lessons []companion.Lesson) error {
			var shots []gallery.NewShot
			for _, l := range lessons {
				shot := gallery.Shot{Die: l.Die.ID, Face: l.Face, Shows: l.Die.Faces[l.Face], Shape: l.Die.Shape, From: l.How, Box: [4]float64{0, 0, 1, 1}, Width: 1, Height: 1}
				shots = append(shots, gallery.NewShot{Shot: shot, Crop: l.Seen.Crop})
			}
			_, err := store.Add(shots...)
			return err
		}}
	require.NoError(t, s.BeginCourse([]string{"die0", "die1", "die2", "die3"}))
	return s, func(c *studio.Course) error { return c.Press(seen) }
}

// What a person takes out of the gallery stays out, though the course goes on.
func TestACourseDoesNotLearnOnceMoreWhatWasTakenOut(t *testing.T) {
	s, press := laidOut(t)
	_, err := s.Course(t.Context(), press)
	require.NoError(t, err)
	require.Len(t, s.Store.Shots(), 4)
	_, err = s.Store.Undo()
	require.NoError(t, err)
	for _, do := range []func(*studio.Course) error{nil, (*studio.Course).Turn} {
		_, err = s.Course(t.Context(), do)
		require.NoError(t, err)
		require.Empty(t, s.Store.Shots())
	}
}

// The program ends after a word is on disk and before the gallery has heard of it: the next one catches up.
func TestAProgramThatEndedBeforeTheGalleryHeardCatchesUp(t *testing.T) {
	s, press := laidOut(t)
	ended := func(word func(*studio.Course) error) { // the word alone, then another program
		c, err := studio.Open(s.Folder)
		require.NoError(t, err)
		require.NoError(t, word(c))
		s = &companion.Studio{Folder: s.Folder, Store: s.Store, Dice: s.Dice, Changed: s.Changed, Learn: s.Learn}
		_, err = s.Course(t.Context(), nil)
		require.NoError(t, err)
	}
	ended(press)
	require.Len(t, s.Store.Shots(), 4)
	ended((*studio.Course).Back)
	require.Empty(t, s.Store.Shots(), "what was taken back is no shot any more")
	_, err := s.Course(t.Context(), press)
	require.NoError(t, err)
	require.Len(t, s.Store.Shots(), 4)
}

// An owner who changes a die's faces meanwhile begins anew: what was shown would be learned of other faces.
func TestACourseEndsWithItsDice(t *testing.T) {
	s, press := laidOut(t)
	_, err := s.Course(t.Context(), nil)
	require.NoError(t, err)
	changed := append([]models.Die{}, s.Dice()...)
	changed[2].Faces = []models.Face{{Icon: "another", Count: 1}}
	s.Dice = func() []models.Die { return changed }
	again := &companion.Studio{Folder: s.Folder, Store: s.Store, Dice: s.Dice, Changed: s.Changed, Learn: s.Learn}
	for _, s := range []*companion.Studio{s, again} {
		_, err = s.Course(t.Context(), press)
		require.EqualError(t, err, "die2 was changed since these dice were laid out: stop here, and begin anew")
	}
	require.Empty(t, s.Store.Shots())
	require.NoError(t, again.EndCourse())
	require.NoError(t, again.BeginCourse([]string{"die2", "die3"}))
}

// A press takes what lies there now: a picture that was sent, and otherwise the tray, read anew.
func TestAPressReadsWhatLiesThereNow(t *testing.T) {
	tb := newTable(t)
	scene := func(n int) *vision.Scene {
		return &vision.Scene{Sightings: make([]vision.Sighting, n)}
	}
	presses := func(told *vision.Event) int {
		tb.session.Teaching().Hold()
		dice := make(chan int, 1)
		go func() {
			seen, err := tb.session.Teaching().Read(t.Context())
			if err != nil {
				t.Error(err)
			}
			dice <- len(seen.Sightings)
		}()
		if told != nil {
			require.Equal(t, "look", (<-tb.eye.orders).Do)
			tb.eye.events <- *told
		}
		return <-dice
	}
	seen := func(n int) *vision.Event { return &vision.Event{Kind: vision.EventSeen, Scene: scene(n)} }
	require.Eventually(t, func() bool { _, state, _ := tb.session.Teaching().Lies(); return state == vision.Empty }, time.Minute, time.Millisecond)
	require.Equal(t, 2, presses(seen(2)))
	picture := func() {
		require.NoError(t, tb.session.Order(t.Context(), vision.Order{Do: "picture"}))
		<-tb.eye.orders
	}
	picture()
	require.Equal(t, 3, presses(&vision.Event{Kind: vision.EventSettled, Scene: scene(3), Sent: true}), "the picture is being read still")
	picture()
	tb.eye.events <- vision.Event{Kind: vision.EventSettled, Scene: scene(4), Sent: true}
	require.Eventually(t, func() bool { lies, _, _ := tb.session.Teaching().Lies(); return len(lies.Scene.Sightings) == 4 }, time.Minute, time.Millisecond)
	require.Equal(t, 4, presses(nil), "nothing else is to be looked at")
	tb.eye.events <- *seen(5)
	require.Eventually(t, func() bool { lies, _, _ := tb.session.Teaching().Lies(); return len(lies.Scene.Sightings) == 5 }, time.Minute, time.Millisecond)
	require.Equal(t, 6, presses(seen(6)), "the camera sees again")
}

// A hand over the tray, bad light or a covered camera: a press says so, and nothing that lies there is taken for what the page drew.
func TestAPressWaitsUntilTheTrayIsSeen(t *testing.T) {
	tb := newTable(t)
	for state, says := range map[vision.State]string{
		vision.HandInTray: "take your hand away, then press again",
		vision.Moving:     "take your hand away, then press again",
		vision.Blocked:    "the camera can't see the tray (blocked)",
		vision.TooDark:    "the camera can't see the tray (too dark)",
		vision.NoCamera:   "the camera can't see the tray (no camera)",
	} {
		tb.tell(vision.Event{Kind: vision.EventState, State: state})
		require.Eventually(t, func() bool { _, is, _ := tb.session.Teaching().Lies(); return is == state }, time.Minute, time.Millisecond)
		_, err := tb.session.Teaching().Read(t.Context())
		require.ErrorContains(t, err, says)
	}
}
