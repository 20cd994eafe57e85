package settings

import (
	"errors"
	"fmt"
	"log/slog"
	"net"
	"slices"
	"strconv"
	"strings"

	"astragal/companion/commission"
	"astragal/companion/event"
	"astragal/companion/notify"
	"astragal/companion/visitor"
)

// Validate says which key is wrong and what it may be.
func (c Config) Validate() error {
	host, port, err := net.SplitHostPort(c.Listen)
	if err != nil {
		return fmt.Errorf("listen is %q: it must be host:port, like 127.0.0.1:8437, or :8437 for the whole network", c.Listen)
	}
	if n, err := strconv.Atoi(port); err != nil || n < 0 || n > 65535 || strings.ContainsAny(host, " /") {
		return fmt.Errorf("listen is %q: the port must be a number from 0 to 65535, the host a name or an address", c.Listen)
	}
	if c.Local != LocalTrust && c.Local != LocalAsk {
		return fmt.Errorf("local is %q: it must be %s (browsers on this machine answer without a code) or %s (they need one too)", c.Local, LocalTrust, LocalAsk)
	}
	if c.Lookers != LookersAll && c.Lookers != LookersJoined {
		return fmt.Errorf("lookers is %q: it must be %s (everybody in the network may look on) or %s (only devices that scanned a QR code)", c.Lookers, LookersAll, LookersJoined)
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

// validateNotify says which address of another program is wrong.
func (c Config) validateNotify() error {
	for _, address := range c.Webhooks {
		if _, err := notify.ParseWebhook(address); err != nil {
			return fmt.Errorf("webhooks: %w", err)
		}
	}
	if c.MQTT != "" {
		if _, err := notify.ParseBroker(c.MQTT); err != nil {
			return fmt.Errorf("mqtt: %w", err)
		}
	}
	if strings.ContainsAny(c.MQTTDiscovery, "#+ ") || strings.HasPrefix(c.MQTTDiscovery, "/") || strings.HasSuffix(c.MQTTDiscovery, "/") {
		return fmt.Errorf("mqtt_discovery is %q: it must be a topic like homeassistant, or empty", c.MQTTDiscovery)
	}
	for _, o := range c.Origins {
		if err := commission.Check(o); err != nil {
			return fmt.Errorf("origins: %w", err)
		}
	}
	return nil
}
