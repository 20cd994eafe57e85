// Package settings is all that can be set, by file, environment or flag. It reads the settings. If one is wrong, it says where that stands and what is
// allowed there.
package settings

import (
	"strings"

	"github.com/spf13/pflag"
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
	// Proxies are addresses or networks of proxies whose word on the visitor's address counts.
	Proxies []string `mapstructure:"proxies"`
	// Local says whether browsers on this machine may answer without a code: trust or ask.
	Local string `mapstructure:"local"`
	// Lookers says who may look on: all, or those who joined by a QR code.
	Lookers string `mapstructure:"lookers"`
	// OBS is where obs-websocket listens, host:port; empty if no scene is switched. OBSThrow and OBSSettled are the scenes for dice that roll and dice
	// that lie.
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
	// Gallery is the folder of taught faces; empty if none were taught.
	Gallery string `mapstructure:"gallery"`
	// CropsMB is how much room pictures of dice may take, in MB; 0 keeps none.
	CropsMB int `mapstructure:"crops_mb"`
	// LogLevel is debug, info, warn or error.
	LogLevel string `mapstructure:"log_level"`
	// WebDir serves the pages from a folder instead of the built-in ones.
	WebDir string `mapstructure:"web_dir"`
	// Hub is the address of an event's hub, nats://HOST:PORT/EVENT; empty if the table is at none.
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

// What Lookers and Local may be.
const (
	LookersAll    = "all"
	LookersJoined = "joined"
	LocalTrust    = "trust"
	LocalAsk      = "ask"
)

// Default are the settings if nobody says otherwise. An empty DataDir means the user's own data folder.
func Default() Config {
	return Config{
		Source:   "auto",
		Listen:   "127.0.0.1:8437",
		Hosts:    []string{},
		Proxies:  []string{},
		Local:    LocalTrust,
		Lookers:  LookersAll,
		Dice:     []string{"d6", "d6", "d6", "d6", "d6"},
		CropsMB:  500,
		LogLevel: "info",
		Origins:  []string{},
		Webhooks: []string{},

		MQTTDiscovery: "homeassistant",
	}
}

// words say for each key what it is for, in the words of --help.
func words() map[string]string {
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

// Flags adds the flags that every command has.
func Flags(flags *pflag.FlagSet) {
	flags.String("config", "", "configuration file (default: astragal.toml or astragal.yaml in your configuration folder)")
	AddFlags(flags, "data_dir", "log_level")
}

// AddFlags adds a flag for each key; Read takes its value from there.
func AddFlags(flags *pflag.FlagSet, keys ...string) {
	usual := defaults()
	for _, key := range keys {
		switch d := usual[key].(type) {
		case []string:
			flags.StringSlice(flagName(key), d, words()[key])
		case int:
			flags.Int(flagName(key), d, words()[key])
		case string:
			flags.String(flagName(key), d, words()[key])
		}
	}
}

// defaults is Default by key.
func defaults() map[string]any {
	d := Default()
	return map[string]any{
		"source": d.Source, "listen": d.Listen, "hosts": d.Hosts, "proxies": d.Proxies, "local": d.Local, "lookers": d.Lookers,
		"obs": d.OBS, "obs_password": d.OBSPassword, "obs_throw": d.OBSThrow, "obs_settled": d.OBSSettled, "dice": d.Dice, "data_dir": d.DataDir,
		"profile": d.Profile, "gallery": d.Gallery, "crops_mb": d.CropsMB, "log_level": d.LogLevel, "web_dir": d.WebDir,
		"hub": d.Hub, "table_name": d.TableName, "hub_credentials": d.HubCredentials, "hub_ca": d.HubCA,
		"origins": d.Origins, "webhooks": d.Webhooks, "webhook_secret": d.WebhookSecret, "mqtt": d.MQTT, "mqtt_user": d.MQTTUser,
		"mqtt_password": d.MQTTPassword, "mqtt_discovery": d.MQTTDiscovery,
	}
}

// Notifies says whether other programs are told of rolls.
func (c Config) Notifies() bool { return len(c.Webhooks) > 0 || c.MQTT != "" }
