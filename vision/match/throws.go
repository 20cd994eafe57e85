package match

import (
	"fmt"
	"slices"

	"astragal/vision"
)

// Roll is what was read of the dice that were to be thrown, in one throw or in several: a tray may hold
// fewer dice than an army, and a cocked die is thrown again alone.
type Roll struct {
	// Expected are the dice to be thrown, by id, each as often as it is.
	Expected []string
	// Read are the readings that count, each of one expected die. What was read stays read.
	Read []vision.Reading
}

// Missing are the expected dice that were not read yet, each as often as it is missing. The next throw
// is read with these expected.
func (r Roll) Missing() []string {
	missing := slices.Clone(r.Expected)
	for _, reading := range r.Read {
		if i := slices.Index(missing, *reading.Die); i >= 0 {
			missing = slices.Delete(missing, i, i+1)
		}
	}
	return missing
}

// With is the roll after another throw. Readings that are accepted and of a missing die count; the
// others are left, by index: to be asked about, or of dice that nobody asked for.
func (r Roll) With(throw []vision.Reading) (Roll, []int) {
	missing := r.Missing()
	r.Read = slices.Clone(r.Read)
	var left []int
	for i, reading := range throw {
		at := -1
		if reading.Accepted && reading.Die != nil {
			at = slices.Index(missing, *reading.Die)
		}
		if at < 0 {
			left = append(left, i)
			continue
		}
		missing = slices.Delete(missing, at, at+1)
		r.Read = append(r.Read, reading)
	}
	return r, left
}

// Words say how the roll stands: "12 of 13 dice: the Oak Lord is missing"; empty where it is complete.
func (r Roll) Words(m *Matcher) string {
	missing := r.Missing()
	if len(missing) == 0 {
		return ""
	}
	return fmt.Sprintf("%d of %d dice: %s missing", len(r.Expected)-len(missing), len(r.Expected), m.names(missing))
}
