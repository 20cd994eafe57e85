package teaching

import (
	"fmt"
	"net/http"

	"astragal/companion/screen/desk"
	"astragal/companion/studio/course"
)

// rows is the addresses for teaching an army that is laid out in rows.
type rows struct {
	lesson[*course.Course, course.View]
}

func rowsOf(at page) rows {
	return rows{lesson[*course.Course, course.View]{page: at, name: "course",
		none: "no army is being laid out: choose one first", stale: "the course went on in another window: look again at what is drawn",
		start: at.Studio.BeginCourse, stop: at.Studio.EndCourse, with: at.Studio.Course}}
}

func (at rows) routes(mux *http.ServeMux) {
	mux.HandleFunc("GET /api/studio/course", at.only(at.view))
	mux.HandleFunc("POST /api/studio/course", at.only(at.begin))
	mux.HandleFunc("DELETE /api/studio/course", at.only(at.end))
	mux.HandleFunc("POST /api/studio/course/press", at.only(at.press))
	mux.HandleFunc("POST /api/studio/course/{word}", at.only(at.word))
	mux.HandleFunc("GET /api/studio/course/{press}/{n}", at.only(at.picture))
}

// courseSaid is what a page says of the course.
type courseSaid struct {
	// Heard is the course's number that the page shows. Place is the die's.
	Heard int `json:"heard"`
	Place int `json:"place"`
}

// press reads the tray anew and takes the dice for those that the page drew.
func (at rows) press(w http.ResponseWriter, r *http.Request) {
	said, ok := readSaid[courseSaid](at.Desk, w, r)
	if !ok {
		return
	}
	at.Session.Teaching().Hold()
	seen, err := at.Session.Teaching().Read(r.Context())
	if err != nil {
		desk.Refuse(w, http.StatusConflict, err.Error())
		return
	}
	at.say(w, r, said.Heard, func(c *course.Course) error {
		at.Session.Teaching().Own(r.Context(), false)
		return c.Press(seen.Sightings)
	})
}

// word takes a word that needs no look at the tray.
func (at rows) word(w http.ResponseWriter, r *http.Request) {
	said, ok := readSaid[courseSaid](at.Desk, w, r)
	if !ok {
		return
	}
	at.say(w, r, said.Heard, func(c *course.Course) error {
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

func (at rows) picture(w http.ResponseWriter, r *http.Request) {
	raw, kept := at.Studio.CoursePicture(course.Picture{Press: desk.PathNumber(r, "press"), N: desk.PathNumber(r, "n")})
	keptPicture(w, raw, kept)
}
