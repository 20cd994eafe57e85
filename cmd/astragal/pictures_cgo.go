//go:build cgo

package main

import (
	"errors"
	"os"

	"astragal/vision/pictures"
	"astragal/vision/tend"

	"github.com/spf13/cobra"
)

// pixels says what this build looks at pictures with.
func pixels() string { return "with OpenCV" }

// hasPixels says what is missing where no picture can be read.
func hasPixels() error { return nil }

// pixelCommands are the commands that only a build with OpenCV has.
func (p *program) pixelCommands() []*cobra.Command {
	return []*cobra.Command{p.newPicturesCommand(), p.newEyeCommand()}
}

// newPicturesCommand is the child of pictures: it takes asks on its standard
// input and writes looks to descriptor 3, a line each.
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
