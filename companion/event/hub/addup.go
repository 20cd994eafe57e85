package hub

import (
	"fmt"
	"strconv"
	"strings"

	"astragal/companion/event"
	"astragal/engine"
)

const (
	// ownFaceMost is the most that a die with faces of its own may show, unknownMost one of no known shape.
	ownFaceMost = 10_000
	unknownMost = 100
	// tenSided may show tens besides, and two of them are one die of a hundred.
	tenSided = "d10"
	tensMost = 90
	hundred  = 100
)

// doubt is what speaks against a roll's total; the zero value is no doubt. beyond is how far the total lies above what the dice can come to, or, if
// negative, below it. It is 0 if something else is wrong.
type doubt struct {
	why    string
	beyond int
}

// addsUp compares a roll's total with its dice. A table may count otherwise than by adding up (the highest three, successes, with a modifier), so
// addsUp only doubts a total that no way of counting gives.
func addsUp(r event.Roll) doubt {
	for _, d := range r.Dice { // also if they come to no total: they may be hits
		if why := impossible(d); why != "" {
			return doubt{why: why}
		}
	}
	if r.Total == nil {
		return doubt{}
	}
	least, most := reach(r.Dice)
	switch total := *r.Total; {
	case total > most:
		return doubt{fmt.Sprintf("it counts %d, and its dice come to %d at the most", total, most), total - most}
	case total < least:
		return doubt{fmt.Sprintf("it counts %d, and its dice come to %d at the least", total, least), total - least}
	}
	return doubt{why: miscounted(*r.Total, r.Text)}
}

// impossible says that a die shows what it can't; empty if it can.
func impossible(d event.Die) string {
	if d.Value == nil {
		return ""
	}
	low, high := engine.Bounds(d.Shape)
	switch {
	case d.Face != nil:
		low, high = -ownFaceMost, ownFaceMost
	case low == 0 && high == 0:
		low, high = -unknownMost, unknownMost
	case d.Shape == tenSided:
		low, high = 0, tensMost
	case d.Shape == "d100":
		low = 0
	}
	if v := *d.Value; v < low || v > high {
		return fmt.Sprintf("its %s shows %d", shapeOr(d.Shape), v)
	}
	return ""
}

func shapeOr(shape string) string {
	if shape == "" {
		return "die"
	}
	return shape
}

// reach is the least and the most to which dice can come, whatever the way of counting: a success may count twice, and of two ten-sided dice one may be
// the tens.
func reach(dice []event.Die) (least, most int) {
	tens, ofTens := 0, 0
	for _, d := range dice {
		if d.Value == nil {
			continue
		}
		v := *d.Value
		least += min(v, 0)
		if d.Shape == tenSided {
			tens++
			ofTens += v
			continue
		}
		most += max(v, 0)
	}
	most += max(ofTens, tens/2*hundred+tens%2*tensMost)
	return least, max(most, 2*len(dice))
}

// miscounted says that a table's own words give another sum than the total. It is empty if they agree, and if the words are no sum like "8 = 3 + 5 (two
// d6)".
func miscounted(total int, text string) string {
	head, tail, _ := strings.Cut(text, " = ")
	tail, _, _ = strings.Cut(tail, " (")
	tail, _, _ = strings.Cut(tail, ", and ")
	said, err := strconv.Atoi(head)
	sum, ok := summed(tail)
	if err != nil || !ok || said == total && sum == total {
		return ""
	}
	return fmt.Sprintf("it counts %d, and its words say %.60q", total, head+" = "+tail)
}

// summed works out "3 + 5 − 1"; false for anything else.
func summed(text string) (int, bool) {
	sum, sign := 0, 1
	for i, word := range strings.Fields(text) {
		n, err := strconv.Atoi(word)
		switch {
		case i%2 == 0 && err == nil:
			sum += sign * n
		case i%2 == 1 && word == "+":
			sign = 1
		case i%2 == 1 && word == "−":
			sign = -1
		default:
			return 0, false
		}
	}
	return sum, text != ""
}
