package teaching

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"astragal/companion/gather"
	"astragal/companion/protocol"
	"astragal/companion/screen/desk"
	"astragal/companion/studio"
	"astragal/companion/tray"
	"astragal/models"
	"astragal/models/gallery"
	"astragal/vision"
)

// Bounds on what the studio takes.
const (
	teachBytes   = 64 << 10
	galleryBytes = 64 << 20
	mostNamed    = 100 // dice that are asked about at once
)

const noStudio = "this table keeps no gallery: start it with --gallery FOLDER to teach dice"

// page is the addresses of the page on which dice are taught.
type page struct {
	*desk.Desk
	// Studio teaches the gallery; nil if there is none.
	Studio *studio.Studio
}

func (at page) routes(mux *http.ServeMux) {
	mux.Handle("GET /studio", at.Page("studio.html"))
	mux.HandleFunc("GET /api/studio", at.only(at.view))
	mux.HandleFunc("GET /api/studio/dice", at.only(at.dice))
	mux.HandleFunc("GET /api/studio/tray", at.only(at.tray))
	mux.HandleFunc("POST /api/studio/hold", at.only(at.hold))
	mux.HandleFunc("GET /api/studio/tray/{n}/{die}", at.only(at.crop))
	mux.HandleFunc("POST /api/studio/teach", at.only(at.teach))
	mux.HandleFunc("POST /api/studio/throw", at.only(at.throw))
	mux.HandleFunc("POST /api/studio/undo", at.only(at.undo))
	mux.HandleFunc("POST /api/studio/remove", at.only(at.remove))
	mux.HandleFunc("GET /api/studio/shots", at.only(at.shots))
	mux.HandleFunc("GET /api/studio/shots/{id}", at.only(at.shot))
	mux.HandleFunc("GET /gallery.zip", at.only(at.export))
	mux.HandleFunc("POST /api/studio/import", at.only(at.take))
}

// only answers only those who may answer, and only if there is a gallery. What was said is done to its end, though the page that said it was closed meanwhile.
func (at page) only(do http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		switch {
		case !at.Access.MayAnswer(r):
			desk.Refuse(w, http.StatusForbidden, protocol.LooksOn)
		case at.Studio == nil:
			desk.Refuse(w, http.StatusNotFound, cmp.Or(at.Session.Eye().Blind, noStudio))
		case r.Method == http.MethodGet:
			do(w, r)
		default:
			do(w, r.WithContext(context.WithoutCancel(r.Context())))
		}
	}
}

func (at page) view(w http.ResponseWriter, _ *http.Request) { at.viewWith(w, nil) }

// viewWith draws the gallery. taken is what a gallery that was just taken in brought, nil if none was.
func (at page) viewWith(w http.ResponseWriter, taken *studio.Taken) {
	v := at.Studio.View()
	v.Taken = taken
	v.Armies = at.Studio.Armies(at.Session.Games().Armies())
	_, _, v.Virtual = at.Session.Teaching().Lies()
	desk.WriteJSON(w, http.StatusOK, v)
}

// dice lists the dice of a shelf, or those named.
func (at page) dice(w http.ResponseWriter, r *http.Request) {
	shelf, ids := r.URL.Query().Get("shelf"), idsIn(r)
	if shelf == "" && len(ids) == 0 {
		desk.Refuse(w, http.StatusBadRequest, "say which dice: ?shelf=NAME or ?dice=ID,ID")
		return
	}
	desk.WriteJSON(w, http.StatusOK, map[string]any{"dice": at.Studio.Listed(func(d models.Die) bool {
		return shelf != "" && studio.ShelfOf(d) == shelf || slices.Contains(ids, d.ID)
	})})
}

func idsIn(r *http.Request) []string {
	var ids []string
	for _, id := range strings.Split(r.URL.Query().Get("dice"), ",") {
		if id != "" && len(ids) < mostNamed {
			ids = append(ids, id)
		}
	}
	return ids
}

// hold keeps the tray for teaching for a moment. A page asks for it as long as it is open.
func (at page) hold(w http.ResponseWriter, _ *http.Request) {
	at.Session.Teaching().Hold()
	lies, state, _ := at.Session.Teaching().Lies()
	desk.WriteJSON(w, http.StatusOK, map[string]any{"seconds": tray.TeachingFor.Seconds(), "state": state, "n": lies.N, "dice": len(lies.Scene.Sightings), "waits": at.Session.Teaching().Waits()})
}

// tray says what lies there.
func (at page) tray(w http.ResponseWriter, r *http.Request) {
	lies, state, _ := at.Session.Teaching().Lies()
	if since, err := strconv.Atoi(r.URL.Query().Get("since")); err == nil && since == lies.N && r.URL.Query().Has("wait") {
		desk.WriteJSON(w, http.StatusOK, studio.Tray{N: lies.N, State: state, Waits: at.Session.Teaching().Waits()})
		return
	}
	tray := at.Studio.Tray(lies, state, idsIn(r), r.URL.Query().Has("game"))
	tray.Waits = at.Session.Teaching().Waits()
	desk.WriteJSON(w, http.StatusOK, tray)
}

// crop is the picture of a die on the tray.
func (at page) crop(w http.ResponseWriter, r *http.Request) {
	lies, _, _ := at.Session.Teaching().Lies()
	die := desk.PathNumber(r, "die")
	if desk.PathNumber(r, "n") != lies.N || die < 1 || die > len(lies.Scene.Sightings) || len(lies.Scene.Sightings[die-1].Crop) == 0 {
		desk.Refuse(w, http.StatusNotFound, "this die does not lie there any more")
		return
	}
	w.Header().Set("Content-Type", "image/jpeg")
	_, _ = w.Write(lies.Scene.Sightings[die-1].Crop)
}

// readSaid reads what a screen says to the studio.
func readSaid[T any](at *desk.Desk, w http.ResponseWriter, r *http.Request) (T, bool) {
	var out T
	raw, ok := at.Body(w, r, teachBytes)
	if !ok {
		return out, false
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	if err := d.Decode(&out); err != nil {
		desk.Refuse(w, http.StatusBadRequest, protocol.Unreadable(err).Error())
		return out, false
	}
	return out, true
}

// teach makes shots of dice on the tray.
func (at page) teach(w http.ResponseWriter, r *http.Request) {
	said, ok := readSaid[struct {
		// Tray is the scene that the names are about.
		Tray  int             `json:"tray"`
		Shots []studio.Naming `json:"shots"`
	}](at.Desk, w, r)
	if !ok {
		return
	}
	at.Session.Teaching().Hold()
	lies, _, _ := at.Session.Teaching().Lies()
	if said.Tray != lies.N {
		desk.Refuse(w, http.StatusConflict, "the dice on the tray have changed since: look at them again")
		return
	}
	lessons, err := at.Studio.Lessons(lies, said.Shots)
	if err == nil && len(lessons) > 0 {
		if err = at.Studio.Learn(r.Context(), lessons); err == nil {
			at.Session.Teaching().Own(r.Context(), false)
		}
	}
	at.done(w, r, err)
}

// done answers with the gallery, or says why nothing changed.
func (at page) done(w http.ResponseWriter, r *http.Request, err error) {
	if err != nil {
		desk.Refuse(w, http.StatusUnprocessableEntity, err.Error())
		return
	}
	at.view(w, r)
}

// throw lets the virtual table throw dice.
func (at page) throw(w http.ResponseWriter, r *http.Request) {
	said, ok := readSaid[struct {
		Dice []string `json:"dice"`
	}](at.Desk, w, r)
	if !ok {
		return
	}
	if len(said.Dice) == 0 || len(said.Dice) > gather.Trayful {
		desk.Refuse(w, http.StatusUnprocessableEntity, fmt.Sprintf("the virtual table throws 1 to %d dice at once", gather.Trayful))
		return
	}
	for _, id := range said.Dice {
		if !gather.Drawable()[id] {
			desk.Refuse(w, http.StatusUnprocessableEntity, fmt.Sprintf("the virtual table can't draw %.60q: it draws the dice of the catalogue", id))
			return
		}
	}
	at.Session.Teaching().Hold()
	at.Session.Teaching().Own(r.Context(), true)
	if err := at.Session.Order(r.Context(), vision.Order{Do: "throw", Dice: said.Dice}); err != nil {
		desk.Refuse(w, http.StatusServiceUnavailable, err.Error())
		return
	}
	desk.WriteJSON(w, http.StatusAccepted, map[string]string{"told": "the dice are thrown"})
}

func (at page) undo(w http.ResponseWriter, r *http.Request) {
	_, err := at.Studio.Store.Undo()
	if errors.Is(err, gallery.ErrNothingToUndo) {
		desk.Refuse(w, http.StatusConflict, err.Error())
		return
	}
	if err == nil {
		err = at.Studio.Changed(r.Context())
	}
	at.done(w, r, err)
}

func (at page) remove(w http.ResponseWriter, r *http.Request) {
	said, ok := readSaid[struct {
		Shot int `json:"shot"`
	}](at.Desk, w, r)
	if !ok {
		return
	}
	err := at.Studio.Store.Remove(said.Shot)
	if err == nil {
		err = at.Studio.Changed(r.Context())
	}
	at.done(w, r, err)
}

// shots lists the shots of a class, as StudioFace.Class names it.
func (at page) shots(w http.ResponseWriter, r *http.Request) {
	class := r.URL.Query().Get("class")
	out := []studio.Shot{}
	for _, shot := range at.Studio.Taught().Shots {
		if shot.Class().String() == class {
			out = append(out, studio.ShotOf(shot))
		}
	}
	desk.WriteJSON(w, http.StatusOK, map[string]any{"shots": out})
}

// shot is the picture of a shot.
func (at page) shot(w http.ResponseWriter, r *http.Request) {
	id := desk.PathNumber(r, "id")
	for _, shot := range at.Studio.Taught().Shots {
		if shot.ID != id {
			continue
		}
		raw, err := at.Studio.Store.Crop(shot)
		if err != nil {
			desk.Refuse(w, http.StatusInternalServerError, err.Error())
			return
		}
		w.Header().Set("Content-Type", "image/jpeg")
		_, _ = w.Write(raw)
		return
	}
	desk.Refuse(w, http.StatusNotFound, fmt.Sprintf("the gallery has no shot %d", id))
}

// export is the whole gallery as a zip, or with ?race= the shots of one race.
func (at page) export(w http.ResponseWriter, r *http.Request) {
	race := r.URL.Query().Get("race")
	if !slices.ContainsFunc(at.Studio.Store.Shots(), func(shot gallery.Shot) bool { return race == "" || shot.Race == race }) {
		desk.Refuse(w, http.StatusNotFound, "nothing was taught yet: teach a face, then save the gallery")
		return
	}
	var buf bytes.Buffer
	err := at.Studio.Store.Export(&buf, at.Studio.Dice(), func(shot gallery.Shot) bool { return race == "" || shot.Race == race })
	if err != nil {
		desk.Refuse(w, http.StatusInternalServerError, err.Error())
		return
	}
	w.Header().Set("Content-Type", "application/zip")
	w.Header().Set("Content-Disposition", `attachment; filename="gallery.zip"`)
	_, _ = w.Write(buf.Bytes())
}

// take takes in a gallery that somebody else exported: all of it, or nothing.
func (at page) take(w http.ResponseWriter, r *http.Request) {
	if !at.Studio.Importing.TryLock() {
		desk.Refuse(w, http.StatusTooManyRequests, "another gallery is being taken in: try again when it is done")
		return
	}
	defer at.Studio.Importing.Unlock()
	if r.ContentLength > galleryBytes {
		desk.Refuse(w, http.StatusRequestEntityTooLarge, fmt.Sprintf("this gallery is larger than %d MB: unpack it, and learn it with astragal teach --dataset FOLDER", galleryBytes>>20))
		return
	}
	raw, ok := at.Body(w, r, galleryBytes)
	if !ok {
		return
	}
	bundle, err := gallery.ReadZip(raw)
	var taken studio.Taken
	if err == nil {
		taken, err = at.Studio.TakeIn(r.Context(), bundle, idsIn(r))
	}
	if err != nil {
		desk.Refuse(w, http.StatusUnprocessableEntity, err.Error())
		return
	}
	at.viewWith(w, &taken)
}
