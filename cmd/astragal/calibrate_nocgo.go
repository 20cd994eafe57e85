//go:build !cgo

package main

import (
	"context"

	"astragal/companion/settings"
)

// measure needs pixels, which this build does not have.
func (p *program) measure(context.Context, settings.Config, calibrating) error { return hasPixels() }
