//go:build cgo

package look_test

import (
	"fmt"
	"slices"
	"testing"

	"astragal/models"
	"astragal/vision"

	"astragal/vision/cv/cvtest"
	"astragal/vision/cv/look"
	"astragal/vision/virtual"

	"github.com/stretchr/testify/require"
)

// drawnDice are d6 with one to six copies of simple drawings.
func drawnDice() virtual.Options {
	o := virtual.Options{Width: 640, Height: 360}
	for i, names := range [][]string{{"heart", "drop", "leaf", "bolt", "moon", "star"}, {"arrow", "cross", "wave", "heart", "drop", "moon"}} {
		for k := range 3 {
			d := models.Die{ID: fmt.Sprint("die", i, k), Shape: "d6"}
			for f, n := range names {
				d.Faces = append(d.Faces, models.Face{Icon: n, Count: []int{6, 1, 5, 6, 4, 6}[(f+k)%6]})
			}
			o.Own, o.Dice = append(o.Own, d), append(o.Dice, d.ID)
		}
	}
	return o
}

// The reader takes many drawings that lie as pips do for pips and is sure of it, where nothing was taught. The judges of pips take at least four tenths of these back;
// what is as round as a pip at the size of one stays.
func TestDrawingsInTheOrderOfPipsAreUnknown(t *testing.T) {
	l, alone, judged := newLooker(t), 0, 0
	for seed := range uint64(16) {
		picture, _, err := virtual.Still(seed, drawnDice())
		require.NoError(t, err)
		scene, err := l.Look(decoded(t, cvtest.JPEG(t, picture)), look.Looking{})
		require.NoError(t, err)
		judged += accepted(scene)
		for i := range scene.Sightings {
			scene.Sightings[i].PipLike = nil
		}
		alone += accepted(scene)
	}
	require.Greater(t, alone, 30, "what the reader alone would have counted")
	require.LessOrEqual(t, 10*judged, 6*alone, "%d of %d are counted", judged, alone)
}

func accepted(s vision.Scene) int {
	n := 0
	for _, r := range vision.Read(s) {
		if r.Accepted {
			n++
		}
	}
	return n
}

// oneDie is what is seen in a stored picture of one.
func oneDie(t *testing.T, file string) vision.Scene {
	scene := storedScene(t, newLooker(t), file, look.Looking{})
	require.Len(t, scene.Sightings, 1)
	return scene
}

// Noise on swirled plastic hides this six from the reader at its first look.
func TestADoubtfulDieIsReadLessSharpAsWell(t *testing.T) {
	scene := oneDie(t, "noisy_six.jpg")
	require.Equal(t, vision.MarkPips, scene.Sightings[0].Marks[0].Kind)
	require.Equal(t, 6, scene.Sightings[0].Marks[0].Value)
}

// Any drawing looks like one pip where it is read less sharp; one more of this table's would.
func TestADrawingIsNoPipForBeingBlurred(t *testing.T) {
	var o virtual.Options
	for _, name := range []string{"heart", "drop", "leaf", "bolt", "moon", "star", "arrow", "cross", "wave"} {
		d := models.Die{ID: name, Shape: "d6", Faces: slices.Repeat([]models.Face{{Icon: name, Count: 1}}, 6)}
		o.Own, o.Dice = append(o.Own, d), append(o.Dice, d.ID)
	}
	picture, _, err := virtual.Still(301, o)
	require.NoError(t, err)
	scene, err := newLooker(t).Look(decoded(t, cvtest.JPEG(t, picture)), look.Looking{})
	require.NoError(t, err)
	require.Len(t, scene.Sightings, len(o.Dice))
	pips := 0
	for _, s := range scene.Sightings {
		if s.Marks[0].Kind == vision.MarkPips {
			pips++
		}
	}
	require.LessOrEqual(t, pips, 1, "one looks so to both readers as it is")
	for _, r := range vision.Read(scene) {
		require.False(t, r.Accepted)
	}
}

// A d10 shows two numerals or three, which look like so many pips where they are read less sharp: none has pips but a d6.
func TestNumeralsOfAD10AreNoPips(t *testing.T) {
	for _, seed := range []uint64{80021, 80023} {
		picture, truth, err := virtual.Still(seed, virtual.Options{Dice: []string{"d4", "d8", "d10", "d%", "d12", "d20", "d6-numbered"}})
		require.NoError(t, err)
		scene, err := newLooker(t).Look(decoded(t, cvtest.JPEG(t, picture)), look.Looking{})
		require.NoError(t, err)
		for _, d := range truth.Dice {
			if d.Shape != vision.D10 {
				continue
			}
			i := slices.IndexFunc(scene.Sightings, func(s vision.Sighting) bool { return vision.Overlap(s.Box, d.Box) > .5 })
			require.GreaterOrEqual(t, i, 0)
			require.Equal(t, vision.D10, scene.Sightings[i].Shapes[0].Shape, seed)
			require.Equal(t, vision.MarkNumeral, scene.Sightings[i].Marks[0].Kind, seed)
		}
	}
}

// The reader takes the two numerals of this table's d10 for two pips of a d6 and is nearly sure of both; the aligner, which sees that it is none, makes it doubt.
func TestTwoNumeralsArentTwoPips(t *testing.T) {
	picture, truth, err := virtual.Still(77020, virtual.Options{Dice: []string{"d4", "d8", "d10", "d%", "d12", "d20", "d6-numbered"}})
	require.NoError(t, err)
	scene, err := newLooker(t).Look(decoded(t, cvtest.JPEG(t, picture)), look.Looking{})
	require.NoError(t, err)
	require.Len(t, scene.Sightings, len(truth.Dice))
	for i, r := range vision.Read(scene) {
		for _, d := range truth.Dice {
			if vision.Overlap(scene.Sightings[i].Box, d.Box) > .5 && d.Shape == vision.D10 {
				require.False(t, r.Accepted && *r.Shape == vision.D6, "a d10 is taken for a d6 with pips")
			}
		}
	}
}

// Blurred, two thin numerals of a d10 look so much like two pips that the reader is as sure as of any.
func TestTwoNumeralsOfABlurredD10ArentTwoPips(t *testing.T) {
	l := newLooker(t)
	for _, at := range []struct {
		width int
		lean  float64
	}{{320, 0}, {320, 15}, {720, 15}} {
		drawn, truth := sixOf(t, "d10", 174001, at.width, at.lean)
		readings := readBlurred(t, l, drawn, 1)
		for _, d := range truth.Dice {
			if k := nearest(readings, d.Box); k >= 0 && readings[k].Accepted {
				require.Equal(t, *d.Value, *readings[k].Value, "%d px wide, %.0f°", at.width, at.lean)
			}
		}
	}
}

// To the reader and to both judges this six's drilled pips, each with a glint, are small icons; less sharp they are pips to the reader of numerals as well.
func TestDrilledPipsCountWhereAllSeeAsMany(t *testing.T) {
	scene := oneDie(t, "drilled_six.jpg")
	got := vision.Read(scene)
	require.True(t, got[0].Accepted, got[0].Why)
	require.Equal(t, 6, *got[0].Value)
}
