package match_test

import (
	"slices"
	"testing"

	"astragal/models"
	"astragal/models/networks"
	"astragal/vision"

	"github.com/stretchr/testify/require"
)

// printed makes up the places of a face: patches of four by four places that are alike, as in the strokes of an icon.
func (a *army) printed() []byte {
	const patch, across = 4, networks.MapSide / 4
	var kinds [across * across][]float32
	for i := range kinds {
		kinds[i] = make([]float32, networks.PlaceDims)
		for k := range kinds[i] {
			kinds[i][k] = float32(a.chance.NormFloat64())
		}
	}
	out := make([]byte, 0, networks.PlacesSize)
	for at := range networks.MapSide * networks.MapSide {
		for _, v := range kinds[at/networks.MapSide/patch*across+at%networks.MapSide/patch] {
			out = append(out, byte(int8(max(-127, min(127, 40*v)))))
		}
	}
	return out
}

// until replaces places with those of another face, one after the other, until the comparer's logit that both are the
// same print is below least.
func (a *army) until(own, other []byte, least float64) []byte {
	c, err := networks.LoadComparer()
	require.NoError(a.t, err)
	was, _ := c.Ready(own)
	out := slices.Clone(own)
	for at := 0; at < len(out); at += networks.PlaceDims {
		copy(out[at:at+networks.PlaceDims], other[at:])
		if now, _ := c.Ready(out); c.Same(now, was, networks.NewLayers()) < least {
			return out
		}
	}
	require.FailNow(a.t, "the comparer takes any face for this one")
	return nil
}

// hill is a die with two numbers beside the same icon.
func hill() models.Die {
	mm, one, two := 20.0, 1, 2
	return models.Die{ID: "hill", Shape: "d6", SizeMM: &mm, Race: "land", Colors: []string{"yellow"}, Faces: []models.Face{
		{Icon: "bow", Count: 1, Value: &one}, {Icon: "bow", Count: 1, Value: &two}, {Icon: "axe", Count: 1}}}
}

// teachPlaces adds a shot of a face of the hill with its own places, and returns these.
func (a *army) teachPlaces(face int) []byte {
	a.teach("hill", face)
	a.seen[len(a.seen)-1].Places = a.printed()
	return a.seen[len(a.seen)-1].Places
}

func TestANumberIsAskedAboutUntilItsSiblingsAreTaught(t *testing.T) {
	a := newArmy(t, hill())
	places := a.teachPlaces(0)
	a.teachPlaces(2)
	d := a.lies("hill", 0)
	d.Places = places
	r := a.matcher().Read(scene(d), []string{"hill"}).Readings[0]
	require.Equal(t, 1, *r.Value)
	require.False(t, r.Accepted)
	require.Contains(t, r.Why, "the 2 beside bow was never taught")

	a.teachPlaces(1)
	r = a.matcher().Read(scene(d), []string{"hill"}).Readings[0]
	require.Equal(t, 1, *r.Value)
	require.True(t, r.Accepted, r.Why)
}

// If another number is read beside the icon, the page asks, whatever the places say.
func TestAnotherNumberReadBesideAnIconIsAskedAbout(t *testing.T) {
	a := newArmy(t, hill())
	places := a.teachPlaces(0)
	a.teachPlaces(1)
	a.teachPlaces(2)
	d := a.lies("hill", 0)
	d.Places = places
	read := func(n int) vision.Reading {
		d.Beside = make([]float32, vision.MostBeside)
		d.Beside[n-1] = .97
		return a.matcher().Read(scene(d), []string{"hill"}).Readings[0]
	}
	r := read(1)
	require.True(t, r.Accepted, r.Why)
	r = read(2)
	require.False(t, r.Accepted)
	require.Contains(t, r.Why, "the number beside bow may be 2")
}

// The whole face is like a taught one, but its places are others. It may be the bow of another clan.
func TestAFaceWhosePlacesDisagreeIsNeverAccepted(t *testing.T) {
	a := newArmy(t, hill())
	places := a.teachPlaces(2)
	d := a.lies("hill", 2)
	d.Places = places
	read := func(expected []string) vision.Reading { return a.matcher().Read(scene(d), expected).Readings[0] }
	require.True(t, read(nil).Accepted, read(nil).Why)
	require.True(t, read([]string{"hill"}).Accepted)

	d.Places = a.until(places, a.printed(), -1.5)
	require.False(t, read([]string{"hill"}).Accepted)
	free := read(nil)
	require.False(t, free.Accepted)
	require.Nil(t, free.Icon, "nothing is known of the throw: never taught")
}
