package settings

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/pflag"
	"github.com/spf13/viper"

	"astragal/companion/event"
	"astragal/companion/textfile"
	"astragal/models"
)

// Read reads the configuration of a command: defaults, file, environment (as os.Environ has it), flags. It says which file it read, empty if there is
// none. The error names the key and the remedy.
func Read(flags *pflag.FlagSet, environ []string) (cfg Config, file string, err error) {
	if cfg, file, err = read(flags, environ); err != nil {
		return Config{}, "", err
	}
	if cfg.DataDir == "" {
		if cfg.DataDir, err = Home(environ, "XDG_DATA_HOME", ".local/share"); err != nil {
			return Config{}, "", fmt.Errorf("find a folder for the data: %w; say --data-dir", err)
		}
	}
	if err := cfg.Validate(); err != nil {
		return Config{}, "", err
	}
	return cfg, file, nil
}

func read(flags *pflag.FlagSet, environ []string) (Config, string, error) {
	v := viper.New()
	for key, value := range defaults() {
		v.SetDefault(key, value)
	}
	if err := readFile(v, flags, environ); err != nil {
		return Config{}, "", err
	}
	set, err := mergeEnvironment(v, environ)
	if err != nil {
		return Config{}, "", err
	}
	for key := range words() {
		if flag := flags.Lookup(flagName(key)); flag != nil {
			if err := v.BindPFlag(key, flag); err != nil {
				return Config{}, "", fmt.Errorf("take --%s: %w", flag.Name, err)
			}
		}
	}
	for _, key := range slices.Sorted(slices.Values(v.AllKeys())) {
		if err := knownKey(key, v.ConfigFileUsed()); err != nil {
			return Config{}, "", err
		}
	}
	if err := checkTypes(v, flags, set); err != nil {
		return Config{}, "", err
	}
	var cfg Config
	if err := v.UnmarshalExact(&cfg); err != nil {
		return Config{}, "", fmt.Errorf("read the configuration%s: %s", in(v.ConfigFileUsed()), oneLine(err))
	}
	if name, err := event.GiveName("the table", cfg.TableName); err == nil { // Validate says what is wrong with another
		cfg.TableName = name
	}
	return cfg, v.ConfigFileUsed(), nil
}

// readFile reads the file named by --config, else the user's own if there is one.
func readFile(v *viper.Viper, flags *pflag.FlagSet, environ []string) error {
	named, _ := flags.GetString("config")
	if named != "" {
		v.SetConfigFile(named)
	} else {
		v.SetConfigName("astragal")
		if dir, err := Home(environ, "XDG_CONFIG_HOME", ".config"); err == nil {
			v.AddConfigPath(dir) // without a home there is no file to find
		}
	}
	err := readInto(v)
	var none viper.ConfigFileNotFoundError
	var odd viper.UnsupportedConfigError
	var syntax viper.ConfigParseError
	var encoding wrongEncoding
	switch {
	case err == nil, named == "" && errors.As(err, &none):
		return nil
	case errors.As(err, &encoding):
		return fmt.Errorf("the configuration file %w", encoding.error)
	case errors.As(err, &syntax):
		line, what := syntaxWords(err, v.ConfigFileUsed())
		return fmt.Errorf("the configuration%s can't be read in line %d: %s; docs/astragal.toml shows how each key is written", in(v.ConfigFileUsed()), line, what)
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("the configuration file %s isn't there; docs/astragal.toml is one to start from", named)
	case errors.As(err, &odd):
		return fmt.Errorf("the configuration file %s must end in .toml or .yaml", named)
	}
	return fmt.Errorf("read the configuration%s: %s", in(v.ConfigFileUsed()), oneLine(err))
}

// readInto reads the file that v finds, whatever editor saved it.
func readInto(v *viper.Viper) error {
	err := v.ReadInConfig() // it finds the file, and says where
	path := v.ConfigFileUsed()
	var found viper.ConfigParseError
	if path == "" || err != nil && !errors.As(err, &found) {
		return err
	}
	text, err := textfile.Read(path)
	if err != nil {
		return wrongEncoding{err}
	}
	v.SetConfigType(strings.TrimPrefix(filepath.Ext(path), "."))
	return v.ReadConfig(strings.NewReader(text))
}

// wrongEncoding says that a file is no text in UTF-8.
type wrongEncoding struct{ error }

// mergeEnvironment lays ASTRAGAL_* over what the file says, and says which keys it set.
func mergeEnvironment(v *viper.Viper, environ []string) (map[string]bool, error) {
	byName := map[string]string{}
	for key := range words() {
		byName[envName(key)] = key
	}
	layer, set := map[string]any{}, map[string]bool{}
	for _, entry := range environ {
		name, value, _ := strings.Cut(entry, "=")
		if !strings.HasPrefix(name, "ASTRAGAL_") || name == "ASTRAGAL_SOAK" {
			continue
		}
		key, ok := byName[name]
		if !ok {
			return nil, fmt.Errorf("the environment sets %s, which means nothing here: take it away, or was it %s?", name, models.Nearest(name, slices.Collect(maps.Keys(byName))))
		}
		layer[key], set[key] = value, true
	}
	return set, v.MergeConfigMap(layer)
}

func knownKey(key, file string) error {
	if _, ok := words()[key]; ok {
		return nil
	}
	return fmt.Errorf("the configuration%s has the key %q, which means nothing here: take it away, or was it %q? (a newer version of this program may know it)",
		in(file), key, models.Nearest(key, slices.Collect(maps.Keys(words()))))
}

// Home is a folder of the user's for this program: $VARIABLE/astragal, else ~/FALLBACK/astragal. The environment is as os.Environ has it.
func Home(environ []string, variable, fallback string) (string, error) {
	env := map[string]string{}
	for _, entry := range environ {
		name, value, _ := strings.Cut(entry, "=")
		env[name] = value
	}
	if dir := env[variable]; filepath.IsAbs(dir) {
		return filepath.Join(dir, "astragal"), nil
	}
	if !filepath.IsAbs(env["HOME"]) {
		return "", errors.New("HOME isn't set")
	}
	return filepath.Join(env["HOME"], fallback, "astragal"), nil
}

func in(file string) string {
	if file == "" {
		return ""
	}
	return " in " + file
}

func oneLine(err error) string { return strings.Join(strings.Fields(err.Error()), " ") }
