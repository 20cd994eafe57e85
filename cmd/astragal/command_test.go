package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestWrongUsage(t *testing.T) {
	dir := t.TempDir()
	put := func(name, text string) string {
		path := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
		return path
	}
	empty, notJSON := put("empty.json", ""), put("bad.json", "{")
	dice := put("dice.json", `{"dice": [{"id": "oak", "shape": "d4", "faces": [{}, {}, {}, {}]}]}`)
	for name, c := range map[string]struct {
		args []string
		says string
	}{
		"an unknown command":              {[]string{"reed", "a.jpg"}, `did you mean "read"?`},
		"an unknown flag":                 {[]string{"read", "--formt", "json", "a.jpg"}, "unknown flag: --formt (see astragal read --help)"},
		"read without a picture":          {[]string{"read"}, "at least one picture"},
		"read in a format that isn't":     {[]string{"read", "--format", "xml", "a.jpg"}, "read prints json"},
		"read with lost definitions":      {[]string{"read", "--dice", "gone.json", "a.jpg"}, "gone.json"},
		"read with empty definitions":     {[]string{"read", "--dice", empty, "a.jpg"}, "empty.json"},
		"read with a lost gallery":        {[]string{"read", "--gallery", "gone", "a.jpg"}, "open the gallery"},
		"read with a file for a gallery":  {[]string{"read", "--gallery", dice, "a.jpg"}, "open the gallery"},
		"read with a lost expectation":    {[]string{"read", "--expect", "gone.json", "a.jpg"}, "expected dice"},
		"read with a broken expectation":  {[]string{"read", "--expect", notJSON, "a.jpg"}, "must be"},
		"read with a die that isn't":      {[]string{"read", "--dice", dice, "--expect", put("x.json", `["oka"]`), "a.jpg"}, `was it "oak"?`},
		"read with a lost profile":        {[]string{"read", "--profile", "gone.json", "a.jpg"}, "profile"},
		"read with a broken profile":      {[]string{"read", "--profile", notJSON, "a.jpg"}, "profile"},
		"teach without a set":             {[]string{"teach", "--gallery", dir}, "--dataset DIR"},
		"teach without a gallery":         {[]string{"teach", "--dataset", dir}, "--gallery DIR"},
		"teach from a folder of else":     {[]string{"teach", "--dataset", dir, "--gallery", filepath.Join(dir, "g")}, "no annotations.json"},
		"evaluate without a set":          {[]string{"evaluate"}, "--dataset DIR"},
		"evaluate with a lost folder":     {[]string{"evaluate", "--dataset", filepath.Join(dir, "gone")}, "gone"},
		"evaluate with a folder of else":  {[]string{"evaluate", "--dataset", dir}, "no annotations.json"},
		"evaluate with a split that isnt": {[]string{"evaluate", "--dataset", dir, "--split", "best"}, "all, odd or even"},
		"evaluate in an unknown format":   {[]string{"evaluate", "--dataset", dir, "--format", "xml"}, "json or table"},
		"evaluate with a stray argument":  {[]string{"evaluate", dir}, "takes flags only"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := astragal(t, c.args...)
			require.Equal(t, statusUsage, got.status, got.errs)
			require.Contains(t, got.errs, c.says)
			require.Empty(t, got.out)
			require.Equal(t, 1, strings.Count(got.errs, "\n"), "one line: %s", got.errs)
		})
	}
}

func TestHelpIsNoError(t *testing.T) {
	for _, args := range [][]string{{}, {"--help"}, {"read", "--help"}, {"evaluate", "--help"}} {
		got := astragal(t, args...)
		require.Equal(t, statusOK, got.status)
		require.Contains(t, got.out, "Usage:")
		require.Empty(t, got.errs)
	}
}

func TestVersionNamesTheBuild(t *testing.T) {
	got := astragal(t, "version")
	require.Equal(t, statusOK, got.status)
	require.Contains(t, got.out, pixels())
}

func TestCommandsAreDescribed(t *testing.T) {
	guide, err := os.ReadFile("../../docs/commands.md")
	require.NoError(t, err)
	p := &program{}
	for _, c := range p.root().Commands() {
		if c.Hidden {
			continue
		}
		require.Contains(t, string(guide), "astragal "+c.Name(), "docs/commands.md describes every command")
	}
}

// A mistake on the command line or in the configuration has the exit status of a usage error. Each flag that doesn't
// take text says in our words what it takes.
func TestAFlagWithAWrongValueSaysWhatIsWanted(t *testing.T) {
	file := func(text string) string {
		path := filepath.Join(t.TempDir(), "astragal.toml")
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		return path
	}
	for says, c := range map[string]struct{ args, env []string }{
		`--crops-mb is "lots": it must be a whole number, like 500`: {args: []string{"run", "--crops-mb", "lots"}},
		`--wait is "long": it must be a time, like 12s`:             {args: []string{"doctor", "--wait", "long"}},
		"gone.toml isn't there":                                     {args: []string{"run", "--config", "gone.toml"}},
		"must end in .toml or .yaml":                                {args: []string{"run", "--config", "/dev/null"}},
		`was it "listen"?`:                                          {args: []string{"run", "--config", file("lisen = \":1\"")}},
		"there must be":                                             {args: []string{"run", "--config", file("crops_mb = 5\n\nlisten 1")}},
		"save it as UTF-8":                                          {args: []string{"run", "--config", file("\xff\xfel\x00i\x00")}},
		"a whole number, like 500":                                  {args: []string{"run", "--config", file("crops_mb = \"lots\"")}},
		"65535":                                                     {args: []string{"run", "--config", file("listen = \":84370\"")}},
		"dice names 0":                                              {args: []string{"run", "--config", file("dice = []")}},
		"debug, info, warn or error":                                {args: []string{"run", "--log-level", "loud"}},
		"source is empty":                                           {args: []string{"run", "--source", ""}},
		"was it ASTRAGAL_LISTEN?":                                   {args: []string{"run"}, env: []string{"ASTRAGAL_LISEN=:1"}},
		"environment (ASTRAGAL_CROPS_":                              {args: []string{"run"}, env: []string{"ASTRAGAL_CROPS_MB=lots"}},
	} {
		var out, errs bytes.Buffer
		p := &program{in: strings.NewReader(""), out: &out, errs: &errs, environ: append(home(t), c.env...)}
		require.Equal(t, statusUsage, p.run(t.Context(), c.args), says)
		require.Contains(t, errs.String(), says)
		require.NotContains(t, errs.String(), "strconv")
	}
}

func home(t *testing.T) []string {
	t.Helper()
	return []string{"HOME=" + t.TempDir()}
}
