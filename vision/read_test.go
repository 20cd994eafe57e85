package vision_test

import (
	"encoding/json"
	"testing"

	"astragal/vision"

	"github.com/stretchr/testify/require"
)

func d6(found float64, marks ...vision.Mark) vision.Sighting {
	return vision.Sighting{Box: vision.Box{10, 10, 40, 40}, Found: found, Shapes: []vision.ShapeScore{{Shape: vision.D6, P: .99}}, Marks: marks, SizeMM: 16.04}
}

func pips(n int, p float64) vision.Mark { return vision.Mark{Kind: vision.MarkPips, Value: n, P: p} }

func one(t *testing.T, d vision.Sighting) vision.Reading {
	out := vision.Read(vision.Scene{Sightings: []vision.Sighting{d}})
	require.Len(t, out, 1)
	return out[0]
}

func TestSureReadingIsAccepted(t *testing.T) {
	r := one(t, d6(.9, pips(5, .999), pips(6, .001)))
	require.True(t, r.Accepted)
	require.Equal(t, 5, *r.Value)
	require.Equal(t, vision.D6, *r.Shape)
	require.InDelta(t, 16.0, *r.SizeMM, 1e-9)
	require.Equal(t, 6, *r.Alternatives[0].Value)
	require.Empty(t, r.Why)
}

func TestDoubtIsAsked(t *testing.T) {
	unknown := vision.Mark{Kind: vision.MarkUnknown, P: .99}
	cut := d6(.9, pips(5, .999))
	cut.Doubts = []string{"it is cut off by the edge of the picture"}
	for name, c := range map[string]struct {
		die vision.Sighting
		why string
	}{
		"two values are near":    {d6(.9, pips(5, .6), pips(6, .4)), "5 pips or 6 pips"},
		"hardly a die":           {d6(.1, pips(5, .999)), "may not be one whole die"},
		"cut off":                {cut, "cut off"},
		"never taught":           {d6(.9, unknown, pips(1, .01)), "isn't known"},
		"no evidence whatsoever": {d6(.9), "isn't known"},
	} {
		r := one(t, c.die)
		require.False(t, r.Accepted, name)
		require.Contains(t, r.Why, c.why, name)
	}
}

func TestUnknownIsNeverPips(t *testing.T) {
	r := one(t, d6(.9, vision.Mark{Kind: vision.MarkUnknown, P: .6}, pips(4, .4)))
	require.Nil(t, r.Value)
	require.False(t, r.Accepted)
	require.Equal(t, 4, *r.Alternatives[0].Value, "the nearest is offered, not taken")
}

// This is the contract of docs/commands.md: what isn't known is null, and alternatives are a list.
func TestReadingAsJSON(t *testing.T) {
	raw, err := json.Marshal(one(t, vision.Sighting{Marks: []vision.Mark{{Kind: vision.MarkUnknown, P: 1}}}))
	require.NoError(t, err)
	var m map[string]any
	require.NoError(t, json.Unmarshal(raw, &m))
	for _, k := range []string{"shape", "size_mm", "die", "face", "icon", "count", "value"} {
		require.Contains(t, m, k)
		require.Nil(t, m[k], k)
	}
	require.Equal(t, []any{}, m["alternatives"])
}

// If the second opinion says that what the reader takes for pips is a drawing, it is unknown and never pips. Real
// pips stay pips.
func TestADrawingLikePipsIsUnknown(t *testing.T) {
	like := func(nats float64, marks ...vision.Mark) vision.Reading {
		d := d6(.9, marks...)
		d.PipLike = &nats
		return one(t, d)
	}
	r := like(-3, pips(1, .94), vision.Mark{Kind: vision.MarkUnknown, P: .03})
	require.False(t, r.Accepted)
	require.Nil(t, r.Value)
	require.Greater(t, r.Confidence, .8, "that it is none of what is known")
	require.Equal(t, 1, *r.Alternatives[0].Value, "the nearest is offered")
	r = like(-3, pips(6, .9999))
	require.Nil(t, r.Value, "also where unknown was not among what it may be")
	r = like(-.5, pips(4, .97), pips(5, .02))
	require.False(t, r.Accepted)
	require.Equal(t, 4, *r.Value, "likely, but asked about")
	require.True(t, like(2, pips(4, .97), pips(5, .02)).Accepted)
	require.True(t, like(0, pips(4, .97), pips(5, .02)).Accepted)
	numeral := vision.Mark{Kind: vision.MarkNumeral, Value: 4, P: .99}
	require.True(t, like(-9, numeral).Accepted, "it speaks of pips alone")
}

// What the reader takes for something untaught counts as pips if it surely looks like pips and the reader knows how
// many.
func TestPipsLikeADrawingArePips(t *testing.T) {
	like := func(nats float64, marks ...vision.Mark) vision.Reading {
		d := d6(.9, marks...)
		d.PipLike = &nats
		return one(t, d)
	}
	unknown := func(p float64) vision.Mark { return vision.Mark{Kind: vision.MarkUnknown, P: p} }
	r := like(4, unknown(.7), pips(6, .29), pips(5, .01))
	require.True(t, r.Accepted)
	require.Equal(t, 6, *r.Value)
	r = like(1, unknown(.7), pips(6, .29), pips(5, .01))
	require.False(t, r.Accepted, "not surely enough")
	require.False(t, like(-2, unknown(.7), pips(6, .29), pips(5, .01)).Accepted)
	require.Nil(t, like(-2, unknown(.7), pips(6, .29), pips(5, .01)).Value)
	require.False(t, like(9, unknown(.5), pips(6, .3), pips(5, .2)).Accepted, "how many isn't sure")
	require.Nil(t, like(9, unknown(.95), pips(6, .05)).Value, "the reader hardly thinks of pips")
	require.False(t, like(9, vision.Mark{Kind: vision.MarkNumeral, Value: 6, P: .5}, pips(6, .5)).Accepted, "a number that isn't unknown")
}

// A result is offered once, however the face may show it.
func TestAlternativesAreResults(t *testing.T) {
	number := func(v int, p float64) vision.Mark { return vision.Mark{Kind: vision.MarkNumeral, Value: v, P: p} }
	r := one(t, d6(.9, number(4, .5), pips(4, .2), pips(5, .12), number(6, .1), number(5, .08)))
	require.Equal(t, 4, *r.Value)
	require.Len(t, r.Alternatives, 2)
	require.Equal(t, 5, *r.Alternatives[0].Value)
	require.InDelta(t, .2, r.Alternatives[0].Confidence, 1e-9, "as pips or as a number")
	require.Equal(t, 6, *r.Alternatives[1].Value)
}

func TestWhichPipsAreLookedAtTwice(t *testing.T) {
	for name, c := range map[string]struct {
		mark        vision.Mark
		read        float64
		twice, free bool
	}{
		"read as drawings are": {pips(1, .95), -1, true, true},
		"nearly as pips are":   {pips(1, .95), 1.4, true, true},
		"read as pips are":     {pips(1, .95), 1.6, false, true},
		"surely 6":             {pips(6, .99999), .4, true, true},
		"asked about anyway":   {pips(1, .5), -3, false, false},
		"something not known":  {vision.Mark{Kind: vision.MarkUnknown, P: .95}, -3, false, false},
	} {
		marks := []vision.Mark{c.mark, {Kind: vision.MarkNumeral, Value: 8, P: 1 - c.mark.P}}
		require.Equal(t, c.twice, vision.PipsInDoubt(marks, c.read, false), name)
		require.Equal(t, c.free, vision.PipsInDoubt(marks, c.read, true), name)
	}
	drawing := []vision.Mark{{Kind: vision.MarkUnknown, P: .8}, pips(2, .19), pips(3, .01)}
	require.True(t, vision.PipsInDoubt(drawing, 5, false), "pips, were it not for something never taught")
}
