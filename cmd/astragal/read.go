package main

import (
	"fmt"
	"os"
	"path/filepath"

	"astragal/vision/known"
	"astragal/vision/pictures"
	"astragal/vision/report"

	"github.com/spf13/cobra"
)

// newReadCommand reads the dice of pictures.
func (p *program) newReadCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "read IMAGE...",
		Short: "read the dice in pictures and print them as JSON",
		Long: `Reads the dice in each picture and prints one JSON array with an entry for
each, in the order given. Each picture is read alone. A picture that can't be
read is an entry with "error"; the exit status is then 1.`,
		Args: needs(cobra.MinimumNArgs(1), "read needs at least one picture"),
	}
	var know known.Knowledge
	var expect string
	knowledgeFlags(c, &know)
	c.Flags().StringVar(&expect, "expect", "", `JSON file of the dice thrown: a list of die ids, or {"IMAGE": [ids]}`)
	format := c.Flags().String("format", "json", "json")
	c.RunE = func(c *cobra.Command, images []string) error {
		if *format != "json" {
			return misuse("--format is %q: read prints json", *format)
		}
		if err := know.Check(); err != nil {
			return usageError{err}
		}
		dice, store, err := know.Books("")
		if err != nil {
			return usageError{err}
		}
		expected, err := known.ReadExpected(expect, dice, baseNames(images))
		if err != nil {
			return usageError{err}
		}
		eye, err := p.openPictures(know)
		if err != nil {
			return err
		}
		defer eye.Close()
		what, err := know.See(c.Context(), eye, dice, store)
		if err != nil {
			return err
		}
		failed, err := report.Entries(c.Context(), p.out, eye, what, expected, images)
		if err == nil && failed {
			return errTold
		}
		return err
	}
	return c
}

// baseNames are the names that pictures have in --expect.
func baseNames(images []string) []string {
	out := make([]string, len(images))
	for i, image := range images {
		out[i] = filepath.Base(image)
	}
	return out
}

// knowledgeFlags are the flags of commands that look at pictures.
func knowledgeFlags(c *cobra.Command, k *known.Knowledge) {
	c.Flags().StringVar(&k.Dice, "dice", "", "file of die definitions")
	c.Flags().StringVar(&k.Gallery, "gallery", "", "folder of taught icons")
	c.Flags().StringVar(&k.Profile, "profile", "", "calibration file of the camera that took the pictures")
	c.Flags().StringVar(&k.Networks, "networks", "", "folder of other networks than the built-in ones (for measuring)")
}

// openPictures starts a process that looks at pictures, with what is known of the camera and the networks.
func (p *program) openPictures(know known.Knowledge) (*pictures.Eye, error) {
	if err := hasPixels(); err != nil {
		return nil, err
	}
	exe, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("find this program's own file: %w", err)
	}
	return pictures.Open(exe, know.How()), nil
}
