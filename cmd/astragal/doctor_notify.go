package main

import (
	"context"
	"fmt"
)

// aboutBroker goes to the MQTT broker that the settings name; nothing where they name none.
func aboutBroker(ctx context.Context, cfg Config) []finding {
	if cfg.MQTT == "" {
		return nil
	}
	m, err := brokerOf(cfg)
	if err != nil {
		return []finding{{"MQTT", bad, err.Error(), "write the password into that file, or leave mqtt_password out"}}
	}
	if err := m.Try(ctx); err != nil {
		return []finding{{"MQTT", bad, err.Error(), "play on: what is rolled is kept and told later. docs/config.md lists the settings that begin with mqtt"}}
	}
	return []finding{{"MQTT", ok, fmt.Sprintf("the broker at %s lets this table in", cfg.MQTT), ""}}
}
