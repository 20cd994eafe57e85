//go:build cgo

package main

import (
	"context"
	"log/slog"

	"astragal/companion/settings"
	"astragal/vision/eye"
	"astragal/vision/tend"

	"github.com/spf13/cobra"
)

// newEyeCommand is the process that looks at the tray for run: it speaks over
// two inherited pipes and is started by eye.Child alone.
func (p *program) newEyeCommand() *cobra.Command {
	c := &cobra.Command{Use: eyeCommand, Hidden: true, Args: cobra.NoArgs}
	settings.AddFlags(c.Flags(), "source", "dice", "profile", "gallery")
	c.RunE = func(c *cobra.Command, _ []string) error {
		in, out, err := eye.Pipes()
		if err != nil {
			return err
		}
		cfg, err := p.config(c)
		if err != nil {
			return err
		}
		log := p.logger(cfg)
		return eye.Serve(c.Context(), in, out, func(ctx context.Context, line eye.Line) error {
			return tend.Tray(ctx, watched(cfg, log), line)
		})
	}
	return c
}

// watched is what the settings say about what is looked at.
func watched(cfg settings.Config, log *slog.Logger) tend.Watched {
	return tend.Watched{Source: cfg.Source, Dice: cfg.Dice, DataDir: cfg.DataDir, Profile: cfg.Profile, Faces: cfg.Gallery != "", Log: log}
}
