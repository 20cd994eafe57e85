//go:build cgo

package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"astragal/vision"

	"astragal/vision/cv/look"
	"astragal/vision/cv/picture"
	"astragal/vision/cv/watch"

	"github.com/spf13/cobra"
)

// newWatchingCommand is the child of watch: it writes what it sees to
// descriptor 3, a line each, and ends when its standard input does.
func (p *program) newWatchingCommand() *cobra.Command {
	c := &cobra.Command{Use: watchingCommand, Hidden: true, Args: cobra.NoArgs}
	addSettings(c.Flags(), "source", "dice", "profile")
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
		to := &teller{to: json.NewEncoder(events)}
		err = p.watchSource(ctx, cfg, to)
		if err == nil || errors.Is(err, context.Canceled) {
			return to.err
		}
		return to.to.Encode(happening{Event: ended, Problem: err.Error(), Dice: []vision.Reading{}})
	}
	return c
}

// watchSource tells what happens on a source until it ends.
func (p *program) watchSource(ctx context.Context, cfg Config, to *teller) error {
	looker, err := look.New()
	if err != nil {
		return fmt.Errorf("load the networks: %w", err)
	}
	defer looker.Close()
	source, err := sources(cfg.Dice).Open(ctx, cfg.Source)
	if err != nil {
		return err
	}
	reader := profiled{looker: looker, profiles: &profiles{dataDir: cfg.DataDir, path: cfg.Profile}}
	return watch.Run(ctx, watch.Watching{Source: source, Reader: reader, Log: p.logger(cfg)}, to.tell, nil)
}

// profiled reads frames with the calibration that was asked for. It is a watch.Reader.
type profiled struct {
	looker   *look.Looker
	profiles *profiles
}

// Look reads a picture; a calibration that doesn't fit is a problem of the scene.
func (r profiled) Look(img picture.Picture, how look.Looking) (vision.Scene, error) {
	profile, wrong := r.profiles.of("", img.Cols(), img.Rows())
	how.Profile = profile
	scene, err := r.looker.Look(img, how)
	if err == nil && wrong != nil {
		scene.Problems = append(scene.Problems, wrong.Error())
	}
	return scene, err
}
