package commission_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"astragal/companion/commission"
)

func TestAPageThatIsAllowedMayAskUntilItIsForbidden(t *testing.T) {
	path := filepath.Join(t.TempDir(), "pages.json")
	b, err := commission.Open(path, []string{"https://named.example:443"})
	require.NoError(t, err)
	require.True(t, b.Allows("https://named.example"))
	require.False(t, b.Allows("http://named.example"))
	require.False(t, b.Allows("https://vtt.example"))
	b.Refused("https://VTT.example")
	_, refused := b.Pages()
	require.Equal(t, []string{"https://vtt.example"}, refused)
	require.NoError(t, b.Allow("https://vtt.example"))
	_, refused = b.Pages()
	require.Empty(t, refused)

	b, err = commission.Open(path, nil)
	require.NoError(t, err)
	require.True(t, b.Allows("https://vtt.example"), "after a restart it may ask")
	require.False(t, b.Allows("https://named.example"), "what the settings name isn't kept")
	require.NoError(t, b.Forbid("https://vtt.example"))
	require.False(t, b.Allows("https://vtt.example"))
	require.ErrorContains(t, b.Forbid("https://vtt.example"), "isn't allowed")
}

func TestWhatTheSettingsNameOnlyTheyForbid(t *testing.T) {
	b := commission.Named([]string{"https://vtt.example"})
	require.ErrorContains(t, b.Forbid("https://vtt.example"), `setting "origins"`)
	require.ErrorContains(t, b.Allow("https://other.example"), "keeps no list")
	require.False(t, b.Allows("https://other.example"))
}

func TestWhoeverAsksFillsNoList(t *testing.T) {
	b := commission.Named(nil)
	for _, o := range []string{"https://a.example", "https://b.example", "null", "javascript:alert(1)", "https://c.example/path", "https://c.example", "https://d.example", "https://b.example"} {
		b.Refused(o)
	}
	_, refused := b.Pages()
	require.Equal(t, []string{"https://b.example", "https://d.example", "https://c.example"}, refused)
}

func TestAListThatCannotBeReadOrWrittenIsSaid(t *testing.T) {
	path := filepath.Join(t.TempDir(), "pages.json")
	for _, text := range []string{"{", `{"origins": ["https://vtt.example/x"]}`} {
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		_, err := commission.Open(path, nil)
		require.ErrorContains(t, err, path)
		require.ErrorContains(t, err, "move the file away")
	}
	b, err := commission.Open(filepath.Join(t.TempDir(), "gone", "pages.json"), nil)
	require.NoError(t, err)
	require.ErrorIs(t, b.Allow("https://vtt.example"), commission.ErrUnwritten)
	require.False(t, b.Allows("https://vtt.example"), "what isn't on the disk isn't so")
}

func TestAnAddressThatSomebodyCopiedIsAnOrigin(t *testing.T) {
	for _, c := range [][2]string{
		{"https://vtt.example/game", "https://vtt.example"}, {" http://192.168.1.5:30000/join ", "http://192.168.1.5:30000"},
		{"Forge.example", "https://forge.example"}, {"https://vtt.example:443/", "https://vtt.example"},
	} {
		address, want := c[0], c[1]
		got, err := commission.FromAddress(address)
		require.NoError(t, err)
		require.Equal(t, want, got)
	}
	for _, address := range []string{"", "ftp://vtt.example", "https://", "javascript:alert(1)", "file:///x"} {
		_, err := commission.FromAddress(address)
		require.Error(t, err, address)
	}
}

func TestOriginsAreChecked(t *testing.T) {
	require.NoError(t, commission.Check("https://vtt.example:30000"))
	for _, o := range []string{"", "vtt.example", "https://", "https://vtt.example/game", "file:///x", "https://me@vtt.example", "*"} {
		require.ErrorContains(t, commission.Check(o), "without a path", o)
	}
}
