package models

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
)

// LoadDice reads and checks a file of die definitions. Its error names the file, the die and what is wrong with the
// die.
func LoadDice(path string) ([]Die, error) {
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("read die definitions: %w", err)
	}
	dice, err := ParseDice(raw)
	if err != nil {
		return nil, fmt.Errorf("die definitions in %s: %w", path, err)
	}
	return dice, nil
}

// ParseDice reads and checks die definitions.
func ParseDice(raw []byte) ([]Die, error) {
	file, err := ParseDiceFile(raw)
	return file.Dice, err
}

// ParseDiceFile reads and checks a whole file of die definitions, with its note and its table of sources.
func ParseDiceFile(raw []byte) (Dice, error) {
	raw = bytes.TrimPrefix(raw, []byte("\ufeff")) // some editors add this mark
	var file Dice
	if err := json.Unmarshal(raw, &file); err != nil {
		return Dice{}, fmt.Errorf("not the JSON of die definitions%s: %w", place(raw, err), err)
	}
	if err := checkNames(raw); err != nil {
		return Dice{}, err
	}
	if len(file.Dice) == 0 {
		return Dice{}, errors.New(`no dice in it: expected {"dice": [{"id": …, "shape": "d6", "faces": […]}]}`)
	}
	if err := CheckDice(file.Dice); err != nil {
		return Dice{}, err
	}
	for i, d := range file.Dice {
		for _, s := range d.Sources {
			if _, known := file.Sources[s]; !known && file.Sources != nil {
				return Dice{}, fmt.Errorf("die %d (%q): its source %q is not in the file's table of sources", i+1, d.ID, s)
			}
		}
	}
	return file, nil
}

// place says where in a file its JSON goes wrong. It is empty if the error doesn't say.
func place(raw []byte, err error) string {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	var at int64
	switch {
	case errors.As(err, &syntax):
		at = syntax.Offset
	case errors.As(err, &kind):
		at = kind.Offset
	default:
		return ""
	}
	if at < 0 || at > int64(len(raw)) {
		return ""
	}
	return fmt.Sprintf(" (line %d)", 1+bytes.Count(raw[:at], []byte("\n")))
}
