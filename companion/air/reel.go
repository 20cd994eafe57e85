package air

import (
	"encoding/binary"
	"io"
	"slices"
	"sync"
	"time"

	"astragal/vision"
)

// Reel keeps the newest pictures of the tray in memory, and the last throws as they fell. It is
// safe for concurrent use; the zero value is ready.
type Reel struct {
	mu     sync.Mutex
	frames []still
	bytes  int
	// moving is when the dice that roll now began to roll.
	moving time.Time
	was    vision.State
	clips  []Clip
}

type still struct {
	at   time.Time
	jpeg []byte
}

// Clip is one throw from a moment before it moved until it lay.
type Clip struct {
	throw  int
	frames []still
}

// Bounds of a reel.
const (
	clipLead  = 700 * time.Millisecond // of the still tray before the dice came
	clipMost  = 10 * time.Second
	reelBytes = 12 << 20
	clipsKept = 4
)

// Add takes in the newest picture of the tray; the oldest go when they are too many or too old.
func (r *Reel) Add(at time.Time, jpeg []byte) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.frames = append(r.frames, still{at, jpeg})
	r.bytes += len(jpeg)
	for len(r.frames) > 1 && (r.bytes > reelBytes || at.Sub(r.frames[0].at) > clipMost+clipLead) {
		r.bytes -= len(r.frames[0].jpeg)
		r.frames = slices.Delete(r.frames, 0, 1)
	}
}

// State notices when something begins to move over a tray that was still.
func (r *Reel) State(at time.Time, s vision.State) {
	r.mu.Lock()
	defer r.mu.Unlock()
	still := func(s vision.State) bool { return s != vision.Moving && s != vision.HandInTray }
	if !still(s) && still(r.was) {
		r.moving = at
	}
	r.was = s
}

// Cut keeps what led to a throw.
func (r *Reel) Cut(id int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	from := r.moving.Add(-clipLead)
	i := slices.IndexFunc(r.frames, func(f still) bool { return !f.at.Before(from) })
	if i < 0 {
		return
	}
	r.clips = append(r.clips, Clip{id, slices.Clone(r.frames[i:])})
	if over := len(r.clips) - clipsKept; over > 0 {
		r.clips = slices.Delete(r.clips, 0, over)
	}
}

// Clip is the clip of a throw; false if it is not kept (any more).
func (r *Reel) Clip(id int) (Clip, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	i := slices.IndexFunc(r.clips, func(c Clip) bool { return c.throw == id })
	if i < 0 {
		return Clip{}, false
	}
	return r.clips[i], true
}

// Last is the clip's last picture, as the dice lay.
func (c Clip) Last() []byte { return c.frames[len(c.frames)-1].jpeg }

// Write sends the clip: for each picture its time in ms and its length (big-endian, 4 bytes each), then
// the JPEG.
func (c Clip) Write(w io.Writer) error {
	for _, f := range c.frames {
		head := binary.BigEndian.AppendUint32(nil, uint32(f.at.Sub(c.frames[0].at).Milliseconds()))
		head = binary.BigEndian.AppendUint32(head, uint32(len(f.jpeg)))
		for _, part := range [][]byte{head, f.jpeg} {
			if _, err := w.Write(part); err != nil {
				return err
			}
		}
	}
	return nil
}
