package screen

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"sync"
	"time"

	"astragal/companion/door"
	"astragal/companion/journal"
	"astragal/companion/lookup"
	"astragal/companion/protocol"
	"astragal/companion/record"
	"astragal/companion/screen/desk"
	"astragal/companion/sheet"
	"astragal/vision"
)

const (
	pictureBytes = 16 << 20
	previewWait  = 20 * time.Second
	rollsAtOnce  = 200
)

// table is the addresses of what was rolled, and of the tray.
type table struct {
	*desk.Desk
	acts *acts
	// streams is the room for those who watch pictures of the tray.
	streams *door.Room
	// cameras lists what the eye can look at; nil if there is no eye.
	cameras func(context.Context) []protocol.SourceView
	// sheet is held while a long sheet of rolls is sent.
	sheet sync.Mutex
}

func (at *table) routes(mux *http.ServeMux) {
	mux.HandleFunc("GET /api/view", at.view)
	mux.HandleFunc("POST /api/act", at.post)
	mux.HandleFunc("POST /api/picture", at.picture)
	mux.HandleFunc("GET /api/rolls", at.rolls)
	mux.HandleFunc("GET /api/sources", at.sources)
	mux.HandleFunc("GET /preview.jpg", at.preview)
	mux.HandleFunc("GET /crop/{throw}/{die}", at.crop)
	mux.HandleFunc("GET /rolls.csv", at.csv)
}

// view is the table as it is now.
func (at *table) view(w http.ResponseWriter, r *http.Request) {
	v, _ := at.Session.Views.Last()
	desk.WriteJSON(w, http.StatusOK, protocol.Message{Type: "view", MayAnswer: at.Access.MayAnswer(r), View: v.JSON})
}

// post is one act, for scripts.
func (at *table) post(w http.ResponseWriter, r *http.Request) {
	raw, err := io.ReadAll(http.MaxBytesReader(w, r.Body, actBytes))
	if err != nil {
		why := "the request broke off: send it again"
		if desk.TooLong(err) {
			why = fmt.Sprintf("the message is longer than %d bytes", actBytes)
		}
		desk.WriteJSON(w, http.StatusBadRequest, refusal("", protocol.Malformed("%s", why)))
		return
	}
	reply := at.acts.act(r.Context(), raw, at.Access.Who(r))
	desk.WriteJSON(w, desk.StatusOf(reply.Code), reply)
}

// picture takes a photo of the tray (JPEG) from a phone. The eye reads it in place of a frame.
func (at *table) picture(w http.ResponseWriter, r *http.Request) {
	if !at.Access.MayAnswer(r) {
		desk.Refuse(w, http.StatusForbidden, protocol.LooksOn)
		return
	}
	raw, err := io.ReadAll(http.MaxBytesReader(w, r.Body, pictureBytes))
	switch {
	case desk.TooLong(err):
		desk.Refuse(w, http.StatusRequestEntityTooLarge, fmt.Sprintf("the picture is larger than %d MB: take a smaller one", pictureBytes>>20))
		return
	case err != nil:
		desk.Refuse(w, http.StatusBadRequest, "the picture broke off on its way: send it again")
		return
	case http.DetectContentType(raw) != "image/jpeg":
		desk.Refuse(w, http.StatusUnsupportedMediaType, "this is not a JPEG picture: take a photo, or save the picture as JPEG")
		return
	}
	if err := at.Session.Order(r.Context(), vision.Order{Do: "picture", Picture: raw}); err != nil {
		desk.Refuse(w, http.StatusServiceUnavailable, err.Error())
		return
	}
	desk.WriteJSON(w, http.StatusAccepted, map[string]string{"told": "the picture is being read"})
}

// sources are the cameras that are there. Only devices that may choose one get them.
func (at *table) sources(w http.ResponseWriter, r *http.Request) {
	if !at.Access.MayAnswer(r) {
		desk.Refuse(w, http.StatusForbidden, protocol.LooksOn)
		return
	}
	list := []protocol.SourceView{}
	if at.cameras != nil {
		list = append(list, at.cameras(r.Context())...)
	}
	desk.WriteJSON(w, http.StatusOK, map[string]any{"sources": list, "blind": at.Session.Eye().Blind})
}

// rolls are older counted rolls: at most 200 with numbers below ?before.
func (at *table) rolls(w http.ResponseWriter, r *http.Request) {
	before, err := strconv.Atoi(r.URL.Query().Get("before"))
	if err != nil || before < 1 {
		desk.Refuse(w, http.StatusBadRequest, "\"before\" must be the number of a roll, like /api/rolls?before=120")
		return
	}
	at.LookUp(w, r, fmt.Sprint("rolls ", before), func(snap *record.Copy) (lookup.Answer, error) {
		rolls, err := snap.RollViews(context.WithoutCancel(r.Context()), before, rollsAtOnce) // others may wait for it too
		return asJSON(map[string]any{"rolls": rolls}, err)
	})
}

// preview is the newest picture of the tray. With ?after=N it waits for a picture after number N, so that a screen asks no faster than it can show. The
// header X-Frame is the picture's number.
func (at *table) preview(w http.ResponseWriter, r *http.Request) {
	leave, ok := at.streams.Enter(at.Caller(r))
	if !ok {
		desk.Refuse(w, http.StatusServiceUnavailable, desk.AsOne(r, "too many screens look at the tray: close one"))
		return
	}
	defer leave()
	after, err := strconv.Atoi(r.URL.Query().Get("after"))
	if err != nil {
		after = 0
	}
	frames, end := at.Session.Previews.Subscribe()
	defer end()
	late := time.NewTimer(previewWait)
	defer late.Stop()
	for {
		select {
		case f := <-frames:
			if f.Seq == after {
				continue
			}
			if !at.Access.Who(r).Looks {
				desk.Refuse(w, http.StatusForbidden, keptOut) // the device was put out while it waited
				return
			}
			w.Header().Set("Content-Type", "image/jpeg")
			w.Header().Set("X-Frame", strconv.Itoa(f.Seq))
			_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(writeWithin))
			_, _ = w.Write(f.JPEG)
			return
		case <-late.C:
			w.WriteHeader(http.StatusNoContent)
			return
		case <-r.Context().Done():
			return
		case <-at.Ends.Done():
			w.WriteHeader(http.StatusNoContent)
			return
		}
	}
}

// crop is the picture of one die. It never changes, so browsers may keep it.
func (at *table) crop(w http.ResponseWriter, r *http.Request) {
	id, err := strconv.Atoi(r.PathValue("throw"))
	die, err2 := strconv.Atoi(r.PathValue("die"))
	if err != nil || err2 != nil {
		desk.Refuse(w, http.StatusBadRequest, "a die's picture is at /crop/THROW/DIE, both numbers")
		return
	}
	jpeg, err := at.Session.Crop(r.Context(), id, die)
	switch {
	case errors.Is(err, journal.ErrNoCrop):
		desk.Refuse(w, http.StatusNotFound, journal.ErrNoCrop.Error())
		return
	case err != nil:
		at.Log.Error("read crop", "throw", id, "die", die, "err", err)
		desk.Refuse(w, http.StatusInternalServerError, "the picture can't be read: look at the program's log")
		return
	}
	w.Header().Set("Content-Type", "image/jpeg")
	w.Header().Set("Cache-Control", "private, max-age=86400")
	_, _ = w.Write(jpeg)
}

// csv is every counted roll, oldest first, for a spreadsheet.
func (at *table) csv(w http.ResponseWriter, r *http.Request) {
	form, err := sheet.FormOf(r.URL.Query())
	if err != nil {
		desk.Refuse(w, http.StatusBadRequest, err.Error())
		return
	}
	if at.Session.Counted() > rollsInSheet {
		at.streamRolls(w, r, form)
		return
	}
	at.LookUp(w, r, fmt.Sprintf("rolls.csv %+v", form), func(snap *record.Copy) (lookup.Answer, error) {
		rows := [][]string{record.RollHead(form.Excel)}
		err := snap.EachRoll(context.WithoutCancel(r.Context()), func(roll protocol.RollView) error {
			rows = append(rows, record.RollRow(roll, form.Excel))
			return nil
		})
		return asSheet(rollsSheet, form, rows, err)
	})
}

const (
	rollsSheet = "astragal-rolls.csv"
	// rollsInSheet is the most rolls of a sheet that is made before it is sent. A longer one is sent while it is made.
	rollsInSheet = 5000
	// rollsTogether is how many rolls of such a sheet are sent together.
	rollsTogether = 250
)

// streamRolls sends a long sheet of rolls while it is made, one sheet at a time. If it breaks off, the browser gets no whole file.
func (at *table) streamRolls(w http.ResponseWriter, r *http.Request, form sheet.Form) {
	if !at.sheet.TryLock() {
		w.Header().Set("Retry-After", "30")
		desk.Refuse(w, http.StatusTooManyRequests, "somebody fetches all rolls just now: ask again in a minute")
		return
	}
	defer at.sheet.Unlock()
	w.Header().Set("Content-Type", "text/csv; charset=utf-8")
	w.Header().Set("Content-Disposition", fmt.Sprintf("attachment; filename=%q", rollsSheet))
	out, n := sheet.New(w, form), 0
	send := func() error {
		_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(writeWithin)) // a slow reader is waited for
		return out.Flush()
	}
	err := out.Write(record.RollHead(form.Excel))
	if err == nil {
		err = at.Session.Apart().EachRoll(r.Context(), func(roll protocol.RollView) error {
			if err := out.Write(record.RollRow(roll, form.Excel)); err != nil {
				return err
			}
			if n++; n%rollsTogether != 0 {
				return nil
			}
			return send()
		})
	}
	if err = errors.Join(err, send()); err != nil {
		at.Log.Warn("send all rolls", "sent", n, "err", err)
		panic(http.ErrAbortHandler)
	}
}
