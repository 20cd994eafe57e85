// Package evidence keeps what dice showed: every die of every roll that counts, who rolled it, when, and who saw it. A Part is the dice of some rolls
// that follow one another. Its sums are added up once; beside them it keeps the order in which the dice fell. Statistics over many parts add up their
// sums. They go through a part's dice one by one only if the time that is asked for begins or ends within the part.
//
// It knows no table, no file and no clock.
package evidence
