package main

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/spf13/cobra"
)

// finding is what doctor found of one thing: a contract, see docs/commands.md.
type finding struct {
	// About is what was looked at ("camera").
	About string `json:"about"`
	// State is "ok", "note" (it works, but you may want to know) or "bad" (it doesn't work).
	State state `json:"state"`
	// Found says what was found, Do what to do about it; empty where nothing need be done.
	Found string `json:"found"`
	Do    string `json:"do,omitempty"`
}

type state string

const (
	ok   state = "ok"
	note state = "note"
	bad  state = "bad"
)

// newDoctorCommand looks at all that the table needs.
func (p *program) newDoctorCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "doctor",
		Short: "check camera, rights, light, port, disk and OpenCV, and say what to do",
		Long: `Looks at everything that the table needs, with the settings that "astragal run"
would have here, and says for each thing whether it works and what to do if it
doesn't. It opens the camera for a few seconds to see whether a picture comes and
what the light is like; while the table runs it asks that instead. It changes
nothing, but makes the data folder. The status is 1 when something doesn't work.`,
		Args: needs(cobra.NoArgs, "doctor takes no arguments, only flags"),
	}
	addSettings(c.Flags(), "source", "listen", "hosts", "dice", "profile", "gallery", "crops_mb", "hub", "table_name", "hub_credentials", "hub_ca")
	format := c.Flags().String("format", "text", "text or json")
	within := c.Flags().Duration("wait", 12*time.Second, "how long to wait for a picture")
	c.RunE = func(c *cobra.Command, _ []string) error {
		if *format != "text" && *format != "json" {
			return misuse("--format is %q: doctor prints text or json", *format)
		}
		cfg, err := p.config(c)
		if err != nil {
			return err
		}
		return p.printFindings(p.examine(c.Context(), cfg, *within), *format)
	}
	return c
}

// examine looks at one thing after the other.
func (p *program) examine(ctx context.Context, cfg Config, within time.Duration) []finding {
	running, there := tableAt(ctx, cfg.Listen)
	found := []finding{aboutProgram(), aboutOpenCV()}
	found = append(found, aboutCameras(cfg.Source)...)
	if there {
		found = append(found, running.aboutPicture()...)
	} else {
		found = append(found, p.aboutPicture(ctx, cfg, within)...)
	}
	found = append(found, aboutPort(cfg.Listen, there), p.aboutNetwork(cfg.Listen, running, there))
	found = append(found, running.aboutHub(cfg, there)...)
	found = append(found, aboutBroker(ctx, cfg)...)
	found = append(found, aboutDisk(cfg)...)
	return append(found, p.aboutTable(ctx, cfg, there))
}

func (p *program) printFindings(found []finding, format string) error {
	var err error
	if format == "json" {
		e := json.NewEncoder(p.out)
		e.SetIndent("", " ")
		err = e.Encode(found)
	}
	worst := ok
	for _, f := range found {
		if f.State == bad {
			worst = bad
		}
		if format != "text" || err != nil {
			continue
		}
		if _, err = fmt.Fprintf(p.out, "%-4s  %-9s %s\n", f.State, f.About, f.Found); err == nil && f.Do != "" {
			_, err = fmt.Fprintf(p.out, "                → %s\n", f.Do)
		}
	}
	if err != nil {
		return fmt.Errorf("print: %w", err)
	}
	if worst == bad {
		return errTold
	}
	return nil
}
