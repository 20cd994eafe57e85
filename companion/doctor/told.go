package doctor

import (
	"context"
	"fmt"
	"time"
)

// Hub is the hub of an event that the settings name.
type Hub struct {
	// Event and Server are where it is, Table is what the table is called there.
	Event, Server, Table string
	// Wrong is what is wrong with the settings.
	Wrong error
	// Try goes there.
	Try func() error
}

// Broker is the MQTT broker that the settings name.
type Broker struct {
	Address string
	// Wrong is what is wrong with the settings.
	Wrong error
	// Try goes there.
	Try func(context.Context) error
}

// playOn is what to do while the hub can't be reached.
const playOn = "play on: the rolls are kept and sent later. docs/organisers.md lists what can be wrong"

// aboutHub says how the table stands with its event's hub; nothing where it is at none.
func (t Table) aboutHub(r Running, there bool) []Finding {
	if !there {
		return t.aboutHubAt()
	}
	if r.Link == nil {
		return nil
	}
	l := *r.Link
	if !l.Connected {
		return []Finding{{"hub", bad, fmt.Sprintf("%s %d messages wait", l.Problem, l.Behind), playOn}}
	}
	f := Finding{"hub", ok, fmt.Sprintf("the running table sends to the hub of %q at %s as %q; %d messages wait", l.Event, l.Server, l.Table, l.Behind), ""}
	if at, err := time.Parse(time.RFC3339, l.Heard); err == nil {
		f.Found += at.Local().Format(", the hub was last heard at 15:04")
	}
	if l.Problem != "" {
		f.State, f.Do = note, l.Problem
	}
	return []Finding{f}
}

// aboutHubAt goes to the hub that the settings name.
func (t Table) aboutHubAt() []Finding {
	h := t.Hub
	if h == nil {
		return nil
	}
	if h.Wrong != nil {
		return []Finding{{"hub", bad, h.Wrong.Error(), "mend the setting: docs/organisers.md shows an event in five steps"}}
	}
	if err := h.Try(); err != nil {
		return []Finding{{"hub", bad, err.Error(), playOn}}
	}
	return []Finding{{"hub", ok, fmt.Sprintf("the server of %q at %s lets %q in", h.Event, h.Server, h.Table), ""}}
}

// AboutBroker goes to the MQTT broker that the settings name; nothing where they name none.
func (t Table) AboutBroker(ctx context.Context) []Finding {
	b := t.Broker
	if b == nil {
		return nil
	}
	if b.Wrong != nil {
		return []Finding{{"MQTT", bad, b.Wrong.Error(), "write the password into that file, or leave mqtt_password out"}}
	}
	if err := b.Try(ctx); err != nil {
		return []Finding{{"MQTT", bad, err.Error(), "play on: what is rolled is kept and told later. docs/config.md lists the settings that begin with mqtt"}}
	}
	return []Finding{{"MQTT", ok, fmt.Sprintf("the broker at %s lets this table in", b.Address), ""}}
}
