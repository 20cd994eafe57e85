//go:build cgo

package cv

import (
	"fmt"
	"testing"

	"astragal/models"
	"astragal/models/networks"
	"astragal/vision/virtual"

	"github.com/stretchr/testify/require"
	"gocv.io/x/gocv"
)

// The reader isn't asked about many drawings beside a gallery; it is where few lie there, and about all where one die surely has pips.
func TestManyDrawingsArentRead(t *testing.T) {
	l := lookerOf(t)
	icons := func(n int, more ...string) virtual.Options {
		o := virtual.Options{Dice: more}
		for i := range n {
			d := models.Die{ID: fmt.Sprint("drawn", i), Shape: "d6"}
			for f := range 6 {
				d.Faces = append(d.Faces, models.Face{Icon: []string{"arrow", "bolt", "flower", "leaf", "star", "burst", "wave"}[(i+f)%7], Count: 1})
			}
			o.Own, o.Dice = append(o.Own, d), append(o.Dice, d.ID)
		}
		return o
	}
	unread := func(seed uint64, o virtual.Options, faces bool) (none, dice int) {
		picture, _, err := virtual.Still(seed, o)
		require.NoError(t, err)
		img, err := gocv.ImageToMatRGB(picture)
		require.NoError(t, err)
		defer img.Close()
		pic := shrinksOf(img)
		defer func() { require.NoError(t, pic.close()) }()
		finds, err := l.dice(pic, Looking{Faces: faces})
		require.NoError(t, err)
		read, err := l.sightings(pic, finds, false, Looking{Faces: faces})
		require.NoError(t, err)
		for _, g := range read {
			if g.first == nil {
				none++
			}
		}
		return none, len(read)
	}
	spared, all := 0, 0
	for seed := range uint64(4) {
		none, dice := unread(300+seed, icons(12), true)
		spared, all = spared+none, all+dice
		none, _ = unread(300+seed, icons(12), false)
		require.Zero(t, none, "without a gallery nothing else tells what they are")
		none, _ = unread(300+seed, icons(3), true)
		require.Zero(t, none, "few are read as quickly as looked through")
		none, _ = unread(300+seed, icons(11, "d6"), true)
		require.Zero(t, none, "seed %d: one die has pips, others may", 300+seed)
	}
	require.GreaterOrEqual(t, 3*spared, all, "%d of %d drawings aren't read", spared, all)
}

// Beside many drawings the reader isn't asked about other solids than d6 either, unless a numeral is likely there.
func TestWhatMayBeDrawn(t *testing.T) {
	says := func(unknown, numeral float64) answer {
		a := answer{mark: make([]float64, networks.MarkClasses)}
		a.mark[networks.UnknownMark], a.mark[networks.NumeralMark] = unknown, numeral
		return a
	}
	require.True(t, says(.95, .01).maybeDrawn(1), "surely drawn")
	require.False(t, says(.85, .01).maybeDrawn(1), "a d6 may have pips")
	require.True(t, says(.6, .3).maybeDrawn(.01))
	require.False(t, says(.6, .3).maybeDrawn(.2), "perhaps a d6")
	require.False(t, says(.3, .6).maybeDrawn(.01), "likely a numeral")
}
