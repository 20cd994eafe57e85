package evidence

import (
	"time"

	"astragal/companion/dicecount"
	"astragal/engine"
)

// Observed is one die of a roll that counts, as it counts now.
type Observed struct {
	At time.Time
	// Game is the title of the game, empty if dice were only counted. Player is who rolled.
	Game, Player string
	// Die names the die: its definition, or colour and shape. Sides are what it can show, and on how many of its sides each. Shows is the index among
	// them of what it showed.
	Die   string
	Sides []Side
	Shows int
	How   engine.How
	// By says where the die comes from: a camera, the virtual table, a person's word.
	By By
}

// Side is something that a die can show, on so many of its sides.
type Side = dicecount.Side

// By says who rolled and who saw it.
type By string

// Who rolled and who saw it.
const (
	BySight   By = "camera"
	ByVirtual By = "virtual table"
	ByWord    By = "typed"
)
