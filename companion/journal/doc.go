// Package journal is a table's file: notes in order, each chained to all before it, with the pictures of
// dice that they speak of. It knows no dice and no rules. What Append has returned from is on disk, and a
// small file beside it, the head, says how far that is. So the next start knows whether something that was
// acknowledged is gone, whatever became of the file or of SQLite's log beside it.
package journal
