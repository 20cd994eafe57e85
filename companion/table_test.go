package companion_test

import (
	"bytes"
	"context"
	"encoding/json"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"
	"log/slog"
	"net"
	"net/http"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"astragal/companion"
	"astragal/companion/access"
	"astragal/companion/door"
	"astragal/companion/journal"
	"astragal/companion/protocol"
	"astragal/companion/rulebook"
	"astragal/companion/screen"
	"astragal/companion/studio/lesson"
	"astragal/models/gallery"
	"astragal/vision"
)

// patience only keeps a broken test from waiting for ever.
const patience = 2 * time.Minute

// fakeEye tells what a test says and writes down what it is ordered.
type fakeEye struct {
	events chan vision.Event
	orders chan vision.Order
	refuse error
}

func newFakeEye() *fakeEye {
	return &fakeEye{events: make(chan vision.Event), orders: make(chan vision.Order, 16)}
}

func (e *fakeEye) Watch(ctx context.Context, tell func(vision.Event)) error {
	for {
		select {
		case <-ctx.Done():
			return nil
		case ev := <-e.events:
			tell(ev)
		}
	}
}

func (e *fakeEye) Order(_ context.Context, o vision.Order) error {
	if e.refuse != nil {
		return e.refuse
	}
	e.orders <- o
	return nil
}

// table is a session with its journal, an eye and perhaps a server.
type table struct {
	t       *testing.T
	path    string
	eye     *fakeEye
	session *companion.Session
	server  *screen.Server
	address string
	// handler is what answers while the table is served.
	handler http.Handler
	stop    func()
	// learned are the lessons that the table was taught.
	learned []lesson.Lesson
	// taught is what the gallery holds; nil: nothing.
	taught *gallery.Index
	// clock is the session's.
	clock *clock
}

// clock is the wall's until it is stopped; then it goes on when the test says.
type clock struct {
	mu      sync.Mutex
	stopped time.Time
}

func (c *clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.stopped.IsZero() {
		return time.Now()
	}
	return c.stopped
}

func (c *clock) stop() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.stopped = time.Now()
}

func (c *clock) forward(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.stopped = c.stopped.Add(d)
}

// sit opens a table's file and lets the eye watch.
func sit(t *testing.T, path string, limits journal.Limits) *table {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	file, err := journal.Open(ctx, path, limits)
	require.NoError(t, err)
	tb := &table{t: t, path: path, eye: newFakeEye(), clock: &clock{}}
	tb.session, err = companion.OpenSession(ctx, companion.SessionOptions{Journal: file, Log: slog.New(slog.DiscardHandler), Eye: tb.eye, Now: tb.clock.now,
		Games: append([]rulebook.Kind{duelKind()}, rulebook.All()...), Learn: func(l lesson.Lesson) { tb.learned = append(tb.learned, l) }, Taught: func() *gallery.Index { return tb.taught }})
	require.NoError(t, err)
	secret, err := file.Secret(ctx, "access", access.NewSecret)
	require.NoError(t, err)
	tb.server = &screen.Server{Session: tb.session, Access: access.New(secret, nil), Log: slog.New(slog.DiscardHandler)}
	watched := make(chan error, 1)
	go func() { watched <- tb.session.Watch(ctx) }()
	stopped := false
	tb.stop = func() {
		if stopped {
			return
		}
		stopped = true
		cancel()
		require.NoError(t, <-watched)
		tb.session.Close()
		require.NoError(t, file.Close())
	}
	t.Cleanup(tb.stop)
	return tb
}

func newTable(t *testing.T) *table {
	t.Helper()
	tb := sit(t, filepath.Join(t.TempDir(), "table.db"), journal.Limits{Crops: 1 << 20})
	tb.tell(vision.Event{Kind: vision.EventSource, Source: "a camera"})
	tb.tell(vision.Event{Kind: vision.EventState, State: vision.Empty})
	return tb
}

// serve puts the table on the network at addr ("127.0.0.1:0" for any port; one of doortest for a table
// that comes back) until stop.
func (tb *table) serve(addr string) {
	tb.t.Helper()
	l, err := net.Listen("tcp", addr)
	require.NoError(tb.t, err)
	tb.address = l.Addr().String()
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	tb.handler, err = tb.server.Handler(ctx)
	require.NoError(tb.t, err)
	go func(h http.Handler) { done <- door.Serve(ctx, l, h, tb.server.Log) }(tb.handler)
	before := tb.stop
	tb.stop = func() {
		cancel()
		tb.handler = nil
		if done != nil {
			require.NoError(tb.t, <-done)
			done = nil
		}
		before()
	}
	tb.t.Cleanup(tb.stop)
}

func (tb *table) tell(e vision.Event) {
	tb.t.Helper()
	select {
	case tb.eye.events <- e:
	case <-time.After(patience):
		require.FailNow(tb.t, "nobody watches")
	}
}

// throw lets dice settle; a negative value is one that the camera isn't sure of.
func (tb *table) throw(values ...int) {
	tb.t.Helper()
	tb.settle(scene(values...))
}

func (tb *table) settle(s vision.Scene) {
	tb.t.Helper()
	tb.tell(vision.Event{Kind: vision.EventState, State: vision.Moving})
	tb.tell(vision.Event{Kind: vision.EventPreview, Preview: picture(s)})
	tb.tell(vision.Event{Kind: vision.EventSettled, Scene: &s})
	tb.tell(vision.Event{Kind: vision.EventState, State: vision.Settled})
}

// clear empties the tray.
func (tb *table) clear() {
	tb.t.Helper()
	tb.tell(vision.Event{Kind: vision.EventCleared})
	tb.tell(vision.Event{Kind: vision.EventState, State: vision.Empty})
}

// view is the newest view, once every event that was told has been taken in.
func (tb *table) view() protocol.View {
	tb.t.Helper()
	// The eye hands events over one by one: when it takes this one, those before it are done.
	tb.tell(vision.Event{Kind: vision.EventQuality})
	snap, ok := tb.session.Views.Last()
	require.True(tb.t, ok)
	return parse(tb.t, snap.JSON)
}

func parse(t *testing.T, raw []byte) protocol.View {
	t.Helper()
	var v protocol.View
	require.NoError(t, json.Unmarshal(raw, &v))
	return v
}

func (tb *table) do(a protocol.Act) {
	tb.t.Helper()
	require.NoError(tb.t, tb.session.Do(tb.t.Context(), a))
}

// refused does an act that must be refused, and returns why.
func (tb *table) refused(a protocol.Act) *protocol.Refusal {
	tb.t.Helper()
	err := tb.session.Do(tb.t.Context(), a)
	var no *protocol.Refusal
	require.ErrorAs(tb.t, err, &no)
	return no
}

const (
	sceneWidth, sceneHeight = 960, 540
	dieSide                 = 70.0
)

// scene lays d6 in a row, with their pips read for sure unless the value is negative.
func scene(values ...int) vision.Scene {
	s := vision.Scene{Width: sceneWidth, Height: sceneHeight}
	for i, v := range values {
		s.Sightings = append(s.Sightings, sighting(120+130*float64(i%6), 130+150*float64(i/6), v))
	}
	return s
}

func sighting(x, y float64, v int) vision.Sighting {
	d := vision.Sighting{
		Box:     vision.Box{x, y, dieSide, dieSide},
		Outline: []vision.Point{{x, y}, {x + dieSide, y}, {x + dieSide, y + dieSide}, {x, y + dieSide}},
		Found:   0.99, Colors: []string{"ivory"}, SizePx: dieSide,
		Shapes: []vision.ShapeScore{{Shape: vision.D6, P: 0.99}},
		Marks:  []vision.Mark{{Kind: vision.MarkPips, Value: v, P: 0.998}, {Kind: vision.MarkUnknown, P: 0.002}},
	}
	if v < 0 {
		d.Marks = []vision.Mark{{Kind: vision.MarkPips, Value: -v, P: 0.6}, {Kind: vision.MarkPips, Value: -v%6 + 1, P: 0.4}}
		d.Doubts = []string{"the light glares on its top face"}
	}
	d.Crop = crop(v)
	return d
}

func crop(v int) []byte {
	img := image.NewRGBA(image.Rect(0, 0, 96, 96))
	draw.Draw(img, img.Bounds(), image.NewUniform(color.RGBA{239, 228, 200, 255}), image.Point{}, draw.Src)
	pips(img, 0, 0, 96, max(v, -v))
	return encode(img)
}

// picture is what the tray looks like: good enough for a person to see which dice are meant.
func picture(s vision.Scene) []byte {
	img := image.NewRGBA(image.Rect(0, 0, s.Width, s.Height))
	draw.Draw(img, img.Bounds(), image.NewUniform(color.RGBA{38, 84, 70, 255}), image.Point{}, draw.Src)
	for _, d := range s.Sightings {
		x, y, w := int(d.Box[0]), int(d.Box[1]), int(d.Box[2])
		draw.Draw(img, image.Rect(x, y, x+w, y+w), image.NewUniform(color.RGBA{239, 228, 200, 255}), image.Point{}, draw.Src)
		pips(img, x, y, w, d.Marks[0].Value)
	}
	return encode(img)
}

func pips(img draw.Image, x, y, side, n int) {
	places := map[int][][2]int{1: {{1, 1}}, 2: {{0, 0}, {2, 2}}, 3: {{0, 0}, {1, 1}, {2, 2}}, 4: {{0, 0}, {0, 2}, {2, 0}, {2, 2}},
		5: {{0, 0}, {0, 2}, {2, 0}, {2, 2}, {1, 1}}, 6: {{0, 0}, {0, 1}, {0, 2}, {2, 0}, {2, 1}, {2, 2}}}
	r := side / 10
	for _, p := range places[n] {
		cx, cy := x+side*(1+p[0])/4, y+side*(1+p[1])/4
		draw.Draw(img, image.Rect(cx-r, cy-r, cx+r, cy+r), image.NewUniform(color.RGBA{40, 30, 20, 255}), image.Point{}, draw.Src)
	}
}

func encode(img image.Image) []byte {
	var b bytes.Buffer
	if err := jpeg.Encode(&b, img, &jpeg.Options{Quality: 80}); err != nil {
		panic(err)
	}
	return b.Bytes()
}

func ptr[T any](v T) *T { return &v }

// rollsOf are at most n rolls of a table that stand with numbers below before, newest first; 0 for no bound.
func rollsOf(t testing.TB, s *companion.Session, before, n int) []protocol.RollView {
	t.Helper()
	rolls, err := s.Copy().RollViews(t.Context(), before, n)
	require.NoError(t, err)
	return rolls
}
