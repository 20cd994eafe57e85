package main

import (
	"fmt"
	"time"
)

// playOn is what to do while the hub can't be reached.
const playOn = "play on: the rolls are kept and sent later. docs/organisers.md lists what can be wrong"

// aboutHub says how the table stands with its event's hub; nothing where it is at none.
func (r running) aboutHub(cfg Config, there bool) []finding {
	if !there {
		return aboutHubAt(cfg)
	}
	if r.Link == nil {
		return nil
	}
	l := *r.Link
	if !l.Connected {
		return []finding{{"hub", bad, fmt.Sprintf("%s %d messages wait", l.Problem, l.Behind), playOn}}
	}
	f := finding{"hub", ok, fmt.Sprintf("the running table sends to the hub of %q at %s as %q; %d messages wait", l.Event, l.Server, l.Table, l.Behind), ""}
	if at, err := time.Parse(time.RFC3339, l.Heard); err == nil {
		f.Found += at.Local().Format(", the hub was last heard at 15:04")
	}
	if l.Problem != "" {
		f.State, f.Do = note, l.Problem
	}
	return []finding{f}
}

// aboutHubAt goes to the hub that the settings name.
func aboutHubAt(cfg Config) []finding {
	if cfg.Hub == "" {
		return nil
	}
	d, table, err := hubOf(cfg)
	if err != nil {
		return []finding{{"hub", bad, err.Error(), "mend the setting: docs/organisers.md shows an event in five steps"}}
	}
	if err := d.Try(table); err != nil {
		return []finding{{"hub", bad, err.Error(), playOn}}
	}
	return []finding{{"hub", ok, fmt.Sprintf("the server of %q at %s lets %q in", d.Address.Event, d.Address.Server, table), ""}}
}
