package record

import (
	"encoding/json"
	"time"

	"astragal/companion/journal"
	"astragal/companion/protocol"
	"astragal/companion/throw"
	"astragal/engine"
	"astragal/vision"
)

// NoteThrow is the kind of a throw's note in a journal; its body is a ThrowNote.
const NoteThrow = "throw"

// ThrowNote is a throw as it was first known: what the camera saw and made of it, or what was typed.
type ThrowNote struct {
	ID       int                 `json:"id"`
	Seat     int                 `json:"seat,omitempty"`
	Source   string              `json:"source,omitempty"`
	Scene    *vision.Scene       `json:"scene,omitempty"`
	Readings []vision.Reading    `json:"readings,omitempty"`
	Typed    []protocol.TypedDie `json:"typed,omitempty"`
	// Before are the indices in the scene, from 0, of sightings that lay there before the throw and are no dice of it.
	Before []int `json:"before,omitempty"`
	// Own are the owner's dice that the readings name, by the definitions of that time.
	Own []engine.Die `json:"own,omitempty"`
	// Crops are the SHA-256 of the dice's pictures as hexadecimal, in the order of the readings; empty
	// for a die without one.
	Crops []string `json:"crops,omitempty"`
	// Game and Question are the game and its roll that the throw was made for. A throw for a game that asked for none doesn't count.
	Game     int    `json:"game,omitempty"`
	Question string `json:"question,omitempty"`
}

// ThrownIn is the throw of a note.
func ThrownIn(n journal.Note) (throw.Throw, ThrowNote, error) {
	var body ThrowNote
	var t throw.Throw
	err := json.Unmarshal(n.Body, &body)
	switch {
	case err != nil:
		return t, body, err
	case body.Scene != nil:
		t = throw.Saw(body.ID, n.At, *body.Scene, body.Readings, body.Own...).Without(body.Before)
	default:
		if t, err = throw.Typed(body.ID, n.At, body.Typed); err != nil {
			return t, body, err
		}
	}
	t.Seat, t.Game, t.Question, t.Source = body.Seat, body.Game, body.Question, body.Source
	if t.Game > 0 && t.Question == "" {
		t.Status = protocol.ThrowDiscarded
	}
	for i := range t.Dice {
		// The note's scene has no crops, and the quota may have taken the pictures. Their address tells.
		t.Dice[i].Crop = body.Scene != nil
	}
	return t, body, nil
}

// NoteReread is the kind of a note about dice of a throw that were read once more after the table had learned something. Its body is a RereadNote.
const NoteReread = "reread"

// RereadNote are other readings of some dice of a throw.
type RereadNote struct {
	Throw    int           `json:"throw"`
	Readings throw.Rereads `json:"readings"`
	// Own are the owner's dice that the readings name, by the definitions of that time.
	Own []engine.Die `json:"own,omitempty"`
}

// RereadIn is what was read once more, by a note.
func RereadIn(n journal.Note) (RereadNote, error) {
	var b RereadNote
	err := json.Unmarshal(n.Body, &b)
	return b, err
}

// ActIn is what somebody said of a throw, by a note.
func ActIn(n journal.Note) (protocol.Act, error) {
	var a protocol.Act
	err := json.Unmarshal(n.Body, &a)
	return a, err
}

// Acted is a throw after what somebody said of it at a time.
func Acted(t throw.Throw, a protocol.Act, at time.Time) (throw.Throw, error) {
	next, err := t.With(a)
	if err != nil {
		return t, err
	}
	if a.Do == protocol.DoShow {
		next = next.Alone(a)
	}
	if t.Status == protocol.ThrowCounted && !next.Same(t) {
		next.Corrected, next.Changed = true, at
	}
	return next, nil
}

// SealsOf are the throw of a note and the hashes of its pictures.
func SealsOf(n journal.Note) (id int, sums []string) {
	var b ThrowNote
	if n.Kind != NoteThrow || json.Unmarshal(n.Body, &b) != nil {
		return 0, nil
	}
	return b.ID, b.Crops
}
