package tape_test

import (
	"bytes"
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"astragal/vision"
	"astragal/vision/tape"

	"github.com/stretchr/testify/require"
)

var _ vision.Eye = tape.Player{}

// evening is one event of each kind.
func evening() []vision.Event {
	scene := &vision.Scene{Frame: 30, Time: 2 * time.Second, Width: 640, Height: 480, Sightings: []vision.Sighting{{
		Box: vision.Box{1, 2, 30, 30}, Found: 0.98, Shapes: []vision.ShapeScore{{Shape: vision.D6, P: 1}},
		Marks: []vision.Mark{{Kind: vision.MarkPips, Value: 5, P: 0.99}}, Colors: []string{"red"}, Crop: []byte("jpeg"),
	}}}
	return []vision.Event{
		{Kind: vision.EventSource, Source: "virtual table"},
		{Kind: vision.EventState, Frame: 10, Time: time.Second, State: vision.Moving},
		{Kind: vision.EventPreview, Frame: 12, Time: 1200 * time.Millisecond, Preview: []byte("\xff\xd8")},
		{Kind: vision.EventSettled, Frame: 30, Time: 2 * time.Second, State: vision.Settled, Scene: scene},
		{Kind: vision.EventQuality, Frame: 31, Time: 2 * time.Second, Quality: &vision.Quality{Words: []string{"too dark"}}},
		{Kind: vision.EventSeen, Frame: 40, Time: 3 * time.Second, Scene: scene},
		{Kind: vision.EventProblem, Frame: 41, Time: 3 * time.Second, Problem: "the camera has been pulled out"},
		{Kind: vision.EventCleared, Frame: 60, Time: 4 * time.Second},
	}
}

func record(t testing.TB, keep tape.Keep, events ...vision.Event) []byte {
	t.Helper()
	var out bytes.Buffer
	passed := 0
	r := tape.NewRecorder(&out, keep)
	tell := r.Wrap(func(vision.Event) { passed++ })
	for _, e := range events {
		tell(e)
	}
	require.NoError(t, r.Err())
	require.Equal(t, len(events), passed)
	return out.Bytes()
}

func save(t *testing.T, raw []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "evening.tape")
	require.NoError(t, os.WriteFile(path, raw, 0o600))
	return path
}

func TestTapeTellsWhatWasRecorded(t *testing.T) {
	for keep, want := range map[tape.Keep]int{{Previews: true}: 8, {}: 7} {
		player := tape.Player{Path: save(t, record(t, keep, evening()...))}
		var got []vision.Event
		require.NoError(t, player.Watch(t.Context(), func(e vision.Event) { got = append(got, e) }))
		require.Len(t, got, want)
		if keep.Previews {
			require.Equal(t, evening(), got)
		}
	}
}

func TestTapeKeepsTime(t *testing.T) {
	path := save(t, record(t, tape.Keep{}, evening()...))
	for speed, takes := range map[float64]time.Duration{0: 0, 1: 4 * time.Second, 4: time.Second} {
		synctest.Test(t, func(t *testing.T) {
			begun := time.Now()
			require.NoError(t, tape.Player{Path: path, Speed: speed}.Watch(t.Context(), func(vision.Event) {}))
			require.Equal(t, takes, time.Since(begun))
		})
	}
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 2500*time.Millisecond)
		defer cancel()
		told := 0
		require.NoError(t, tape.Player{Path: path, Speed: 1}.Watch(ctx, func(vision.Event) { told++ }))
		require.Equal(t, 4, told)
	})
}

func TestTapeRefuses(t *testing.T) {
	whole := string(record(t, tape.Keep{}, evening()...))
	lines := strings.SplitAfter(whole, "\n")
	for name, c := range map[string]struct {
		raw, says string
		told      int
	}{
		"nothing":           {"", "it is empty", 0},
		"no tape":           {"time,total\n", "line 1: this is no tape", 0},
		"another version":   {`{"astragal":"tape","version":9}`, "a newer version of this program recorded the tape (version 9, this one plays 1): update this program", 0},
		"a cut-off line":    {whole[:len(whole)-20], "line 8: it is damaged or cut off", 6},
		"a stranger":        {lines[0] + lines[1] + `{"kind":"cheer"}`, `line 3: an event of the kind "cheer"`, 1},
		"no scene":          {lines[0] + `{"kind":"settled"}`, `line 2: a "settled" has no scene`, 0},
		"no quality":        {lines[0] + `{"kind":"quality"}`, "line 2: a quality is not said", 0},
		"time before time":  {lines[0] + `{"kind":"cleared","time_ns":-1}`, "line 2: its frame or time", 0},
		"an endless line":   {lines[0] + strings.Repeat("x", 17<<20), "line 2 is longer than 16 MiB", 0},
		"an overlong start": {strings.Repeat("x", 17<<20), "line 1 is longer", 0},
	} {
		t.Run(name, func(t *testing.T) {
			told := 0
			err := tape.Player{Path: save(t, []byte(c.raw))}.Watch(t.Context(), func(vision.Event) { told++ })
			require.ErrorContains(t, err, c.says)
			require.Equal(t, c.told, told, "what can be read is told")
		})
	}
	require.ErrorContains(t, tape.Player{Path: "/nowhere.tape"}.Watch(t.Context(), func(vision.Event) {}), "open the tape")
	require.ErrorContains(t, tape.Player{}.Order(t.Context(), vision.Order{Do: "throw"}), `can't do "throw"`)
}

// full is a disk that is full after a few bytes.
type full struct{ room int }

func (f *full) Write(p []byte) (int, error) {
	if len(p) > f.room {
		return 0, errors.New("no space left on device")
	}
	f.room -= len(p)
	return len(p), nil
}

func TestRecorderOnAFullDisk(t *testing.T) {
	r := tape.NewRecorder(&full{room: 200}, tape.Keep{})
	told := 0
	tell := r.Wrap(func(vision.Event) { told++ })
	for range 10 {
		tell(vision.Event{Kind: vision.EventCleared})
	}
	require.Equal(t, 10, told, "the table goes on")
	require.ErrorContains(t, r.Err(), "no space left on device; what came before is kept")

	r = tape.NewRecorder(&bytes.Buffer{}, tape.Keep{})
	require.ErrorContains(t, r.Add(vision.Event{Kind: vision.EventSettled, Frame: 9, Scene: &vision.Scene{PxPerMM: math.NaN()}}), "frame 9")
}

func FuzzRead(f *testing.F) {
	f.Add(record(f, tape.Keep{Previews: true}, evening()...))
	f.Add([]byte("{\"astragal\":\"tape\",\"version\":1}\n{\"kind\":\"cleared\"}\n\n"))
	f.Add([]byte("{}\n"))
	f.Fuzz(func(t *testing.T, raw []byte) {
		var events []vision.Event
		err := tape.Read(bytes.NewReader(raw), func(e vision.Event) error {
			events = append(events, e)
			return nil
		})
		if err != nil {
			require.NotContains(t, err.Error(), "\n")
		}
		if len(events) == 0 {
			return
		}
		again := 0
		require.NoError(t, tape.Read(bytes.NewReader(record(t, tape.Keep{Previews: true}, events...)), func(vision.Event) error {
			again++
			return nil
		}))
		require.Equal(t, len(events), again, "what can be played can be recorded")
	})
}
