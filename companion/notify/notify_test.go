package notify_test

import (
	"context"
	"database/sql"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	_ "modernc.org/sqlite"

	"astragal/companion/door/doortest"
	"astragal/companion/event"
	"astragal/companion/event/outbox"
	"astragal/companion/notify"
)

// patience only keeps a broken test from waiting for ever.
const patience = 2 * time.Minute

// teller is a table's outbox on disk, without the table.
type teller struct {
	t   *testing.T
	box *outbox.Outbox
	db  *sql.DB

	mu    sync.Mutex
	marks map[string]int64
	ears  map[chan int]bool
	n     int
	// aged is how old its rolls are when it tells of them.
	aged time.Duration
}

func newTeller(t *testing.T) *teller {
	t.Helper()
	db, err := sql.Open("sqlite", filepath.Join(t.TempDir(), "table.db"))
	require.NoError(t, err)
	db.SetMaxOpenConns(1)
	t.Cleanup(func() { require.NoError(t, db.Close()) })
	box, err := outbox.Open(t.Context(), db, "table", "feed0123")
	require.NoError(t, err)
	return &teller{t: t, box: box, db: db, marks: map[string]int64{}, ears: map[chan int]bool{}}
}

// roll tells of n rolls.
func (x *teller) roll(n int) {
	x.t.Helper()
	for range n {
		x.n++
		total := x.n
		m := event.Message{Kind: event.KindRoll, At: time.Now().Add(-x.aged), Roll: &event.Roll{ID: fmt.Sprintf("t%d", x.n), Rev: 1, Status: event.RollCounted, Total: &total, Dice: []event.Die{}}}
		require.NoError(x.t, x.box.Tell(context.Background(), []outbox.Item{{Key: m.Roll.ID, Told: outbox.Told{Rev: 1, Mark: "x"}, Message: m}}))
	}
	x.wake()
}

// wake says that there is something to tell.
func (x *teller) wake() {
	x.mu.Lock()
	defer x.mu.Unlock()
	for ear := range x.ears {
		select {
		case ear <- x.n:
		default:
		}
	}
}

func (x *teller) reader(name string) notify.Reader {
	return notify.Reader{Name: name, Box: x.box, Log: slog.New(slog.DiscardHandler), First: 5 * time.Millisecond, Longest: 20 * time.Millisecond,
		Load: func(context.Context) (int64, bool, error) {
			x.mu.Lock()
			defer x.mu.Unlock()
			at, ok := x.marks[name]
			return at, ok, nil
		},
		Store: func(_ context.Context, at int64) error {
			x.mu.Lock()
			defer x.mu.Unlock()
			x.marks[name] = at
			return nil
		},
		Changes: func() (<-chan int, func()) {
			x.mu.Lock()
			defer x.mu.Unlock()
			ear := make(chan int, 1)
			ear <- 0
			x.ears[ear] = true
			return ear, func() {
				x.mu.Lock()
				defer x.mu.Unlock()
				delete(x.ears, ear)
			}
		},
	}
}

// start runs something until the returned function is called, which waits for it.
func start(t *testing.T, run func(context.Context) error) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- run(ctx) }()
	var once sync.Once
	stop = func() {
		once.Do(func() {
			cancel()
			require.NoError(t, <-done)
		})
	}
	t.Cleanup(stop)
	return stop
}

// listener is the other side of a webhook.
type listener struct {
	*httptest.Server
	mu     sync.Mutex
	status func(n int) int
	ids    []string
	bodies []string
	heads  []http.Header
	// later is what its answers say about when to try again.
	later string
}

func listen(t *testing.T, status func(n int) int) *listener {
	t.Helper()
	l := &listener{status: status}
	l.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		raw, err := io.ReadAll(r.Body)
		l.mu.Lock()
		defer l.mu.Unlock()
		if err == nil {
			l.ids, l.bodies, l.heads = append(l.ids, r.Header.Get("Webhook-Id")), append(l.bodies, string(raw)), append(l.heads, r.Header.Clone())
		}
		if l.later != "" {
			w.Header().Set("Retry-After", l.later)
		}
		w.WriteHeader(l.status(len(l.ids)))
	}))
	t.Cleanup(l.Close)
	return l
}

func (l *listener) got() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return append([]string{}, l.ids...)
}

func fine(int) int { return http.StatusNoContent }

var secret = []byte("0123456789abcdef0123456789abcdef")

func TestAWebhookGetsEveryMessageInOrderAndSigned(t *testing.T) {
	x := newTeller(t)
	x.roll(2) // from before there was a listener
	l := listen(t, fine)
	r := x.reader("a")
	r.Table = "Table 4"
	hook := notify.Webhook{Reader: r, URL: l.URL + "/path?token=hush", Secret: secret}
	stop := start(t, hook.Run)
	require.Eventually(t, func() bool { x.mu.Lock(); defer x.mu.Unlock(); return x.marks["a"] == 2 }, patience, time.Millisecond)
	x.roll(120)
	require.Eventually(t, func() bool { return len(l.got()) == 120 }, patience, time.Millisecond)
	for i, id := range l.got() {
		require.Equal(t, fmt.Sprintf("feed0123.%d", i+3), id)
	}
	m, err := event.Parse([]byte(l.bodies[0]))
	require.NoError(t, err)
	require.Equal(t, "t3", m.Roll.ID)
	require.Equal(t, "Table 4", m.Table, "a table that is at no event is called as its settings say")
	var at int64
	_, err = fmt.Sscan(l.heads[0].Get("Webhook-Timestamp"), &at)
	require.NoError(t, err)
	require.Equal(t, notify.Sign(secret, l.ids[0], time.Unix(at, 0), []byte(l.bodies[0])), l.heads[0].Get("Webhook-Signature"))
	require.NotEqual(t, notify.Sign(secret, l.ids[0], time.Unix(at, 0), []byte(l.bodies[1])), l.heads[0].Get("Webhook-Signature"))
	require.Eventually(t, func() bool { x.mu.Lock(); defer x.mu.Unlock(); return x.marks["a"] == 122 }, patience, time.Millisecond)
	stop()

	// It goes on where it stopped.
	x.roll(1)
	start(t, hook.Run)
	require.Eventually(t, func() bool { return len(l.got()) == 121 }, patience, time.Millisecond)
	require.Equal(t, "feed0123.123", l.got()[120])
}

// The example of the Standard Webhooks' specification.
func TestTheSignatureIsThatOfTheStandard(t *testing.T) {
	key, err := notify.ParseSecret("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
	require.NoError(t, err)
	got := notify.Sign(key, "msg_p5jXN8AQM9LWM0D4loKWxJek", time.Unix(1614265330, 0), []byte(`{"test": 2432232314}`))
	require.Equal(t, "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=", got)
	require.Equal(t, "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", notify.WriteSecret(key))
	_, err = notify.ParseSecret("whsec_short")
	require.Error(t, err)
}

func TestAWebhookIsTriedAgainUntilItIsTaken(t *testing.T) {
	x := newTeller(t)
	l := listen(t, func(n int) int {
		if n <= 3 {
			return []int{http.StatusInternalServerError, http.StatusTooManyRequests, http.StatusForbidden}[n-1]
		}
		return http.StatusOK
	})
	start(t, notify.Webhook{Reader: x.reader("a"), URL: l.URL, Secret: secret}.Run)
	require.Eventually(t, func() bool { x.mu.Lock(); defer x.mu.Unlock(); _, ok := x.marks["a"]; return ok }, patience, time.Millisecond)
	x.roll(2)
	require.Eventually(t, func() bool { return len(l.got()) == 5 }, patience, time.Millisecond)
	require.Equal(t, []string{"feed0123.1", "feed0123.1", "feed0123.1", "feed0123.1", "feed0123.2"}, l.got())
	require.NotContains(t, l.bodies[0], `"table"`, "a table without a name gives no empty one")
}

func TestAMessageThatIsRefusedForGoodDoesNotHoldUpTheOthers(t *testing.T) {
	x := newTeller(t)
	l := listen(t, func(n int) int {
		if n == 1 {
			return http.StatusUnprocessableEntity
		}
		return http.StatusOK
	})
	l.later = "3600" // also in an answer that refuses a message for good
	start(t, notify.Webhook{Reader: x.reader("a"), URL: l.URL, Secret: secret}.Run)
	require.Eventually(t, func() bool { x.mu.Lock(); defer x.mu.Unlock(); _, ok := x.marks["a"]; return ok }, patience, time.Millisecond)
	x.roll(2)
	require.Eventually(t, func() bool { return len(l.got()) == 2 }, patience, time.Millisecond)
	require.Equal(t, []string{"feed0123.1", "feed0123.2"}, l.got())
}

func TestAMessageGrowsTooOldAndIsLeftOut(t *testing.T) {
	x := newTeller(t)
	l := listen(t, func(int) int { return http.StatusServiceUnavailable })
	r := x.reader("a")
	r.GiveUp = time.Hour
	start(t, notify.Webhook{Reader: r, URL: l.URL, Secret: secret}.Run)
	require.Eventually(t, func() bool { x.mu.Lock(); defer x.mu.Unlock(); _, ok := x.marks["a"]; return ok }, patience, time.Millisecond)
	x.aged = 2 * time.Hour
	x.roll(1)
	x.aged = 0
	x.roll(1)
	// The old one is tried once and given up. The young one is tried again and again.
	require.Eventually(t, func() bool { return len(l.got()) >= 4 }, patience, time.Millisecond)
	require.Equal(t, []string{"feed0123.1", "feed0123.2", "feed0123.2", "feed0123.2"}, l.got()[:4])
	x.mu.Lock()
	defer x.mu.Unlock()
	require.Equal(t, int64(1), x.marks["a"])
}

// The page says in plain words why an address gives no answer, and not which address that is.
func TestAnAddressThatGivesNoAnswerIsSaidSo(t *testing.T) {
	away := doortest.Address(t)
	silent, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(func() { _ = silent.Close() })
	ends := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }))
	t.Cleanup(ends.Close)
	for address, why := range map[string]string{
		"http://" + away + "/hush":                   "no program listens there",
		"http://" + silent.Addr().String() + "/hush": "it doesn’t answer in time",
		"http://nowhere.invalid/hush":                "there is no host nowhere.invalid",
		ends.URL + "/hush":                           "it ended the connection without an answer",
	} {
		x := newTeller(t)
		r := x.reader("a")
		said := make(chan string, 100)
		r.Stands = func(why string) {
			select {
			case said <- why:
			default:
			}
		}
		_, err := r.Begin(t.Context())
		require.NoError(t, err)
		stop := start(t, notify.Webhook{Reader: r, URL: address, Secret: secret, Client: &http.Client{Timeout: time.Second / 2}}.Run)
		x.roll(1)
		u, err := url.Parse(address)
		require.NoError(t, err)
		require.Equal(t, "The webhook at "+u.Host+" doesn’t take what is rolled ("+why+"). It is tried again.", <-said)
		stop()
	}
}

func TestAWebhookIsNotLedElsewhere(t *testing.T) {
	x := newTeller(t)
	elsewhere := listen(t, fine)
	l := httptest.NewServer(http.RedirectHandler(elsewhere.URL, http.StatusTemporaryRedirect))
	t.Cleanup(l.Close)
	r := x.reader("a")
	r.GiveUp = time.Nanosecond // one try
	start(t, notify.Webhook{Reader: r, URL: l.URL, Secret: secret}.Run)
	require.Eventually(t, func() bool { x.mu.Lock(); defer x.mu.Unlock(); _, ok := x.marks["a"]; return ok }, patience, time.Millisecond)
	x.roll(1)
	require.Eventually(t, func() bool { x.mu.Lock(); defer x.mu.Unlock(); return x.marks["a"] == 1 }, patience, time.Millisecond)
	require.Empty(t, elsewhere.got())
}

func TestAddressesAreCheckedAndGiveNothingAway(t *testing.T) {
	for address, says := range map[string]string{"ftp://x": "http://", "nonsense": "http://", "https://me:hush@host/": "holds a password", "http://": "name a host"} {
		_, err := notify.ParseWebhook(address)
		require.ErrorContains(t, err, says, address)
		require.NotContains(t, err.Error(), "hush")
	}
	for address, says := range map[string]string{"tcp://x": "mqtt://", "mqtt://": "mqtt://", "mqtt://me:hush@host": "mqtt_password", "mqtt://host/path": "must end there"} {
		_, err := notify.ParseBroker(address)
		require.ErrorContains(t, err, says, address)
		require.NotContains(t, err.Error(), "hush")
	}
	u, err := notify.ParseBroker("mqtts://host")
	require.NoError(t, err)
	require.True(t, strings.HasSuffix(u.Host, ":8883"))
}

func TestRetryAfterIsSecondsOrADate(t *testing.T) {
	now := time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC)
	for header, want := range map[string]time.Duration{
		"":    0,
		"120": 2 * time.Minute, " 7 ": 7 * time.Second, "0": 0, "-3": 0,
		"Mon, 04 May 2026 12:00:30 GMT": 30 * time.Second, "Mon, 04 May 2026 11:00:00 GMT": 0, "Monday, 04-May-26 12:05:00 GMT": 5 * time.Minute,
		"9999999999999999": time.Hour, "99999999999999999999999": 0, "Mon, 04 May 2126 12:00:30 GMT": time.Hour, // with a bound
		"soon": 0, "1.5": 0,
	} {
		require.Equal(t, want, notify.RetryAfter(header, now), "%q", header)
	}
}

func TestAWebhookThatSaysWhenIsLeftAloneUntilThen(t *testing.T) {
	x := newTeller(t)
	x.aged = time.Minute
	var mu sync.Mutex
	var came []time.Time
	l := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		switch came = append(came, time.Now()); len(came) {
		case 1:
			w.Header().Set("Retry-After", "1")
			w.WriteHeader(http.StatusTooManyRequests)
		case 2: // a date has no fractions of a second
			w.Header().Set("Retry-After", time.Now().Add(2*time.Second).UTC().Format(http.TimeFormat))
			w.WriteHeader(http.StatusServiceUnavailable)
		}
	}))
	t.Cleanup(l.Close)
	r := x.reader("a")
	var said []string
	r.Stands = func(why string) { mu.Lock(); defer mu.Unlock(); said = append(said, why) }
	start(t, notify.Webhook{Reader: r, URL: l.URL + "/?token=hush", Secret: secret}.Run)
	require.Eventually(t, func() bool { x.mu.Lock(); defer x.mu.Unlock(); _, ok := x.marks["a"]; return ok }, patience, time.Millisecond)
	x.roll(1)
	require.Eventually(t, func() bool { mu.Lock(); defer mu.Unlock(); return len(said) == 3 }, patience, time.Millisecond)
	require.GreaterOrEqual(t, came[1].Sub(came[0]), time.Second)
	require.GreaterOrEqual(t, came[2].Sub(came[1]), time.Second)
	require.Contains(t, said[0], "doesn’t take what is rolled (it has too much to do; status 429)")
	require.NotContains(t, said[0], "hush")
	require.Empty(t, said[2])
}
