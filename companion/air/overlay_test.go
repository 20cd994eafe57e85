package air_test

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"net/url"
	"slices"
	"testing"
	"time"

	"github.com/gorilla/websocket"
	"github.com/stretchr/testify/require"

	"astragal/companion/protocol"
	"astragal/companion/tabletest"
	"astragal/engine"
	"astragal/vision"
)

// overlaid is an overlay's socket and what it heard.
type overlaid struct {
	t    *testing.T
	conn *websocket.Conn
	all  []protocol.OverlayShown
}

func overlay(t *testing.T, tb *tabletest.Table, query string) *overlaid {
	t.Helper()
	u := url.URL{Scheme: "ws", Host: tb.Address, Path: "/api/overlay", RawQuery: query}
	conn, _, err := websocket.DefaultDialer.DialContext(t.Context(), u.String(), nil)
	require.NoError(t, err)
	t.Cleanup(func() { _ = conn.Close() })
	return &overlaid{t: t, conn: conn}
}

// hears waits for a message for which is holds.
func (o *overlaid) hears(is func(protocol.OverlayView, protocol.OverlayShown) bool) protocol.OverlayShown {
	o.t.Helper()
	require.NoError(o.t, o.conn.SetReadDeadline(time.Now().Add(tabletest.Patience)))
	for {
		var m struct {
			Type    string               `json:"type"`
			Overlay protocol.OverlayView `json:"overlay"`
		}
		require.NoError(o.t, o.conn.ReadJSON(&m))
		if m.Type != "overlay" {
			continue
		}
		var shown protocol.OverlayShown
		if m.Overlay.Shown != nil {
			require.NoError(o.t, json.Unmarshal(m.Overlay.Shown, &shown))
			o.all = append(o.all, shown)
		}
		if is(m.Overlay, shown) {
			return shown
		}
	}
}

func total(n int) func(protocol.OverlayView, protocol.OverlayShown) bool {
	return func(_ protocol.OverlayView, s protocol.OverlayShown) bool {
		return len(s.Rolls) > 0 && s.Rolls[0].Total != nil && *s.Rolls[0].Total == n
	}
}

func TestAnOverlayGetsTheWholeAndThenEveryChange(t *testing.T) {
	tb := tabletest.NewTable(t)
	tb.Serve("127.0.0.1:0")
	tb.Throw(2, 5)
	o := overlay(t, tb, "")
	first := o.hears(total(7))
	require.Equal(t, 1, first.Throw)
	tb.Tell(vision.Event{Kind: vision.EventState, State: vision.Moving})
	o.hears(func(v protocol.OverlayView, _ protocol.OverlayShown) bool { return v.State == vision.Moving })
	tb.Clear()
	tb.Throw(6, 6)
	o.hears(total(12))
	tb.Tell(vision.Event{Kind: vision.EventState, State: vision.NoCamera})
	tb.Tell(vision.Event{Kind: vision.EventProblem, Problem: "The webcam was unplugged."})
	o.hears(func(v protocol.OverlayView, _ protocol.OverlayShown) bool {
		return v.Problem == "The webcam was unplugged."
	})
}

func TestAMisreadThatIsCorrectedInTimeIsNotBroadcast(t *testing.T) {
	tb := tabletest.NewTable(t)
	tb.Serve("127.0.0.1:0")
	o := overlay(t, tb, "delay=1.5")
	o.hears(func(protocol.OverlayView, protocol.OverlayShown) bool { return true })
	tb.Clock.Stop()
	tb.Throw(2, 5)
	o.hears(func(v protocol.OverlayView, _ protocol.OverlayShown) bool { return v.Held })
	tb.Clock.Forward(time.Second)
	tb.Do(protocol.Act{Do: protocol.DoFix, Throw: 1, Rev: 1, Die: 2, Value: tabletest.Ptr(3)})
	tb.Clock.Forward(499 * time.Millisecond)
	tb.Tell(vision.Event{Kind: vision.EventState, State: vision.HandInTray})
	o.hears(func(v protocol.OverlayView, s protocol.OverlayShown) bool {
		require.Empty(t, s.Rolls, "it was rolled less than 1.5 s ago")
		return v.State == vision.HandInTray
	})
	tb.Clock.Forward(time.Millisecond)
	o.hears(total(5))
	for _, s := range o.all {
		require.False(t, total(7)(protocol.OverlayView{}, s), "the misread was broadcast")
	}
	// A new overlay with the same delay sees the same. One without a delay sees what is known.
	tb.Clear()
	tb.Throw(6, 6)
	late := overlay(t, tb, "delay=30")
	late.hears(func(v protocol.OverlayView, s protocol.OverlayShown) bool { return v.Held && len(s.Rolls) == 0 })
	overlay(t, tb, "").hears(total(12))
	tb.Clock.Forward(1500 * time.Millisecond)
	o.hears(total(12))
}

func TestAnOverlayOfAGameShowsItsLastRollAndNoSecret(t *testing.T) {
	tb, id := tabletest.Seated(t)
	tb.Serve("127.0.0.1:0")
	o := overlay(t, tb, "")
	o.hears(func(_ protocol.OverlayView, s protocol.OverlayShown) bool { return s.Game != nil })
	tb.Stances(id)
	q := tb.Game(id, tabletest.Ann).Play.Pending[0]
	tb.DoAs(tabletest.Ann, protocol.Act{Do: protocol.DoHand, Game: id, Question: q.ID, Shown: []protocol.ShownDie{{Die: "sword-1", Face: 5}, {Die: "sword-2", Face: 2}, {Die: "shield-1", Face: 1}}})
	got := o.hears(func(_ protocol.OverlayView, s protocol.OverlayShown) bool { return len(s.Dice) == 3 })
	require.Equal(t, "Ann", got.By)
	require.Equal(t, "cut", got.Dice[0].Face.Icon)
	require.Equal(t, 3, got.Dice[0].Face.Count)
	require.False(t, got.Corrected)
	for _, s := range o.all {
		require.Equal(t, 0, int(tabletest.ParseGame(t, s.Game).Seat))
		require.NotContains(t, string(s.Game), `"stance":"high"`, "a secret is on the air")
		require.NotContains(t, string(s.Game), `"stance":"low"`, "a secret is on the air")
	}
	tb.DoAs(tabletest.Ann, protocol.Act{Do: protocol.DoAmend, Game: id, Entry: got.Roll, Shown: []protocol.ShownDie{{Die: "sword-1", Face: 1}}})
	again := o.hears(func(_ protocol.OverlayView, s protocol.OverlayShown) bool { return s.Corrected })
	require.Equal(t, got.Roll, again.Roll, "it is the same roll")
	require.Equal(t, 1, again.Dice[0].Face.Count)
}

func TestAnOverlayIsToldWhatIsWrongWithItsAddress(t *testing.T) {
	tb := tabletest.NewTable(t)
	for query, says := range map[string]string{"?delay=61": "from 0 to 60", "?delay=soon": "number of seconds", "?delay=NaN": "number of seconds", "?table=seven": "has no name"} {
		got := tabletest.Sent(t, tb, tabletest.Here, tabletest.Request("GET", "/api/overlay/alive"+query, ""))
		require.GreaterOrEqual(t, got.StatusCode, 400)
		require.Contains(t, tabletest.Body(t, got), says)
	}
	tb.Server.Table = "seven"
	require.Equal(t, 200, tabletest.Sent(t, tb, tabletest.Here, tabletest.Request("GET", "/api/overlay/alive?table=seven", "")).StatusCode)
	require.Contains(t, tabletest.Body(t, tabletest.Sent(t, tb, tabletest.Here, tabletest.Request("GET", "/api/overlay/alive?table=eight", ""))), `this is the table`)
}

func TestTheClipOfAThrowIsItsPictures(t *testing.T) {
	tb := tabletest.NewTable(t)
	for range 5 {
		tb.Tell(vision.Event{Kind: vision.EventPreview, Preview: []byte("before")})
	}
	tb.Throw(3, 4)
	got := tabletest.Sent(t, tb, tabletest.Here, tabletest.Request("GET", "/clip/1", ""))
	require.Equal(t, 200, got.StatusCode)
	raw := tabletest.Body(t, got)
	require.Contains(t, raw, "before", "it begins a moment before the dice move")
	require.Contains(t, raw, string(tabletest.Picture(tabletest.Scene(3, 4))), "it ends with the dice as they lie")
	require.Equal(t, 404, tabletest.Sent(t, tb, tabletest.Here, tabletest.Request("GET", "/clip/2", "")).StatusCode)
	require.Equal(t, 400, tabletest.Sent(t, tb, tabletest.Here, tabletest.Request("GET", "/clip/x", "")).StatusCode)
	for range 8 {
		tb.Clear()
		tb.Throw(1)
	}
	require.Equal(t, 404, tabletest.Sent(t, tb, tabletest.Here, tabletest.Request("GET", "/clip/1", "")).StatusCode, "only the last are kept")
	require.Equal(t, 200, tabletest.Sent(t, tb, tabletest.Here, tabletest.Request("GET", "/clip/9", "")).StatusCode)
}

// If a program is told of a roll later, it gets the picture of that roll, though other dice lie there by then.
func TestTheTrayOfARollIsShownLater(t *testing.T) {
	tb := tabletest.NewTable(t)
	tb.Throw(3, 4)
	tb.Clear()
	tb.Throw(6)
	for roll, scene := range map[string]vision.Scene{"t1": tabletest.Scene(3, 4), "t2": tabletest.Scene(6)} {
		jpeg, ok := tb.Session.Event().Lay(roll)
		require.True(t, ok, roll)
		require.Equal(t, tabletest.Picture(scene), jpeg, roll)
	}
	tb.Do(protocol.Act{Do: protocol.DoType, Dice: []protocol.TypedDie{{Shape: "d6", Value: 3}}})
	for _, roll := range []string{"t3", "t4", "g1.1", "none"} {
		_, ok := tb.Session.Event().Lay(roll)
		require.False(t, ok, roll)
	}
	tb.Serve("127.0.0.1:0")
	tabletest.AskForRoll(t, tb, `{"dice": ["2d6"]}`)
	tb.Clear()
	tb.Throw(1, 2)
	require.Eventually(t, func() bool {
		jpeg, ok := tb.Session.Event().Lay("g1.1")
		return ok && bytes.Equal(tabletest.Picture(tabletest.Scene(1, 2)), jpeg)
	}, tabletest.Patience, time.Millisecond, "a roll of a game, and of another program")
	jpeg, ok := tb.Session.Event().Lay("t2")
	require.True(t, ok)
	require.Equal(t, tabletest.Picture(tabletest.Scene(6)), jpeg)
}

// In random games the number that an overlay shows is of the dice that it shows, and of who rolled them.
func TestAnOverlaysNumberIsOfItsDice(t *testing.T) {
	for book, size := range map[string]int{"starter": 30, "4.01d": 24, "3.04a": 24, "1996": 24} {
		t.Run(book, func(t *testing.T) {
			rolls, numbers := 0, 0
			for seed := range uint64(3) {
				tb := tabletest.NewTable(t)
				defer tb.Session.Overlays().Watch()()
				id, err := tb.Session.Games().Begin(t.Context(), tabletest.DragonGame(t, book, size, seed, "Ann", "Ben"))
				require.NoError(t, err)
				chance := rand.New(rand.NewPCG(seed, 34))
				for range 90 {
					var open []engine.Question
					for seat := engine.Seat(1); seat <= 2; seat++ {
						open = append(open, tb.GameAs(id, tabletest.Shared, seat).Play.Pending...)
					}
					if len(open) == 0 {
						break
					}
					q := open[chance.IntN(len(open))]
					a := engine.Random(q, chance)
					require.NoError(t, tb.Session.DoAs(t.Context(), tabletest.Shared, protocol.Act{Do: protocol.DoReply, Game: id, Answer: &a}))
					on, _ := tb.Session.Overlays().Shown(0)
					var shown protocol.OverlayShown
					require.NoError(t, json.Unmarshal(on.Shown, &shown))
					if len(shown.Dice) > 0 {
						rolls++
					}
					if shown.Result == nil {
						continue
					}
					numbers++
					if seat := shown.Result.Seat; seat > 0 {
						require.Equal(t, shown.By, []string{"Ann", "Ben"}[seat-1], shown.Result.Text)
					}
					for _, l := range shown.Result.Lines {
						for _, die := range l.Dice {
							require.True(t, slices.ContainsFunc(shown.Dice, func(d protocol.OverlayDie) bool { return d.ID == die }), "seed %d: %q is of %s, and the dice are others: %+v", seed, shown.Result.Text, die, shown.Dice)
						}
					}
				}
			}
			require.Positive(t, numbers)
			t.Logf("%d pictures with dice, %d with a number", rolls, numbers)
		})
	}
}
