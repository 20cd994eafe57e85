package dragondice

import (
	"encoding/json"
	"fmt"

	"astragal/engine"
)

// New makes the rulebook of a new game. settings is the JSON of Settings. The catalogue
// defines the dice that settings names. The error says what is wrong with the edition, the
// settings, a die or a force.
func New(edition, title string, players []engine.Player, settings json.RawMessage, catalogue []Kind) (Book, error) {
	if _, err := Find(edition); err != nil {
		return Book{}, err
	}
	h, err := Prepare(engine.Header{Format: engine.Format, Rulebook: edition, Title: title, Players: players, Settings: settings}, catalogue)
	if err != nil {
		return Book{}, fmt.Errorf("new game: %w", err)
	}
	return Open(h)
}
