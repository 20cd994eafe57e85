package evidence

import (
	"fmt"
	"time"
)

// ParseDay reads a day (2026-11-22, by this machine's clock) or a moment (RFC 3339).
func ParseDay(text string) (time.Time, error) {
	if t, err := time.ParseInLocation(time.DateOnly, text, time.Local); err == nil {
		return t, nil
	}
	t, err := time.Parse(time.RFC3339, text)
	if err != nil {
		return t, fmt.Errorf("%.40q: it must be a day like 2026-11-22 or a moment like 2026-11-22T19:30:00Z", text)
	}
	return t, nil
}
