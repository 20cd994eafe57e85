package air

import (
	"bytes"
	"encoding/json"
	"time"

	"astragal/companion/holdback"
)

// keptFor is how long what is counted is still noted down after the last overlay has gone.
const keptFor = 3 * time.Minute

// Line is what overlays may show, and when: what was counted, as it stood at each moment. It is kept while an overlay is
// open and a while after. The zero value is ready; its owner guards it.
type Line struct {
	held holdback.Line[json.RawMessage]
	// watching overlays are open; wanted is until when the line is kept without one.
	watching int
	wanted   time.Time
	last     json.RawMessage
}

// Wants says whether what is counted is to be noted down. If nobody has watched for a while, all that was noted is forgotten.
func (l *Line) Wants(now time.Time) bool {
	if l.watching > 0 || !now.After(l.wanted) {
		return true
	}
	*l = Line{} // what comes now is not known later
	return false
}

// Note takes in what was counted, as overlays show it. If it is what was noted last, nothing happens.
func (l *Line) Note(now time.Time, subject string, items []holdback.Item, shown json.RawMessage) {
	if !bytes.Equal(shown, l.last) {
		l.held.Add(now, subject, items, shown)
		l.last = shown
	}
}

// Watch says that an overlay was opened. It is true for the first one: then what stands now is to be noted.
func (l *Line) Watch() bool {
	l.watching++
	return l.watching == 1
}

// Leave says that an overlay has gone.
func (l *Line) Leave(now time.Time) {
	l.watching--
	l.wanted = now.Add(keptFor)
}

// Shown is what an overlay shows that holds back for hold, and when to look again.
func (l *Line) Shown(now time.Time, hold time.Duration) holdback.Shown[json.RawMessage] {
	return l.held.Shown(now, hold)
}
