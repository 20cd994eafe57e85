package web_test

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var exported = regexp.MustCompile(`(?m)^export (?:async )?(?:function|const|class|let) ([\w$]+)`)
var word = regexp.MustCompile(`[\w$]+`)

// If a script exports something, another script imports it, or a test runs it in a browser. A script exports nothing
// else.
func TestWhatScriptsExportIsImported(t *testing.T) {
	texts := map[string]string{}
	static := os.DirFS("static")
	require.NoError(t, fs.WalkDir(static, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || path.Ext(name) != ".js" && path.Ext(name) != ".html" || strings.Contains(name, ".min.") {
			return err
		}
		raw, err := fs.ReadFile(static, name)
		texts[name] = string(raw)
		return err
	}))
	for _, pattern := range []string{"../companion/*/*_page_test.go", "../companion/*_page_test.go"} {
		files, err := filepath.Glob(pattern)
		require.NoError(t, err)
		for _, f := range files {
			raw, err := os.ReadFile(f)
			require.NoError(t, err)
			texts[f] = string(raw)
		}
	}
	says := map[string]map[string]bool{} // by word: the files that have it
	for name, text := range texts {
		for _, w := range word.FindAllString(text, -1) {
			if says[w] == nil {
				says[w] = map[string]bool{}
			}
			says[w][name] = true
		}
	}
	n := 0
	for name, text := range texts {
		for _, e := range exported.FindAllStringSubmatch(text, -1) {
			n++
			require.Greater(t, len(says[e[1]]), 1, "%s exports %s, and nobody imports it: take the word export away, or the whole thing if nothing in the file uses it", name, e[1])
		}
	}
	require.Greater(t, n, 200)
}

// Only clock.js compares a time of the server's with the page's own clock, which may be off. Other scripts measure with that clock how long they
// themselves have waited, or make a name with it.
func TestPagesGoByTheServersClock(t *testing.T) {
	own := map[string]bool{"clock.js": true, "link.js": true, "studio/tray.js": true, "overlay/stage.js": true}
	static := os.DirFS("static")
	require.NoError(t, fs.WalkDir(static, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || path.Ext(name) != ".js" || strings.HasPrefix(name, "vendor/") || own[name] {
			return err
		}
		raw, err := fs.ReadFile(static, name)
		for i, line := range strings.Split(string(raw), "\n") {
			assert.NotRegexp(t, `Date\.now\b|new Date\(\)`, line, "%s:%d: take since from clock.js", name, i+1)
		}
		return err
	}))
}
