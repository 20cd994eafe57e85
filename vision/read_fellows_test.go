package vision_test

import (
	"slices"
	"testing"

	"astragal/vision"

	"github.com/stretchr/testify/require"
)

// among is the reading of a die that lies among others.
func among(t *testing.T, d vision.Sighting, fellows ...vision.Sighting) vision.Reading {
	out := vision.Read(vision.Scene{Sightings: append(slices.Clone(fellows), d)})
	require.Len(t, out, len(fellows)+1)
	return out[len(fellows)]
}

func times(n int, d vision.Sighting) []vision.Sighting {
	var out []vision.Sighting
	for range n {
		out = append(out, d)
	}
	return out
}

// What the sure dice of its solid show is what a doubtful die most likely shows. The page asks about it all the same.
func TestADoubtfulDieIsNamedAsItsFellows(t *testing.T) {
	mark := func(k vision.MarkKind, n int, p float64) vision.Mark { return vision.Mark{Kind: k, Value: n, P: p} }
	sixes, numbers := times(8, d6(.9, pips(6, .999))), times(8, d6(.9, mark(vision.MarkNumeral, 3, .999)))
	blurred := d6(.9, mark(vision.MarkNumeral, 1, .4), pips(4, .35), pips(5, .15), mark(vision.MarkUnknown, 0, .1))

	r := among(t, blurred, sixes...)
	require.Equal(t, 4, *r.Value, "they have pips")
	require.False(t, r.Accepted)
	require.Equal(t, "it may be 4 pips or the number 1", r.Why)
	require.Equal(t, 1, *among(t, blurred, numbers...).Value)
	require.Equal(t, 1, *among(t, blurred, sixes[:3]...).Value, "three say little")
	cube := d6(.9, pips(6, .999))
	cube.Shapes = []vision.ShapeScore{{Shape: vision.D8, P: .99}}
	require.Equal(t, 1, *among(t, blurred, times(8, cube)...).Value, "other solids say nothing")
	require.Equal(t, 1, *among(t, blurred, times(8, d6(.9, pips(6, .5), pips(5, .5)))...).Value, "nor do dice that are asked about")

	like := -2.0
	doubted := d6(.9, pips(3, .98), mark(vision.MarkUnknown, 0, .02))
	doubted.PipLike = &like
	require.Nil(t, among(t, doubted).Value, "alone it looks like a drawing")
	r = among(t, doubted, times(20, d6(.9, pips(6, .999)))...)
	require.Equal(t, 3, *r.Value)
	require.False(t, r.Accepted, "however many have pips")
	require.Equal(t, "it may be 3 pips or something never taught", r.Why)

	like = -4
	require.Nil(t, among(t, doubted, sixes[:7]...).Value, "it looks much like a drawing")
	r = among(t, doubted, sixes...)
	require.Equal(t, 3, *r.Value, "eight have pips and none a drawing")
	require.False(t, r.Accepted)
	require.Equal(t, "it may be 3 pips or something never taught", r.Why)
	drawing := d6(.9, mark(vision.MarkUnknown, 0, .99))
	require.Nil(t, among(t, doubted, append(sixes, drawing)...).Value, "one has a drawing")

	icon := d6(.9, mark(vision.MarkUnknown, 0, .4), pips(1, .35), pips(6, .25))
	require.Nil(t, among(t, icon, sixes...).Value, "an icon on one face of a die with pips")

	cut := blurred
	cut.Doubts = []string{"it is cut off by the edge of the picture"}
	require.Contains(t, among(t, cut, sixes...).Why, "cut off")
}

// If most dice of its solid show untaught drawings, a drawing that looks like pips doesn't count: the page asks.
func TestPipsAmongDrawingsAreAskedAbout(t *testing.T) {
	drawings := times(9, d6(.9, vision.Mark{Kind: vision.MarkUnknown, P: .99}, pips(1, .01)))
	sure := d6(.9, pips(4, .999), vision.Mark{Kind: vision.MarkUnknown, P: .001})
	require.True(t, among(t, sure).Accepted)
	r := among(t, sure, drawings...)
	require.False(t, r.Accepted)
	require.Equal(t, 4, *r.Value)
	require.Equal(t, "it looks like 4 pips, but most such dice here show something never taught", r.Why)
	require.True(t, among(t, sure, drawings[:3]...).Accepted, "three say little")
	require.True(t, among(t, sure, append(drawings, times(9, d6(.9, pips(2, .999)))...)...).Accepted, "as many have pips")
}
