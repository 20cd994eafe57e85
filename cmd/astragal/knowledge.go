package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"slices"

	"astragal/calibration"
	"astragal/models"
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

// load checks every file that was named. What this version has no use for is
// said on the error stream, so that nobody believes it was heeded.
func (k *knowledge) load(p *program, images []string) error {
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
	ids, err := k.dieIDs()
	if err != nil {
		return usageError{err}
	}
	if k.gallery != "" {
		info, err := os.Stat(k.gallery)
		if err != nil {
			return misuse("open the gallery: %w", err)
		}
		if !info.IsDir() {
			return misuse("open the gallery: %s is not a folder", k.gallery)
		}
	}
	if k.expect != "" {
		if err := checkExpected(k.expect, ids, baseNames(images)); err != nil {
			return usageError{err}
		}
	}
	for _, unused := range []struct{ flag, file string }{{"--dice", k.dice}, {"--gallery", k.gallery}, {"--expect", k.expect}} {
		if unused.file != "" {
			fmt.Fprintf(p.errs, "astragal: note: %s is checked but changes no reading yet: this version reads pips and numerals, an icon stays unknown\n", unused.flag)
		}
	}
	return nil
}

// dieIDs are the ids that --dice defines; nil where no file was named.
func (k *knowledge) dieIDs() ([]string, error) {
	if k.dice == "" {
		return nil, nil
	}
	dice, err := models.LoadDice(k.dice)
	if err != nil {
		return nil, err
	}
	ids := make([]string, len(dice))
	for i, d := range dice {
		ids[i] = d.ID
	}
	return ids, nil
}

// checkExpected reads a file of expected dice: one list for every picture, or
// a list for each by its base name. ids are those that exist; nil knows none.
func checkExpected(path string, ids, images []string) error {
	raw, err := os.ReadFile(path)
	if err != nil {
		return fmt.Errorf("read the expected dice: %w", err)
	}
	byImage, err := parseExpected(raw)
	if err != nil {
		return fmt.Errorf("expected dice in %s: %w", path, err)
	}
	for image, expected := range byImage {
		if image != "" && !slices.Contains(images, image) {
			continue // a file for a whole set may be used with some of its pictures
		}
		for _, id := range expected {
			if ids != nil && !slices.Contains(ids, id) {
				return fmt.Errorf("expected dice in %s: no die has the id %q; was it %q?", path, id, nearest(id, slices.Clone(ids)))
			}
		}
	}
	return nil
}

// parseExpected returns the list of each picture; "" stands for every picture.
func parseExpected(raw []byte) (map[string][]string, error) {
	const form = `it must be ["die id", …] or {"IMAGE BASE NAME": ["die id", …]}`
	var all []string
	var each map[string][]string
	trimmed := bytes.TrimSpace(raw)
	switch {
	case bytes.HasPrefix(trimmed, []byte("[")):
		if err := json.Unmarshal(trimmed, &all); err != nil {
			return nil, fmt.Errorf("%s: %w", form, err)
		}
		return map[string][]string{"": all}, nil
	case bytes.HasPrefix(trimmed, []byte("{")):
		if err := json.Unmarshal(trimmed, &each); err != nil {
			return nil, fmt.Errorf("%s: %w", form, err)
		}
		return each, nil
	}
	return nil, fmt.Errorf("%s, and is neither", form)
}
