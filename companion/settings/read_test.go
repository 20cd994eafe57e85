package settings

import (
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/spf13/pflag"
	"github.com/stretchr/testify/require"
)

// configured reads the configuration as a command with some flags would.
func configured(t *testing.T, environ []string, args ...string) (Config, error) {
	t.Helper()
	flags := pflag.NewFlagSet("run", pflag.ContinueOnError)
	Flags(flags)
	AddFlags(flags, "listen", "source", "dice", "crops_mb")
	require.NoError(t, flags.Parse(args))
	cfg, _, err := Read(flags, environ)
	return cfg, err
}

func configFile(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	return path
}

func home(t *testing.T) []string {
	t.Helper()
	return []string{"HOME=" + t.TempDir()}
}

func TestSampleConfigHoldsTheDefaults(t *testing.T) {
	env := home(t)
	plain, err := configured(t, env)
	require.NoError(t, err)
	sample, err := configured(t, env, "--config", "../../docs/astragal.toml")
	require.NoError(t, err)
	require.Equal(t, plain, sample)

	text, err := os.ReadFile("../../docs/astragal.toml")
	require.NoError(t, err)
	for key := range words() {
		require.Contains(t, string(text), "\n"+key+" = ", "the sample shows every key")
	}
}

func TestEveryKeyIsAFieldAndExplained(t *testing.T) {
	keys := map[string]bool{}
	for field := range reflect.TypeFor[Config]().Fields() {
		keys[field.Tag.Get("mapstructure")] = true
	}
	guide, err := os.ReadFile("../../docs/config.md")
	require.NoError(t, err)
	require.Len(t, words(), len(keys))
	require.Len(t, defaults(), len(keys))
	for key := range keys {
		require.Contains(t, words(), key)
		require.Contains(t, defaults(), key)
		require.Contains(t, string(guide), "`"+key+"`")
	}
}

func TestLaterPlacesWin(t *testing.T) {
	file := configFile(t, "astragal.toml", "listen = \"127.0.0.1:1111\"\nsource = \"virtual\"\ncrops_mb = 7\ndice = [\"d20\"]\n")
	env := append(home(t), "ASTRAGAL_LISTEN=127.0.0.1:2222", "ASTRAGAL_CROPS_MB=8", "ASTRAGAL_DICE=d4,d8")

	cfg, err := configured(t, env, "--config", file, "--listen", "127.0.0.1:3333")
	require.NoError(t, err)
	require.Equal(t, "127.0.0.1:3333", cfg.Listen, "the flag")
	require.Equal(t, 8, cfg.CropsMB, "the environment")
	require.Equal(t, []string{"d4", "d8"}, cfg.Dice, "the environment")
	require.Equal(t, "virtual", cfg.Source, "the file")
	require.Equal(t, "info", cfg.LogLevel, "the default")
}

func TestConfigIsFoundAtHome(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.MkdirAll(filepath.Join(dir, "config", "astragal"), 0o700))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "config", "astragal", "astragal.yaml"), []byte("source: virtual\n"), 0o600))
	cfg, err := configured(t, []string{"HOME=" + dir, "XDG_CONFIG_HOME=" + filepath.Join(dir, "config"), "XDG_DATA_HOME=" + filepath.Join(dir, "data")})
	require.NoError(t, err)
	require.Equal(t, "virtual", cfg.Source)
	require.Equal(t, filepath.Join(dir, "data", "astragal"), cfg.DataDir)

	cfg, err = configured(t, []string{"HOME=" + dir})
	require.NoError(t, err)
	require.Equal(t, filepath.Join(dir, ".local", "share", "astragal"), cfg.DataDir)
}

// If an editor has put a byte-order mark into the file, it is skipped.
func TestAConfigWithAByteOrderMarkIsRead(t *testing.T) {
	cfg, err := configured(t, home(t), "--config", configFile(t, "astragal.toml", "\xef\xbb\xbfcrops_mb = 7\n"))
	require.NoError(t, err)
	require.Equal(t, 7, cfg.CropsMB)
	cfg, err = configured(t, home(t), "--config", configFile(t, "astragal.yaml", "\xef\xbb\xbfcrops_mb: 8\n"))
	require.NoError(t, err)
	require.Equal(t, 8, cfg.CropsMB)
	_, err = configured(t, home(t), "--config", configFile(t, "astragal.yaml", "crops_mb: 8\nlisten: [\n"))
	require.ErrorContains(t, err, "can't be read in line")
	require.NotContains(t, err.Error(), "yaml: ")
}

func TestWrongConfigNamesKeyAndRemedy(t *testing.T) {
	for name, c := range map[string]struct {
		file string
		env  []string
		args []string
		says []string
	}{
		"a misspelt key":           {file: "lisen = \":1\"", says: []string{`"lisen"`, `was it "listen"?`, "astragal.toml"}},
		"a key in a section":       {file: "[camera]\nexposure = 1", says: []string{`"camera.exposure"`, "take it away"}},
		"no TOML":                  {file: "crops_mb = 5\n\nlisten 1", says: []string{"astragal.toml", "line 3", "there must be"}},
		"a quote left open":        {file: "\nlisten = \":1", says: []string{"astragal.toml", "line 2", "not closed"}},
		"a key twice":              {file: "listen = \":1\"\nlisten = \":2\"", says: []string{"astragal.toml", "line 2", "twice"}},
		"a word without quotes":    {file: "source = virtual", says: []string{"astragal.toml", "line 1", "quotes"}},
		"a word for a number":      {file: "crops_mb = \"lots\"", says: []string{"crops_mb is \"lots\"", "astragal.toml", "a whole number, like 500"}},
		"a fraction for a number":  {file: "crops_mb = 1.5", says: []string{"crops_mb is 1.5", "a whole number"}},
		"a list for a number":      {file: "crops_mb = [1]", says: []string{"crops_mb is [1]", "a whole number"}},
		"a number for text":        {file: "listen = 8437", says: []string{"listen is 8437", "astragal.toml", "text in quotes"}},
		"a number in a list":       {file: "dice = [6, 6]", says: []string{"dice is [6 6]", "a list of words"}},
		"UTF-16":                   {file: "\xff\xfel\x00i\x00", says: []string{"astragal.toml", "UTF-16", "save it as UTF-8"}},
		"another encoding":         {file: "\ntable_name = \"M\xfcller\"", says: []string{"astragal.toml", "line 2", "UTF-8"}},
		"a bad address":            {file: "listen = \"8437\"", says: []string{"listen is", "host:port"}},
		"a port too high":          {file: "listen = \":84370\"", says: []string{"listen is", "65535"}},
		"a strange die":            {file: "dice = [\"d7\"]", says: []string{"dice has", `"d7"`}},
		"no dice":                  {file: "dice = []", says: []string{"dice names 0"}},
		"a negative size":          {file: "crops_mb = -1", says: []string{"crops_mb is -1"}},
		"an unknown level":         {args: []string{"--log-level", "loud"}, says: []string{"log_level is", "debug, info, warn or error"}},
		"an empty source":          {args: []string{"--source", ""}, says: []string{"source is empty"}},
		"a misspelt variable":      {env: []string{"ASTRAGAL_LISEN=:1"}, says: []string{"ASTRAGAL_LISEN", "was it ASTRAGAL_LISTEN?"}},
		"a word in the variable":   {env: []string{"ASTRAGAL_CROPS_MB=lots"}, says: []string{"crops_mb is \"lots\"", "environment (ASTRAGAL_CROPS_MB)", "a whole number"}},
		"a file that isn't there":  {args: []string{"--config", "gone.toml"}, says: []string{"gone.toml isn't there", "docs/astragal.toml"}},
		"a file of a strange kind": {args: []string{"--config", "/dev/null"}, says: []string{"must end in .toml or .yaml"}},
	} {
		t.Run(name, func(t *testing.T) {
			args := c.args
			if c.file != "" {
				args = append(args, "--config", configFile(t, "astragal.toml", c.file))
			}
			_, err := configured(t, append(home(t), c.env...), args...)
			require.Error(t, err)
			for _, says := range c.says {
				require.ErrorContains(t, err, says)
			}
			require.NotContains(t, err.Error(), "\n", "one sentence")
			for _, library := range []string{" toml:", "strconv", "decod", "mapstructure", " yaml:", "invalid character", "arsing"} {
				require.NotContains(t, err.Error(), library, "a library's text")
			}
		})
	}
}
