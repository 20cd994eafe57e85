package main

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"astragal/companion/doctor"
	"astragal/companion/settings"
	"astragal/vision"
)

// newDoctorCommand checks all that the table needs.
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
	settings.AddFlags(c.Flags(), "source", "listen", "hosts", "dice", "profile", "gallery", "crops_mb", "hub", "table_name", "hub_credentials", "hub_ca")
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
		found := p.patient(cfg).Examine(c.Context(), *within)
		if err := doctor.Write(p.out, found, *format); err != nil {
			return fmt.Errorf("print: %w", err)
		}
		if !doctor.Works(found) {
			return errTold
		}
		return nil
	}
	return c
}

// patient describes the table that doctor checks.
func (p *program) patient(cfg settings.Config) doctor.Table {
	quiet := cfg
	quiet.LogLevel = "error"
	t := doctor.Table{Version: revision(), Pixels: hasPixels(), Cameras: sourceNames, Source: cfg.Source, Listen: cfg.Listen, DataDir: cfg.DataDir,
		File: filepath.Join(cfg.DataDir, tableFile), CropsMB: cfg.CropsMB, Eye: func() (vision.Eye, error) { return newEye(quiet, p.logger(quiet)) }, Launch: p.launch()}
	if cfg.Hub != "" {
		d, table, err := hubOf(cfg)
		t.Hub = &doctor.Hub{Event: d.Address.Event, Server: d.Address.Server, Table: table, Wrong: err, Try: func() error { return d.Try(table) }}
	}
	if cfg.MQTT != "" {
		m, err := programsOf(cfg, "").Broker()
		t.Broker = &doctor.Broker{Address: cfg.MQTT, Wrong: err, Try: m.Try}
	}
	return t
}

// sourceNames are the names of the cameras that give pictures.
func sourceNames() []string {
	var names []string
	for _, s := range sourceChoices(context.Background()) {
		if strings.HasPrefix(s.ID, "camera:") && !slices.Contains(names, s.Name) {
			names = append(names, s.Name)
		}
	}
	return names
}
