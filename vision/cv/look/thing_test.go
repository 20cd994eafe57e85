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

// untidy are drawn pictures (models/train/untidy.py) of dice among keys, caps, cards and the like: where the dice are (px), how many finds
// at most may be no die, and how many more that only a closer look sees. Without the network that tells dice from things 7, 9, 6 (two of them accepted) and 3 are none.
func untidy() map[string]struct {
	dice           []vision.Point
	others, closer int
} {
	return map[string]struct {
		dice           []vision.Point
		others, closer int
	}{
		"untidy_closer.jpg":   {[]vision.Point{{512, 327}, {592, 650}, {574, 533}, {158, 643}}, 4, 1},
		"untidy_desk.jpg":     {[]vision.Point{{682, 61}, {846, 413}}, 2, 0},
		"untidy_accepted.jpg": {[]vision.Point{{279, 593}, {908, 314}, {1257, 213}, {988, 223}, {835, 566}, {166, 358}}, 4, 1},
		"untidy_small.jpg":    {[]vision.Point{{931, 495}, {806, 483}, {24, 508}, {1189, 128}, {314, 314}, {575, 684}}, 1, 0},
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

// Hardly anything but dice is asked about in untidy pictures, nothing but dice is accepted there, and no die is lost. A closer look, which a photo gets where something wasn't read,
// doesn't offer again what the first left out.
func TestThingsAreNoDice(t *testing.T) {
	l := newLooker(t)
	for name, picture := range untidy() {
		for _, closer := range []bool{false, true} {
			scene := storedScene(t, l, name, look.Looking{Closer: closer})
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
			most := picture.others
			if closer {
				most += picture.closer
			}
			require.LessOrEqual(t, others, most, "%s, closer: %v", name, closer)
		}
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
