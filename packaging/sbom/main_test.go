package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTheBillNamesEveryModuleAndIsTheSameTwice(t *testing.T) {
	self := filepath.Join(t.TempDir(), "astragal")
	build := exec.Command("go", "build", "-o", self, "astragal/cmd/astragal")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	out, err := build.CombinedOutput()
	require.NoError(t, err, string(out))
	once, err := list(self, "astragal_1_amd64", "1", "libc6, libopencv-core406", "../../web/static/vendor/preact-htm.js")
	require.NoError(t, err)
	names := map[string]component{}
	for _, c := range once.Components {
		names[c.Name] = c
	}
	require.Contains(t, names, "modernc.org/sqlite")
	require.Len(t, names["modernc.org/sqlite"].Hashes, 1)
	require.NotContains(t, names, "github.com/stretchr/testify", "what only serves tests is not in the program")
	require.Equal(t, "pkg:deb/debian/libopencv-core406", names["libopencv-core406"].PURL)
	require.Len(t, once.Metadata.Component.Hashes[0].Content, 64)
	again, err := list(self, "astragal_1_amd64", "1", "libc6, libopencv-core406", "../../web/static/vendor/preact-htm.js")
	require.NoError(t, err)
	a, err := json.Marshal(once)
	require.NoError(t, err)
	b, err := json.Marshal(again)
	require.NoError(t, err)
	require.Equal(t, string(a), string(b))

	_, err = list("main_test.go", "x", "1", "", "../../web/static/vendor/preact-htm.js")
	require.Error(t, err, "that is no program")
}
