//go:build cgo

package look_test

import (
	"fmt"
	"image"
	"maps"
	"slices"
	"testing"

	"astragal/vision"
	"astragal/vision/cv/cvtest"
	"astragal/vision/cv/look"
	"astragal/vision/cv/picture"
	"astragal/vision/virtual"

	"gocv.io/x/gocv"

	"github.com/stretchr/testify/require"
)

// score counts how one kind of dice was read: right at first, right or among the alternatives with a hundredth at least, accepted, accepted and wrong.
type score struct{ dice, found, first, among, accepted, wrong int }

// scores are those of several kinds.
type scores map[string]score

// add counts a drawn die of a kind. A die whose number isn't even among the alternatives is logged.
func (s scores) add(t *testing.T, kind string, seed int, d virtual.DieTruth, readings []vision.Reading) {
	t.Helper()
	s[kind] = s[kind].with(t, seed, d, readings)
}

// report logs each kind.
func (s scores) report(t *testing.T) {
	t.Helper()
	for _, kind := range slices.Sorted(maps.Keys(s)) {
		n := s[kind]
		t.Logf("%s: %d dice, %d found, %d right, %d right or among the alternatives, %d accepted, %d of them wrong", kind, n.dice, n.found, n.first, n.among, n.accepted, n.wrong)
	}
}

// sixOf draws six dice of a kind on a virtual table, so many px wide, under a camera that leans by so many degrees.
func sixOf(t *testing.T, kind string, seed, width int, lean float64) (image.Image, virtual.Truth) {
	t.Helper()
	from := virtual.RandomLook(uint64(seed))
	from.TrayWidth, from.TrayHeight, from.View = 190, 105, 205
	from = from.From(lean, seed%4, 300+10*float64(seed%40))
	drawn, truth, err := virtual.Still(uint64(seed), virtual.Options{Look: &from, Width: width, Height: width * 9 / 16, Dice: slices.Repeat([]string{kind}, 6)})
	require.NoError(t, err)
	return drawn, truth
}

// readBlurred reads a drawn picture as a JPEG, blurred by so many px.
func readBlurred(t *testing.T, l *look.Looker, drawn image.Image, blur float64) []vision.Reading {
	t.Helper()
	img, err := picture.Decode(cvtest.JPEG(t, drawn))
	require.NoError(t, err)
	defer func() { require.NoError(t, img.Close()) }()
	if blur > 0 {
		gocv.GaussianBlur(img, &img, image.Point{}, blur, blur, gocv.BorderDefault)
	}
	scene, err := l.Look(img, look.Looking{})
	require.NoError(t, err)
	return vision.Read(scene)
}

func (s score) with(t *testing.T, seed int, d virtual.DieTruth, readings []vision.Reading) score {
	s.dice++
	k := slices.IndexFunc(readings, func(r vision.Reading) bool { return vision.Overlap(d.Box, r.BBox) >= .5 })
	if k < 0 {
		return s
	}
	s.found++
	r, v := readings[k], *d.Value
	right := r.Value != nil && *r.Value == v
	among := right || slices.ContainsFunc(r.Alternatives, func(a vision.Alternative) bool { return a.Value != nil && *a.Value == v && a.Confidence > .01 })
	if right {
		s.first++
	}
	if among {
		s.among++
	} else {
		says := fmt.Sprintf("seed %d, %s %d of %.0f px (%.3f):", seed, d.Die, v, d.SizePx, r.Confidence)
		for _, a := range append([]vision.Alternative{{Value: r.Value}}, r.Alternatives...) {
			if a.Value != nil {
				says += fmt.Sprintf(" %d %.4f", *a.Value, a.Confidence)
			}
		}
		t.Log(says)
	}
	if r.Accepted {
		s.accepted++
		if !right {
			s.wrong++
		}
	}
	return s
}
