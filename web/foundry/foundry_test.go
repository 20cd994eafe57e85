package foundry_test

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"regexp"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"astragal/web/foundry"
)

func archive(t *testing.T, m foundry.Module) *zip.Reader {
	t.Helper()
	raw, err := m.Archive()
	require.NoError(t, err)
	z, err := zip.NewReader(bytes.NewReader(raw), int64(len(raw)))
	require.NoError(t, err)
	return z
}

func read(t *testing.T, z fs.FS, name string) []byte {
	t.Helper()
	raw, err := fs.ReadFile(z, name)
	require.NoError(t, err)
	return raw
}

// manifest is the part of a module's manifest that Foundry reads.
type manifest struct {
	ID, Version, Manifest, Download, URL, License string
	Compatibility                                 struct{ Minimum, Maximum string }
	ESModules, Styles                             []string
	Languages                                     []struct{ Lang, Path string }
	Flags                                         map[string]map[string]string
}

func TestTheModuleIsInstalledFromTheTableThatHandsItOut(t *testing.T) {
	m := foundry.Module{Table: "https://dice.example/table", Version: "1.4.2"}
	z := archive(t, m)
	raw, err := m.Manifest()
	require.NoError(t, err)
	require.Equal(t, string(raw), string(read(t, z, "module.json")), "the archive's manifest is the one that it was found by")
	var got manifest
	require.NoError(t, json.Unmarshal(raw, &got))
	require.Equal(t, "1.4.2", got.Version)
	require.Equal(t, "https://dice.example/table/foundry/module.json", got.Manifest)
	require.Equal(t, "https://dice.example/table/foundry/astragal.zip", got.Download)
	require.Equal(t, "https://dice.example/table", got.Flags[got.ID]["table"])
	require.Equal(t, foundry.ID, got.ID)
	require.Equal(t, "12", got.Compatibility.Minimum)
	require.Equal(t, "14", got.Compatibility.Maximum)

	// The archive has all files that the manifest names. Its other files are the licence and the modules in scripts.
	named := map[string]bool{"module.json": true, got.License: true}
	for _, p := range append(got.ESModules, got.Styles...) {
		named[p] = true
	}
	for _, l := range got.Languages {
		named[l.Path] = true
	}
	for _, f := range z.File {
		require.True(t, named[f.Name] || path.Dir(f.Name) == "scripts" || path.Dir(f.Name) == "scripts/heard", "%s is nobody's", f.Name)
		delete(named, f.Name)
	}
	require.Empty(t, named, "the manifest names what isn't there")
	license, err := os.ReadFile("../../LICENSE")
	require.NoError(t, err)
	require.Equal(t, string(license), string(read(t, z, "LICENSE")))
}

// Each language has the same sentences as English, with the same places.
func TestTheModuleSpeaksFiveLanguages(t *testing.T) {
	z := archive(t, foundry.Module{})
	var m manifest
	require.NoError(t, json.Unmarshal(read(t, z, "module.json"), &m))
	said := map[string]map[string]string{}
	for _, l := range m.Languages {
		var all map[string]any
		require.NoError(t, json.Unmarshal(read(t, z, l.Path), &all), l.Path)
		said[l.Lang] = map[string]string{}
		sentences(t, said[l.Lang], "", all)
	}
	require.ElementsMatch(t, []string{"en", "de", "es", "fr", "pl"}, slices.Collect(maps.Keys(said)))
	gap := regexp.MustCompile(`\{\w+\}`)
	gaps := func(text string) []string {
		return slices.Compact(slices.Sorted(slices.Values(gap.FindAllString(text, -1))))
	}
	for lang, of := range said {
		require.ElementsMatch(t, slices.Collect(maps.Keys(said["en"])), slices.Collect(maps.Keys(of)), lang)
		same := 0
		for key, text := range of {
			require.NotEmpty(t, text, "%s %s", lang, key)
			require.Equal(t, gaps(said["en"][key]), gaps(text), "%s %s", lang, key)
			if text == said["en"][key] {
				same++
			}
		}
		require.True(t, lang == "en" || same < 3, "%s says %d sentences in English", lang, same)
	}
	// The module's sentences call places on the table's page by the names that they have there.
	for lang, of := range said {
		if lang == "en" {
			continue
		}
		var words map[string]any
		raw, err := os.ReadFile("../static/words/" + lang + ".json")
		require.NoError(t, err)
		require.NoError(t, json.Unmarshal(raw, &words))
		page := map[string]string{}
		sentences(t, page, "", words)
		for _, place := range []string{"Screens", "Roll for another program"} {
			called := page["."+place]
			if called == "" {
				called = page[".words."+place]
			}
			require.NotEmpty(t, called, "%s %s", lang, place)
			require.Contains(t, of[".ASTRAGAL.Trouble.barred"], called, lang)
			require.Contains(t, of[".ASTRAGAL.Settings.address.Hint"], called, lang)
		}
	}
}

// sentences collects the texts of a language file by their places in it.
func sentences(t *testing.T, into map[string]string, at string, v any) {
	t.Helper()
	switch v := v.(type) {
	case string:
		into[at] = v
	case map[string]any:
		for key, inner := range v {
			sentences(t, into, at+"."+key, inner)
		}
	}
}

func TestTheSameModuleIsTheSameBytes(t *testing.T) {
	m := foundry.Module{Table: "http://192.0.2.5:8437", Version: "1.0.0"}
	one, err := m.Archive()
	require.NoError(t, err)
	two, err := m.Archive()
	require.NoError(t, err)
	require.True(t, bytes.Equal(one, two))
	for _, f := range archive(t, m).File {
		r, err := f.Open()
		require.NoError(t, err)
		_, err = io.Copy(io.Discard, r)
		require.NoError(t, err, f.Name)
	}
}

func TestABuildFromACommitIsOlderThanAnyRelease(t *testing.T) {
	for program, want := range map[string]string{
		"":                                 "0.0.0",
		"1.2.3":                            "1.2.3",
		"0.1.0~git20261125.1200.abc":       "0.1.0~git20261125.1200.abc",
		"0123456789ab with changes":        "0.0.0-0123456789ab-with-changes",
		"unknown":                          "0.0.0-unknown",
		"v0.0.0-20261125120000-0123456789": "0.0.0-v0.0.0-20261125120000-0123456789",
	} {
		raw, err := foundry.Module{Version: program}.Manifest()
		require.NoError(t, err)
		var got manifest
		require.NoError(t, json.Unmarshal(raw, &got))
		require.Equal(t, want, got.Version, program)
	}
}

// What the table says in English, the module says by the pages' own script and catalogues.
func TestTheModuleHearsTheTableAsThePagesDo(t *testing.T) {
	z := archive(t, foundry.Module{})
	for _, l := range []string{"heard.js", "heard/de.json", "heard/es.json", "heard/fr.json", "heard/pl.json"} {
		own, err := os.ReadFile("../static/" + l)
		require.NoError(t, err)
		require.Equal(t, string(own), string(read(t, z, "scripts/"+l)), l)
	}
}
