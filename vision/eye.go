package vision

import (
	"context"
	"time"
)

// State is what goes on over the tray. The words are the same in the API, the
// log and on the page.
type State string

// The states of a table.
const (
	Empty      State = "empty"
	Moving     State = "moving"
	Settled    State = "settled"
	ReadingNow State = "reading"
	Asking     State = "asking"
	HandInTray State = "hand in tray"
	Blocked    State = "blocked"
	TooDark    State = "too dark"
	NoCamera   State = "no camera"
)

// EventKind says which fields of an Event count.
type EventKind string

// The kinds of event that an Eye tells.
const (
	// EventState: State has changed.
	EventState EventKind = "state"
	// EventSettled: a throw has come to rest; Scene holds it. Exactly one for each throw.
	EventSettled EventKind = "settled"
	// EventSeen: the dice of the last throw were seen again (a die was nudged or taken away, a
	// lamp was switched); Scene is the new picture of the same throw. It is no new roll.
	EventSeen EventKind = "seen"
	// EventCleared: the tray became empty.
	EventCleared EventKind = "cleared"
	// EventPreview: Preview is a JPEG of the tray now.
	EventPreview EventKind = "preview"
	// EventQuality: Quality says how good the picture is.
	EventQuality EventKind = "quality"
	// EventProblem: Problem is one sentence: what, where, how to mend it. Empty means it is over.
	EventProblem EventKind = "problem"
	// EventSource: Source names what is being looked at ("virtual table", "webcam C920").
	EventSource EventKind = "source"
	// EventFile: File says what of a picture, a clip or a folder has been seen.
	EventFile EventKind = "file"
)

// Event is one thing that an Eye tells.
type Event struct {
	Kind  EventKind     `json:"kind"`
	Frame int           `json:"frame"`
	Time  time.Duration `json:"time_ns"`
	State State         `json:"state,omitempty"`
	Scene *Scene        `json:"scene,omitempty"`
	// Anew says, where Kind is EventSeen, that the picture has come in another geometry since the last look (turned, mirrored,
	// cut, zoomed, of another size): the camera moved, so what lies there is no new throw, and places of before mean nothing now.
	Anew bool `json:"anew,omitempty"`
	// Sent says that the scene is that of a picture which an order brought.
	Sent bool `json:"sent,omitempty"`
	// Found is, where Kind is EventSeen, how many dice lie where nothing happened since the throw was
	// told, though it did not hold them: they were overlooked.
	Found   int      `json:"found,omitempty"`
	Preview []byte   `json:"preview,omitempty"`
	Quality *Quality `json:"quality,omitempty"`
	Problem string   `json:"problem,omitempty"`
	Source  string   `json:"source,omitempty"`
	// Why says, with a Source that nobody chose, in one sentence why it is looked at.
	Why  string `json:"why,omitempty"`
	File *File  `json:"file,omitempty"`
}

// File is a photo, a clip or a picture of a folder that is looked at.
type File struct {
	// Kind is "picture" or "clip"; Name is the file's.
	Kind string `json:"kind"`
	Name string `json:"name"`
	// N of Of pictures of a folder it is; 1 of 1 where it stands alone.
	N  int `json:"n"`
	Of int `json:"of"`
	// Over: all of it was seen. Its last picture stays until an order "again" or "next".
	Over bool `json:"over"`
	// Dice lie in it, as far as was seen; Rolls were told since it began.
	Dice  int `json:"dice"`
	Rolls int `json:"rolls"`
}

// Quality is the live meter: Good, or Words saying what is wrong and where
// ("too dark", "glare at the upper left", "out of focus", "too far away: 3 px per mm", "tilted", TooFlat).
type Quality struct {
	Good    bool     `json:"good"`
	Words   []string `json:"words"`
	PxPerMM float64  `json:"px_per_mm,omitempty"`
}

// PhoneName is what a source calls itself whose frames come as orders.
const PhoneName = "pictures from a phone"

// Order is what the parent tells an Eye to do.
type Order struct {
	// Do is "throw" (the virtual table throws its dice), "look" (read the tray now, whatever
	// moved), "picture" (Picture is a JPEG to be read in place of a frame), "frame" (Picture is the
	// newest frame of the source PhoneName), "source" (Source is the new source), "again" (the file that is looked at is shown
	// from its start), "next" (the folder's next picture), "lock" or "unlock" (exposure and white balance).
	Do      string `json:"do"`
	Picture []byte `json:"picture,omitempty"`
	Source  string `json:"source,omitempty"`
	// Dice are the dice that the virtual table throws, by shape ("d6"), this time; empty throws its own.
	Dice []string `json:"dice,omitempty"`
}

// Eye watches a tray. Behind it are the child process, a tape, and test fakes.
type Eye interface {
	// Watch tells what is seen until ctx ends or nothing can be seen any more. tell is called
	// from one goroutine at a time and must not block for long.
	Watch(ctx context.Context, tell func(Event)) error
	// Order passes an order on; it returns an error in words when that cannot be done.
	Order(ctx context.Context, o Order) error
}
