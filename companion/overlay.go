package companion

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"time"

	"astragal/companion/air"
	"astragal/companion/hall"
	"astragal/companion/holdback"
	"astragal/companion/protocol"
	"astragal/companion/throw"
	"astragal/engine"
	"astragal/vision"
)

// overlayRolls is how many rolls an overlay is told of.
const overlayRolls = 8

// aired is what overlays may show. The table's lock guards it.
type aired struct {
	line air.Line
	// reel are the newest pictures of the tray, and the last throws cut from them.
	reel air.Reel
	book *book
	hall *hall.Hall
	// draw makes the view of a game that everybody may see.
	draw func(*hall.Game) protocol.GameView
	log  *slog.Logger
	now  func() time.Time
}

// tell notes down what was counted, for the overlays. The caller holds the lock.
func (a *aired) tell() {
	now := a.now()
	if !a.line.Wants(now) {
		return
	}
	subject, items, shown := a.shown()
	raw, err := json.Marshal(shown)
	if err != nil {
		a.log.Error("write overlay", "err", err)
		return
	}
	a.line.Note(now, subject, items, raw)
}

// shown is what was counted, with its subject and the items that may still be corrected.
func (a *aired) shown() (string, []holdback.Item, protocol.OverlayShown) {
	_, waits := a.book.Waits()
	out := protocol.OverlayShown{Count: a.book.CountView(a.book.seat), Rolls: a.book.newestRolls(overlayRolls), Asks: append([]engine.Question{}, waits.Asks()...), Dice: []protocol.OverlayDie{}, Told: []string{}}
	if a.hall.Play > 0 {
		g := a.hall.Games[a.hall.Play-1]
		out.Game = a.game(g)
		a.hall.LastRoll(g, &out)
		return fmt.Sprint("game ", g.ID), hall.GameItems(g), out
	}
	if len(out.Rolls) > 0 {
		newest := out.Rolls[0]
		out.Throw = newest.Throw.ID
		if n := len(newest.Again); n > 0 {
			out.Throw = newest.Again[n-1].ID
		}
		out.Roll = out.Throw
		if newest.Throw.By != throw.ByCamera {
			out.Throw = 0
		}
	}
	return "count", rollItems(out.Rolls, &a.book.Throws), out
}

// game is the game as everybody may see it, without what isn't counted yet.
func (a *aired) game(g *hall.Game) json.RawMessage {
	v := a.draw(g)
	v.Version, v.Tray, v.Roll, v.Link, v.Eye = 0, nil, nil, nil, protocol.EyeView{Quality: vision.Quality{Words: []string{}}}
	raw, err := json.Marshal(v)
	if err != nil {
		a.log.Error("write overlay", "err", err)
	}
	return raw
}

// rollItems are the throws that were counted.
func rollItems(rolls []protocol.RollView, throws *throw.Pile) []holdback.Item {
	var out []holdback.Item
	for _, r := range rolls {
		for _, t := range append([]protocol.ThrowView{r.Throw}, r.Again...) {
			out = append(out, holdback.Item{Key: t.ID, As: fmt.Sprint(t.Rev), At: rolledAt(t, throws)})
		}
	}
	return out
}

// rolledAt is when a throw was made, even if it was put away.
func rolledAt(t protocol.ThrowView, throws *throw.Pile) time.Time {
	if throws.Here(t.ID) {
		return throws.Get(t.ID).At
	}
	at, _ := time.Parse(time.RFC3339, t.At)
	return at
}

// Overlays are what overlays ask of a table.
type Overlays struct{ table *Session }

// Overlays is the table for overlays.
func (s *Session) Overlays() Overlays { return Overlays{s} }

// Clip is the pictures of one of the last throws; false if they are not kept.
func (o Overlays) Clip(id int) (air.Clip, bool) { return o.table.aired.reel.Clip(id) }

// Watch notes down what is counted for as long as an overlay is open, and a while after.
func (o Overlays) Watch() (leave func()) {
	o.table.mu.Lock()
	defer o.table.mu.Unlock()
	if o.table.aired.line.Watch() {
		o.table.aired.tell()
	}
	return func() {
		o.table.mu.Lock()
		defer o.table.mu.Unlock()
		o.table.aired.line.Leave(o.table.now())
	}
}

// Shown is what an overlay shows that holds back for hold, and when to look again. The time is zero if only a change of the table can bring something
// new.
func (o Overlays) Shown(hold time.Duration) (protocol.OverlayView, time.Time) {
	o.table.mu.Lock()
	defer o.table.mu.Unlock()
	eye := o.table.lying.eyeView()
	now := o.table.now()
	got := o.table.aired.line.Shown(now, hold)
	v := protocol.OverlayView{Page: o.table.page, State: eye.State, Held: got.Held, Shown: got.Value}
	if eye.State == vision.NoCamera {
		v.Problem = eye.Problem
	}
	if trouble := o.table.trouble.OfFile(); trouble != "" {
		v.Problem = trouble
	}
	return v, got.Next
}
