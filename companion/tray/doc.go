// Package tray is what lies on a table's tray, as its eye told it last, and whether that counts: a new roll, the dice of the
// last one, what is only offered, or what is shown to teach. It writes nothing and knows no game.
package tray
