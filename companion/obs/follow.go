package obs

import (
	"context"
	"sync"

	"astragal/vision"
)

// Follow switches the scene as the dice move, until ctx ends. changes begins to listen for changes at the table, and returns a function that ends that.
// state is the eye's state.
func (s *Switcher) Follow(ctx context.Context, changes func() (<-chan int, func()), state func() vision.State) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	moving := make(chan bool, 1)
	var over sync.WaitGroup
	over.Go(func() { tellMoving(ctx, changes, state, moving) })
	err := s.Run(ctx, moving)
	stop()
	over.Wait()
	return err
}

// tellMoving sends when dice begin to move and when they lie. Only the newest value waits.
func tellMoving(ctx context.Context, listen func() (<-chan int, func()), state func() vision.State, moving chan bool) {
	changes, end := listen()
	defer end()
	rolls := false
	for {
		select {
		case <-ctx.Done():
			return
		case <-changes:
		}
		now := rolls
		switch state() {
		case vision.Moving:
			now = true
		case vision.Settled, vision.Asking, vision.Empty:
			now = false
		default: // a hand, a look, a camera that is away: the scene stays
		}
		if now == rolls {
			continue
		}
		rolls = now
		select {
		case <-moving:
		default:
		}
		moving <- now
	}
}
