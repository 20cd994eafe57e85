package catalog

import (
	_ "embed"
	"fmt"

	"astragal/models"
)

// dragonDice is the file of definitions; docs/dice.md says what its fields mean.
//
//go:embed dragondice.json
var dragonDice []byte

// DragonDice lists the 667 dice of Dragon Dice that are known, in the file's
// order: the units of twelve races, Eldarim, Dragonkin, Dracolem, items,
// dragons and terrains. Their faces come from public listings, each die with
// its sources and the confidence that they deserve; none was checked against a
// physical die. What nobody states (many sizes) is nil.
func DragonDice() ([]models.Die, error) {
	file, err := dragonDiceFile()
	return file.Dice, err
}

// Sources says what the short names in the Dragon Dice's Sources stand for.
func Sources() (map[string]string, error) {
	file, err := dragonDiceFile()
	return file.Sources, err
}

func dragonDiceFile() (models.Dice, error) {
	file, err := models.ParseDiceFile(dragonDice)
	if err != nil {
		return models.Dice{}, fmt.Errorf("the built-in Dragon Dice: %w", err)
	}
	return file, nil
}
