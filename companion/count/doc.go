// Package count counts what is rolled while nobody plays a game, by the rules of engine/tally. An act is decided first: a
// refusal, or a Decision with the entries that say what it brings. The table writes these down and has them taken, or drops
// them. A count that is read from a file is opened with the same entries, and a throw is tied to its entry in the same way.
package count
