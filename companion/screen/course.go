package screen

import (
	"errors"
	"fmt"
	"net/http"

	"astragal/companion/studio"
)

// courseRoutes are the addresses by which an army is taught that is laid out in rows.
func (s *Server) courseRoutes(mux *http.ServeMux) {
	mux.HandleFunc("GET /api/studio/course", s.studio(func(w http.ResponseWriter, r *http.Request) { s.courseDo(w, r, nil) }))
	mux.HandleFunc("POST /api/studio/course", s.studio(s.courseBegin))
	mux.HandleFunc("DELETE /api/studio/course", s.studio(s.courseEnd))
	mux.HandleFunc("POST /api/studio/course/press", s.studio(s.coursePress))
	mux.HandleFunc("POST /api/studio/course/{word}", s.studio(s.courseWord))
	mux.HandleFunc("GET /api/studio/course/{press}/{n}", s.studio(s.coursePicture))
}

// mostLaid bounds an army that is taught at once.
const mostLaid = 60

var errStaleCourse = errors.New("the course went on in another window: look again at what is drawn")

// courseDo does something with the course and answers with how it is then.
func (s *Server) courseDo(w http.ResponseWriter, r *http.Request, do func(*studio.Course) error) {
	v, err := s.Studio.Course(r.Context(), do)
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

func (s *Server) courseBegin(w http.ResponseWriter, r *http.Request) {
	said, ok := readStudio[struct {
		Dice []string `json:"dice"`
	}](s, w, r)
	if !ok {
		return
	}
	if len(said.Dice) == 0 || len(said.Dice) > mostLaid {
		refuse(w, http.StatusUnprocessableEntity, fmt.Sprintf("choose 1 to %d dice", mostLaid))
		return
	}
	if err := s.Studio.BeginCourse(said.Dice); err != nil {
		refuse(w, http.StatusUnprocessableEntity, err.Error())
		return
	}
	s.Session.HoldTray()
	s.courseDo(w, r, nil)
}

func (s *Server) courseEnd(w http.ResponseWriter, r *http.Request) {
	if err := s.Studio.EndCourse(); err != nil {
		refuse(w, http.StatusInternalServerError, err.Error())
		return
	}
	s.courseDo(w, r, nil)
}

// courseSaid is what a page says of the course.
type courseSaid struct {
	// Heard is that of the course that the page shows, Place is the die's.
	Heard int `json:"heard"`
	Place int `json:"place"`
}

// coursePress reads the tray anew and takes what lies there for what the page drew.
func (s *Server) coursePress(w http.ResponseWriter, r *http.Request) {
	said, ok := readStudio[courseSaid](s, w, r)
	if !ok {
		return
	}
	s.Session.HoldTray()
	seen, err := s.Session.ReadForCourse(r.Context())
	if err != nil {
		refuse(w, http.StatusConflict, err.Error())
		return
	}
	s.courseDo(w, r, func(c *studio.Course) error {
		if c.Heard() != said.Heard {
			return errStaleCourse
		}
		s.Session.StudyOwn(r.Context(), false)
		return c.Press(seen)
	})
}

// courseWord hears a word that needs no look at the tray.
func (s *Server) courseWord(w http.ResponseWriter, r *http.Request) {
	said, ok := readStudio[courseSaid](s, w, r)
	if !ok {
		return
	}
	s.courseDo(w, r, func(c *studio.Course) error {
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

func (s *Server) coursePicture(w http.ResponseWriter, r *http.Request) {
	raw, ok := s.Studio.CoursePicture(studio.Picture{Press: pathNumber(r, "press"), N: pathNumber(r, "n")})
	if !ok {
		refuse(w, http.StatusNotFound, "this picture is not kept any more")
		return
	}
	w.Header().Set("Content-Type", "image/jpeg")
	_, _ = w.Write(raw)
}
