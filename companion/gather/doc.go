// Package gather puts a roll of a game together: of throws, of dice that somebody typed, and of dice that stay
// as they lie. It says which die on the tray is which die of the game, what is missing, and what somebody must
// look at. It is pure: values come in, a value comes out.
package gather
