// Package throw is one throw of dice as a value: what the camera saw, what people said of it, what it shows. It also tells which dice of a tray were
// thrown, which lay there before, and which face of a game's die a thrown die shows. It knows no table, no game and no file.
package throw
