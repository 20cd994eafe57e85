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

// DragonDice lists the 667 known dice of Dragon Dice in the file's order: the units of twelve races, Eldarim,
// Dragonkin, Dracolem, items, dragons and terrains. Their faces come from public listings. Each die names its sources
// and how reliable they are. No die was checked against a physical one. What nobody states (many sizes) is nil.
func DragonDice() ([]models.Die, error) {
	file, err := dragonDiceFile()
	return file.Dice, err
}

// Sources explains the short names in the Sources of the Dragon Dice.
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
