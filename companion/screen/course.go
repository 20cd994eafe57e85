package screen

import (
	"errors"
	"fmt"
	"net/http"

	"astragal/companion/studio"
)

// course is the addresses by which an army is taught that is laid out in rows.
type course struct{ teaching }

func (at course) routes(mux *http.ServeMux) {
	mux.HandleFunc("GET /api/studio/course", at.only(func(w http.ResponseWriter, r *http.Request) { at.do(w, r, nil) }))
	mux.HandleFunc("POST /api/studio/course", at.only(at.begin))
	mux.HandleFunc("DELETE /api/studio/course", at.only(at.end))
	mux.HandleFunc("POST /api/studio/course/press", at.only(at.press))
	mux.HandleFunc("POST /api/studio/course/{word}", at.only(at.word))
	mux.HandleFunc("GET /api/studio/course/{press}/{n}", at.only(at.picture))
}

// mostLaid bounds an army that is taught at once.
const mostLaid = 60

var errStaleCourse = errors.New("the course went on in another window: look again at what is drawn")

// do does something with the course and answers with how it is then.
func (at course) do(w http.ResponseWriter, r *http.Request, do func(*studio.Course) error) {
	v, err := at.Studio.Course(r.Context(), do)
	switch {
	case errors.Is(err, errStaleCourse):
		refuse(w, http.StatusConflict, err.Error())
	case err != nil:
		refuse(w, http.StatusUnprocessableEntity, err.Error())
	case v == nil && do != nil:
		refuse(w, http.StatusConflict, "no army is being laid out: choose one first")
	default:
		writeJSON(w, http.StatusOK, map[string]any{"course": v})
	}
}

func (at course) begin(w http.ResponseWriter, r *http.Request) {
	said, ok := readSaid[struct {
		Dice []string `json:"dice"`
	}](at.desk, w, r)
	if !ok {
		return
	}
	if len(said.Dice) == 0 || len(said.Dice) > mostLaid {
		refuse(w, http.StatusUnprocessableEntity, fmt.Sprintf("choose 1 to %d dice", mostLaid))
		return
	}
	if err := at.Studio.BeginCourse(said.Dice); err != nil {
		refuse(w, http.StatusUnprocessableEntity, err.Error())
		return
	}
	at.Session.Teaching().Hold()
	at.do(w, r, nil)
}

func (at course) end(w http.ResponseWriter, r *http.Request) {
	if err := at.Studio.EndCourse(); err != nil {
		refuse(w, http.StatusInternalServerError, err.Error())
		return
	}
	at.do(w, r, nil)
}

// courseSaid is what a page says of the course.
type courseSaid struct {
	// Heard is that of the course that the page shows, Place is the die's.
	Heard int `json:"heard"`
	Place int `json:"place"`
}

// press reads the tray anew and takes what lies there for what the page drew.
func (at course) press(w http.ResponseWriter, r *http.Request) {
	said, ok := readSaid[courseSaid](at.desk, w, r)
	if !ok {
		return
	}
	at.Session.Teaching().Hold()
	seen, err := at.Session.Teaching().Read(r.Context())
	if err != nil {
		refuse(w, http.StatusConflict, err.Error())
		return
	}
	at.do(w, r, func(c *studio.Course) error {
		if c.Heard() != said.Heard {
			return errStaleCourse
		}
		at.Session.Teaching().Own(r.Context(), false)
		return c.Press(seen.Sightings)
	})
}

// word hears a word that needs no look at the tray.
func (at course) word(w http.ResponseWriter, r *http.Request) {
	said, ok := readSaid[courseSaid](at.desk, w, r)
	if !ok {
		return
	}
	at.do(w, r, func(c *studio.Course) error {
		if c.Heard() != said.Heard {
			return errStaleCourse
		}
		switch r.PathValue("word") {
		case "leave":
			return c.LeaveOut(said.Place)
		case "back":
			return c.Back()
		case "turn":
			return c.Turn()
		}
		return fmt.Errorf("the word %.20q means nothing here: say press, leave, back or turn", r.PathValue("word"))
	})
}

func (at course) picture(w http.ResponseWriter, r *http.Request) {
	raw, ok := at.Studio.CoursePicture(studio.Picture{Press: pathNumber(r, "press"), N: pathNumber(r, "n")})
	if !ok {
		refuse(w, http.StatusNotFound, "this picture is not kept any more")
		return
	}
	w.Header().Set("Content-Type", "image/jpeg")
	_, _ = w.Write(raw)
}
