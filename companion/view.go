package companion

import (
	"cmp"
	"encoding/json"
	"slices"

	"astragal/companion/alike"
	"astragal/companion/protocol"
	"astragal/companion/throw"
	"astragal/engine"
	"astragal/engine/tally"
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
	v := s.view()
	raw, err := json.Marshal(v)
	if err != nil {
		s.log.Error("write view", "err", err)
		return
	}
	s.Views.Publish(Snapshot{Version: v.Version, JSON: raw, Ready: &alike.Message{}})
	s.air()
	s.Changes.Publish(v.Version)
}

func (s *Session) view() protocol.View {
	v := protocol.View{Version: s.version, Page: s.page, Network: s.network, Trouble: s.notices(), Eye: s.eyeView(),
		Count: s.countView(), Waiting: []protocol.ThrowView{}, Asks: []engine.Question{}}
	if n := len(s.throws); n > 0 {
		tray := s.throws[n-1].View()
		v.Tray = &tray
	}
	if s.offer != nil {
		tray := s.offer.view()
		v.Tray = &tray
	}
	for _, t := range s.throws {
		if t.Status == protocol.ThrowAsking && t.Game == 0 {
			v.Waiting = append(v.Waiting, t.View())
		}
	}
	v.Asks = append(v.Asks, s.count().asks()...)
	v.Rolls = s.RollViews(0, rollsInView)
	v.Older = len(s.standing()) - len(v.Rolls)
	if s.hall.Play > 0 {
		play := s.hall.Info(s.hall.Games[s.hall.Play-1])
		v.Play = &play
	}
	v.Request = s.hall.Asked()
	v.Link = s.events.linkView()
	return v
}

func (s *Session) eyeView() protocol.EyeView {
	v := s.looking.view
	if v.Quality.Words == nil {
		v.Quality.Words = []string{}
	}
	quiet := v.State == vision.Settled || v.State == vision.Empty || v.State == vision.ReadingNow
	if quiet && s.asking() {
		v.State = vision.Asking
	}
	v.Problem, v.Teaching = cmp.Or(v.Problem, s.otherwise()), s.teaching()
	if s.offer != nil {
		v.Offered = s.offer.why
	}
	return v
}

// otherwise says how what lies on the tray differs from the last throw, where that is what people look at.
func (s *Session) otherwise() string {
	n := len(s.throws)
	if n == 0 || s.looking.relook == nil || s.offer != nil {
		return ""
	}
	return s.throws[n-1].Otherwise(*s.looking.relook)
}

// asking says whether a throw waits for somebody.
func (s *Session) asking() bool {
	if s.hall.Play > 0 {
		g := s.hall.Games[s.hall.Play-1]
		q, ok := g.Rolling()
		return ok && s.hall.Gather(g, q).Asks()
	}
	return slices.ContainsFunc(s.throws, func(t throw.Throw) bool { return t.Game == 0 && t.Status == protocol.ThrowAsking })
}

// standing are the counted rolls that have not been taken out of the count, oldest first: the index
// of their throw, and of the throws in which dice of them were rolled again.
func (r *record) standing() [][]int {
	var out [][]int
	for _, i := range r.counted {
		t := r.throws[i]
		switch {
		case t.Status != protocol.ThrowCounted:
		case t.As != nil && len(out) > 0:
			out[len(out)-1] = append(out[len(out)-1], i)
		default:
			out = append(out, []int{i})
		}
	}
	return out
}

// Rolls are at most n counted rolls with numbers below before, newest first; 0 for no bound.
func (s *Session) Rolls(before, n int) []protocol.RollView {
	var out []protocol.RollView
	s.look(func(snap *Copy) { out = snap.RollViews(before, n) })
	return out
}

func (r *record) RollViews(before, n int) []protocol.RollView {
	standing := r.standing()
	results := make([]map[string]tally.Roll, len(r.counts))
	out := []protocol.RollView{}
	for i := len(standing) - 1; i >= 0; i-- {
		if before > 0 && i+1 >= before {
			continue
		}
		if n > 0 && len(out) == n {
			break
		}
		of := r.throws[standing[i][0]].Count
		if results[of] == nil {
			results[of] = r.counts[of].rollsByKey()
		}
		out = append(out, r.rollView(i+1, standing[i], results[of]))
	}
	return out
}

func (r *record) rollView(n int, throws []int, results map[string]tally.Roll) protocol.RollView {
	t := r.throws[throws[0]]
	c := r.counts[t.Count]
	came := results[t.Key]
	v := protocol.RollView{N: n, Throw: t.Brief(), Again: []protocol.ThrowView{}, Seat: c.name(came.Seat), Corrected: t.Corrected,
		Dice: append([]engine.Thrown{}, came.Dice...), Total: came.Result.Total, Text: came.Result.Text, Lines: append([]engine.Line{}, came.Result.Lines...)}
	for _, i := range throws[1:] {
		v.Again = append(v.Again, r.throws[i].Brief())
		v.Corrected = v.Corrected || r.throws[i].Corrected
	}
	return v
}

// Looks is what is known of the camera now.
func (s *Session) Looks() protocol.EyeView {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.eyeView()
}
