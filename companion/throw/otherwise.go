package throw

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"astragal/companion/protocol"
	"astragal/vision"
)

// Relook is what the last new look at a throw found; nil if there was none since it settled.
type Relook struct {
	Scene    vision.Scene
	Readings []vision.Reading
	// Found is how many overlooked dice the eye reported since somebody last said something about the throw. Rev is the throw's Rev at that time.
	Found, Rev int
}

// surelyFound is how sure a sighting must be to be called a die that was overlooked.
const surelyFound = 0.4

// Otherwise says in words how the dice on the tray differ from the throw: dice that the first look overlooked, and dice that surely show something
// else. It is empty if nothing differs; a die that was taken away or pushed is no difference. It changes nothing, because only people know whether a
// die was overlooked, misread, laid there or turned over.
func (t Throw) Otherwise(r Relook) string {
	if t.Status == protocol.ThrowDiscarded {
		return ""
	}
	more := 0
	var says []string
	spare := t.shown(r) // if some dice are pushed and some taken away, dice may lie in each other's places
	for i, d := range r.Scene.Sightings {
		at := slices.IndexFunc(t.Dice, func(k Die) bool { return k.Box[2] > 0 && apart(k.Box, d.Box) < leastMove*k.Box[2] })
		switch {
		case at < 0 && d.Found >= surelyFound:
			more++
		case at >= 0 && i < len(r.Readings):
			if was, is, differ := t.Dice[at].turned(r.Readings[i]); differ && spare[is] < 0 {
				says = append(says, fmt.Sprintf("A die that was read as %s shows %s now: correct it if the first was wrong.", was, is))
			}
		}
	}
	if r.Rev == t.Rev {
		more = max(more, r.Found) // if other dice were taken away, places alone don't show how many are new
	}
	switch {
	case more == 1:
		says = append(says, "A die lies on the tray that was not read with the last throw: add it, take it away, or throw again.")
	case more > 1:
		says = append(says, fmt.Sprintf("%d dice lie on the tray that were not read with the last throw: add them, take them away, or throw again.", more))
	}
	return strings.Join(slices.Compact(says), " ")
}

// shown tells, for each result, how many dice of the throw show it beyond those that the last look surely saw with it.
func (t Throw) shown(r Relook) map[string]int {
	spare := map[string]int{}
	for _, d := range t.Dice {
		switch {
		case d.Gone:
		case d.Value != nil:
			spare[strconv.Itoa(*d.Value)]++
		case d.iconRead:
			spare[iconWords(d.Icon, d.IconCount)]++
		}
	}
	for _, now := range r.Readings {
		switch {
		case !now.Accepted:
		case now.Value != nil:
			spare[strconv.Itoa(*now.Value)]--
		case now.Icon != nil:
			spare[iconWords(*now.Icon, ofOne(now.Count))]--
		}
	}
	return spare
}

// turned tells what the camera surely read on a die first and what it surely reads in a later look. differ is false if they are the same, or if
// somebody has said something about the die.
func (d Die) turned(r vision.Reading) (was, is string, differ bool) {
	switch {
	case d.Gone || !r.Accepted:
		return "", "", false
	case d.contradicts(r):
		return strconv.Itoa(*d.Value), strconv.Itoa(*r.Value), true
	case d.iconRead && d.Face == nil && r.Icon != nil:
		was, is = iconWords(d.Icon, d.IconCount), iconWords(*r.Icon, ofOne(r.Count))
		return was, is, was != is
	}
	return "", "", false
}

func iconWords(icon string, count int) string { return fmt.Sprintf("%d × %s", max(count, 1), icon) }

func ofOne(count *int) int {
	if count == nil {
		return 1
	}
	return *count
}
