package protocol

import (
	"astragal/engine"
	"astragal/engine/tally"
)

// CountSettings are the way of counting and who plays.
type CountSettings struct {
	Players []engine.Player `json:"players"`
	Rules   tally.Settings  `json:"rules"`
	// Zero begins the totals at 0. Otherwise totals go on from the counts before with the same rules.
	Zero bool `json:"zero,omitempty"`
}

// CountView is how things stand.
type CountView struct {
	Settings CountSettings `json:"settings"`
	// Words say the way of counting, and the preset if one is in use.
	Words string `json:"words"`
	// Preset is the number of the preset in use, from 1; 0 for none.
	Preset int `json:"preset"`
	// Asks says which dice to throw, if the way of counting wants certain ones; else it is empty.
	Asks  string     `json:"asks"`
	Seats []SeatView `json:"seats"`
	Teams []SeatView `json:"teams"`
	// Over says that the count has ended: nothing is counted until another one begins.
	Over bool `json:"over"`
	// Question is the id of the question for the next roll; empty if there is none. "skip" and "end" answer it too.
	Question string `json:"question"`
}

// SeatView is where a player or a team stands.
type SeatView struct {
	// Seat is 0 for a team, and for a table without players.
	Seat  int    `json:"seat"`
	Name  string `json:"name"`
	Team  string `json:"team"`
	Total *int   `json:"total"`
	Rolls int    `json:"rolls"`
	// Faces are how often each face lay up, as words; empty if there is a total.
	Faces string `json:"faces"`
	// Up says that the next roll is theirs.
	Up bool `json:"up"`
}
