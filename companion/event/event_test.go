package event_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"astragal/companion/event"
)

func roll() event.Message {
	return event.Message{V: event.Version, Table: "Table 7", Source: "s1", Seq: 3, At: time.UnixMilli(5), Kind: event.KindRoll,
		Roll: &event.Roll{ID: "t1", Rev: 1, Status: event.RollCounted, Dice: []event.Die{}}}
}

func TestAMessageComesBackAsItWasSent(t *testing.T) {
	raw, err := json.Marshal(roll())
	require.NoError(t, err)
	back, err := event.Parse(raw)
	require.NoError(t, err)
	require.Equal(t, roll().Roll, back.Roll)
	require.Equal(t, "s1.3", back.ID())
}

func TestAWrongMessageIsNamed(t *testing.T) {
	for says, change := range map[string]func(*event.Message){
		"update the hub":    func(m *event.Message) { m.V = 2 },
		"version":           func(m *event.Message) { m.V = 0 },
		"source":            func(m *event.Message) { m.Source = strings.Repeat("x", 65) },
		"seq":               func(m *event.Message) { m.Seq = 0 },
		"control character": func(m *event.Message) { m.Table = "a\x00b" },
		"longer than 40":    func(m *event.Message) { m.Table = strings.Repeat("ä", 41) },
		"when it was":       func(m *event.Message) { m.At = time.Time{} },
		"must have one of":  func(m *event.Message) { m.Ruled = &event.Ruled{ID: "x"} },
		"doesn't fit":       func(m *event.Message) { m.Kind = event.KindResult },
		"must have an \"id": func(m *event.Message) { m.Roll.ID = "" },
		"must be 1 or more": func(m *event.Message) {
			m.Roll.Fallen = []event.Fallen{{Die: "d6", Sides: []event.Side{{Text: "1"}}}}
		},
		"shows the side 2: it has 2": func(m *event.Message) {
			m.Roll.Fallen = []event.Fallen{{Die: "coin", Sides: []event.Side{{Text: "1", On: 1}, {Text: "2", On: 1}}, Shows: []int{0, 2}}}
		},
		"status": func(m *event.Message) { m.Roll.Status = "lost" },
	} {
		m := roll()
		body := *m.Roll
		m.Roll = &body
		change(&m)
		raw, err := json.Marshal(m)
		require.NoError(t, err)
		_, err = event.Parse(raw)
		require.ErrorContains(t, err, says)
	}
	_, err := event.Parse([]byte("{"))
	require.ErrorContains(t, err, "not JSON")
	_, err = event.Parse([]byte(strings.Repeat(" ", event.MaxBytes+1)))
	require.ErrorContains(t, err, "are allowed")
}

func TestATimeThatNobodyCanWriteIsRefused(t *testing.T) {
	for _, at := range []string{"0000-01-01T00:00:00Z", "1969-12-31T23:59:59Z", "9999-12-31T23:59:59-10:00", "10000-01-01T00:00:00Z"} {
		for _, where := range []string{"at", "roll"} {
			raw, err := json.Marshal(roll())
			require.NoError(t, err)
			var m map[string]any
			require.NoError(t, json.Unmarshal(raw, &m))
			if where == "at" {
				m["at"] = at
			} else {
				m["roll"].(map[string]any)["at"] = at
			}
			raw, err = json.Marshal(m)
			require.NoError(t, err)
			_, err = event.Parse(raw)
			require.Error(t, err, "%s %s", where, at)
		}
	}
	// A machine that has lost its clock begins in 1970. Its rolls count all the same.
	require.NoError(t, event.CheckAt(time.Unix(5, 0)))
}

func FuzzParse(f *testing.F) {
	raw, err := json.Marshal(roll())
	require.NoError(f, err)
	f.Add(raw)
	f.Add([]byte(`{"v":1,"kind":"roll","roll":null}`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		m, err := event.Parse(raw)
		if err == nil {
			require.NoError(t, event.CheckName(m.Table))
			require.Positive(t, m.Seq)
		}
	})
}

func TestANameIsOneWordOfASubjectAndComesBack(t *testing.T) {
	seen := map[string]string{}
	for _, name := range []string{"Table 7", "table 7", "Tisch_3", "a.b", "*", ">", "Zoë & Jo", "_20", "7", "-"} {
		word := event.Token(name)
		require.NotContains(t, word, ".")
		require.NotContains(t, word, " ")
		require.NotContains(t, word, "*")
		require.NotContains(t, word, ">")
		require.Empty(t, seen[word], "two names are one word")
		seen[word] = name
		back, ok := event.TableOf(event.Subject("spring cup", event.ChannelLog, name))
		require.True(t, ok)
		require.Equal(t, name, back)
	}
	for _, word := range []string{"", "_", "_4", "_zz", "_41", "a b"} {
		_, ok := event.Name(word)
		require.False(t, ok, word)
	}
}

func TestAHubsAddress(t *testing.T) {
	a, err := event.ParseAddress("tls://hall.lan/Spring%20cup")
	require.NoError(t, err)
	require.Equal(t, event.Address{Server: "tls://hall.lan:4222", Event: "Spring cup", Secure: true}, a)
	a, err = event.ParseAddress("nats://[::1]:5000")
	require.NoError(t, err)
	require.Equal(t, event.Address{Server: "nats://[::1]:5000", Event: "event"}, a)
	for text, says := range map[string]string{
		"http://hall":           "nats://HOST",
		"hall:4222":             "nats://HOST",
		"nats://":               "nats://HOST",
		"nats://a:secret@hall":  "keep it in a file",
		"nats://hall/x?token=1": "must end",
		"x://a:secret@hall":     "nats://HOST",
	} {
		_, err := event.ParseAddress(text)
		require.ErrorContains(t, err, says, text)
		require.NotContains(t, err.Error(), "secret")
	}
}

func TestATokenIsWorthNothingWithoutItsKey(t *testing.T) {
	key := []byte("a key of the event that is long")
	token, err := event.Pass{Role: event.RoleJudge, Event: "cup", Name: "Kim"}.Sign(key)
	require.NoError(t, err)
	p, ok := event.CheckToken(token+"\n", key)
	require.True(t, ok)
	require.Equal(t, event.Pass{Role: event.RoleJudge, Event: "cup", Name: "Kim"}, p)
	_, ok = event.CheckToken(token, []byte("another"))
	require.False(t, ok)
	other, err := event.Pass{Role: event.RoleSpectator, Event: "cup", Name: "Kim"}.Sign(key)
	require.NoError(t, err)
	_, ok = event.CheckToken(strings.Replace(other, ".spectator.", ".judge.", 1), key)
	require.False(t, ok, "a spectator made himself a judge")
	for _, bad := range []string{"", "astragal1", "astragal1.judge.x.y", "astragal1.judge.!.!.!", "hunter2"} {
		_, ok = event.CheckToken(bad, key)
		require.False(t, ok)
		_, err := event.ReadToken(bad)
		require.Error(t, err)
	}
	_, err = event.Pass{Role: "king", Event: "cup", Name: "Kim"}.Sign(key)
	require.ErrorContains(t, err, "no role")
}
