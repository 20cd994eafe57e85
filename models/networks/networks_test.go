package networks_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"astragal/models/networks"

	"github.com/stretchr/testify/require"
)

func TestNetworksAreTheOnesInTheManifest(t *testing.T) {
	set, err := networks.Load()
	require.NoError(t, err)
	require.NotEqual(t, set.Finder.SHA256, set.Reader.SHA256)
	for name, n := range map[string]networks.Network{"finder": set.Finder, "reader": set.Reader, "second": set.Second, "under": set.Under, "numerals": set.Numerals, "aligner": set.Aligner, "icons": set.Icons, "leaning": set.Leaning, "things": set.Things} {
		require.Less(t, len(n.ONNX), 5<<20, "%s must stay small enough for a Raspberry Pi", name)
		require.Len(t, n.SampleShape, 4)
		info, err := os.Stat("testdata/" + name + ".f32")
		require.NoError(t, err)
		size := 4
		for _, d := range n.SampleShape {
			size *= d
		}
		require.Greater(t, info.Size(), int64(size), "%s: the sample holds its input and its output", name)
	}
}

func TestLoadDirRefusesOtherFiles(t *testing.T) {
	dir := t.TempDir()
	_, err := networks.LoadDir(dir)
	require.ErrorContains(t, err, "manifest.json")
	for name, content := range map[string]string{"manifest.json": "{", "finder.onnx": "x", "reader.onnx": "y"} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600))
	}
	_, err = networks.LoadDir(dir)
	require.ErrorContains(t, err, "isn't JSON")
	require.NoError(t, os.WriteFile(filepath.Join(dir, "manifest.json"), []byte(`{"finder": {"sha256": "00"}}`), 0o600))
	_, err = networks.LoadDir(dir)
	require.ErrorContains(t, err, "finder.onnx isn't the file")
}

// A folder may hold a second reader, and a finder for dice that lie half under others. The built-in ones never
// replace them, because they may have been trained on what the folder's networks are measured on.
func TestLoadDirTakesWhatElseItsFolderHolds(t *testing.T) {
	for name, of := range map[string]func(networks.Set) networks.Network{
		"second": func(s networks.Set) networks.Network { return s.Second },
		"under":  func(s networks.Set) networks.Network { return s.Under },
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			require.NoError(t, os.CopyFS(dir, os.DirFS("heldout")))
			set, err := networks.LoadDir(dir)
			require.NoError(t, err)
			shipped, err := networks.Load()
			require.NoError(t, err)
			require.NotEmpty(t, of(set).ONNX)
			require.NotEqual(t, of(shipped).SHA256, of(set).SHA256)

			file := filepath.Join(dir, name+".onnx")
			require.NoError(t, os.Remove(file))
			_, err = networks.LoadDir(dir)
			require.ErrorContains(t, err, name+".onnx isn't the file", "the manifest names one")

			var known map[string]networks.Network
			raw, err := os.ReadFile(filepath.Join(dir, "manifest.json"))
			require.NoError(t, err)
			require.NoError(t, json.Unmarshal(raw, &known))
			delete(known, name)
			raw, err = json.Marshal(known)
			require.NoError(t, err)
			require.NoError(t, os.WriteFile(filepath.Join(dir, "manifest.json"), raw, 0o600))
			set, err = networks.LoadDir(dir)
			require.NoError(t, err)
			require.Empty(t, of(set).ONNX)

			require.NoError(t, os.WriteFile(file, []byte("another"), 0o600))
			_, err = networks.LoadDir(dir)
			require.ErrorContains(t, err, name+".onnx isn't the file", "the manifest names none")
		})
	}
}

func TestStrings(t *testing.T) {
	s := networks.Strings()
	require.Len(t, s, 29)
	require.Equal(t, []string{"1", "20", "0", "00", "30", "90"}, []string{s[0], s[19], s[20], s[21], s[22], s[28]})
}
