package textfile_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"astragal/companion/textfile"
)

func TestATextIsReadOrItsEncodingNamed(t *testing.T) {
	read := func(raw string) (string, error) {
		path := filepath.Join(t.TempDir(), "token")
		require.NoError(t, os.WriteFile(path, []byte(raw), 0o600))
		return textfile.Read(path)
	}
	for _, raw := range []string{"secret", "\xef\xbb\xbfsecret"} {
		text, err := read(raw)
		require.NoError(t, err)
		require.Equal(t, "secret", text)
	}
	for raw, says := range map[string]string{"\xff\xfes\x00e\x00": "UTF-16", "\xfe\xff\x00s\x00e": "UTF-16", "s\x00e\x00": "UTF-16", "a\nM\xfcller": "line 2"} {
		_, err := read(raw)
		require.ErrorContains(t, err, says)
		require.ErrorContains(t, err, "save")
		require.ErrorContains(t, err, "token")
	}
	_, err := textfile.Read(filepath.Join(t.TempDir(), "gone"))
	require.ErrorIs(t, err, os.ErrNotExist)
}

func FuzzDecode(f *testing.F) {
	f.Add([]byte("\xef\xbb\xbfx"))
	f.Add([]byte("\xff"))
	f.Fuzz(func(t *testing.T, raw []byte) {
		_, err := textfile.Decode(raw)
		if err != nil {
			require.NotEmpty(t, err.Error())
		}
	})
}
