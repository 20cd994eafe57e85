package screen

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"astragal/companion"
	"astragal/companion/gather"
	"astragal/companion/protocol"
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

// studioRoutes are the addresses of the page on which dice are taught.
func (s *Server) studioRoutes(mux *http.ServeMux) {
	mux.Handle("GET /studio", s.page("studio.html"))
	mux.HandleFunc("GET /api/studio", s.studio(s.studioView))
	mux.HandleFunc("GET /api/studio/dice", s.studio(s.studioDice))
	mux.HandleFunc("GET /api/studio/tray", s.studio(s.studioTray))
	mux.HandleFunc("POST /api/studio/hold", s.studio(s.studioHold))
	mux.HandleFunc("GET /api/studio/tray/{n}/{die}", s.studio(s.studioCrop))
	mux.HandleFunc("POST /api/studio/teach", s.studio(s.studioTeach))
	mux.HandleFunc("POST /api/studio/throw", s.studio(s.studioThrow))
	mux.HandleFunc("POST /api/studio/undo", s.studio(s.studioUndo))
	mux.HandleFunc("POST /api/studio/remove", s.studio(s.studioRemove))
	mux.HandleFunc("GET /api/studio/shots", s.studio(s.studioShots))
	mux.HandleFunc("GET /api/studio/shots/{id}", s.studio(s.studioShot))
	mux.HandleFunc("GET /gallery.zip", s.studio(s.studioExport))
	mux.HandleFunc("POST /api/studio/import", s.studio(s.studioImport))
	s.ownRoutes(mux)
	s.courseRoutes(mux)
}

// studio lets only those in who may answer, and only where there is a gallery.
func (s *Server) studio(do http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		switch {
		case !s.Access.MayAnswer(r):
			refuse(w, http.StatusForbidden, protocol.LooksOn)
		case s.Studio == nil:
			refuse(w, http.StatusNotFound, cmp.Or(s.Session.Eye().Blind, noStudio))
		default:
			do(w, r)
		}
	}
}

func (s *Server) studioView(w http.ResponseWriter, _ *http.Request) {
	v := s.Studio.View()
	v.Armies = s.Studio.Armies(s.Session.Armies())
	_, _, v.Virtual = s.Session.OnTray()
	writeJSON(w, http.StatusOK, v)
}

// studioDice lists the dice of a shelf, or those named.
func (s *Server) studioDice(w http.ResponseWriter, r *http.Request) {
	shelf, ids := r.URL.Query().Get("shelf"), idsIn(r)
	if shelf == "" && len(ids) == 0 {
		refuse(w, http.StatusBadRequest, "say which dice: ?shelf=NAME or ?dice=ID,ID")
		return
	}
	writeJSON(w, http.StatusOK, map[string]any{"dice": s.Studio.Listed(func(d models.Die) bool {
		return shelf != "" && companion.ShelfOf(d) == shelf || slices.Contains(ids, d.ID)
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

// studioHold keeps the tray for teaching for a moment more: a page asks for it as long as it is open.
func (s *Server) studioHold(w http.ResponseWriter, _ *http.Request) {
	s.Session.HoldTray()
	lies, state, _ := s.Session.OnTray()
	writeJSON(w, http.StatusOK, map[string]any{"seconds": companion.TeachingFor.Seconds(), "state": state, "n": lies.N, "dice": len(lies.Scene.Sightings), "waits": s.Session.WaitingGame()})
}

// studioTray says what lies there.
func (s *Server) studioTray(w http.ResponseWriter, r *http.Request) {
	lies, state, _ := s.Session.OnTray()
	if since, err := strconv.Atoi(r.URL.Query().Get("since")); err == nil && since == lies.N && r.URL.Query().Has("wait") {
		writeJSON(w, http.StatusOK, companion.StudioTray{N: lies.N, State: state, Waits: s.Session.WaitingGame()})
		return
	}
	tray := s.Studio.Tray(lies, state, idsIn(r))
	tray.Waits = s.Session.WaitingGame()
	writeJSON(w, http.StatusOK, tray)
}

// studioCrop is the picture of a die on the tray.
func (s *Server) studioCrop(w http.ResponseWriter, r *http.Request) {
	lies, _, _ := s.Session.OnTray()
	die := pathNumber(r, "die")
	if pathNumber(r, "n") != lies.N || die < 1 || die > len(lies.Scene.Sightings) || len(lies.Scene.Sightings[die-1].Crop) == 0 {
		refuse(w, http.StatusNotFound, "this die does not lie there any more")
		return
	}
	w.Header().Set("Content-Type", "image/jpeg")
	_, _ = w.Write(lies.Scene.Sightings[die-1].Crop)
}

// readStudio reads what a screen says to the studio.
func readStudio[T any](s *Server, w http.ResponseWriter, r *http.Request) (T, bool) {
	var out T
	raw, ok := s.body(w, r, teachBytes)
	if !ok {
		return out, false
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	if err := d.Decode(&out); err != nil {
		refuse(w, http.StatusBadRequest, protocol.Unreadable(err).Error())
		return out, false
	}
	return out, true
}

// studioTeach makes shots of dice on the tray.
func (s *Server) studioTeach(w http.ResponseWriter, r *http.Request) {
	said, ok := readStudio[struct {
		// Tray is the scene that the names are about.
		Tray  int                `json:"tray"`
		Shots []companion.Naming `json:"shots"`
	}](s, w, r)
	if !ok {
		return
	}
	s.Session.HoldTray()
	lies, _, _ := s.Session.OnTray()
	if said.Tray != lies.N {
		refuse(w, http.StatusConflict, "the dice on the tray have changed since: look at them again")
		return
	}
	lessons, err := s.Studio.Lessons(lies, said.Shots)
	if err == nil && len(lessons) > 0 {
		if err = s.Studio.Learn(r.Context(), lessons); err == nil {
			s.Session.StudyOwn(r.Context(), false)
		}
	}
	s.studioDone(w, r, err)
}

// studioDone answers with the gallery as it is now, or with why nothing changed.
func (s *Server) studioDone(w http.ResponseWriter, r *http.Request, err error) {
	if err != nil {
		refuse(w, http.StatusUnprocessableEntity, err.Error())
		return
	}
	s.studioView(w, r)
}

// studioThrow has the virtual table throw dice.
func (s *Server) studioThrow(w http.ResponseWriter, r *http.Request) {
	said, ok := readStudio[struct {
		Dice []string `json:"dice"`
	}](s, w, r)
	if !ok {
		return
	}
	if len(said.Dice) == 0 || len(said.Dice) > gather.Trayful {
		refuse(w, http.StatusUnprocessableEntity, fmt.Sprintf("the virtual table throws 1 to %d dice at once", gather.Trayful))
		return
	}
	for _, id := range said.Dice {
		if !gather.Drawable()[id] {
			refuse(w, http.StatusUnprocessableEntity, fmt.Sprintf("the virtual table can't draw %.60q: it draws the dice of the catalogue", id))
			return
		}
	}
	s.Session.HoldTray()
	s.Session.StudyOwn(r.Context(), true)
	if err := s.Session.Order(r.Context(), vision.Order{Do: "throw", Dice: said.Dice}); err != nil {
		refuse(w, http.StatusServiceUnavailable, err.Error())
		return
	}
	writeJSON(w, http.StatusAccepted, map[string]string{"told": "the dice are thrown"})
}

func (s *Server) studioUndo(w http.ResponseWriter, r *http.Request) {
	_, err := s.Studio.Store.Undo()
	if errors.Is(err, gallery.ErrNothingToUndo) {
		refuse(w, http.StatusConflict, err.Error())
		return
	}
	if err == nil {
		err = s.Studio.Changed(r.Context())
	}
	s.studioDone(w, r, err)
}

func (s *Server) studioRemove(w http.ResponseWriter, r *http.Request) {
	said, ok := readStudio[struct {
		Shot int `json:"shot"`
	}](s, w, r)
	if !ok {
		return
	}
	err := s.Studio.Store.Remove(said.Shot)
	if err == nil {
		err = s.Studio.Changed(r.Context())
	}
	s.studioDone(w, r, err)
}

// studioShots lists the shots of a class, as StudioFace.Class names it.
func (s *Server) studioShots(w http.ResponseWriter, r *http.Request) {
	class := r.URL.Query().Get("class")
	out := []companion.StudioShot{}
	for _, shot := range s.Studio.Taught().Shots {
		if shot.Class().String() == class {
			out = append(out, companion.ShotOf(shot))
		}
	}
	writeJSON(w, http.StatusOK, map[string]any{"shots": out})
}

// studioShot is the picture of a shot.
func (s *Server) studioShot(w http.ResponseWriter, r *http.Request) {
	id := pathNumber(r, "id")
	for _, shot := range s.Studio.Taught().Shots {
		if shot.ID != id {
			continue
		}
		raw, err := s.Studio.Store.Crop(shot)
		if err != nil {
			refuse(w, http.StatusInternalServerError, err.Error())
			return
		}
		w.Header().Set("Content-Type", "image/jpeg")
		_, _ = w.Write(raw)
		return
	}
	refuse(w, http.StatusNotFound, fmt.Sprintf("the gallery has no shot %d", id))
}

// studioExport is the whole gallery, or the shots of one race (?race=), as a zip.
func (s *Server) studioExport(w http.ResponseWriter, r *http.Request) {
	race := r.URL.Query().Get("race")
	var buf bytes.Buffer
	err := s.Studio.Store.Export(&buf, s.Studio.Dice(), func(shot gallery.Shot) bool { return race == "" || shot.Race == race })
	if err != nil {
		refuse(w, http.StatusInternalServerError, err.Error())
		return
	}
	w.Header().Set("Content-Type", "application/zip")
	w.Header().Set("Content-Disposition", `attachment; filename="gallery.zip"`)
	_, _ = w.Write(buf.Bytes())
}

// studioImport takes in a gallery that somebody else exported, whole or not at all.
func (s *Server) studioImport(w http.ResponseWriter, r *http.Request) {
	if !s.Studio.Importing.TryLock() {
		refuse(w, http.StatusTooManyRequests, "another gallery is being taken in: try again when it is done")
		return
	}
	defer s.Studio.Importing.Unlock()
	raw, ok := s.body(w, r, galleryBytes)
	if !ok {
		return
	}
	bundle, err := gallery.ReadZip(raw)
	if err == nil {
		err = gallery.Check(shotsOf(bundle), s.Studio.Dice())
	}
	if err == nil {
		_, err = s.Studio.Store.Import(bundle)
	}
	if err == nil {
		err = s.Studio.Changed(r.Context())
	}
	s.studioDone(w, r, err)
}

func shotsOf(b gallery.Bundle) []gallery.Shot {
	out := make([]gallery.Shot, 0, len(b.Shots))
	for _, n := range b.Shots {
		out = append(out, n.Shot)
	}
	return out
}
