package companion

import (
	"cmp"
	"context"
	"encoding/json"

	"astragal/companion/alike"
	"astragal/companion/protocol"
	"astragal/engine"
	"astragal/vision"
)

const rollsInView = 20

// DescribePage tells the session what the screens should run and whether others can reach it.
func (s *Session) DescribePage(hash string, network bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.page, s.network = hash, network
	s.publish()
}

// publish hands the table as it is now to every screen. The caller holds the lock.
func (s *Session) publish() {
	s.version++
	s.book.KeepUp()
	v := s.view()
	raw, err := json.Marshal(v)
	if err != nil {
		s.log.Error("write view", "err", err)
		return
	}
	s.Views.Publish(Snapshot{Version: v.Version, JSON: raw, Ready: &alike.Message{}})
	s.aired.tell()
	s.Changes.Publish(v.Version)
}

func (s *Session) view() protocol.View {
	v := protocol.View{Version: s.version, Page: s.page, Network: s.network, Trouble: s.trouble.All(), Eye: s.lying.eyeView(),
		Count: s.book.CountView(s.book.seat), Waiting: []protocol.ThrowView{}, Asks: []engine.Question{}}
	if t, ok := s.book.Throws.Last(); ok {
		tray := t.View()
		if t.Game > 0 {
			s.hall.Named(t.Game, &tray)
		}
		v.Tray = &tray
	}
	if s.lying.tray.Offer != nil {
		tray := s.lying.tray.Offer.View()
		v.Tray = &tray
	}
	for _, t := range s.book.Throws.Waiting() {
		v.Waiting = append(v.Waiting, t.View())
	}
	_, waits := s.book.Waits()
	v.Asks = append(v.Asks, waits.Asks()...)
	v.Rolls = s.book.newestRolls(rollsInView)
	v.Older = s.book.Standing() - len(v.Rolls)
	if s.hall.Play > 0 {
		play := s.hall.Info(s.hall.Games[s.hall.Play-1])
		v.Play = &play
	}
	v.Request = s.hall.Asked()
	v.Link = s.events.Link()
	return v
}

func (l *lying) eyeView() protocol.EyeView {
	v := l.tray.Eye
	if v.Quality.Words == nil {
		v.Quality.Words = []string{}
	}
	quiet := v.State == vision.Settled || v.State == vision.Empty || v.State == vision.ReadingNow
	if quiet && l.asking() {
		v.State = vision.Asking
	}
	v.Problem, v.Teaching = cmp.Or(v.Problem, l.otherwise()), l.tray.Teaching(l.now())
	if l.tray.Offer != nil {
		v.Offered = l.tray.Offer.Why
	}
	return v
}

// otherwise says how what lies on the tray differs from the last throw; empty if other dice are offered.
func (l *lying) otherwise() string {
	t, ok := l.book.Throws.Last()
	if !ok {
		return ""
	}
	return l.tray.Otherwise(t)
}

// asking says whether a throw waits for somebody.
func (l *lying) asking() bool {
	if l.hall.Play > 0 {
		g := l.hall.Games[l.hall.Play-1]
		q, ok := g.Rolling()
		return ok && l.hall.Gather(g, q).Asks()
	}
	return len(l.book.Throws.Waiting()) > 0
}

// Counted is how many counted rolls stand.
func (s *Session) Counted() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.book.Standing()
}

// newestRolls are the newest rolls, for screens.
func (b *book) newestRolls(n int) []protocol.RollView {
	rolls, err := b.RollViews(context.Background(), 0, n)
	if err != nil {
		b.trouble.Unread(err)
	}
	return rolls
}
