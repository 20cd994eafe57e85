//go:build cgo

package main

import (
	"context"

	"astragal/companion"
	"astragal/vision/cv"
)

// sourceChoices are what the page offers to look at.
func sourceChoices(context.Context) []companion.SourceView {
	list := []companion.SourceView{{ID: "virtual", Name: "Virtual table"}}
	cameras, err := cv.ListCameras()
	if err != nil {
		return list // the page then offers what needs no camera
	}
	for _, c := range cameras {
		list = append(list, companion.SourceView{ID: "camera:" + c.Name, Name: c.Label})
	}
	return append(list, companion.SourceView{ID: "picam", Name: "Raspberry Pi camera"}, companion.SourceView{ID: "phone", Name: "Photos from a phone"})
}
