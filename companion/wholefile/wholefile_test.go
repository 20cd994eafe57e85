package wholefile_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"astragal/companion/wholefile"
)

func TestAFileIsReplacedWholeOrNotAtAll(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "list.json")
	for _, text := range []string{"one", "two, longer", ""} {
		require.NoError(t, wholefile.Write(path, []byte(text)))
		raw, err := os.ReadFile(path)
		require.NoError(t, err)
		require.Equal(t, text, string(raw))
	}
	info, err := os.Stat(path)
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o600), info.Mode().Perm())

	// A folder in the file's place can't be replaced. It stays, and nothing else is left behind.
	blocked := filepath.Join(dir, "blocked")
	require.NoError(t, os.MkdirAll(filepath.Join(blocked, "full"), 0o700))
	require.Error(t, wholefile.Write(blocked, []byte("x")))
	list, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Len(t, list, 2)
	require.Error(t, wholefile.Write(filepath.Join(dir, "no", "list.json"), nil))
}

func TestAFileOfWhichAPartWouldBeLostIsNotRead(t *testing.T) {
	for text, says := range map[string]string{
		`{"name": "Ann"}`:               "",
		` {"name": "Ann"}` + "\n":       "",
		`{"name": "Ann", "until": 3}`:   `its field "until" is not known, so a newer version of this program wrote it (update this program)`,
		`{"name": "Ann"}{"name": "Bo"}`: "there is something behind its end",
		`{"name": `:                     "unexpected EOF",
	} {
		var into struct{ Name string }
		err := wholefile.Parse([]byte(text), &into)
		if says == "" {
			require.NoError(t, err, text)
			require.Equal(t, "Ann", into.Name)
			continue
		}
		require.EqualError(t, err, says, text)
	}
}
