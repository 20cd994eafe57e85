// Package gather puts a roll of a game together: from throws, from dice that somebody typed, and from dice that stay as they lie. It says which die on
// the tray is which die of the game, which dice are missing, and which somebody must look at. It is pure: values come in, a value comes out.
package gather
