// Package evidence keeps what dice showed: every die of every roll that counts, who rolled it, when, and who saw it. A Part is that of
// some rolls that follow one another; it is added up once, and the order in which its dice fell is kept beside the sums. Statistics over
// any number of parts look at their sums, and only where a bound falls into the middle of a part at its dice one by one.
//
// It knows no table, no file and no clock.
package evidence
