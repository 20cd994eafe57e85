package companion

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"astragal/companion/protocol"
	"astragal/vision"
)

// relook is what the last new look at a throw found; nil when there was none since it settled.
type relook struct {
	scene    vision.Scene
	readings []vision.Reading
	// found are the dice that the eye says were overlooked, since somebody last said something about the throw, which was
	// at this rev then.
	found, rev int
}

// surelyFound is how sure a sighting must be to be called a die that was overlooked.
const surelyFound = 0.4

// otherwise says in words how what lies on the tray differs from the throw: dice that the first look overlooked, and dice that
// surely show something else now. It changes nothing: whether a die was overlooked, misread, laid there or turned over, only
// people know. Empty where all is as it was read; a die that was taken away or pushed is no difference.
func (t throw) otherwise(r relook) string {
	if t.status == protocol.ThrowDiscarded {
		return ""
	}
	more := 0
	var says []string
	spare := t.shown(r) // dice change places with each other when some are pushed and some taken away
	for i, d := range r.scene.Sightings {
		at := slices.IndexFunc(t.dice, func(k die) bool { return k.box[2] > 0 && apart(k.box, d.Box) < leastMove*k.box[2] })
		switch {
		case at < 0 && d.Found >= surelyFound:
			more++
		case at >= 0 && i < len(r.readings):
			if was, is, differ := t.dice[at].turned(r.readings[i]); differ && spare[is] < 0 {
				says = append(says, fmt.Sprintf("A die that was read as %s shows %s now: correct it if the first was wrong.", was, is))
			}
		}
	}
	if r.rev == t.rev {
		more = max(more, r.found) // where others were taken away meanwhile, places alone don't tell
	}
	switch {
	case more == 1:
		says = append(says, "A die lies on the tray that was not read with the last throw: add it, take it away, or throw again.")
	case more > 1:
		says = append(says, fmt.Sprintf("%d dice lie on the tray that were not read with the last throw: add them, take them away, or throw again.", more))
	}
	return strings.Join(slices.Compact(says), " ")
}

// shown tells for each result how many more dice of the throw show it than were surely seen with it now.
func (t throw) shown(r relook) map[string]int {
	spare := map[string]int{}
	for _, d := range t.dice {
		switch {
		case d.gone:
		case d.value != nil:
			spare[strconv.Itoa(*d.value)]++
		case d.iconRead:
			spare[iconWords(d.icon, d.iconCount)]++
		}
	}
	for _, now := range r.readings {
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

// turned tells what the camera surely read on a die first and what it surely reads now, where these differ and nobody has said
// anything about the die.
func (d die) turned(r vision.Reading) (was, is string, differ bool) {
	switch {
	case d.gone || !r.Accepted:
		return "", "", false
	case d.contradicts(r):
		return strconv.Itoa(*d.value), strconv.Itoa(*r.Value), true
	case d.iconRead && d.face == nil && r.Icon != nil:
		was, is = iconWords(d.icon, d.iconCount), iconWords(*r.Icon, ofOne(r.Count))
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
