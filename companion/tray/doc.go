// Package tray is what lies on a table's tray, by what the eye last told. It says what that is: a new roll, the dice of the last one, dice that are
// only offered, or dice that are shown to teach. It writes nothing and knows no game.
package tray
