//go:build cgo

package look

import (
	"astragal/models"
	"astragal/vision/cv/find"
	"astragal/vision/cv/picture"
	"astragal/vision/virtual"

	"fmt"
	"testing"

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
		drawn, _, err := virtual.Still(seed, o)
		require.NoError(t, err)
		img, err := gocv.ImageToMatRGB(drawn)
		require.NoError(t, err)
		defer img.Close()
		pic := picture.PyramidOf(img)
		defer func() { require.NoError(t, pic.Close()) }()
		finds, err := l.finder.Dice(pic, find.Search{Faces: faces})
		require.NoError(t, err)
		read, _, err := l.sightings(pic, finds, false, Looking{Faces: faces})
		require.NoError(t, err)
		defer closeSeen(read)
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
