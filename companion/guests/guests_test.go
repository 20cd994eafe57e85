package guests_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"astragal/companion/guests"
)

func book(t *testing.T, path string) *guests.Book {
	t.Helper()
	b, err := guests.Open(path)
	require.NoError(t, err)
	return b
}

func names(b *guests.Book) []string {
	var out []string
	for _, l := range b.Lines() {
		out = append(out, l.ID)
	}
	return out
}

func TestWhoCameAndWhoIsOutOutlivesAStart(t *testing.T) {
	path := filepath.Join(t.TempDir(), "devices.json")
	b := book(t, path)
	ann := guests.Guest{ID: "ann", Right: "answers", Came: time.Date(2026, 11, 25, 19, 0, 0, 0, time.UTC), From: "iPhone, Safari", Address: "192.168.1.7"}
	require.NoError(t, b.Came(ann))
	require.NoError(t, b.Came(guests.Guest{ID: "ben"}))
	require.NoError(t, b.NewCode())
	ended := 0
	forget := b.Screen("ann", func() { ended++ })
	b.Screen("ann", func() { t.Error("a screen that is gone is ended") })()
	require.Equal(t, 1, b.Lines()[1].Open)
	_, there, err := b.PutOut(ann.Name(), time.Now())
	require.NoError(t, err)
	require.True(t, there)
	require.Equal(t, 1, ended)
	b.Screen("ann", func() { ended++ })()
	require.Equal(t, 2, ended, "a screen that opens in the same moment")
	forget()
	for _, b := range []*guests.Book{b, book(t, path)} {
		require.True(t, b.Out("ann"))
		require.False(t, b.Out("ben"))
		require.Equal(t, []string{"ben"}, names(b))
		require.Equal(t, 1, b.Codes())
	}
	info, err := os.Stat(path)
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o600), info.Mode().Perm())
	_, there, err = b.PutOut("nobody", time.Now())
	require.NoError(t, err)
	require.False(t, there)
}

// Devices that came before there was a list get onto it when they are seen. They can be put out for good.
func TestWhoCameBeforeIsSeenAndPutOut(t *testing.T) {
	path := filepath.Join(t.TempDir(), "devices.json")
	b := book(t, path)
	b.Sight("old", time.Now())
	require.Equal(t, []string{"old"}, names(b))
	_, there, err := b.PutOut(b.Lines()[0].Name(), time.Now())
	require.NoError(t, err)
	require.True(t, there)
	require.True(t, book(t, path).Out("old"))
}

// However many devices come, one that was put out stays out. If the list doesn't show a device, it isn't let in.
func TestWhoIsNotOnAFullListIsOut(t *testing.T) {
	path := filepath.Join(t.TempDir(), "devices.json")
	b := book(t, path)
	for id, right := range map[string]string{"out": "answers", "ann": "answers", "hidden": "looks on"} {
		require.NoError(t, b.Came(guests.Guest{ID: id, Right: right}))
	}
	_, _, err := b.PutOut(guests.Guest{ID: "out"}.Name(), time.Now())
	require.NoError(t, err)
	ended := false
	b.Screen("hidden", func() { ended = true })
	require.False(t, b.Out("earlier"), "one of before the list was kept")
	came := 0
	for ; came < guests.Most-2; came++ {
		require.NoError(t, b.Came(guests.Guest{ID: fmt.Sprint(came), Right: "looks on"}))
	}
	require.False(t, ended, "one that has a page open is the last to go")
	for ; came < 2*guests.Most; came++ {
		require.NoError(t, b.Came(guests.Guest{ID: fmt.Sprint(came), Right: "plays"}))
		b.Sight(fmt.Sprint("seen ", came), time.Now())
	}
	require.True(t, ended)
	for _, b := range []*guests.Book{b, book(t, path)} {
		require.False(t, b.Out("ann"), "who only plays drives out who answers")
		require.False(t, b.Out(fmt.Sprint(came-1)))
		for _, id := range []string{"out", "hidden", "earlier", "0"} {
			require.True(t, b.Out(id), id)
			require.NotContains(t, names(b), id)
		}
		require.Contains(t, names(b), "ann")
	}
	require.Len(t, b.Lines(), guests.Most, "who was only seen and is out is not on it")
}

func TestAListThatCannotBeReadOrWrittenSaysSo(t *testing.T) {
	for _, text := range []string{"", "{", "[]", `{"codes": -1}`, `{"guests": [{}]}`, `{"codes": "x"}`} {
		path := filepath.Join(t.TempDir(), "devices.json")
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		_, err := guests.Open(path)
		require.ErrorContains(t, err, path, "%q", text)
		require.ErrorContains(t, err, "move the file away")
	}
	b := book(t, filepath.Join(t.TempDir(), "no", "devices.json"))
	require.Error(t, b.NewCode())
	require.Zero(t, b.Codes(), "a code that is not on the disk is none")
	require.Error(t, b.Came(guests.Guest{ID: "ann"}))
	require.Empty(t, b.Lines())
}

func TestAgentsAreNamedInAFewWords(t *testing.T) {
	for header, want := range map[string]string{
		"Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1": "iPhone, Safari",
		"Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36":                            "Android, Chrome",
		"Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0":                                                        "Windows, Firefox",
		"curl/8.5.0": "", "": "", "<script>Linux": "Linux",
	} {
		require.Equal(t, want, guests.Agent(header))
	}
}
