package notify_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"astragal/companion/event"
	"astragal/companion/event/outbox"
	"astragal/companion/notify"
)

// heard is one request in the form that Discord documents.
type heard struct {
	method, path, wait string
	body               map[string]any
	picture            string
}

// channel answers as a webhook of Discord does.
func channel(t *testing.T) (string, <-chan heard, func(status int)) {
	t.Helper()
	got, next := make(chan heard, 16), make(chan int, 16)
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := heard{method: r.Method, path: r.URL.Path, wait: r.URL.Query().Get("wait")}
		kind, params, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
		raw := []byte(nil)
		if kind == "multipart/form-data" {
			form, err := multipart.NewReader(r.Body, params["boundary"]).ReadForm(1 << 20)
			if err == nil && len(form.File["files[0]"]) == 1 && len(form.Value["payload_json"]) == 1 {
				raw = []byte(form.Value["payload_json"][0])
				f, _ := form.File["files[0]"][0].Open()
				picture, _ := io.ReadAll(f)
				h.picture = string(picture)
			}
		} else {
			raw, _ = io.ReadAll(r.Body)
		}
		if json.Unmarshal(raw, &h.body) != nil {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		status := http.StatusOK
		select {
		case status = <-next:
		default:
		}
		w.WriteHeader(status)
		_, _ = io.WriteString(w, `{"id": "77"}`)
		got <- h
	}))
	t.Cleanup(srv.Close)
	return srv.URL + "/api/webhooks/1/token", got, func(status int) { next <- status }
}

func (h heard) embed(t *testing.T) map[string]any {
	t.Helper()
	require.Equal(t, map[string]any{"parse": []any{}}, h.body["allowed_mentions"])
	list, ok := h.body["embeds"].([]any)
	require.True(t, ok)
	require.Len(t, list, 1)
	return list[0].(map[string]any)
}

func hear(t *testing.T, got <-chan heard) heard {
	t.Helper()
	select {
	case h := <-got:
		return h
	case <-time.After(patience):
		require.FailNow(t, "nothing came")
		return heard{}
	}
}

// A roll is one message in Discord, with its picture; a correction changes that message, and names call nobody.
func TestDiscordGetsARollAndItsCorrection(t *testing.T) {
	x := newTeller(t)
	address, got, answers := channel(t)
	r := x.reader("discord")
	_, err := r.Begin(t.Context())
	require.NoError(t, err)
	start(t, notify.Webhook{Reader: r, URL: address, Discord: true, Picture: func(roll string) ([]byte, bool) { return []byte("picture of " + roll), true }}.Run)

	tell := func(rev int, roll event.Roll, kind event.Kind) {
		roll.ID, roll.Rev, roll.Dice = "t1", rev, []event.Die{}
		if roll.Status == "" {
			roll.Status = event.RollCounted
		}
		m := event.Message{Kind: kind, At: time.Now(), Table: "One", Roll: &roll}
		require.NoError(t, x.box.Tell(t.Context(), []outbox.Item{{Key: "t1", Told: outbox.Told{Rev: rev, Mark: string(rune('a' + rev))}, Message: m}}))
		x.wake()
	}
	nineteen, eighteen := 19, 18
	tell(1, event.Roll{At: time.Now(), By: "camera", Player: "@everyone *Ann*", Total: &nineteen, Text: "19 = 14 + 5"}, event.KindRoll)
	h := hear(t, got)
	require.Equal(t, heard{method: "POST", path: "/api/webhooks/1/token", wait: "true", body: h.body, picture: "picture of t1"}, h)
	e := h.embed(t)
	require.Equal(t, `@everyone \*Ann\*: 19`, e["title"])
	require.Equal(t, "19 = 14 + 5", e["description"])
	require.Equal(t, map[string]any{"text": "One"}, e["footer"])
	require.Equal(t, map[string]any{"url": "attachment://throw.jpg"}, e["image"])

	tell(2, event.Roll{At: time.Now(), By: "camera", Player: "Ann", Total: &eighteen, Text: "18 = 13 + 5", Corrected: true}, event.KindCorrection)
	h = hear(t, got)
	require.Equal(t, "PATCH /api/webhooks/1/token/messages/77", h.method+" "+h.path)
	require.Equal(t, "18 = 13 + 5\nCorrected.", h.embed(t)["description"])
	require.Empty(t, h.picture)

	// Somebody deleted the message in Discord, so the roll is sent anew.
	answers(http.StatusNotFound)
	tell(3, event.Roll{At: time.Now(), By: "camera", Text: "It counts no more.", Status: event.RollAnnulled}, event.KindCorrection)
	require.Equal(t, "PATCH", hear(t, got).method)
	h = hear(t, got)
	require.Equal(t, "POST", h.method)
	require.Equal(t, "Ann: 18", h.embed(t)["title"], "who reads it learns which roll that was")
	require.Equal(t, "~~18 = 13 + 5~~\nIt doesn’t count any more.", h.embed(t)["description"])
}

// If a webhook was deleted in Discord, the page says so. A picture that Discord wouldn't take isn't sent.
func TestDiscordThatKnowsTheWebhookNoMoreIsSaidSo(t *testing.T) {
	x := newTeller(t)
	address, got, answers := channel(t)
	r := x.reader("discord")
	said := make(chan string, 10)
	r.Stands = func(why string) { said <- why }
	_, err := r.Begin(t.Context())
	require.NoError(t, err)
	answers(http.StatusNotFound)
	start(t, notify.Webhook{Reader: r, URL: address, Discord: true, Picture: func(string) ([]byte, bool) { return make([]byte, 9<<20), true }}.Run)
	nine := 9
	m := event.Message{Kind: event.KindRoll, At: time.Now(), Table: "One", Roll: &event.Roll{ID: "t1", Rev: 1, At: time.Now(), Status: event.RollCounted, By: "camera", Total: &nine, Text: "9", Dice: []event.Die{}}}
	require.NoError(t, x.box.Tell(t.Context(), []outbox.Item{{Key: "t1", Told: outbox.Told{Rev: 1, Mark: "a"}, Message: m}}))
	x.wake()
	h := hear(t, got)
	require.Empty(t, h.picture)
	select {
	case why := <-said:
		require.Contains(t, why, "the Discord webhook is gone")
		require.NotContains(t, why, "token")
	case <-time.After(patience):
		require.FailNow(t, "nothing is said")
	}
	require.Equal(t, "POST", hear(t, got).method, "it is tried again")
}

// What Discord doesn't take is told on the page with Discord's reason. A roll that it refuses with its picture comes without, and the next roll counts as
// before. If Discord asks to be tried in a moment, nothing is said.
func TestWhatDiscordRefusesIsToldAndTheNextRollIsPosted(t *testing.T) {
	x := newTeller(t)
	type answer struct {
		status int
		body   string
	}
	answers := map[string][]answer{
		"t1": {{http.StatusRequestEntityTooLarge, `{"message": "Request entity too large", "code": 40005}`}}, // then it is taken
		"t2": {{http.StatusBadRequest, `{"message": "Invalid Form Body", "code": 50035, "errors": {}}`}, {http.StatusBadRequest, `{"message": "Invalid Form Body", "code": 50035, "errors": {}}`}},
		"t3": {{http.StatusTooManyRequests, `{"message": "You are being rate limited.", "retry_after": 0.02, "global": false}`}},
	}
	var mu sync.Mutex
	var got []string
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		raw, _ := io.ReadAll(r.Body)
		mu.Lock()
		defer mu.Unlock()
		for roll := range 4 {
			id := fmt.Sprintf("t%d", roll+1)
			if !bytes.Contains(raw, fmt.Appendf(nil, `"title":"A roll: %d"`, roll+1)) {
				continue
			}
			got = append(got, fmt.Sprintf("%s %t", id, bytes.Contains(raw, []byte("the tray"))))
			if len(answers[id]) > 0 {
				a := answers[id][0]
				answers[id] = answers[id][1:]
				w.WriteHeader(a.status)
				_, _ = io.WriteString(w, a.body)
				return
			}
		}
		_, _ = io.WriteString(w, `{"id": "77"}`)
	}))
	t.Cleanup(srv.Close)
	r := x.reader("discord")
	var said []string
	r.Stands = func(why string) {
		if len(said) == 0 || said[len(said)-1] != why {
			said = append(said, why)
		}
	}
	_, err := r.Begin(t.Context())
	require.NoError(t, err)
	for n := range 4 {
		total := n + 1
		m := event.Message{Kind: event.KindRoll, At: time.Now(), Roll: &event.Roll{ID: fmt.Sprintf("t%d", total), Rev: 1, At: time.Now(), Status: event.RollCounted, By: "camera", Total: &total, Text: "n", Dice: []event.Die{}}}
		require.NoError(t, x.box.Tell(t.Context(), []outbox.Item{{Key: m.Roll.ID, Told: outbox.Told{Rev: 1, Mark: "a"}, Message: m}}))
	}
	stop := start(t, notify.Webhook{Reader: r, URL: srv.URL + "/api/webhooks/1/token", Discord: true, Picture: func(string) ([]byte, bool) { return []byte("the tray"), true }}.Run)
	require.Eventually(t, func() bool { x.mu.Lock(); defer x.mu.Unlock(); return x.marks["discord"] == 4 }, patience, time.Millisecond)
	stop()
	require.Equal(t, []string{"t1 true", "t1 false", "t2 true", "t2 false", "t3 true", "t3 true", "t4 true"}, got)
	host := strings.TrimPrefix(srv.URL, "http://")
	require.Equal(t, []string{"",
		"The webhook at " + host + " refused what was rolled (status 400: Discord says \"Invalid Form Body\"). It is left out there.",
		""}, said)
}
