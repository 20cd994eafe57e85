// Package presence knows which devices have a screen open at a table, and since when one has none.
package presence

import "time"

// Devices is which devices have a screen open at the table. Copies share their state.
type Devices struct {
	// open counts the screens of each device.
	open map[string]int
	// gone is when the last screen of a device went, began when the program began to look.
	gone  map[string]time.Time
	began time.Time
}

// New says that no device has a screen open, from a time on.
func New(now time.Time) Devices {
	return Devices{open: map[string]int{}, gone: map[string]time.Time{}, began: now}
}

// Has says whether a device has a screen open.
func (p Devices) Has(device string) bool { return p.open[device] > 0 }

// Come counts a screen of a device in.
func (p Devices) Come(device string) { p.open[device]++ }

// Leave counts a screen of a device out.
func (p Devices) Leave(device string, now time.Time) {
	if p.open[device]--; p.open[device] <= 0 {
		delete(p.open, device)
		p.gone[device] = now
	}
}

// GoneFor is how long no screen of a device has been open, as far as this program has seen.
func (p Devices) GoneFor(device string, now time.Time) time.Duration {
	if p.Has(device) {
		return 0
	}
	since, seen := p.gone[device]
	if !seen {
		since = p.began
	}
	return now.Sub(since)
}
