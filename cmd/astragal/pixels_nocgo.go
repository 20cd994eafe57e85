//go:build !cgo

package main

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"astragal/companion/protocol"
	"astragal/companion/settings"
)

// pixels says whether this build has OpenCV.
func pixels() string { return "without OpenCV" }

// howToSee says how to get a build with OpenCV.
const howToSee = "install the Debian package, or OpenCV (sudo apt-get install libopencv-dev pkg-config g++) and build again with make build"

// hasPixels returns an error if this build can't read pictures. The error says what is missing.
func hasPixels() error {
	return errors.New("this build has no OpenCV, so it can't see dice and rolls are typed: " + howToSee)
}

// pixelCommands are the commands that only a build with OpenCV has: none here.
func (p *program) pixelCommands() []*cobra.Command { return nil }

// newEyeCommand returns the command that watches a tray. In a build without OpenCV it only returns an error.
func (p *program) newEyeCommand() *cobra.Command {
	return &cobra.Command{Use: eyeCommand, Hidden: true, RunE: func(*cobra.Command, []string) error { return hasPixels() }}
}

// newWatchingCommand returns the command that looks at pictures. In a build without OpenCV it only returns an error.
func (p *program) newWatchingCommand() *cobra.Command {
	return &cobra.Command{Use: watchingCommand, Hidden: true, RunE: func(*cobra.Command, []string) error { return hasPixels() }}
}

// measure needs OpenCV, so it returns an error.
func (p *program) measure(context.Context, settings.Config, calibrating) error { return hasPixels() }

// sourceChoices is empty without OpenCV.
func sourceChoices(context.Context) []protocol.SourceView { return nil }
