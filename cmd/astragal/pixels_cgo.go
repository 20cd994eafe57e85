//go:build cgo

package main

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"os"

	"github.com/spf13/cobra"

	"astragal/companion/protocol"
	"astragal/companion/settings"
	"astragal/vision/cv/source"
	"astragal/vision/eye"
	"astragal/vision/measure"
	"astragal/vision/pictures"
	"astragal/vision/report"
	"astragal/vision/tend"
)

// pixels says whether this build has OpenCV.
func pixels() string { return "with OpenCV" }

// hasPixels returns an error if this build can't read pictures. This build can.
func hasPixels() error { return nil }

// pixelCommands are the commands that only a build with OpenCV has.
func (p *program) pixelCommands() []*cobra.Command {
	return []*cobra.Command{p.newPicturesCommand(), p.newEyeCommand()}
}

// newPicturesCommand is the child process of the package pictures. It reads requests from its standard input and
// writes answers to descriptor 3, one a line.
func (p *program) newPicturesCommand() *cobra.Command {
	c := &cobra.Command{Use: pictures.Command, Hidden: true, Args: cobra.NoArgs}
	var how pictures.How
	c.Flags().StringVar(&how.Profile, "profile", "", "")
	c.Flags().StringVar(&how.Networks, "networks", "", "")
	c.Flags().BoolVar(&how.Faces, "faces", false, "")
	c.RunE = func(*cobra.Command, []string) error {
		answers := os.NewFile(3, "answers")
		if answers == nil {
			return errors.New("this command is only for the program itself")
		}
		defer answers.Close()
		return tend.Pictures(p.in, answers, how)
	}
	return c
}

// newEyeCommand is the process that watches the tray for run. It speaks over two inherited pipes. Only eye.Child
// starts it.
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

// watched is what the settings say about what the eye looks at.
func watched(cfg settings.Config, log *slog.Logger) tend.Watched {
	return tend.Watched{Source: cfg.Source, Dice: cfg.Dice, DataDir: cfg.DataDir, Profile: cfg.Profile, Faces: cfg.Gallery != "", Log: log}
}

// newWatchingCommand is the child process of watch. It writes what it sees to descriptor 3, one event a line. It ends
// when its standard input ends.
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
		go func() { // it ends with the process, which reads nothing else
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

// measure makes a camera's profile from pictures or from a source.
func (p *program) measure(ctx context.Context, cfg settings.Config, how calibrating) error {
	card := measure.Card{Camera: how.camera, DataDir: cfg.DataDir, Out: how.out, Ruler: how.ruler, Views: how.views, Wait: how.wait, Says: p.errs, Result: p.out}
	if len(how.images) > 0 {
		return card.Pictures(how.images, how.empty)
	}
	source, err := tend.Sources(cfg.Dice).Open(ctx, cfg.Source)
	if err != nil {
		return err
	}
	err = card.Watch(ctx, source)
	if noName := (measure.NoName{}); errors.As(err, &noName) {
		return usageError{err}
	}
	return err
}

// sourceChoices are the sources that the page offers.
func sourceChoices(context.Context) []protocol.SourceView {
	list := []protocol.SourceView{{ID: "virtual", Name: "Virtual table"}}
	cameras, err := source.ListCameras()
	if err != nil {
		return list // the page then offers only sources that need no camera
	}
	for _, c := range cameras {
		list = append(list, protocol.SourceView{ID: "camera:" + c.Name, Name: c.Label})
	}
	return append(list, protocol.SourceView{ID: "picam", Name: "Raspberry Pi camera"}, protocol.SourceView{ID: "phone", Name: "Photos from a phone"})
}
