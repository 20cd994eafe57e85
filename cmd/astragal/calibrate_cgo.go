//go:build cgo

package main

import (
	"context"
	"errors"

	"astragal/companion/settings"
	"astragal/vision/measure"
	"astragal/vision/tend"
)

// measure makes the profile, from pictures or from a source.
func (p *program) measure(ctx context.Context, cfg settings.Config, how calibrating) error {
	card := measure.Card{Camera: how.camera, DataDir: cfg.DataDir, Out: how.out, Ruler: how.ruler, Views: how.views, Wait: how.wait, Says: p.errs, Result: p.out}
	if len(how.images) > 0 {
		return card.Pictures(how.images, how.empty)
	}
	source, err := tend.Sources(cfg.Dice).Open(ctx, cfg.Source)
	if err != nil {
		return err
	}
	err = card.Watch(ctx, source)
	if noName := (measure.NoName{}); errors.As(err, &noName) {
		return usageError{err}
	}
	return err
}
