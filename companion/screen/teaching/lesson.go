package teaching

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"astragal/companion/screen/desk"
)

// mostLaid bounds an army that is taught at once.
const mostLaid = 60

// lesson is what the ways to teach an army have in common: somebody chooses an army, the page says words about what it shows, and the answer is how
// things stand.
type lesson[L interface{ Heard() int }, V any] struct {
	page
	// name is what the answer calls it.
	name string
	// none is the sentence if no army is being taught in this way, stale the one if another page said something in between.
	none, stale string
	start       func(dice []string) error
	stop        func() error
	with        func(context.Context, func(L) error) (*V, error)
}

var errStaleLesson = errors.New("another window went on")

// do does something with the lesson and answers with how it stands after that. Who only looks may make the gallery catch up: that is not left half done either.
func (at lesson[L, V]) do(w http.ResponseWriter, r *http.Request, do func(L) error) {
	v, err := at.with(context.WithoutCancel(r.Context()), do)
	switch {
	case errors.Is(err, errStaleLesson):
		desk.Refuse(w, http.StatusConflict, at.stale)
	case err != nil:
		desk.Refuse(w, http.StatusUnprocessableEntity, err.Error())
	case v == nil && do != nil:
		desk.Refuse(w, http.StatusConflict, at.none)
	default:
		desk.WriteJSON(w, http.StatusOK, map[string]any{at.name: v})
	}
}

// say does something with the lesson, if it still stands as the page showed it.
func (at lesson[L, V]) say(w http.ResponseWriter, r *http.Request, heard int, do func(L) error) {
	at.do(w, r, func(l L) error {
		if l.Heard() != heard {
			return errStaleLesson
		}
		return do(l)
	})
}

func (at lesson[L, V]) view(w http.ResponseWriter, r *http.Request) { at.do(w, r, nil) }

func (at lesson[L, V]) begin(w http.ResponseWriter, r *http.Request) {
	said, ok := readSaid[struct {
		Dice []string `json:"dice"`
	}](at.Desk, w, r)
	if !ok {
		return
	}
	if len(said.Dice) == 0 || len(said.Dice) > mostLaid {
		desk.Refuse(w, http.StatusUnprocessableEntity, fmt.Sprintf("choose 1 to %d dice", mostLaid))
		return
	}
	if err := at.start(said.Dice); err != nil {
		desk.Refuse(w, http.StatusUnprocessableEntity, err.Error())
		return
	}
	at.Session.Teaching().Hold()
	at.do(w, r, nil)
}

func (at lesson[L, V]) end(w http.ResponseWriter, r *http.Request) {
	if err := at.stop(); err != nil {
		desk.Refuse(w, http.StatusInternalServerError, err.Error())
		return
	}
	at.do(w, r, nil)
}

// keptPicture answers with the picture of a die that was shown.
func keptPicture(w http.ResponseWriter, raw []byte, kept bool) {
	if !kept {
		desk.Refuse(w, http.StatusNotFound, "this picture is not kept any more")
		return
	}
	w.Header().Set("Content-Type", "image/jpeg")
	_, _ = w.Write(raw)
}
