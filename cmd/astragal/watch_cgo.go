//go:build cgo

package main

import (
	"context"
	"errors"
	"io"
	"os"

	"astragal/companion/settings"
	"astragal/vision/report"
	"astragal/vision/tend"

	"github.com/spf13/cobra"
)

// newWatchingCommand is the child of watch: it writes what it sees to
// descriptor 3, a line each, and ends when its standard input does.
func (p *program) newWatchingCommand() *cobra.Command {
	c := &cobra.Command{Use: watchingCommand, Hidden: true, Args: cobra.NoArgs}
	settings.AddFlags(c.Flags(), "source", "dice", "profile")
	c.RunE = func(c *cobra.Command, _ []string) error {
		events := os.NewFile(3, "events")
		if events == nil {
			return errors.New("this command is only for the program itself")
		}
		defer events.Close()
		cfg, err := p.config(c)
		if err != nil {
			return err
		}
		ctx, stop := context.WithCancel(c.Context())
		defer stop()
		go func() { // ends with the process, which reads nothing else
			_, _ = io.Copy(io.Discard, p.in)
			stop()
		}()
		to := report.TellTo(events)
		err = tend.Clip(ctx, watched(cfg, p.logger(cfg)), to.Tell)
		if err == nil || errors.Is(err, context.Canceled) {
			return to.Err()
		}
		return to.Over(err)
	}
	return c
}
