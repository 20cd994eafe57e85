package vision

import (
	"context"
	"time"
)

// State is what goes on over the tray. The API, the log and the page use the same words.
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
	// Starting says that a source is being opened and that nobody knows yet whether it can be seen. No eye tells it: a table begins with it, and an EventSource
	// means it.
	Starting State = "starting"
)

// EventKind says which fields of an Event count.
type EventKind string

// The kinds of event that an Eye tells.
const (
	// EventState says that State has changed.
	EventState EventKind = "state"
	// EventSettled says that a throw has come to rest. Scene holds it. There is exactly one for each throw.
	EventSettled EventKind = "settled"
	// EventSeen says that the dice of the last throw were seen again (a die was nudged or taken away, a lamp was
	// switched). Scene is the new picture of the same throw. It is no new roll.
	EventSeen EventKind = "seen"
	// EventCleared says that the tray became empty.
	EventCleared EventKind = "cleared"
	// EventPreview brings in Preview a JPEG of the tray.
	EventPreview EventKind = "preview"
	// EventQuality says in Quality how good the picture is.
	EventQuality EventKind = "quality"
	// EventProblem says in Problem, in one sentence, what is wrong, where, and how to mend it. An empty Problem means
	// that it is over.
	EventProblem EventKind = "problem"
	// EventSource names in Source what is watched ("virtual table", "webcam C920"). What was told of the source before no longer holds.
	EventSource EventKind = "source"
	// EventFile says in File what of a picture, a clip or a folder has been seen.
	EventFile EventKind = "file"
)

// Event is one thing that an Eye tells.
type Event struct {
	Kind  EventKind     `json:"kind"`
	Frame int           `json:"frame"`
	Time  time.Duration `json:"time_ns"`
	State State         `json:"state,omitempty"`
	Scene *Scene        `json:"scene,omitempty"`
	// Anew is for EventSeen. It says that the picture has another geometry than at the last look: turned, mirrored,
	// cut, zoomed, or of another size. So the camera moved, what lies there is no new throw, and earlier places no
	// longer apply.
	Anew bool `json:"anew,omitempty"`
	// Sent says that an order brought the scene's picture.
	Sent bool `json:"sent,omitempty"`
	// Found is for EventSeen. It is how many dice were overlooked: they lie where nothing has happened since the
	// throw was told, but the throw didn't hold them.
	Found   int      `json:"found,omitempty"`
	Preview []byte   `json:"preview,omitempty"`
	Quality *Quality `json:"quality,omitempty"`
	Problem string   `json:"problem,omitempty"`
	Source  string   `json:"source,omitempty"`
	// Why says in one sentence why a source is watched that nobody chose.
	Why  string `json:"why,omitempty"`
	File *File  `json:"file,omitempty"`
}

// PictureFile is the Kind of a file that is one picture.
const PictureFile = "picture"

// File is a photo, a clip or a picture of a folder that is watched.
type File struct {
	// Kind is "picture" (PictureFile) or "clip". Name is the name of the file.
	Kind string `json:"kind"`
	Name string `json:"name"`
	// The file is picture N of the Of pictures of a folder. A single file is 1 of 1.
	N  int `json:"n"`
	Of int `json:"of"`
	// Over says that all of it was seen. Its last picture stays until an order "again" or "next".
	Over bool `json:"over"`
	// Dice is how many dice lie in it, as far as it was seen. Rolls is how many throws were told since it began.
	Dice  int `json:"dice"`
	Rolls int `json:"rolls"`
}

// Quality is the live meter of the picture. Good says that nothing is wrong. Otherwise Words say what is wrong and
// where ("too dark", "glare at the upper left", "out of focus", "too far away: 3 px per mm", "tilted", TooFlat).
type Quality struct {
	Good    bool     `json:"good"`
	Words   []string `json:"words"`
	PxPerMM float64  `json:"px_per_mm,omitempty"`
}

// PhoneName is the name of a source whose frames come as orders.
const PhoneName = "pictures from a phone"

// Order is what the parent tells an Eye to do.
type Order struct {
	// Do is one of these: "throw" (the virtual table throws its dice), "look" (read the tray at once, whether
	// anything moved or not), "picture" (read the JPEG in Picture instead of a frame), "frame" (Picture is the newest
	// frame of the source PhoneName), "source" (watch the source in Source), "again" (show the watched file from its
	// start), "next" (show the folder's next picture), "lock" or "unlock" (exposure and white balance).
	Do      string `json:"do"`
	Picture []byte `json:"picture,omitempty"`
	Source  string `json:"source,omitempty"`
	// Dice are the dice that the virtual table throws this time, by shape ("d6"). If they are empty, it throws its
	// own.
	Dice []string `json:"dice,omitempty"`
}

// Eye watches a tray. The child process, a tape, and the tests' fakes are eyes.
type Eye interface {
	// Watch tells what is seen until ctx ends or nothing more can be seen. It calls tell from one goroutine at a
	// time. tell must not block for long.
	Watch(ctx context.Context, tell func(Event)) error
	// Order gives an order. Its error says why that can't be done.
	Order(ctx context.Context, o Order) error
}
