package hub

import (
	"testing"

	"github.com/stretchr/testify/require"

	"astragal/companion/event"
)

func TestWhatIsGreat(t *testing.T) {
	dice := func(shape string, values ...int) event.Roll {
		r := event.Roll{Status: event.RollCounted}
		for _, v := range values {
			r.Dice = append(r.Dice, event.Die{Shape: shape, Value: &v})
		}
		return r
	}
	icons := event.Roll{Status: event.RollCounted, Dice: []event.Die{{Shows: "melee"}, {Shows: "melee"}, {Shows: "melee"}, {Shows: "melee"}}}
	out := dice("d20", 20)
	out.Status = event.RollAnnulled
	for want, r := range map[string]event.Roll{
		"a natural 20":                  dice("d20", 3, 20),
		"all 3 dice show 2":             dice("d6", 2, 2, 2),
		"all 2 dice show their highest": dice("d8", 8, 8),
		"all 4 dice show melee":         icons,
		"The green dragon is slain.":    {Status: event.RollCounted, Lines: []string{"The green dragon is slain."}},
	} {
		require.Equal(t, want, greatOf(r))
	}
	for _, r := range []event.Roll{dice("d6", 6), dice("d6", 6, 5), dice("d6", 2, 2), dice("d8", 6, 6), {}, out, {Status: event.RollCounted, Dice: []event.Die{{}, {}, {}}}} {
		require.Empty(t, greatOf(r), "%+v", r)
	}
}
