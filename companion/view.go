package companion

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"

	"astragal/companion/alike"
	"astragal/companion/count"
	"astragal/companion/protocol"
	"astragal/companion/throw"
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
	s.book.keepUp()
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
		Count: s.book.countView(), Waiting: []protocol.ThrowView{}, Asks: []engine.Question{}}
	if t, ok := s.book.throws.Last(); ok {
		tray := t.View()
		v.Tray = &tray
	}
	if s.lying.tray.Offer != nil {
		tray := s.lying.tray.Offer.View()
		v.Tray = &tray
	}
	for _, t := range s.book.throws.Waiting() {
		v.Waiting = append(v.Waiting, t.View())
	}
	_, waits := s.book.waits()
	v.Asks = append(v.Asks, waits.Asks()...)
	v.Rolls = s.book.newestRolls(rollsInView)
	v.Older = s.book.standing() - len(v.Rolls)
	if s.hall.Play > 0 {
		play := s.hall.Info(s.hall.Games[s.hall.Play-1])
		v.Play = &play
	}
	v.Request = s.hall.Asked()
	v.Link = s.events.linkView()
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

// otherwise says how what lies on the tray differs from the last throw, where that is what people look at.
func (l *lying) otherwise() string {
	t, ok := l.book.throws.Last()
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
	return len(l.book.throws.Waiting()) > 0
}

// standing is how many counted rolls stand.
func (r *record) standing() int {
	n := 0
	for _, c := range r.counts {
		n += r.size(c)
	}
	return n
}

// standingIn are the rolls of a count that have not been taken out of it, oldest first: the ID of their throw, and of the throws in
// which dice of them were rolled again.
func (r *record) standingIn(c *tallied) [][]int {
	for ; c.looked < len(c.counted); c.looked++ {
		t := r.throws.Get(c.counted[c.looked])
		if t.As == nil || c.begun == 0 {
			c.begun++
		}
		switch {
		case t.Status != protocol.ThrowCounted:
		case t.As != nil && len(c.stand) > 0:
			n := r.rollOf(c, t)
			c.stand[n] = append(c.stand[n], t.ID)
		default:
			c.stand, c.numbers = append(c.stand, []int{t.ID}), append(c.numbers, c.begun)
		}
	}
	return c.stand
}

// rollOf is which of the rolls that stand the dice of t were rolled again for: mostly the last, or an older one that was corrected.
func (r *record) rollOf(c *tallied, t throw.Throw) int {
	for n := len(c.stand) - 1; n >= 0; n-- {
		if count.RollKey(r.throws.Get(c.stand[n][0]).Key) == count.RollKey(t.Key) {
			return n
		}
	}
	return len(c.stand) - 1
}

// restand has what stands in the count looked for anew: a throw that was there is another one now.
func (c *tallied) restand() { c.stand, c.looked, c.numbers, c.begun = nil, 0, nil, 0 }

// begunIn is how many rolls began in a count, those that were taken out since too: a roll keeps its number for good.
func (r *record) begunIn(c *tallied) int {
	if c.closed != nil {
		return c.closed.Begun
	}
	r.standingIn(c)
	return c.begun
}

// RollViews are at most n counted rolls with numbers below before, newest first; 0 for no bound.
func (r *record) RollViews(ctx context.Context, before, n int) ([]protocol.RollView, error) {
	out := []protocol.RollView{}
	first := 0 // how many rolls began in counts before
	for _, c := range r.counts {
		first += r.begunIn(c)
	}
	for i, c := range slices.Backward(r.counts) {
		first -= r.begunIn(c)
		if r.size(c) == 0 || before > 0 && first >= before-1 {
			continue
		}
		err := r.within(ctx, i, func(r *record, c *tallied) {
			standing, came := r.standingIn(c), c.results()
			for k, throws := range slices.Backward(standing) {
				number := first + c.numbers[k]
				if before > 0 && number >= before {
					continue
				}
				if n > 0 && len(out) == n {
					break
				}
				out = append(out, r.rollView(number, throws, came))
			}
		})
		if err != nil {
			return out, err
		}
		if n > 0 && len(out) == n {
			break
		}
	}
	return out, nil
}

// Counted is how many counted rolls stand.
func (s *Session) Counted() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.book.standing()
}

// EachRoll calls each with the counted rolls of the copy, oldest first, until it returns an error. They aren't all in memory at once.
func (c *Copy) EachRoll(ctx context.Context, each func(protocol.RollView) error) error {
	first := 0
	for i := range c.counts {
		var rolls []protocol.RollView
		err := c.within(ctx, i, func(r *record, of *tallied) {
			came := of.results()
			for k, throws := range r.standingIn(of) {
				rolls = append(rolls, r.rollView(first+of.numbers[k], throws, came))
			}
		})
		if err != nil {
			return err
		}
		for _, roll := range rolls {
			if err := each(roll); err != nil {
				return err
			}
		}
		first += c.begunIn(c.counts[i])
	}
	return nil
}

// newestRolls are the newest rolls, for screens.
func (b *book) newestRolls(n int) []protocol.RollView {
	rolls, err := b.RollViews(context.Background(), 0, n)
	if err != nil {
		b.trouble.Unread(err)
	}
	return rolls
}

// rollView is a roll that counts, by the IDs of its throws.
func (r *record) rollView(n int, throws []int, results *count.Results) protocol.RollView {
	t := r.throws.Get(throws[0])
	c := r.counts[t.Count]
	came := results.Of(t.Key)
	v := protocol.RollView{N: n, Throw: t.Brief(), Again: []protocol.ThrowView{}, Seat: c.Name(came.Seat), Corrected: t.Corrected,
		Dice: append([]engine.Thrown{}, came.Dice...), Total: came.Result.Total, Text: came.Result.Text, Lines: append([]engine.Line{}, came.Result.Lines...)}
	for _, id := range throws[1:] {
		again := r.throws.Get(id)
		v.Again = append(v.Again, again.Brief())
		v.Corrected = v.Corrected || again.Corrected
	}
	return v
}
