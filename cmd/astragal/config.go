package main

import (
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"maps"
	"net"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"github.com/spf13/viper"

	"astragal/companion/event"
	"astragal/companion/textfile"
	"astragal/companion/visitor"
	"astragal/models"
)

// Config is all that can be set, by file, environment (ASTRAGAL_LISTEN for
// listen) or flag; the later of these wins. docs/astragal.toml shows every key.
type Config struct {
	// Source is what is looked at; source.Sources says what it may be.
	Source string `mapstructure:"source"`
	// Listen is the address that the page is served on, host:port.
	Listen string `mapstructure:"listen"`
	// Hosts are further names that browsers may call this machine by.
	Hosts []string `mapstructure:"hosts"`
	// Proxies are addresses or networks of proxies that say truly who visits.
	Proxies []string `mapstructure:"proxies"`
	// Local says whether browsers on this machine may answer without a code: trust or ask.
	Local string `mapstructure:"local"`
	// Lookers says who may look on: all, or those who joined by a QR code.
	Lookers string `mapstructure:"lookers"`
	// OBS is where obs-websocket listens, host:port; empty where no scene is switched. OBSThrow and
	// OBSSettled are the scenes for dice that roll and dice that lie.
	OBS         string `mapstructure:"obs"`
	OBSPassword string `mapstructure:"obs_password"`
	OBSThrow    string `mapstructure:"obs_throw"`
	OBSSettled  string `mapstructure:"obs_settled"`
	// Dice are the shapes that the virtual table throws.
	Dice []string `mapstructure:"dice"`
	// DataDir keeps the log of games, profiles and crops.
	DataDir string `mapstructure:"data_dir"`
	// Profile is the file of a calibration; empty takes the camera's own from DataDir.
	Profile string `mapstructure:"profile"`
	// Gallery is the folder of taught faces; empty where none were taught.
	Gallery string `mapstructure:"gallery"`
	// CropsMB is how much room pictures of dice may take, in MB; 0 keeps none.
	CropsMB int `mapstructure:"crops_mb"`
	// LogLevel is debug, info, warn or error.
	LogLevel string `mapstructure:"log_level"`
	// WebDir serves the pages from a folder instead of the built-in ones.
	WebDir string `mapstructure:"web_dir"`
	// Hub is the address of an event's hub, nats://HOST:PORT/EVENT; empty where the table is at none.
	Hub string `mapstructure:"hub"`
	// TableName is what the table is called at the event; empty takes the name in the credentials.
	TableName string `mapstructure:"table_name"`
	// HubCredentials is the file with the right to send, HubCA that with the hub's certificate.
	HubCredentials string `mapstructure:"hub_credentials"`
	HubCA          string `mapstructure:"hub_ca"`
	// Origins are web pages elsewhere that may ask for rolls, as https://HOST.
	Origins []string `mapstructure:"origins"`
	// Webhooks are addresses that are told of every roll, WebhookSecret the file with the key that signs.
	Webhooks      []string `mapstructure:"webhooks"`
	WebhookSecret string   `mapstructure:"webhook_secret"`
	// MQTT is the address of a broker that is told too; MQTTPassword is a file, MQTTDiscovery the prefix
	// that Home Assistant listens to.
	MQTT          string `mapstructure:"mqtt"`
	MQTTUser      string `mapstructure:"mqtt_user"`
	MQTTPassword  string `mapstructure:"mqtt_password"`
	MQTTDiscovery string `mapstructure:"mqtt_discovery"`
}

// Who may look on.
const (
	lookersAll    = "all"
	lookersJoined = "joined"
	localTrust    = "trust"
	localAsk      = "ask"
)

// defaultConfig is what holds when nobody says otherwise. An empty DataDir
// stands for the user's own data folder.
func defaultConfig() Config {
	return Config{
		Source:   "auto",
		Listen:   "127.0.0.1:8437",
		Hosts:    []string{},
		Proxies:  []string{},
		Local:    localTrust,
		Lookers:  lookersAll,
		Dice:     []string{"d6", "d6", "d6", "d6", "d6"},
		CropsMB:  500,
		LogLevel: "info",
		Origins:  []string{},
		Webhooks: []string{},

		MQTTDiscovery: "homeassistant",
	}
}

// settings says for each key what it is for, in the words of --help.
func settings() map[string]string {
	return map[string]string{
		"source":          `what to look at: auto, virtual, camera, camera:NAME, picam, phone, an http or rtsp address, or a path`,
		"listen":          `address that the page is served on`,
		"hosts":           `further names that browsers may call this machine by`,
		"proxies":         `proxies that say truly who visits, like 127.0.0.1 or 10.0.0.0/8`,
		"local":           `whether browsers on this machine answer without a code: trust, or ask (for a table behind a proxy that names no visitor)`,
		"lookers":         `who may look on: all, or joined (devices that scanned a QR code)`,
		"obs":             `address of OBS's WebSocket server, like 127.0.0.1:4455, to switch scenes`,
		"obs_password":    `its password (better in the file or the environment)`,
		"obs_throw":       `scene to show when dice are thrown`,
		"obs_settled":     `scene to show when they lie`,
		"dice":            `shapes that the virtual table throws`,
		"data_dir":        `folder for the log, profiles and pictures (default: your data folder)`,
		"profile":         `calibration file (default: the camera's own)`,
		"gallery":         `folder of taught faces, to read icons in games`,
		"crops_mb":        `room for pictures of dice, MB`,
		"log_level":       `debug, info, warn or error`,
		"hub":             `address of an event's hub, nats://HOST:PORT/EVENT or tls://…`,
		"table_name":      `what the table is called at the event`,
		"hub_credentials": `file with the table's token for the hub`,
		"hub_ca":          `file with the hub's certificate, where this machine doesn't trust it anyway`,
		"origins":         `web pages elsewhere that may ask for rolls, like https://vtt.example`,
		"webhooks":        `addresses that are told of every roll`,
		"webhook_secret":  `file with the key that signs webhooks (default: one is made in the data folder)`,
		"mqtt":            `address of an MQTT broker that is told of every roll, mqtt://HOST or mqtts://HOST`,
		"mqtt_user":       `name for the broker`,
		"mqtt_password":   `file with the password for the broker`,
		"mqtt_discovery":  `prefix of topics that Home Assistant listens to; empty announces nothing`,
		"web_dir":         `serve the pages from this folder while working on them`,
	}
}

func flagName(key string) string { return strings.ReplaceAll(key, "_", "-") }

func envName(key string) string { return "ASTRAGAL_" + strings.ToUpper(key) }

// settingFlags adds the flags that every command has.
func settingFlags(flags *pflag.FlagSet) {
	flags.String("config", "", "configuration file (default: astragal.toml or astragal.yaml in your configuration folder)")
	addSettings(flags, "data_dir", "log_level")
}

// addSettings adds a flag for each key; config then takes its value from there.
func addSettings(flags *pflag.FlagSet, keys ...string) {
	defaults := defaultSettings()
	for _, key := range keys {
		switch d := defaults[key].(type) {
		case []string:
			flags.StringSlice(flagName(key), d, settings()[key])
		case int:
			flags.Int(flagName(key), d, settings()[key])
		case string:
			flags.String(flagName(key), d, settings()[key])
		}
	}
}

// defaultSettings is defaultConfig by key.
func defaultSettings() map[string]any {
	d := defaultConfig()
	return map[string]any{
		"source": d.Source, "listen": d.Listen, "hosts": d.Hosts, "proxies": d.Proxies, "local": d.Local, "lookers": d.Lookers,
		"obs": d.OBS, "obs_password": d.OBSPassword, "obs_throw": d.OBSThrow, "obs_settled": d.OBSSettled, "dice": d.Dice, "data_dir": d.DataDir,
		"profile": d.Profile, "gallery": d.Gallery, "crops_mb": d.CropsMB, "log_level": d.LogLevel, "web_dir": d.WebDir,
		"hub": d.Hub, "table_name": d.TableName, "hub_credentials": d.HubCredentials, "hub_ca": d.HubCA,
		"origins": d.Origins, "webhooks": d.Webhooks, "webhook_secret": d.WebhookSecret, "mqtt": d.MQTT, "mqtt_user": d.MQTTUser,
		"mqtt_password": d.MQTTPassword, "mqtt_discovery": d.MQTTDiscovery,
	}
}

// config reads the configuration for a command: defaults, file, environment, flags.
// Every error is a usageError that names the key and the remedy.
func (p *program) config(c *cobra.Command) (Config, error) {
	cfg, err := p.readConfig(c.Flags())
	if err != nil {
		return Config{}, usageError{err}
	}
	if cfg.DataDir == "" {
		if cfg.DataDir, err = p.home("XDG_DATA_HOME", ".local/share"); err != nil {
			return Config{}, usageError{fmt.Errorf("find a folder for the data: %w; say --data-dir", err)}
		}
	}
	if err := cfg.Validate(); err != nil {
		return Config{}, usageError{err}
	}
	return cfg, nil
}

func (p *program) readConfig(flags *pflag.FlagSet) (Config, error) {
	v := viper.New()
	for key, value := range defaultSettings() {
		v.SetDefault(key, value)
	}
	if err := p.readConfigFile(v, flags); err != nil {
		return Config{}, err
	}
	environ, err := p.mergeEnvironment(v)
	if err != nil {
		return Config{}, err
	}
	for key := range settings() {
		if flag := flags.Lookup(flagName(key)); flag != nil {
			if err := v.BindPFlag(key, flag); err != nil {
				return Config{}, fmt.Errorf("take --%s: %w", flag.Name, err)
			}
		}
	}
	for _, key := range slices.Sorted(slices.Values(v.AllKeys())) {
		if err := knownKey(key, v.ConfigFileUsed()); err != nil {
			return Config{}, err
		}
	}
	if err := checkTypes(v, flags, environ); err != nil {
		return Config{}, err
	}
	var cfg Config
	if err := v.UnmarshalExact(&cfg); err != nil {
		return Config{}, fmt.Errorf("read the configuration%s: %s", in(v.ConfigFileUsed()), oneLine(err))
	}
	if name, err := event.GiveName("the table", cfg.TableName); err == nil { // validate says what is wrong with another
		cfg.TableName = name
	}
	p.settingsFile = v.ConfigFileUsed()
	return cfg, nil
}

// readConfigFile reads the file named by --config, else the user's own if there is one.
func (p *program) readConfigFile(v *viper.Viper, flags *pflag.FlagSet) error {
	named, _ := flags.GetString("config")
	if named != "" {
		v.SetConfigFile(named)
	} else {
		v.SetConfigName("astragal")
		if dir, err := p.home("XDG_CONFIG_HOME", ".config"); err == nil {
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

// wrongEncoding: a file that is no text in UTF-8.
type wrongEncoding struct{ error }

// syntaxWords says in our words what is wrong with a file's syntax, and in which line.
func syntaxWords(err error, path string) (line int, what string) {
	var wrong *toml.DecodeError
	if errors.As(err, &wrong) {
		line, _ = wrong.Position()
		return line, tomlWords(err)
	}
	if twice := regexp.MustCompile(`key (\S+) is already defined`).FindStringSubmatch(err.Error()); twice != nil {
		return lineOfKey(path, twice[1], 2), tomlWords(err)
	}
	line = 1
	if at := regexp.MustCompile(`line (\d+)`).FindStringSubmatch(err.Error()); at != nil {
		line, _ = strconv.Atoi(at[1])
	}
	return line, "that is no YAML (each line is like listen: 127.0.0.1:8437)"
}

// lineOfKey is the line in which a key stands for the nth time, 1 where it doesn't.
func lineOfKey(path, key string, nth int) int {
	text, err := textfile.Read(path)
	if err != nil {
		return 1
	}
	for i, line := range strings.Split(text, "\n") {
		if head, _, ok := strings.Cut(line, "="); ok && strings.TrimSpace(head) == key {
			if nth--; nth == 0 {
				return i + 1
			}
		}
	}
	return 1
}

// tomlWords says in our words what is wrong in a line of TOML, where that is known.
func tomlWords(err error) string {
	for part, words := range map[string]string{
		"already": "the key stands there twice", "expected =": `after the key there must be "="`, "expected character =": `after the key there must be "="`,
		"unterminated": "a quote or a bracket is not closed", "not terminated": "a quote or a bracket is not closed", "incomplete": "a value is missing or not closed",
	} {
		if strings.Contains(err.Error(), part) {
			return words
		}
	}
	return "that is no TOML (text stands in quotes, like listen = \"127.0.0.1:8437\")"
}

// checkTypes says which setting is of the wrong kind, where it stands, and what is wanted.
func checkTypes(v *viper.Viper, flags *pflag.FlagSet, environ map[string]bool) error {
	defaults := defaultSettings()
	for _, key := range slices.Sorted(maps.Keys(defaults)) {
		var want string
		var ok bool
		switch got := v.Get(key); defaults[key].(type) {
		case int:
			n, isText := got.(string)
			_, err := strconv.Atoi(strings.TrimSpace(n))
			_, isFloat := got.(float64)
			_, isBool := got.(bool)
			want, ok = "a whole number, like 500", !isFloat && !isBool && !isList(got) && (!isText || err == nil)
		case []string:
			_, isText := got.(string)
			want, ok = `a list of words, like ["d6", "d20"]`, isText || allText(got)
		default:
			_, isText := got.(string)
			want, ok = "text in quotes", isText
		}
		if ok {
			continue
		}
		return fmt.Errorf("%s is %s%s: it must be %s", key, valueWords(v.Get(key)), whereSet(key, v, flags, environ), want)
	}
	return nil
}

func isList(x any) bool { _, ok := x.([]any); return ok }

// allText: a list in which everything is text.
func allText(x any) bool {
	if _, ok := x.([]string); ok {
		return true
	}
	list, ok := x.([]any)
	return ok && !slices.ContainsFunc(list, func(e any) bool { _, isText := e.(string); return !isText })
}

func valueWords(x any) string {
	if text, ok := x.(string); ok {
		return strconv.Quote(text)
	}
	return strings.TrimPrefix(fmt.Sprint(x), "map")
}

// whereSet says where a setting got its value from.
func whereSet(key string, v *viper.Viper, flags *pflag.FlagSet, environ map[string]bool) string {
	if f := flags.Lookup(flagName(key)); f != nil && f.Changed {
		return " in --" + f.Name
	}
	if environ[key] {
		return " in the environment (" + envName(key) + ")"
	}
	return in(v.ConfigFileUsed())
}

// mergeEnvironment lays ASTRAGAL_* over what the file says, and says which keys it set.
func (p *program) mergeEnvironment(v *viper.Viper) (map[string]bool, error) {
	byName := map[string]string{}
	for key := range settings() {
		byName[envName(key)] = key
	}
	layer, set := map[string]any{}, map[string]bool{}
	for _, entry := range p.environ {
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
	if _, ok := settings()[key]; ok {
		return nil
	}
	return fmt.Errorf("the configuration%s has the key %q, which means nothing here: take it away, or was it %q?",
		in(file), key, models.Nearest(key, slices.Collect(maps.Keys(settings()))))
}

// Validate says which key is wrong and what it may be.
func (c Config) Validate() error {
	host, port, err := net.SplitHostPort(c.Listen)
	if err != nil {
		return fmt.Errorf("listen is %q: it must be host:port, like 127.0.0.1:8437, or :8437 for the whole network", c.Listen)
	}
	if n, err := strconv.Atoi(port); err != nil || n < 0 || n > 65535 || strings.ContainsAny(host, " /") {
		return fmt.Errorf("listen is %q: the port must be a number from 0 to 65535, the host a name or an address", c.Listen)
	}
	if c.Local != localTrust && c.Local != localAsk {
		return fmt.Errorf("local is %q: it must be %s (browsers on this machine answer without a code) or %s (they need one too)", c.Local, localTrust, localAsk)
	}
	if c.Lookers != lookersAll && c.Lookers != lookersJoined {
		return fmt.Errorf("lookers is %q: it must be %s (everybody in the network may look on) or %s (only devices that scanned a QR code)", c.Lookers, lookersAll, lookersJoined)
	}
	if c.OBS != "" {
		if _, _, err := net.SplitHostPort(c.OBS); err != nil {
			return fmt.Errorf("obs is %q: it must be host:port, like 127.0.0.1:4455, as OBS shows it under Tools, WebSocket Server Settings", c.OBS)
		}
		if c.OBSThrow == "" && c.OBSSettled == "" {
			return errors.New("obs is set, but no scene to switch to: say obs_throw, obs_settled or both")
		}
	}
	if _, err := visitor.Parse(c.Proxies); err != nil {
		return fmt.Errorf("proxies: %w", err)
	}
	var level slog.Level
	if level.UnmarshalText([]byte(c.LogLevel)) != nil {
		return fmt.Errorf("log_level is %q: it must be debug, info, warn or error", c.LogLevel)
	}
	if c.Source == "" {
		return errors.New(`source is empty: "auto" takes the first camera, "virtual" needs none`)
	}
	if c.CropsMB < 0 || c.CropsMB > 1_000_000 {
		return fmt.Errorf("crops_mb is %d: it must be from 0 (keep none) to 1000000", c.CropsMB)
	}
	if len(c.Dice) == 0 || len(c.Dice) > 60 {
		return fmt.Errorf("dice names %d dice: the virtual table throws 1 to 60", len(c.Dice))
	}
	for _, d := range c.Dice {
		if !slices.Contains([]string{"d4", "d6", "d8", "d10", "d12", "d20"}, d) {
			return fmt.Errorf("dice has %q: each must be d4, d6, d8, d10, d12 or d20", d)
		}
	}
	if err := c.validateHub(); err != nil {
		return err
	}
	return c.validateNotify()
}

// validateHub says what is wrong with the table's way to an event.
func (c Config) validateHub() error {
	if c.Hub != "" {
		if _, err := event.ParseAddress(c.Hub); err != nil {
			return fmt.Errorf("hub: %w", err)
		}
	}
	if c.TableName != "" {
		if _, err := event.GiveName("the table", c.TableName); err != nil {
			return fmt.Errorf("table_name: %w", err)
		}
	}
	return nil
}

// home is a folder of the user's for this program: $VARIABLE/astragal, else ~/FALLBACK/astragal.
func (p *program) home(variable, fallback string) (string, error) {
	env := map[string]string{}
	for _, entry := range p.environ {
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
