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
	ThrowOffered   ThrowStatus = "offered" // it lies there, and is a roll when somebody says so
)

// ThrowView is one throw with what the program makes of it.
type ThrowView struct {
	ID int `json:"id"`
	// Rev grows with every change to the throw. An act on another revision is stale.
	Rev int `json:"rev"`
	// At is when it came to rest, RFC 3339.
	At     string      `json:"at"`
	By     string      `json:"by"`
	Status ThrowStatus `json:"status"`
	// Width and Height are the picture's, px; 0 for a throw that no camera saw.
	Width  int       `json:"width"`
	Height int       `json:"height"`
	Dice   []DieView `json:"dice"`
	// Before is what lay there before the throw and didn't move, and was no die of an earlier throw: it isn't counted, and nobody is asked about it.
	// The acts "fix" and "show" make one a die of the throw. Empty in lists of rolls.
	Before []DieView `json:"before"`
	// Problems are sentences; a throw with one is counted only when a person says that all dice are marked.
	Problems []string `json:"problems"`
	// Blocked says why a throw that is read is not counted yet; empty when nothing else is in its way.
	Blocked string `json:"blocked"`
}

// DieView is one die of a throw.
type DieView struct {
	// N is the die's number in its throw; it never changes.
	N     int    `json:"n"`
	Shape string `json:"shape"`
	// Value is what it counts as; null while that is not known.
	Value *int `json:"value"`
	// Asks: somebody must say what it shows.
	Asks bool   `json:"asks"`
	Why  string `json:"why"`
	// Strange: it asks, and shows neither pips nor a number as far as the camera can tell.
	Strange bool       `json:"strange"`
	How     engine.How `json:"how"`
	// Confidence is the camera's for what it read, 0 to 1.
	Confidence float64 `json:"confidence"`
	// Choices are what it may show, likeliest first; at least every value of its shape.
	Choices []ChoiceView `json:"choices"`
	// Own are faces of the owner's dice that it may be, where dice are counted.
	Own []OwnFace `json:"own"`
	// Outline and Box are px of the throw's picture; empty for dice that no camera saw.
	Outline []vision.Point `json:"outline"`
	Box     vision.Box     `json:"box"`
	Colors  []string       `json:"colors"`
	// Crop is the address of its picture; empty where none is kept.
	Crop string `json:"crop"`
	// Lying: it was there when the tray was last looked at.
	Lying bool `json:"lying"`
	// As is the die of the game that it was taken for, Shows what it shows as that; at a table that only counts As is empty, and Shows
	// what a die of the owner's shows, if that is a picture.
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
	// N counts the rolls of the evening from 1, those that were taken out too: a roll keeps its number for good.
	N int `json:"n"`
	// Throw is the throw to correct it by.
	Throw ThrowView `json:"throw"`
	Seat  string    `json:"seat"`
	// Again are the throws in which dice of it were rolled again.
	Again []ThrowView `json:"again"`
	// Dice are what it came to, after rolling again.
	Dice []engine.Thrown `json:"dice"`
	// Total is what it counts; null where faces are counted, and while something is open.
	Total *int `json:"total"`
	// Text is the result with its sum, Lines how it came about step by step.
	Text  string        `json:"text"`
	Lines []engine.Line `json:"lines"`
	// Corrected: a person has changed it after it was counted.
	Corrected bool `json:"corrected"`
}
