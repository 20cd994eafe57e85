//go:build !cgo

package main

import (
	"errors"

	"github.com/spf13/cobra"
)

// pixels says what this build looks at pictures with.
func pixels() string { return "without OpenCV" }

// hasPixels says what is missing where no picture can be read.
func hasPixels() error {
	return errors.New("this build has no OpenCV and can't read pictures: install libopencv-dev, pkg-config and g++, then build with CGO_ENABLED=1 (make build does it all)")
}

// pixelCommands are the commands that only a build with OpenCV has.
func (p *program) pixelCommands() []*cobra.Command { return nil }
