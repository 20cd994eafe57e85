//go:build !cgo

package main

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"astragal/companion/protocol"
	"astragal/companion/settings"
)

// pixels says what this build looks at pictures with.
func pixels() string { return "without OpenCV" }

// howToSee says how to get a build with OpenCV.
const howToSee = "install the Debian package, or OpenCV (sudo apt-get install libopencv-dev pkg-config g++) and build again with make build"

// hasPixels says what is missing where no picture can be read.
func hasPixels() error {
	return errors.New("this build has no OpenCV, so it can't see dice and rolls are typed: " + howToSee)
}

// pixelCommands are the commands that only a build with OpenCV has.
func (p *program) pixelCommands() []*cobra.Command { return nil }

// newEyeCommand watches a tray; a build without OpenCV can't.
func (p *program) newEyeCommand() *cobra.Command {
	return &cobra.Command{Use: eyeCommand, Hidden: true, RunE: func(*cobra.Command, []string) error { return hasPixels() }}
}

// newWatchingCommand looks at pictures; a build without OpenCV can't.
func (p *program) newWatchingCommand() *cobra.Command {
	return &cobra.Command{Use: watchingCommand, Hidden: true, RunE: func(*cobra.Command, []string) error { return hasPixels() }}
}

// measure needs pixels, which this build does not have.
func (p *program) measure(context.Context, settings.Config, calibrating) error { return hasPixels() }

// sourceChoices are none without OpenCV.
func sourceChoices(context.Context) []protocol.SourceView { return nil }
