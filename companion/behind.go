package companion

import (
	"context"
	"sync"
	"time"
)

// checkRest is the rest between two batches while the chain of a long file is followed, so that acts need not wait.
const checkRest = 30 * time.Millisecond

// checkBehind follows the chain of the table's file while the table goes on, if that wasn't done when the file was opened. It tells screens what it
// finds. Close ends it.
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
