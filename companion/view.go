package companion

import (
	"cmp"
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
	s.keepUp()
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
	for _, t := range s.throws.Waiting() {
		v.Waiting = append(v.Waiting, t.View())
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
	return len(s.throws.Waiting()) > 0
}

// standing are the counted rolls that have not been taken out of the count, oldest first: the index
// of their throw, and of the throws in which dice of them were rolled again.
func (r *record) standing() [][]int {
	for ; r.looked < len(r.counted); r.looked++ {
		i := r.counted[r.looked]
		t := &r.throws[i]
		switch n := len(r.stand); {
		case t.Status != protocol.ThrowCounted:
		case t.As != nil && n > 0:
			r.stand[n-1] = append(r.stand[n-1], i)
		default:
			r.stand = append(r.stand, []int{i})
		}
	}
	return r.stand
}

// restand has what stands looked for anew: a throw that was there is another one now.
func (r *record) restand() { r.stand, r.looked = nil, 0 }

// Rolls are at most n counted rolls with numbers below before, newest first; 0 for no bound.
func (s *Session) Rolls(before, n int) []protocol.RollView {
	var out []protocol.RollView
	s.look(func(snap *Copy) { out = snap.RollViews(before, n) })
	return out
}

func (r *record) RollViews(before, n int) []protocol.RollView {
	standing := r.standing()
	results := make([]*results, len(r.counts))
	out := []protocol.RollView{}
	from := len(standing)
	if before > 0 {
		from = min(from, before-1)
	}
	for i := from - 1; i >= 0; i-- {
		if n > 0 && len(out) == n {
			break
		}
		of := r.throws[standing[i][0]].Count
		if results[of] == nil {
			results[of] = r.counts[of].results()
		}
		out = append(out, r.rollView(i+1, standing[i], results[of]))
	}
	return out
}

func (r *record) rollView(n int, throws []int, results *results) protocol.RollView {
	t := r.throws[throws[0]]
	c := r.counts[t.Count]
	came := results.of(t.Key)
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
