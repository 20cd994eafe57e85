package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"astragal/calibration"
	"astragal/models"
	"astragal/models/catalog"
	"astragal/models/networks"

	"github.com/spf13/cobra"
)

// knowledge is what a command is told about the dice and the camera before it
// looks: files, each checked before any picture is read.
type knowledge struct {
	dice    string
	gallery string
	expect  string
	profile string
	// networks is a folder of other networks than the built-in ones, for measuring.
	networks string
}

func (k *knowledge) addFlags(c *cobra.Command) {
	c.Flags().StringVar(&k.dice, "dice", "", "file of die definitions")
	c.Flags().StringVar(&k.gallery, "gallery", "", "folder of taught icons")
	c.Flags().StringVar(&k.profile, "profile", "", "calibration file of the camera that took the pictures")
	c.Flags().StringVar(&k.networks, "networks", "", "folder of other networks than the built-in ones (for measuring)")
}

// check looks at every file that was named, before any picture is read.
func (k *knowledge) check() error {
	if k.networks != "" {
		if _, err := networks.LoadDir(k.networks); err != nil {
			return usageError{err}
		}
	}
	if k.profile != "" {
		if _, err := calibration.Load(k.profile); err != nil {
			return usageError{err}
		}
	}
	return nil
}

// definitions are the dice that --dice names; without it those of a data set's folder or of the one
// above it, else the built-in ones. own says that a file gave them.
func (k *knowledge) definitions(dir string) (dice []models.Die, own bool, err error) {
	if k.dice != "" {
		dice, err = models.LoadDice(k.dice)
		return dice, true, err
	}
	if dir != "" {
		for _, path := range []string{filepath.Join(dir, "dice.json"), filepath.Join(dir, "..", "dice.json")} {
			if _, err := os.Stat(path); err == nil {
				dice, err = models.LoadDice(path)
				return dice, true, err
			}
		}
	}
	dragons, err := catalog.DragonDice()
	if err != nil {
		return nil, false, err
	}
	dice, err = catalog.With(slices.Concat(catalog.Generic(), catalog.Demo()), dragons)
	return dice, false, err
}

// expectedDice are the ids of the dice in each picture, by its base name; "" stands for every picture.
type expectedDice map[string][]string

// of are the dice expected in a picture; nil where nobody said.
func (e expectedDice) of(image string) []string {
	if ids, ok := e[filepath.Base(image)]; ok {
		return slices.Concat([]string{}, ids)
	}
	if ids, ok := e[""]; ok {
		return slices.Concat([]string{}, ids)
	}
	return nil
}

// readExpected reads a file of expected dice: one list for every picture, or
// a list for each by its base name. dice are those that exist.
func readExpected(path string, dice []models.Die, images []string) (expectedDice, error) {
	if path == "" {
		return nil, nil
	}
	ids := make([]string, len(dice))
	for i, d := range dice {
		ids[i] = d.ID
	}
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("read the expected dice: %w", err)
	}
	byImage, err := parseExpected(raw)
	if err != nil {
		return nil, fmt.Errorf("expected dice in %s: %w", path, err)
	}
	for image, expected := range byImage {
		if image != "" && !slices.Contains(images, image) {
			continue // a file for a whole set may be used with some of its pictures
		}
		for _, id := range expected {
			if !slices.Contains(ids, id) {
				return nil, fmt.Errorf("expected dice in %s: no die has the id %q; was it %q?", path, id, nearest(id, slices.Clone(ids)))
			}
		}
	}
	return byImage, nil
}

// parseExpected returns the list of each picture; "" stands for every picture.
func parseExpected(raw []byte) (expectedDice, error) {
	const form = `it must be ["die id", …] or {"IMAGE BASE NAME": ["die id", …]}`
	var all []string
	var each map[string][]string
	trimmed := bytes.TrimSpace(raw)
	switch {
	case bytes.HasPrefix(trimmed, []byte("[")):
		if err := json.Unmarshal(trimmed, &all); err != nil {
			return nil, fmt.Errorf("%s: %w", form, err)
		}
		return expectedDice{"": all}, nil
	case bytes.HasPrefix(trimmed, []byte("{")):
		if err := json.Unmarshal(trimmed, &each); err != nil {
			return nil, fmt.Errorf("%s: %w", form, err)
		}
		return each, nil
	}
	return nil, fmt.Errorf("%s, and is neither", form)
}
