package hall

import (
	"context"
	"time"
)

// presence is which devices have a screen open at the table.
type presence struct {
	// open counts the screens of each device.
	open map[string]int
	// gone is when the last screen of a device went, began when the program began to look.
	gone  map[string]time.Time
	began time.Time
}

func newPresence(now time.Time) presence {
	return presence{open: map[string]int{}, gone: map[string]time.Time{}, began: now}
}

// has says whether a device has a screen open.
func (p presence) has(device string) bool { return p.open[device] > 0 }

func (p presence) come(device string) { p.open[device]++ }

func (p presence) leave(device string, now time.Time) {
	if p.open[device]--; p.open[device] <= 0 {
		delete(p.open, device)
		p.gone[device] = now
	}
}

// goneFor is how long no screen of a device has been open, as far as this program has seen.
func (p presence) goneFor(device string, now time.Time) time.Duration {
	if p.has(device) {
		return 0
	}
	since, seen := p.gone[device]
	if !seen {
		since = p.began
	}
	return now.Sub(since)
}

// Come counts a device's screen in. What was proposed about its seats is done with.
func (h *Hall) Come(ctx context.Context, device string) {
	h.Here.come(device)
	h.keepsSeat(ctx, device)
}

// Leave counts a device's screen out.
func (h *Hall) Leave(device string) { h.Here.leave(device, h.desk.Now()) }
