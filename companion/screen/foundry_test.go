package screen_test

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"astragal/companion/tabletest"
	"astragal/web/foundry"
)

// got is what an address answers to a program that shows no key.
func got(t *testing.T, address string) []byte {
	t.Helper()
	res, err := http.Get(address)
	require.NoError(t, err)
	defer func() { _ = res.Body.Close() }()
	require.Equal(t, http.StatusOK, res.StatusCode, address)
	raw, err := io.ReadAll(res.Body)
	require.NoError(t, err)
	return raw
}

// A Foundry server has no key. It installs the module from the address by which it reached the table.
func TestTheModuleForFoundryIsHandedOutToEverybody(t *testing.T) {
	tb := tabletest.NewTable(t)
	tb.Server.Access.Joined = true // nobody may look on without a key
	tb.Server.Access.AskHere = true
	tb.Server.Version = "1.4.2"
	trusts(t, tb)
	front := below(t, tb, "/dice", func(r *http.Request) { r.Header.Set("X-Forwarded-Prefix", "/dice") })
	for _, root := range []string{"http://" + tb.Address, front.URL + "/dice"} {
		var m struct{ Version, Manifest, Download string }
		raw := got(t, root+"/foundry/module.json")
		require.NoError(t, json.Unmarshal(raw, &m))
		require.Equal(t, "1.4.2", m.Version)
		require.Equal(t, root+"/foundry/module.json", m.Manifest)
		packed := got(t, m.Download)
		require.Equal(t, packed, got(t, m.Download), "the same bytes")
		z, err := zip.NewReader(bytes.NewReader(packed), int64(len(packed)))
		require.NoError(t, err)
		inside, err := z.Open(foundry.ManifestFile)
		require.NoError(t, err)
		same, err := io.ReadAll(inside)
		require.NoError(t, err)
		require.Equal(t, string(raw), string(same))
	}
}
