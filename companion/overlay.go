package companion

import (
	"encoding/json"
	"fmt"
	"time"

	"astragal/companion/hall"
	"astragal/companion/holdback"
	"astragal/companion/protocol"
	"astragal/companion/throw"
	"astragal/engine"
	"astragal/vision"
)

// overlayRolls is how many rolls an overlay is told of.
const overlayRolls = 8

// air notes down what was counted, for the overlays. The caller holds the lock.
func (s *Session) air() {
	now := s.now()
	if !s.onAir.Wants(now) {
		return
	}
	subject, items, shown := s.overlayShown()
	raw, err := json.Marshal(shown)
	if err != nil {
		s.log.Error("write overlay", "err", err)
		return
	}
	s.onAir.Note(now, subject, items, raw)
}

// overlayShown is what was counted, and what of it may be corrected yet.
func (s *Session) overlayShown() (string, []holdback.Item, protocol.OverlayShown) {
	_, waits := s.book.waits()
	out := protocol.OverlayShown{Count: s.book.countView(), Rolls: s.book.newestRolls(overlayRolls), Asks: append([]engine.Question{}, waits.Asks()...), Dice: []protocol.OverlayDie{}, Told: []string{}}
	if s.hall.Play > 0 {
		g := s.hall.Games[s.hall.Play-1]
		out.Game = s.overlayGame(g)
		s.hall.LastRoll(g, &out)
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
	return "count", rollItems(out.Rolls, &s.book.throws), out
}

// overlayGame is the game as everybody may see it, without what isn't counted yet.
func (s *Session) overlayGame(g *hall.Game) json.RawMessage {
	v := s.Games().view(g, hall.Reader{})
	v.Version, v.Tray, v.Roll, v.Link, v.Eye = 0, nil, nil, nil, protocol.EyeView{Quality: vision.Quality{Words: []string{}}}
	raw, err := json.Marshal(v)
	if err != nil {
		s.log.Error("write overlay", "err", err)
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

// rolledAt is when a throw was made, also where it was put away.
func rolledAt(t protocol.ThrowView, throws *throw.Pile) time.Time {
	if throws.Here(t.ID) {
		return throws.Get(t.ID).At
	}
	at, _ := time.Parse(time.RFC3339, t.At)
	return at
}

// WatchOverlay notes down what is counted for as long as an overlay is open, and a while after.
func (s *Session) WatchOverlay() (leave func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.onAir.Watch() {
		s.air()
	}
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.onAir.Leave(s.now())
	}
}

// Overlay is what an overlay shows that holds back so long, and when to look again; zero where only
// a change of the table can bring something new.
func (s *Session) Overlay(hold time.Duration) (protocol.OverlayView, time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	eye := s.lying.eyeView()
	now := s.now()
	got := s.onAir.Shown(now, hold)
	v := protocol.OverlayView{Page: s.page, State: eye.State, Held: got.Held, Shown: got.Value}
	if eye.State == vision.NoCamera {
		v.Problem = eye.Problem
	}
	if trouble := s.trouble.OfFile(); trouble != "" {
		v.Problem = trouble
	}
	return v, got.Next
}
