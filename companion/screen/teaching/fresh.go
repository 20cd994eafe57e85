package teaching

import (
	"fmt"
	"net/http"

	"astragal/companion/screen/desk"
	"astragal/companion/studio"
	"astragal/companion/studio/thrown"
)

// fresh is the addresses for showing a die to the camera that no list has, and naming it.
type fresh struct {
	lesson[*thrown.Fresh, studio.FreshView]
}

func freshOf(at page) fresh {
	return fresh{lesson[*thrown.Fresh, studio.FreshView]{page: at, name: "fresh",
		none: "no new die is being shown: begin with one", stale: "the new die was changed in another window: look at it once more",
		stop: at.Studio.EndFresh, with: at.Studio.Fresh}}
}

func (at fresh) routes(mux *http.ServeMux) {
	mux.HandleFunc("GET /api/studio/fresh", at.only(at.view))
	mux.HandleFunc("POST /api/studio/fresh", at.only(at.begin))
	mux.HandleFunc("DELETE /api/studio/fresh", at.only(at.end))
	mux.HandleFunc("POST /api/studio/fresh/{word}", at.only(at.word))
	mux.HandleFunc("GET /api/studio/fresh/{throw}/{n}", at.only(at.picture))
}

// begin starts with a die that nobody knows. If one is being shown already, that goes on.
func (at fresh) begin(w http.ResponseWriter, r *http.Request) {
	if _, ok := readSaid[struct{}](at.Desk, w, r); !ok {
		return
	}
	if err := at.Studio.BeginFresh(); err != nil {
		desk.Refuse(w, http.StatusUnprocessableEntity, err.Error())
		return
	}
	at.Session.Teaching().Hold()
	at.do(w, r, nil)
}

// freshSaid is what a page says of a new die.
type freshSaid struct {
	// Heard is the number that the page shows for this die.
	Heard  int           `json:"heard"`
	Naming thrown.Naming `json:"naming"`
	// Name is what the die is to be called once its faces are known.
	Name string `json:"name"`
}

// word looks at the tray, names what a picture shows, takes the last look back, or keeps the die.
func (at fresh) word(w http.ResponseWriter, r *http.Request) {
	said, ok := readSaid[freshSaid](at.Desk, w, r)
	if !ok {
		return
	}
	at.Session.Teaching().Hold()
	switch r.PathValue("word") {
	case "look":
		seen, err := at.Session.Teaching().Read(r.Context())
		if err != nil {
			desk.Refuse(w, http.StatusConflict, err.Error())
			return
		}
		at.say(w, r, said.Heard, func(f *thrown.Fresh) error {
			at.Session.Teaching().Own(r.Context(), false)
			return f.Look(seen)
		})
	case "say":
		at.say(w, r, said.Heard, func(f *thrown.Fresh) error { return f.Name(said.Naming) })
	case "back":
		at.say(w, r, said.Heard, (*thrown.Fresh).Back)
	case "keep":
		at.done(w, r, at.Studio.KeepFresh(r.Context(), said.Heard, said.Name))
	default:
		desk.Refuse(w, http.StatusUnprocessableEntity, fmt.Sprintf("the word %.20q means nothing here: say look, say, back or keep", r.PathValue("word")))
	}
}

func (at fresh) picture(w http.ResponseWriter, r *http.Request) {
	raw, kept := at.Studio.FreshPicture(thrown.At{Throw: desk.PathNumber(r, "throw"), N: desk.PathNumber(r, "n")})
	keptPicture(w, raw, kept)
}
