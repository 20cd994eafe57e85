// Package journal is a table's file: notes in order, each chained to all before it, with the pictures of dice that they speak of. It knows no dice and
// no rules.
//
// Once Append has returned, its notes are on disk, and a small file beside the table's file, the head, says how far the notes go. So the next start
// finds out if something that was acknowledged is gone, whatever became of the file or of SQLite's log.
package journal
