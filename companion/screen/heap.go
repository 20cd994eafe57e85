package screen

import (
	"errors"
	"fmt"
	"net/http"

	"astragal/companion/studio/thrown"
)

// heap is the addresses by which an army is taught that is thrown.
type heap struct{ teaching }

func (at heap) routes(mux *http.ServeMux) {
	mux.HandleFunc("GET /api/studio/heap", at.only(func(w http.ResponseWriter, r *http.Request) { at.do(w, r, nil) }))
	mux.HandleFunc("POST /api/studio/heap", at.only(at.begin))
	mux.HandleFunc("DELETE /api/studio/heap", at.only(at.end))
	mux.HandleFunc("POST /api/studio/heap/{word}", at.only(at.word))
	mux.HandleFunc("GET /api/studio/heap/{throw}/{n}", at.only(at.picture))
}

var errStaleHeap = errors.New("the throws went on in another window: look again at what is asked")

// do does something with the throws and answers with how they stand then.
func (at heap) do(w http.ResponseWriter, r *http.Request, do func(*thrown.Heap) error) {
	v, err := at.Studio.Heap(r.Context(), do)
	switch {
	case errors.Is(err, errStaleHeap):
		refuse(w, http.StatusConflict, err.Error())
	case err != nil:
		refuse(w, http.StatusUnprocessableEntity, err.Error())
	case v == nil && do != nil:
		refuse(w, http.StatusConflict, "no army is being thrown: choose one first")
	default:
		writeJSON(w, http.StatusOK, map[string]any{"heap": v})
	}
}

func (at heap) begin(w http.ResponseWriter, r *http.Request) {
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
	if err := at.Studio.BeginHeap(said.Dice); err != nil {
		refuse(w, http.StatusUnprocessableEntity, err.Error())
		return
	}
	at.Session.Teaching().Hold()
	at.do(w, r, nil)
}

func (at heap) end(w http.ResponseWriter, r *http.Request) {
	if err := at.Studio.EndHeap(); err != nil {
		refuse(w, http.StatusInternalServerError, err.Error())
		return
	}
	at.do(w, r, nil)
}

// heapSaid is what a page says of the throws.
type heapSaid struct {
	// Heard is that of the throws that the page shows.
	Heard int         `json:"heard"`
	Word  thrown.Word `json:"word"`
}

// word takes a throw in, names what a group of dice shows, or takes the last of these back.
func (at heap) word(w http.ResponseWriter, r *http.Request) {
	said, ok := readSaid[heapSaid](at.desk, w, r)
	if !ok {
		return
	}
	at.Session.Teaching().Hold()
	var do func(*thrown.Heap) error
	switch r.PathValue("word") {
	case "throw":
		seen, err := at.Session.Teaching().Read(r.Context())
		if err != nil {
			refuse(w, http.StatusConflict, err.Error())
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
		refuse(w, http.StatusUnprocessableEntity, fmt.Sprintf("the word %.20q means nothing here: say throw, say or back", r.PathValue("word")))
		return
	}
	at.do(w, r, func(h *thrown.Heap) error {
		if h.Heard() != said.Heard {
			return errStaleHeap
		}
		return do(h)
	})
}

func (at heap) picture(w http.ResponseWriter, r *http.Request) {
	raw, ok := at.Studio.HeapPicture(thrown.At{Throw: pathNumber(r, "throw"), N: pathNumber(r, "n")})
	if !ok {
		refuse(w, http.StatusNotFound, "this picture is not kept any more")
		return
	}
	w.Header().Set("Content-Type", "image/jpeg")
	_, _ = w.Write(raw)
}
