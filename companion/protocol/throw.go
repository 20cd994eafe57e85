package protocol

import (
	"astragal/engine"
	"astragal/vision"
)

// ThrowStatus says what has become of a throw.
type ThrowStatus string

// What becomes of a throw.
const (
	ThrowAsking    ThrowStatus = "asking"
	ThrowCounted   ThrowStatus = "counted"
	ThrowDiscarded ThrowStatus = "discarded"
	ThrowOffered   ThrowStatus = "offered" // it lies there, and is a roll if somebody says so
)

// ThrowView is one throw with what the program makes of it.
type ThrowView struct {
	ID int `json:"id"`
	// Rev grows with everything that somebody says of the throw. An act on another revision is stale.
	Rev int `json:"rev"`
	// At is when it came to rest, RFC 3339.
	At     string      `json:"at"`
	By     string      `json:"by"`
	Status ThrowStatus `json:"status"`
	// Width and Height are the picture's, px; 0 for a throw that no camera saw.
	Width  int       `json:"width"`
	Height int       `json:"height"`
	Dice   []DieView `json:"dice"`
	// Before are things that lay there before the throw, didn't move, and were no dice of an earlier throw. They aren't counted, and nobody is asked
	// about them. The acts "fix" and "show" make one of them a die of the throw. It is empty in lists of rolls.
	Before []DieView `json:"before"`
	// Problems are sentences. A throw with one is counted only if a person says that all dice are marked.
	Problems []string `json:"problems"`
	// Blocked says why a throw that is read is not counted yet; empty if nothing else is in its way.
	Blocked string `json:"blocked"`
}

// DieView is one die of a throw.
type DieView struct {
	// N is the die's number in its throw; it never changes.
	N     int    `json:"n"`
	Shape string `json:"shape"`
	// Value is what it counts as; null if that isn't known.
	Value *int `json:"value"`
	// Asks says that somebody must say what it shows.
	Asks bool   `json:"asks"`
	Why  string `json:"why"`
	// Strange says that it asks, and that the camera sees neither pips nor a number on it.
	Strange bool       `json:"strange"`
	How     engine.How `json:"how"`
	// Confidence is how sure the camera was of what it read, 0 to 1.
	Confidence float64 `json:"confidence"`
	// Choices are what it may show, likeliest first. They have at least every value of its shape.
	Choices []ChoiceView `json:"choices"`
	// Own are faces of the owner's dice that it may show, if dice are counted.
	Own []OwnFace `json:"own"`
	// Outline and Box are px of the throw's picture; empty for dice that no camera saw.
	Outline []vision.Point `json:"outline"`
	Box     vision.Box     `json:"box"`
	Colors  []string       `json:"colors"`
	// Crop is the address of its picture; empty if none is kept.
	Crop string `json:"crop"`
	// Lying says that it was on the tray at the last look.
	Lying bool `json:"lying"`
	// As is the die of the game that it was taken for, and Shows what it shows as that die. At a table that only counts, As is empty, and Shows is the
	// picture that a die of the owner's shows, if it shows one.
	As    string `json:"as"`
	Shows string `json:"shows"`
}

// OwnFace is a face of a die of the owner's: the die's id and name, the face from 0, and what it shows.
type OwnFace struct {
	Die   string `json:"die"`
	Name  string `json:"name"`
	Face  int    `json:"face"`
	Shows string `json:"shows"`
}

// ChoiceView is one value that a die may show.
type ChoiceView struct {
	Value int `json:"value"`
	// Confidence is 0 for values that the camera did not think of.
	Confidence float64 `json:"confidence"`
}

// RollView is a counted roll.
type RollView struct {
	// N counts the rolls of the evening from 1, including those that were taken out: a roll keeps its number for good.
	N int `json:"n"`
	// Throw is the throw to correct it by.
	Throw ThrowView `json:"throw"`
	Seat  string    `json:"seat"`
	// Again are the throws in which dice of it were rolled again.
	Again []ThrowView `json:"again"`
	// Dice are its dice, after any were rolled again.
	Dice []engine.Thrown `json:"dice"`
	// Total is what it counts; null if faces are counted, or if something is open.
	Total *int `json:"total"`
	// Text is the result with its sum, Lines how it came about step by step.
	Text  string        `json:"text"`
	Lines []engine.Line `json:"lines"`
	// Corrected says that a person changed it after it was counted.
	Corrected bool `json:"corrected"`
}
