package tabletest

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

// Typed is the act that types a roll.
func Typed(dice ...protocol.TypedDie) protocol.Act {
	return protocol.Act{Do: protocol.DoType, Dice: dice}
}

// SitAgain stops a table and opens its file anew.
func SitAgain(t *testing.T, tb *Table) *Table {
	t.Helper()
	tb.Stop()
	return Sit(t, tb.Path, journal.Limits{Crops: 1 << 20})
}

// OpenFile opens a table's file until the test ends.
func OpenFile(t *testing.T, path string, limits journal.Limits) *journal.Journal {
	t.Helper()
	j, err := journal.Open(t.Context(), path, limits)
	require.NoError(t, err)
	t.Cleanup(func() { _ = j.Close() })
	return j
}

// Opens lets the eye open on a tray where dice lie, and nothing moves.
func (tb *Table) Opens(s vision.Scene) {
	tb.T.Helper()
	tb.Tell(vision.Event{Kind: vision.EventSource, Source: "a camera"})
	tb.Tell(vision.Event{Kind: vision.EventPreview, Preview: Picture(s)})
	tb.Tell(vision.Event{Kind: vision.EventSettled, Scene: &s})
	tb.Tell(vision.Event{Kind: vision.EventState, State: vision.Settled})
}

// Patience is how long a test waits for something; it only keeps a broken test from waiting for ever.
const Patience = 2 * time.Minute

// Eye tells what a test says and writes down what it is ordered.
type Eye struct {
	Events chan vision.Event
	Orders chan vision.Order
	// Refuse is why it takes no order; nil if it takes all.
	Refuse error
}

// NewEye is an eye that waits for what it shall tell.
func NewEye() *Eye {
	return &Eye{Events: make(chan vision.Event), Orders: make(chan vision.Order, 16)}
}

// Watch tells each event that the test says, until ctx is done.
func (e *Eye) Watch(ctx context.Context, tell func(vision.Event)) error {
	for {
		select {
		case <-ctx.Done():
			return nil
		case ev := <-e.Events:
			tell(ev)
		}
	}
}

// Order writes an order down, or refuses it if Refuse is set.
func (e *Eye) Order(_ context.Context, o vision.Order) error {
	if e.Refuse != nil {
		return e.Refuse
	}
	e.Orders <- o
	return nil
}

// Table is a session with its journal, an eye and perhaps a server.
type Table struct {
	T *testing.T
	// Path is the table's file.
	Path    string
	Eye     *Eye
	Session *companion.Session
	Server  *screen.Server
	// Address is host:port while the table is served.
	Address string
	// handler is what answers while the table is served.
	handler http.Handler
	// Stop ends the table before the test does, and closes its file.
	Stop func()
	// Learned are the lessons that the table was taught.
	Learned []lesson.Lesson
	// Taught is what the gallery holds; nil: nothing.
	Taught *gallery.Index
	// Clock is the session's.
	Clock *Clock
}

// Clock is the wall's clock until it is stopped. Then it goes on only when the test says so.
type Clock struct {
	mu sync.Mutex
	// Stopped is the time at which it stands; zero while it goes.
	Stopped time.Time
	// Step is by how much a stopped clock goes on whenever somebody looks at it.
	Step time.Duration
}

// Now is the clock's time.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.Stopped.IsZero() {
		return time.Now()
	}
	c.Stopped = c.Stopped.Add(c.Step)
	return c.Stopped
}

// Stop stops the clock at the wall's time.
func (c *Clock) Stop() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.Stopped = time.Now()
}

// Forward lets time pass on a clock that was stopped.
func (c *Clock) Forward(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.Stopped = c.Stopped.Add(d)
}

// Sit opens a table's file and lets the eye watch.
func Sit(t *testing.T, path string, limits journal.Limits) *Table {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	file, err := journal.Open(ctx, path, limits)
	require.NoError(t, err)
	tb := &Table{T: t, Path: path, Eye: NewEye(), Clock: &Clock{}}
	tb.Session, err = companion.OpenSession(ctx, companion.SessionOptions{Journal: file, Log: slog.New(slog.DiscardHandler), Eye: tb.Eye, Now: tb.Clock.Now,
		Games: append([]rulebook.Kind{DuelKind()}, rulebook.All()...), Learn: func(l lesson.Lesson) { tb.Learned = append(tb.Learned, l) }, Taught: func() *gallery.Index { return tb.Taught }})
	require.NoError(t, err)
	secret, err := file.Secret(ctx, "access", access.NewSecret)
	require.NoError(t, err)
	tb.Server = &screen.Server{Session: tb.Session, Access: access.New(secret, nil), Log: slog.New(slog.DiscardHandler)}
	watched := make(chan error, 1)
	go func() { watched <- tb.Session.Watch(ctx) }()
	stopped := false
	tb.Stop = func() {
		if stopped {
			return
		}
		stopped = true
		cancel()
		require.NoError(t, <-watched)
		tb.Session.Close()
		require.NoError(t, file.Close())
	}
	t.Cleanup(tb.Stop)
	return tb
}

// NewTable is a table on a new file, before an empty tray.
func NewTable(t *testing.T) *Table {
	t.Helper()
	tb := Sit(t, filepath.Join(t.TempDir(), "table.db"), journal.Limits{Crops: 1 << 20})
	tb.Tell(vision.Event{Kind: vision.EventSource, Source: "a camera"})
	tb.Tell(vision.Event{Kind: vision.EventState, State: vision.Empty})
	return tb
}

// Serve puts the table on the network at addr ("127.0.0.1:0" for any port; one of doortest for a table
// that comes back) until stop.
func (tb *Table) Serve(addr string) {
	tb.T.Helper()
	l, err := net.Listen("tcp", addr)
	require.NoError(tb.T, err)
	tb.Address = l.Addr().String()
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	tb.handler, err = tb.Server.Handler(ctx)
	require.NoError(tb.T, err)
	go func(h http.Handler) { done <- door.Serve(ctx, l, h, tb.Server.Log) }(tb.handler)
	before := tb.Stop
	tb.Stop = func() {
		cancel()
		tb.handler = nil
		if done != nil {
			require.NoError(tb.T, <-done)
			done = nil
		}
		before()
	}
	tb.T.Cleanup(tb.Stop)
}

// Tell lets the eye tell the table something.
func (tb *Table) Tell(e vision.Event) {
	tb.T.Helper()
	select {
	case tb.Eye.Events <- e:
	case <-time.After(Patience):
		require.FailNow(tb.T, "nobody watches")
	}
}

// Throw lets dice settle; a negative value is one that the camera isn't sure of.
func (tb *Table) Throw(values ...int) {
	tb.T.Helper()
	tb.Settle(Scene(values...))
}

// Settle lets the dice of a scene be thrown and come to rest.
func (tb *Table) Settle(s vision.Scene) {
	tb.T.Helper()
	tb.Tell(vision.Event{Kind: vision.EventState, State: vision.Moving})
	tb.Tell(vision.Event{Kind: vision.EventPreview, Preview: Picture(s)})
	tb.Tell(vision.Event{Kind: vision.EventSettled, Scene: &s})
	tb.Tell(vision.Event{Kind: vision.EventState, State: vision.Settled})
}

// Clear empties the tray.
func (tb *Table) Clear() {
	tb.T.Helper()
	tb.Tell(vision.Event{Kind: vision.EventCleared})
	tb.Tell(vision.Event{Kind: vision.EventState, State: vision.Empty})
}

// View is the newest view, once every event that was told has been taken in.
func (tb *Table) View() protocol.View {
	tb.T.Helper()
	// The eye hands events over one by one: when it takes this one, those before it are done.
	tb.Tell(vision.Event{Kind: vision.EventQuality})
	snap, ok := tb.Session.Views.Last()
	require.True(tb.T, ok)
	return Parse(tb.T, snap.JSON)
}

// Parse reads the JSON of a view.
func Parse(t *testing.T, raw []byte) protocol.View {
	t.Helper()
	var v protocol.View
	require.NoError(t, json.Unmarshal(raw, &v))
	return v
}

// Do does an act at the table's own screen.
func (tb *Table) Do(a protocol.Act) {
	tb.T.Helper()
	require.NoError(tb.T, tb.Session.Do(tb.T.Context(), a))
}

// Refused does an act that must be refused, and returns why.
func (tb *Table) Refused(a protocol.Act) *protocol.Refusal {
	tb.T.Helper()
	err := tb.Session.Do(tb.T.Context(), a)
	var no *protocol.Refusal
	require.ErrorAs(tb.T, err, &no)
	return no
}

// SceneWidth is the width of a scene's picture, px.
const SceneWidth = 960

// SceneHeight is the height of a scene's picture, px.
const SceneHeight = 540

// DieSide is the side of a die in a scene, px.
const DieSide = 70.0

// Scene lays d6 in a row, with their pips read for sure unless the value is negative.
func Scene(values ...int) vision.Scene {
	s := vision.Scene{Width: SceneWidth, Height: SceneHeight}
	for i, v := range values {
		s.Sightings = append(s.Sightings, Sighting(120+130*float64(i%6), 130+150*float64(i/6), v))
	}
	return s
}

// Sighting is a d6 with pips whose upper left corner is at x, y (px); a negative value is one that the camera isn't sure of.
func Sighting(x, y float64, v int) vision.Sighting {
	d := vision.Sighting{
		Box:     vision.Box{x, y, DieSide, DieSide},
		Outline: []vision.Point{{x, y}, {x + DieSide, y}, {x + DieSide, y + DieSide}, {x, y + DieSide}},
		Found:   0.99, Colors: []string{"ivory"}, SizePx: DieSide,
		Shapes: []vision.ShapeScore{{Shape: vision.D6, P: 0.99}},
		Marks:  []vision.Mark{{Kind: vision.MarkPips, Value: v, P: 0.998}, {Kind: vision.MarkUnknown, P: 0.002}},
	}
	if v < 0 {
		d.Marks = []vision.Mark{{Kind: vision.MarkPips, Value: -v, P: 0.6}, {Kind: vision.MarkPips, Value: -v%6 + 1, P: 0.4}}
		d.Doubts = []string{"the light glares on its top face"}
	}
	d.Crop = Crop(v)
	return d
}

// Crop is the picture of such a die (JPEG, 96 px).
func Crop(v int) []byte {
	img := image.NewRGBA(image.Rect(0, 0, 96, 96))
	draw.Draw(img, img.Bounds(), image.NewUniform(color.RGBA{239, 228, 200, 255}), image.Point{}, draw.Src)
	pips(img, 0, 0, 96, max(v, -v))
	return encode(img)
}

// Picture is what the tray looks like: good enough for a person to see which dice are meant.
func Picture(s vision.Scene) []byte {
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

// Ptr is a pointer to a value.
func Ptr[T any](v T) *T { return &v }

// RollsOf are at most n standing rolls of a table with numbers below before, newest first. 0 means no bound.
func RollsOf(t testing.TB, s *companion.Session, before, n int) []protocol.RollView {
	t.Helper()
	rolls, err := s.Copy().RollViews(t.Context(), before, n)
	require.NoError(t, err)
	return rolls
}
