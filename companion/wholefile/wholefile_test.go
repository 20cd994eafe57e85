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
