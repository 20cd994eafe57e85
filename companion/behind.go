package companion

import (
	"context"
	"sync"
	"time"
)

// checkRest is how long following the chain of a long file rests between some entries: whoever acts goes before it.
const checkRest = 30 * time.Millisecond

// checkBehind follows the chain of the table's file while the table goes on, where that wasn't done when it opened. Screens are told what
// it finds. Close ends it.
func (s *Session) checkBehind() {
	if s.checked || s.journal.ReadOnly() {
		return
	}
	ctx, stop := context.WithCancel(context.Background())
	var over sync.WaitGroup
	s.stopCheck = func() {
		stop()
		over.Wait()
	}
	over.Go(func() {
		if err := s.journal.Check(ctx, checkRest); err != nil {
			if ctx.Err() == nil {
				s.log.Warn("follow the chain of the table's file", "err", err)
			}
			return
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		s.checked = true
		if s.trouble.Warn() {
			s.publish()
		}
	})
}
