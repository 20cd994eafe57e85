//go:build !cgo

package main

import (
	"context"

	"astragal/companion/protocol"
)

// sourceChoices are none without OpenCV.
func sourceChoices(context.Context) []protocol.SourceView { return nil }
