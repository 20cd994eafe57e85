// Package known loads what is known of dice before pictures are looked at: definitions, what was taught, which dice
// are expected. It reads scenes with that.
package known

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
	"astragal/vision/pictures"
)

// Knowledge names the files that are known. Each may be empty.
type Knowledge struct {
	// Dice is a file of die definitions, Gallery the folder of taught icons, Profile the camera's calibration.
	Dice, Gallery, Profile string
	// Networks is a folder of networks to use instead of the built-in ones, for measuring.
	Networks string
}

// How says how pictures are looked at with this knowledge.
func (k Knowledge) How() pictures.How {
	return pictures.How{Profile: k.Profile, Networks: k.Networks, Faces: k.Gallery != ""}
}

// Check checks every named file before any picture is read.
func (k Knowledge) Check() error {
	if k.Networks != "" {
		if _, err := networks.LoadDir(k.Networks); err != nil {
			return err
		}
	}
	if k.Profile != "" {
		if _, err := calibration.Load(k.Profile); err != nil {
			return err
		}
	}
	return nil
}

// Definitions are the dice of the named file. If none is named, they are those of a data set's folder or of the
// folder above it, or else the built-in ones. own says that a file gave them.
func (k Knowledge) Definitions(dir string) (dice []models.Die, own bool, err error) {
	if k.Dice != "" {
		dice, err = models.LoadDice(k.Dice)
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

// Expected are the ids of the dice in each picture, by the picture's base name. "" stands for every picture.
type Expected map[string][]string

// Of are the dice expected in a picture. It is nil if nobody said.
func (e Expected) Of(image string) []string {
	if ids, ok := e[filepath.Base(image)]; ok {
		return slices.Concat([]string{}, ids)
	}
	if ids, ok := e[""]; ok {
		return slices.Concat([]string{}, ids)
	}
	return nil
}

// ReadExpected reads a file of expected dice: one list for every picture, or a list for each by its base name. dice
// are the dice that exist.
func ReadExpected(path string, dice []models.Die, images []string) (Expected, error) {
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
			continue // a file for a whole set may be used with only some of its pictures
		}
		for _, id := range expected {
			if !slices.Contains(ids, id) {
				return nil, fmt.Errorf("expected dice in %s: no die has the id %q; was it %q?", path, id, models.Nearest(id, slices.Clone(ids)))
			}
		}
	}
	return byImage, nil
}

// parseExpected returns the list of each picture. "" stands for every picture.
func parseExpected(raw []byte) (Expected, error) {
	const form = `it must be ["die id", …] or {"IMAGE BASE NAME": ["die id", …]}`
	var all []string
	var each map[string][]string
	trimmed := bytes.TrimSpace(raw)
	switch {
	case bytes.HasPrefix(trimmed, []byte("[")):
		if err := json.Unmarshal(trimmed, &all); err != nil {
			return nil, fmt.Errorf("%s: %w", form, err)
		}
		return Expected{"": all}, nil
	case bytes.HasPrefix(trimmed, []byte("{")):
		if err := json.Unmarshal(trimmed, &each); err != nil {
			return nil, fmt.Errorf("%s: %w", form, err)
		}
		return each, nil
	}
	return nil, fmt.Errorf("%s, and is neither", form)
}
