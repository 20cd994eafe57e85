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
		"hardly a die":           {d6(.1, pips(5, .999)), "may not be a whole die"},
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

// The contract of docs/commands.md: what isn't known is null, alternatives are a list.
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
