package dataset

import "fmt"

// Split is a part of a set. Tuning looks only at odd pictures, so that figures of the even ones are honest.
type Split string

// The splits. Odd holds the 1st, 3rd, 5th … picture by file name.
const (
	All  Split = "all"
	Odd  Split = "odd"
	Even Split = "even"
)

// ParseSplit reads a split's name.
func ParseSplit(name string) (Split, error) {
	switch s := Split(name); s {
	case All, Odd, Even:
		return s, nil
	}
	return "", fmt.Errorf("the split is %q: it must be all, odd or even", name)
}

// Holds says whether the picture at index i (from 0) of the sorted set belongs to the split.
func (s Split) Holds(i int) bool {
	switch s {
	case Odd:
		return i%2 == 0
	case Even:
		return i%2 == 1
	case All:
	}
	return true
}
