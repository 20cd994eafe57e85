//go:build !cgo

package main

import "context"

// measure needs pixels, which this build does not have.
func (p *program) measure(context.Context, Config, calibrating) error { return hasPixels() }
