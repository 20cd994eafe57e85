package companion

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"astragal/companion/event"
	"astragal/companion/event/report"
	"astragal/companion/journal"
	"astragal/companion/protocol"
	"astragal/companion/record"
	"astragal/companion/throw"
	"astragal/engine"
	"astragal/vision"
)

func (s *Session) recallRuling(n journal.Note) error {
	var b report.RulingNote
	if err := json.Unmarshal(n.Body, &b); err != nil {
		return err
	}
	s.events.TakeRuling(b, n.At)
	return nil
}

// Rule carries out a judge's ruling, once, and tells the event what became of it. If the file could not be written, it returns an error, and the ruling
// must be tried again.
func (at Event) Rule(ctx context.Context, r event.Ruling) error {
	at.table.mu.Lock()
	defer at.table.mu.Unlock()
	defer at.table.publish()
	if at.table.events.Ruled(r.ID) {
		at.table.events.Wrote()
		at.table.events.Inform(ctx)
		return nil
	}
	err := protocol.RefusalOf(at.table.bench().carryOut(ctx, r))
	var no *protocol.Refusal
	if err != nil && (!errors.As(err, &no) || no.Code == protocol.CodeFull || no.Code == protocol.CodeBroken) {
		return err
	}
	ruled := event.Ruled{ID: r.ID, Done: err == nil}
	if no != nil {
		ruled.Why = no.Why
	}
	b := report.RulingNote{Event: at.table.events.Event(), Ruling: r, Ruled: ruled}
	n := at.table.book.note(report.NoteRuling, b)
	if err := at.table.book.write(ctx, []journal.Note{n}, nil); err != nil {
		return err
	}
	at.table.events.TakeRuling(b, n.At)
	at.table.book.drain(ctx)
	at.table.hold(ctx, protocol.DoFix)
	at.table.events.Inform(ctx)
	at.table.book.putAway(ctx, 1)
	return nil
}

// reachRoll makes sure that the throws of a counted roll are in memory.
func (b bench) reachRoll(ctx context.Context, roll string) error {
	var id int
	if _, err := fmt.Sscanf(roll, "t%d", &id); err != nil {
		return nil //nolint:nilerr // a roll of a game, or none
	}
	return b.reach(ctx, id)
}

// Picture is the picture of a die of a roll that the event was told of.
func (at Event) Picture(ctx context.Context, roll, die string) ([]byte, error) {
	at.table.mu.Lock()
	var lies throw.Place
	if err := at.table.bench().reachRoll(ctx, roll); err != nil {
		at.table.mu.Unlock()
		return nil, err
	}
	if g, entry, ok := at.table.events.GameRollOf(roll); ok {
		lies = g.Seen[entry][die]
	} else if t, ok := at.table.book.ThrowOf(roll); ok {
		lies = at.table.book.DieOf(at.table.book.ThrowsWith(t), die)
	}
	at.table.mu.Unlock()
	if lies.Throw == 0 {
		return nil, errors.New("no camera saw this die")
	}
	return at.table.journal.Crop(ctx, lies.Throw, lies.Die)
}

// Lay is the picture of the tray as the last dice of a roll lay there, as JPEG; false if it isn't kept any more.
func (at Event) Lay(roll string) ([]byte, bool) {
	s := at.table
	s.mu.Lock()
	defer s.mu.Unlock()
	last := 0
	if g, entry, ok := s.events.GameRollOf(roll); ok {
		for _, lies := range g.Seen[entry] {
			last = max(last, lies.Throw)
		}
	} else if t, ok := s.book.ThrowOf(roll); ok && s.book.Throws.Here(t.ID) {
		last = slices.Max(s.book.ThrowsWith(t))
	}
	if clip, ok := s.aired.reel.Clip(last); ok {
		return clip.Last(), true
	}
	// A throw that was taken later, or looked at anew, has no clip. It may still lie there.
	if last > 0 && s.book.Throws.LastSeen().ID == last && s.lying.tray.Eye.State == vision.Settled {
		f, ok := s.Previews.Last()
		return f.JPEG, ok
	}
	return nil, false
}

// Played is the log of the game to which a roll belongs, as everybody may see it: the entries before a number, 0 for the newest.
func (at Event) Played(roll string, before int) (event.GameLog, error) {
	at.table.mu.Lock()
	g, _, ok := at.table.events.GameRollOf(roll)
	at.table.mu.Unlock()
	if !ok {
		return event.GameLog{}, errors.New("this roll is of no game")
	}
	lines, older, err := at.table.Games().Log(g.ID, protocol.Who{}, engine.Everyone, before)
	if err != nil {
		return event.GameLog{}, err
	}
	out := event.GameLog{Title: g.Title(), Lines: []event.GameLine{}, Older: older}
	for _, l := range lines {
		out.Lines = append(out.Lines, event.GameLine{N: l.N, At: l.At, Who: l.Who, By: l.By, Part: l.Part, Asked: l.Asked, Answer: l.Answer, Was: l.Was,
			Told: l.Told, Changed: l.Changed, Stands: l.Stands, Amended: l.Amended})
	}
	return out, nil
}

// Health is how the table is, for its event.
func (at Event) Health() event.Health {
	at.table.mu.Lock()
	defer at.table.mu.Unlock()
	v := at.table.lying.eyeView()
	h := event.Health{Camera: string(v.State), Looks: v.Source, Problem: v.Problem, Light: v.Quality.Words, Good: v.Quality.Good, Playing: "counting"}
	if at.table.eye == nil {
		h.Camera = string(vision.NoCamera)
	}
	if trouble := at.table.trouble.OfFile(); trouble != "" {
		h.Problem = trouble
	}
	h.Waiting, h.Call = len(at.table.book.Throws.Open()), at.table.events.Call()
	for _, c := range at.table.book.Counts {
		if c.Closed != nil {
			h.Dice, h.Doubts = h.Dice+c.Closed.Read, h.Doubts+c.Closed.Doubted
		}
	}
	for _, id := range at.table.book.Throws.IDs() {
		read, doubted := record.ReadBy(at.table.book.Throws.Get(id))
		h.Dice, h.Doubts = h.Dice+read, h.Doubts+doubted
	}
	if at.table.hall.Play > 0 {
		g := at.table.hall.Games[at.table.hall.Play-1]
		h.Playing = g.Title()
	}
	return h
}
