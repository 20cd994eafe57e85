//go:build !cgo

package main

import (
	"context"

	"astragal/companion"
)

// sourceChoices are none without OpenCV.
func sourceChoices(context.Context) []companion.SourceView { return nil }
