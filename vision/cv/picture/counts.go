//go:build cgo

package picture

// ByteCounts says how often each value stands among bytes.
type ByteCounts [256]int32

// Ranked is the value that would stand at a place, from 0, if the bytes were sorted.
func (c *ByteCounts) Ranked(at int) uint8 {
	seen := 0
	for v, n := range c {
		if seen += int(n); seen > at {
			return uint8(v)
		}
	}
	return 255
}
