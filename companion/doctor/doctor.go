// Package doctor looks at all that a table needs, and says for each thing whether it works and what to do if it doesn't.
package doctor

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"time"

	"astragal/companion/launch"
	"astragal/vision"
)

// Finding is what was found of one thing: a contract, see docs/commands.md.
type Finding struct {
	// About is what was looked at ("camera").
	About string `json:"about"`
	// State is "ok", "note" (it works, but you may want to know) or "bad" (it doesn't work).
	State State `json:"state"`
	// Found says what was found, Do what to do about it; empty where nothing need be done.
	Found string `json:"found"`
	Do    string `json:"do,omitempty"`
}

// State says whether a thing works.
type State string

const (
	ok   State = "ok"
	note State = "note"
	bad  State = "bad"
)

// Table is a table as it would run, with its settings.
type Table struct {
	// Version is the program's; Pixels says why this build sees nothing, nil where it does.
	Version string
	Pixels  error
	// Cameras are those that give pictures, by name.
	Cameras func() []string
	// Source, Listen, DataDir and CropsMB are the settings; File is the table's file in DataDir.
	Source, Listen, DataDir, File string
	CropsMB                       int
	// Eye opens the source.
	Eye func() (vision.Eye, error)
	// Hub and Broker are who is told of rolls; nil where nobody is.
	Hub    *Hub
	Broker *Broker
	Launch launch.Launch
}

// Examine looks at one thing after the other. It waits so long for a picture.
func (t Table) Examine(ctx context.Context, within time.Duration) []Finding {
	running, there := TableAt(ctx, t.Listen)
	found := []Finding{t.aboutProgram(), t.aboutOpenCV()}
	found = append(found, t.aboutCameras()...)
	if there {
		found = append(found, running.aboutPicture()...)
	} else {
		found = append(found, t.aboutPicture(ctx, within)...)
	}
	found = append(found, aboutPort(t.Listen, there), t.aboutNetwork(running, there))
	found = append(found, t.aboutHub(running, there)...)
	found = append(found, t.AboutBroker(ctx)...)
	found = append(found, t.aboutDisk()...)
	return append(found, t.aboutFile(ctx, there))
}

// Works says whether nothing that was found is bad.
func Works(found []Finding) bool {
	for _, f := range found {
		if f.State == bad {
			return false
		}
	}
	return true
}

// Write writes what was found, as JSON if format is "json".
func Write(w io.Writer, found []Finding, format string) error {
	if format == "json" {
		e := json.NewEncoder(w)
		e.SetIndent("", " ")
		return e.Encode(found)
	}
	for _, f := range found {
		if _, err := fmt.Fprintf(w, "%-4s  %-9s %s\n", f.State, f.About, f.Found); err != nil {
			return err
		}
		if f.Do == "" {
			continue
		}
		if _, err := fmt.Fprintf(w, "                → %s\n", f.Do); err != nil {
			return err
		}
	}
	return nil
}
