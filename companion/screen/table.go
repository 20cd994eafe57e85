package screen

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"time"

	"astragal/companion"
	"astragal/companion/door"
	"astragal/companion/journal"
	"astragal/companion/lookup"
	"astragal/companion/protocol"
	"astragal/companion/sheet"
	"astragal/engine"
	"astragal/vision"
)

const (
	pictureBytes = 16 << 20
	previewWait  = 20 * time.Second
	rollsAtOnce  = 200
)

// table is the addresses of what was rolled, and of the tray.
type table struct {
	*desk
	acts *acts
	// streams is the room for those who look at the tray.
	streams *door.Room
	// cameras lists what can be looked at; nil where nothing can.
	cameras func(context.Context) []protocol.SourceView
}

func (at table) routes(mux *http.ServeMux) {
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
func (at table) view(w http.ResponseWriter, r *http.Request) {
	v, _ := at.Session.Views.Last()
	writeJSON(w, http.StatusOK, protocol.Message{Type: "view", MayAnswer: at.Access.MayAnswer(r), View: v.JSON})
}

// post is one act, for scripts.
func (at table) post(w http.ResponseWriter, r *http.Request) {
	raw, err := io.ReadAll(http.MaxBytesReader(w, r.Body, actBytes))
	if err != nil {
		why := "the request broke off: send it again"
		if tooLong(err) {
			why = fmt.Sprintf("the message is longer than %d bytes", actBytes)
		}
		writeJSON(w, http.StatusBadRequest, refusal("", protocol.Malformed("%s", why)))
		return
	}
	reply := at.acts.act(r.Context(), raw, at.Access.Who(r))
	writeJSON(w, statusOf(reply.Code), reply)
}

// picture takes a photo of the tray (JPEG) from a phone and has it read in place of a frame.
func (at table) picture(w http.ResponseWriter, r *http.Request) {
	if !at.Access.MayAnswer(r) {
		refuse(w, http.StatusForbidden, protocol.LooksOn)
		return
	}
	raw, err := io.ReadAll(http.MaxBytesReader(w, r.Body, pictureBytes))
	switch {
	case tooLong(err):
		refuse(w, http.StatusRequestEntityTooLarge, fmt.Sprintf("the picture is larger than %d MB: take a smaller one", pictureBytes>>20))
		return
	case err != nil:
		refuse(w, http.StatusBadRequest, "the picture broke off on its way: send it again")
		return
	case http.DetectContentType(raw) != "image/jpeg":
		refuse(w, http.StatusUnsupportedMediaType, "this is not a JPEG picture: take a photo, or save the picture as JPEG")
		return
	}
	if err := at.Session.Order(r.Context(), vision.Order{Do: "picture", Picture: raw}); err != nil {
		refuse(w, http.StatusServiceUnavailable, err.Error())
		return
	}
	writeJSON(w, http.StatusAccepted, map[string]string{"told": "the picture is being read"})
}

// sources are the cameras that are there, for those who may choose one.
func (at table) sources(w http.ResponseWriter, r *http.Request) {
	if !at.Access.MayAnswer(r) {
		refuse(w, http.StatusForbidden, protocol.LooksOn)
		return
	}
	list := []protocol.SourceView{}
	if at.cameras != nil {
		list = append(list, at.cameras(r.Context())...)
	}
	writeJSON(w, http.StatusOK, map[string]any{"sources": list, "blind": at.Session.Eye().Blind})
}

// rolls are older counted rolls: at most 200 with numbers below ?before.
func (at table) rolls(w http.ResponseWriter, r *http.Request) {
	before, err := strconv.Atoi(r.URL.Query().Get("before"))
	if err != nil || before < 1 {
		refuse(w, http.StatusBadRequest, "\"before\" must be the number of a roll, like /api/rolls?before=120")
		return
	}
	at.lookUp(w, r, fmt.Sprint("rolls ", before), func(snap *companion.Copy) (lookup.Answer, error) {
		return asJSON(map[string]any{"rolls": snap.RollViews(before, rollsAtOnce)}, nil)
	})
}

// preview is the newest picture of the tray. With ?after=N it waits for a picture after number N, so that a screen asks as
// fast as it can show and no faster. X-Frame says the picture's number.
func (at table) preview(w http.ResponseWriter, r *http.Request) {
	leave, ok := at.streams.Enter(at.caller(r))
	if !ok {
		refuse(w, http.StatusServiceUnavailable, "too many screens look at the tray: close one"+asOne(r))
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
				refuse(w, http.StatusForbidden, keptOut) // it was put out while it waited
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
		case <-at.ctx.Done():
			w.WriteHeader(http.StatusNoContent)
			return
		}
	}
}

// crop is the picture of one die. It never changes, so browsers may keep it.
func (at table) crop(w http.ResponseWriter, r *http.Request) {
	id, err := strconv.Atoi(r.PathValue("throw"))
	die, err2 := strconv.Atoi(r.PathValue("die"))
	if err != nil || err2 != nil {
		refuse(w, http.StatusBadRequest, "a die's picture is at /crop/THROW/DIE, both numbers")
		return
	}
	jpeg, err := at.Session.Crop(r.Context(), id, die)
	switch {
	case errors.Is(err, journal.ErrNoCrop):
		refuse(w, http.StatusNotFound, journal.ErrNoCrop.Error())
		return
	case err != nil:
		at.Log.Error("read crop", "throw", id, "die", die, "err", err)
		refuse(w, http.StatusInternalServerError, "the picture can't be read: look at the program's log")
		return
	}
	w.Header().Set("Content-Type", "image/jpeg")
	w.Header().Set("Cache-Control", "private, max-age=86400")
	_, _ = w.Write(jpeg)
}

// csv is every counted roll, oldest first, for a spreadsheet.
func (at table) csv(w http.ResponseWriter, r *http.Request) {
	form, err := sheet.FormOf(r.URL.Query())
	if err != nil {
		refuse(w, http.StatusBadRequest, err.Error())
		return
	}
	at.lookUp(w, r, fmt.Sprintf("rolls.csv %+v", form), func(snap *companion.Copy) (lookup.Answer, error) {
		return asSheet("astragal-rolls.csv", form, csvRows(snap.RollViews(0, 0), form), nil)
	})
}

// csvRows are rolls as a table, with a head. They come newest first.
func csvRows(rolls []protocol.RollView, form sheet.Form) [][]string {
	head := []string{"roll", "time", "player", "dice", "result", "how", "corrected"}
	if form.Excel {
		head = append(head, "local time")
	}
	rows := [][]string{head}
	for _, roll := range slices.Backward(rolls) {
		row := csvRow(roll)
		if form.Excel {
			row = append(row, sheet.Local(roll.Throw.At))
		}
		rows = append(rows, row)
	}
	return rows
}

func csvRow(r protocol.RollView) []string {
	total, corrected := "", "no"
	if r.Total != nil {
		total = strconv.Itoa(*r.Total)
	}
	if r.Corrected {
		corrected = "yes"
	}
	return []string{strconv.Itoa(r.N), r.Throw.At, companion.PlainCell(r.Seat), companion.PlainCell(engine.WriteDice(r.Dice)), total, companion.PlainCell(r.Text), corrected}
}

func writeJSON(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v)
}
