package hub

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"

	"astragal/companion/event"
)

// GameLogView is a part of the log of the game that a roll is of, as its table has it.
type GameLogView struct {
	Title string `json:"title"`
	// Entry is the roll's own entry.
	Entry int `json:"entry"`
	// Lines are entries, newest first. Older is how many lie before the last of them.
	Lines []GameLogLine `json:"lines"`
	Older int           `json:"older"`
}

// GameLogLine is an entry of a game's log, in words.
type GameLogLine struct {
	N int `json:"n"`
	// At is when it was answered, RFC 3339; empty where that isn't known. Who answered, By says with what.
	At  string `json:"at"`
	Who string `json:"who"`
	By  string `json:"by"`
	// Part names the part of the game, the widest first.
	Part []string `json:"part"`
	// Asked and Answer are question and answer; Was is, for a correction, the answer before.
	Asked  string `json:"asked"`
	Answer string `json:"answer"`
	Was    string `json:"was"`
	// Told is what came of it, Changed what a correction changed.
	Told    []string `json:"told"`
	Changed []string `json:"changed"`
	// Stands: it is in effect. Amended: another entry took its place.
	Stands  bool `json:"stands"`
	Amended bool `json:"amended"`
}

// gameLog asks the table for the log of a roll's game. It stays at the table until a judge wants it.
func gameLog(h *Hub, fail func(http.ResponseWriter, error)) allowed {
	return func(w http.ResponseWriter, r *http.Request, _ event.Pass) {
		n, ok := numberOf(w, r)
		if !ok {
			return
		}
		before, err := strconv.Atoi(r.FormValue("before"))
		if err != nil || before < 0 {
			before = 0
		}
		_, row, err := h.store.detail(r.Context(), n)
		if err != nil {
			fail(w, err)
			return
		}
		v, why := playedAt(r.Context(), h, row, before)
		if why != "" {
			answerError(w, http.StatusNotFound, why)
			return
		}
		answer(w, v)
	}
}

func playedAt(ctx context.Context, h *Hub, row rollRow, before int) (v GameLogView, why string) {
	var game int
	if _, err := fmt.Sscanf(row.id, "g%d.%d", &game, &v.Entry); err != nil {
		return v, "this roll is of no game"
	}
	told, why := askAbout(ctx, h, row, event.Ask{Roll: row.id, Log: &before})
	switch {
	case why != "":
		return v, why
	case told.Log == nil:
		return v, "this table's program is older and tells no logs: update it"
	}
	v.Title, v.Older, v.Lines = told.Log.Title, max(0, told.Log.Older), []GameLogLine{}
	for _, l := range told.Log.Lines {
		line := GameLogLine(l)
		line.Part, line.Told, line.Changed = orNone(l.Part), orNone(l.Told), orNone(l.Changed)
		v.Lines = append(v.Lines, line)
	}
	return v, ""
}

func orNone(list []string) []string {
	if list == nil {
		return []string{}
	}
	return list
}

// askAbout asks the table that made a roll for something about it. Why says in a sentence why nothing is to be had.
func askAbout(ctx context.Context, h *Hub, row rollRow, ask event.Ask) (told event.Told, why string) {
	raw, err := json.Marshal(ask)
	if err != nil {
		return told, "the table can't be asked for this"
	}
	ctx, stop := context.WithTimeout(ctx, pictureWithin)
	defer stop()
	m, err := h.conn.RequestWithContext(ctx, event.Subject(h.o.Event, event.ChannelAsk, row.table), raw)
	switch {
	case err != nil:
		return told, "the table can't be reached now: its pictures and logs stay there until it can"
	case len(m.Data) > 2*event.PictureBytes || json.Unmarshal(m.Data, &told) != nil:
		return told, "the table sent something else than was asked for"
	case told.Source != row.source:
		return told, "the table that made this roll isn't connected; another has its name now"
	}
	return told, told.Why
}
