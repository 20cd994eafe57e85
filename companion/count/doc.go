// Package count counts what is rolled while nobody plays a game, by the rules of engine/tally. An act leads to a refusal, or to a Decision: the entries
// that it adds to the log. The table writes these down and calls Taken, or calls Drop. Reading a table's file opens a count with the same entries and
// ties throws to them in the same way.
package count
