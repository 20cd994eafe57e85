//go:build cgo

package main

import (
	"context"

	"astragal/companion/protocol"
	"astragal/vision/cv/source"
)

// sourceChoices are what the page offers to look at.
func sourceChoices(context.Context) []protocol.SourceView {
	list := []protocol.SourceView{{ID: "virtual", Name: "Virtual table"}}
	cameras, err := source.ListCameras()
	if err != nil {
		return list // the page then offers what needs no camera
	}
	for _, c := range cameras {
		list = append(list, protocol.SourceView{ID: "camera:" + c.Name, Name: c.Label})
	}
	return append(list, protocol.SourceView{ID: "picam", Name: "Raspberry Pi camera"}, protocol.SourceView{ID: "phone", Name: "Photos from a phone"})
}
