package main

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	mochi "github.com/mochi-mqtt/server/v2"
	"github.com/mochi-mqtt/server/v2/hooks/auth"
	"github.com/mochi-mqtt/server/v2/listeners"
	"github.com/mochi-mqtt/server/v2/packets"
	"github.com/stretchr/testify/require"

	"astragal/companion"
	"astragal/companion/doctor"
	"astragal/companion/event"
	"astragal/companion/journal"
	"astragal/companion/notify"
	"astragal/companion/protocol"
	"astragal/companion/settings"
)

// ear is another program that is told of rolls.
type ear struct {
	mu   sync.Mutex
	told map[int64]event.Message
	bad  []string
}

func (e *ear) take(raw []byte) {
	e.mu.Lock()
	defer e.mu.Unlock()
	m, err := event.Parse(raw)
	if err != nil && !strings.Contains(err.Error(), "table") {
		e.bad = append(e.bad, err.Error())
	}
	_ = json.Unmarshal(raw, &m)
	e.told[m.Seq] = m
}

func (e *ear) rolls() map[string]int {
	e.mu.Lock()
	defer e.mu.Unlock()
	out := map[string]int{}
	for seq := int64(1); seq <= int64(len(e.told)); seq++ {
		if m, ok := e.told[seq]; ok && m.Roll != nil && m.Roll.Total != nil {
			out[m.Roll.ID] = *m.Roll.Total
		}
	}
	return out
}

// The whole program tells a webhook and a broker of every roll and correction, even if it is killed in between.
func TestRunTellsOtherProgramsOfEveryRoll(t *testing.T) {
	dir := t.TempDir()
	hook, bus := &ear{told: map[int64]event.Message{}}, &ear{told: map[int64]event.Message{}}
	secret := func() []byte {
		raw, err := os.ReadFile(filepath.Join(dir, notify.SecretFile))
		if err != nil {
			return nil
		}
		key, _ := notify.ParseSecret(string(raw))
		return key
	}
	listener := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		raw, err := io.ReadAll(r.Body)
		at, err2 := strconv.ParseInt(r.Header.Get("Webhook-Timestamp"), 10, 64)
		if err != nil || err2 != nil || notify.Sign(secret(), r.Header.Get("Webhook-Id"), time.Unix(at, 0), raw) != r.Header.Get("Webhook-Signature") {
			hook.mu.Lock()
			defer hook.mu.Unlock()
			hook.bad = append(hook.bad, "a wrong signature")
			return
		}
		hook.take(raw)
	}))
	t.Cleanup(listener.Close)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	broker := mochi.New(&mochi.Options{InlineClient: true, Logger: slog.New(slog.DiscardHandler)})
	require.NoError(t, broker.AddHook(new(auth.AllowHook), nil))
	require.NoError(t, broker.AddListener(listeners.NewNet("test", l)))
	require.NoError(t, broker.Subscribe("astragal/+/event", 1, func(_ *mochi.Client, _ packets.Subscription, pk packets.Packet) { bus.take(pk.Payload) }))
	go func() { _ = broker.Serve() }()
	t.Cleanup(func() { _ = broker.Close() })

	start := func() *openTable {
		return keepTable(t, dir, "--source", "virtual", "--webhooks", listener.URL, "--mqtt", "mqtt://"+l.Addr().String(), "--table-name", "Table 4")
	}
	table := start()
	typed := func(v int) {
		require.Equal(t, "done", table.act(protocol.Act{Do: protocol.DoType, Dice: []protocol.TypedDie{{Shape: "d6", Value: v}}}).Type)
	}
	typed(3)
	typed(5)
	both := func(want map[string]int) {
		t.Helper()
		require.Eventually(t, func() bool {
			a, b := hook.rolls(), bus.rolls()
			return len(a) == len(want) && len(b) == len(want) && equalRolls(a, want) && equalRolls(b, want)
		}, hang, 20*time.Millisecond, "hook %v, broker %v, want %v: %s", hook.rolls(), bus.rolls(), want, table.errs)
	}
	both(map[string]int{"t1": 3, "t2": 5})
	typed(6)
	require.NoError(t, table.cmd.Process.Kill())
	_ = table.cmd.Wait()

	table = start()
	roll := table.view().Rolls[1]
	v := 4
	require.Equal(t, "done", table.act(protocol.Act{Do: protocol.DoFix, Throw: roll.Throw.ID, Rev: roll.Throw.Rev, Die: 1, Value: &v}).Type)
	both(map[string]int{"t1": 3, "t2": 4, "t3": 6})
	hook.mu.Lock()
	defer hook.mu.Unlock()
	require.Empty(t, hook.bad)
	require.Len(t, hook.told, 4)
	require.Equal(t, event.KindCorrection, hook.told[4].Kind)
	require.Equal(t, 2, hook.told[4].Roll.Rev)
}

// Other programs are told of every roll from the moment that the table is open, even if the job that tells them
// starts later.
func TestARollBeforeTheTellersRunIsTold(t *testing.T) {
	told := make(chan string, 8)
	listener := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		raw, err := io.ReadAll(r.Body)
		if err == nil {
			told <- string(raw)
		}
	}))
	t.Cleanup(listener.Close)
	dir := t.TempDir()
	cfg := settings.Config{DataDir: dir, Webhooks: []string{listener.URL}}
	file, err := journal.Open(t.Context(), filepath.Join(dir, tableFile), journal.Limits{})
	require.NoError(t, err)
	o := companion.SessionOptions{Journal: file, Log: slog.New(slog.DiscardHandler)}
	require.NoError(t, openBox(t.Context(), cfg, file, &o))
	session, err := companion.OpenSession(t.Context(), o)
	require.NoError(t, err)
	jobs, err := notifiers(t.Context(), cfg, file, o, session, "", o.Log)
	require.NoError(t, err)
	require.NoError(t, session.Do(t.Context(), protocol.Act{Do: protocol.DoType, Dice: []protocol.TypedDie{{Shape: "d6", Value: 4}}}))
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- all(ctx, jobs...) }()
	select {
	case m := <-told:
		require.Contains(t, m, `"total":4`)
	case <-time.After(hang):
		require.Fail(t, "the roll was not told")
	}
	stop()
	require.NoError(t, <-done)
	session.Close()
	require.NoError(t, file.Close())
}

func equalRolls(a, b map[string]int) bool {
	for id, total := range b {
		if a[id] != total {
			return false
		}
	}
	return true
}

func TestWrongAddressesOfOtherProgramsAreNamed(t *testing.T) {
	dir := t.TempDir()
	short := filepath.Join(dir, "short")
	require.NoError(t, os.WriteFile(short, []byte("whsec_c2hvcnQ="), 0o600))
	for says, args := range map[string][]string{
		"webhooks: a webhook's address must begin":      {"--webhooks", "ftp://x"},
		"mqtt: the MQTT broker's address must be":       {"--mqtt", "broker"},
		"mqtt_discovery is":                             {"--mqtt-discovery", "home/#"},
		"origins: ":                                     {"--origins", "vtt.example"},
		"webhook_secret: " + short + ": a webhook's":    {"--webhooks", "http://127.0.0.1:1", "--webhook-secret", short},
		"mqtt_password: open " + dir + "/none: no such": {"--mqtt", "mqtt://127.0.0.1:1", "--mqtt-password", filepath.Join(dir, "none")},
	} {
		got := astragal(t, append([]string{"run", "--source", "virtual", "--listen", "127.0.0.1:0", "--data-dir", t.TempDir()}, args...)...)
		require.Equal(t, statusUsage, got.status, "%v: %s", args, got.errs)
		require.Contains(t, got.errs, says)
	}
}

// doctor connects to the broker that the settings name, and says why the broker refuses it.
func TestDoctorNamesTheBroker(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	broker := mochi.New(&mochi.Options{Logger: slog.New(slog.DiscardHandler)})
	require.NoError(t, broker.AddHook(new(auth.Hook), &auth.Options{Ledger: &auth.Ledger{Auth: auth.AuthRules{{Username: "table", Password: "open sesame", Allow: true}}}}))
	require.NoError(t, broker.AddListener(listeners.NewNet("test", l)))
	go func() { _ = broker.Serve() }()
	password := filepath.Join(t.TempDir(), "password")
	require.NoError(t, os.WriteFile(password, []byte("open sesame\n"), 0o600))
	cfg := settings.Config{MQTT: "mqtt://" + l.Addr().String(), MQTTUser: "table", MQTTPassword: password}
	require.Equal(t, []doctor.Finding{{About: "MQTT", State: "ok", Found: "the broker at mqtt://" + l.Addr().String() + " lets this table in"}}, (&program{}).patient(cfg).AboutBroker(t.Context()))
	for says, wrong := range map[string]settings.Config{
		"refuses the name or the password": {MQTT: cfg.MQTT, MQTTUser: "nobody"},
		"mqtt_password: open ":             {MQTT: cfg.MQTT, MQTTPassword: password + ".gone"},
	} {
		found := (&program{}).patient(wrong).AboutBroker(t.Context())
		require.Len(t, found, 1)
		require.EqualValues(t, "bad", found[0].State)
		require.Contains(t, found[0].Found, says)
	}
	require.NoError(t, broker.Close())
	found := (&program{}).patient(cfg).AboutBroker(t.Context())
	require.EqualValues(t, "bad", found[0].State)
	require.Contains(t, found[0].Found, "no program listens there")
	require.Empty(t, (&program{}).patient(settings.Config{}).AboutBroker(t.Context()))
}
