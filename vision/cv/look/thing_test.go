//go:build cgo

package look_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"astragal/vision"
	"astragal/vision/cv/look"

	"github.com/stretchr/testify/require"
)

// untidy are drawn pictures (models/train/untidy.py) of dice among keys, caps, cards and the like: where the dice are (px), and how many finds
// at most may be no die. Without the network that tells dice from things there are 9, 6 (two of them accepted) and 3.
func untidy() map[string]struct {
	dice   []vision.Point
	others int
} {
	return map[string]struct {
		dice   []vision.Point
		others int
	}{
		"untidy_desk.jpg":     {[]vision.Point{{682, 61}, {846, 413}}, 2},
		"untidy_accepted.jpg": {[]vision.Point{{279, 593}, {908, 314}, {1257, 213}, {988, 223}, {835, 566}, {166, 358}}, 4},
		"untidy_small.jpg":    {[]vision.Point{{931, 495}, {806, 483}, {24, 508}, {1189, 128}, {314, 314}, {575, 684}}, 1},
	}
}

// storedScene is what is seen in a stored picture.
func storedScene(t *testing.T, l *look.Looker, name string, how look.Looking) vision.Scene {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join("testdata", name))
	require.NoError(t, err)
	scene, err := l.Look(decoded(t, raw), how)
	require.NoError(t, err)
	return scene
}

// Hardly anything but dice is asked about in untidy pictures, nothing but dice is accepted there, and no die is lost.
func TestThingsAreNoDice(t *testing.T) {
	l := newLooker(t)
	for name, picture := range untidy() {
		scene := storedScene(t, l, name, look.Looking{})
		found, others := map[int]bool{}, 0
		for i, r := range vision.Read(scene) {
			b := scene.Sightings[i].Box
			die := slices.IndexFunc(picture.dice, func(p vision.Point) bool {
				return p[0] > b[0] && p[0] < b[0]+b[2] && p[1] > b[1] && p[1] < b[1]+b[3]
			})
			if die < 0 {
				others++
				require.False(t, r.Accepted, "%s: %v", name, b)
				continue
			}
			found[die] = true
		}
		require.Len(t, found, len(picture.dice), name)
		require.LessOrEqual(t, others, picture.others, name)
	}
}

// Under a camera things are offered as well: what it finds may have been thrown.
func TestThingsAreOfferedUnderACamera(t *testing.T) {
	l := newLooker(t)
	for name, picture := range untidy() {
		scene := storedScene(t, l, name, look.Looking{Standing: &look.Standing{}})
		require.Greater(t, len(scene.Sightings), len(picture.dice)+picture.others, name)
	}
}
