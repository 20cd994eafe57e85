package companion

import (
	"testing"

	"astragal/models"
	"astragal/vision"

	"github.com/stretchr/testify/require"
)

func TestWhereTwoReadingsAreSureOfSomethingElseAPersonIsAsked(t *testing.T) {
	own, id, other, moon := []models.Die{{ID: "mine"}}, "mine", "somebody's", "moon"
	number := func(v int) vision.Reading { return vision.Reading{Value: &v, Accepted: true} }
	of := func(die *string, r vision.Reading) vision.Reading { r.Die = die; return r }
	unsure := func(r vision.Reading) vision.Reading { r.Accepted, r.Why = false, "blurred"; return r }
	picture := of(&id, vision.Reading{Icon: &moon, Accepted: true})
	for name, c := range map[string]struct {
		plain, taught vision.Reading
		accepted      bool
		shows         vision.Reading
	}{
		"the same number":                     {number(3), of(&id, number(3)), true, of(&id, number(3))},
		"another number":                      {number(3), of(&id, number(5)), false, of(&id, number(5))},
		"a picture and a number":              {number(3), picture, false, picture},
		"a picture and nothing sure":          {unsure(number(3)), picture, true, picture},
		"a die that isn't one of the owner's": {number(3), of(&other, number(5)), true, number(3)},
		"a doubt of what was taught":          {number(3), unsure(number(5)), false, number(5)},
	} {
		got := joined(c.plain, c.taught, own)
		require.Equal(t, c.accepted, got.Accepted, name)
		require.Equal(t, c.accepted, got.Why == "", name)
		require.Equal(t, []any{c.shows.Die, c.shows.Value, c.shows.Icon}, []any{got.Die, got.Value, got.Icon}, name)
	}
}
