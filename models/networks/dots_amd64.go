package networks

import "golang.org/x/sys/cpu"

// eights tells whether addDots may be called: it needs a processor of about 2013 or later.
var eights = cpu.X86.HasAVX2 && cpu.X86.HasFMA

// addDots adds to each of count numbers the product of a row and v. Rows lie stride numbers apart; n, their length, is a
// multiple of eight and more than 0. Nothing is checked.
//
//go:noescape
func addDots(out, rows, v *float32, count, stride, n int)
