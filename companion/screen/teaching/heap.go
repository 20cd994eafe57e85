package teaching

import (
	"fmt"
	"net/http"

	"astragal/companion/screen/desk"
	"astragal/companion/studio"
	"astragal/companion/studio/thrown"
)

// heap is the addresses for teaching an army that is thrown.
type heap struct {
	lesson[*thrown.Heap, studio.HeapView]
}

func heapOf(at page) heap {
	return heap{lesson[*thrown.Heap, studio.HeapView]{page: at, name: "heap",
		none: "no army is being thrown: choose one first", stale: "the throws went on in another window: look again at what is asked",
		start: at.Studio.BeginHeap, stop: at.Studio.EndHeap, with: at.Studio.Heap}}
}

func (at heap) routes(mux *http.ServeMux) {
	mux.HandleFunc("GET /api/studio/heap", at.only(at.view))
	mux.HandleFunc("POST /api/studio/heap", at.only(at.begin))
	mux.HandleFunc("DELETE /api/studio/heap", at.only(at.end))
	mux.HandleFunc("POST /api/studio/heap/{word}", at.only(at.word))
	mux.HandleFunc("GET /api/studio/heap/{throw}/{n}", at.only(at.picture))
}

// heapSaid is what a page says of the throws.
type heapSaid struct {
	// Heard is the number that the page shows for these throws.
	Heard int         `json:"heard"`
	Word  thrown.Word `json:"word"`
}

// word takes a throw in, names what a group of dice shows, or takes the last such step back.
func (at heap) word(w http.ResponseWriter, r *http.Request) {
	said, ok := readSaid[heapSaid](at.Desk, w, r)
	if !ok {
		return
	}
	at.Session.Teaching().Hold()
	var do func(*thrown.Heap) error
	switch r.PathValue("word") {
	case "throw":
		seen, err := at.Session.Teaching().Read(r.Context())
		if err != nil {
			desk.Refuse(w, http.StatusConflict, err.Error())
			return
		}
		do = func(h *thrown.Heap) error {
			at.Session.Teaching().Own(r.Context(), false)
			return h.Throw(seen)
		}
	case "say":
		do = func(h *thrown.Heap) error { return h.Say(said.Word) }
	case "back":
		do = (*thrown.Heap).Back
	default:
		desk.Refuse(w, http.StatusUnprocessableEntity, fmt.Sprintf("the word %.20q means nothing here: say throw, say or back", r.PathValue("word")))
		return
	}
	at.say(w, r, said.Heard, do)
}

func (at heap) picture(w http.ResponseWriter, r *http.Request) {
	raw, kept := at.Studio.HeapPicture(thrown.At{Throw: desk.PathNumber(r, "throw"), N: desk.PathNumber(r, "n")})
	keptPicture(w, raw, kept)
}
