//go:build !cgo

package main

import (
	"errors"

	"github.com/spf13/cobra"
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
