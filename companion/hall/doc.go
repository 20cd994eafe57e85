// Package hall is the games of a table: begin one, answer, amend, take back, who sits where, what the others must agree to, rolls that other programs
// ask for, the armies that are kept. It ties throws to the rolls of its games. It reads no dice and knows no screen.
//
// The hall writes each change down before it makes the change. After a restart it makes the same changes from the table's file, in the same order.
package hall
