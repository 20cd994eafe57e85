package main

import (
	"context"
	"log/slog"

	"astragal/companion"
	"astragal/companion/obs"
	"astragal/companion/settings"
	"astragal/vision"
)

// scenes switches OBS's scene as the dice move, where the configuration names an OBS; nil where it
// doesn't.
func scenes(cfg settings.Config, session *companion.Session, log *slog.Logger) func(context.Context) error {
	if cfg.OBS == "" {
		return nil
	}
	s := &obs.Switcher{Address: cfg.OBS, Password: cfg.OBSPassword, Throw: cfg.OBSThrow, Settled: cfg.OBSSettled, Log: log}
	return func(ctx context.Context) error {
		moving := make(chan bool, 1)
		return all(ctx, func(ctx context.Context) error { return s.Run(ctx, moving) },
			func(ctx context.Context) error { return tellMoving(ctx, session, moving) })
	}
}

// tellMoving says when dice begin to move and when they lie; only the newest word waits.
func tellMoving(ctx context.Context, session *companion.Session, moving chan bool) error {
	changes, end := session.Changes.Subscribe()
	defer end()
	rolls := false
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-changes:
		}
		now := rolls
		switch session.Eye().State {
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
