package companion

import (
	"bytes"
	"encoding/json"
	"time"

	"astragal/companion/holdback"
)

// keptFor is how long what is counted is still noted down after the last overlay has gone.
const keptFor = 3 * time.Minute

// line is what overlays may show, and when: what was counted, as it stood at each moment. It is kept while an overlay is
// open and a while after. The zero value is ready; its owner guards it.
type line struct {
	held holdback.Line[json.RawMessage]
	// watching overlays are open; wanted is until when the line is kept without one.
	watching int
	wanted   time.Time
	last     json.RawMessage
}

// wants says whether what is counted is to be noted down. Where nobody watches, all that was noted is forgotten.
func (l *line) wants(now time.Time) bool {
	if l.watching > 0 || !now.After(l.wanted) {
		return true
	}
	*l = line{} // what comes now is not known later
	return false
}

// note takes in what was counted, as overlays show it, where it is something new.
func (l *line) note(now time.Time, subject string, items []holdback.Item, shown json.RawMessage) {
	if !bytes.Equal(shown, l.last) {
		l.held.Add(now, subject, items, shown)
		l.last = shown
	}
}

// watch says that an overlay was opened; true for the first one, for which what stands now is to be noted.
func (l *line) watch() bool {
	l.watching++
	return l.watching == 1
}

// leave says that an overlay has gone.
func (l *line) leave(now time.Time) {
	l.watching--
	l.wanted = now.Add(keptFor)
}

// shown is what an overlay shows that holds back so long, and when to look again.
func (l *line) shown(now time.Time, hold time.Duration) holdback.Shown[json.RawMessage] {
	return l.held.Shown(now, hold)
}
