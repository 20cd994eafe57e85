package virtual_test

import (
	"testing"

	"astragal/vision/virtual"

	"github.com/stretchr/testify/require"
)

// BenchmarkFrame renders 1280x720 frames: of twelve tumbling dice, of twelve lying dice, and with a hand in the
// picture.
func BenchmarkFrame(b *testing.B) {
	dice := many("d6", 9)
	table, err := virtual.New(7, virtual.Options{}, virtual.Throw(append(dice, "d20", "d10", "d8")...), virtual.Wait(1), virtual.Hand(1))
	require.NoError(b, err)
	events := table.Events()
	for name, from := range map[string][2]int{
		"tumbling": {events[0].Start + 2, events[0].End}, "lying": {events[0].End + 1, events[0].End + 10},
		"hand": {events[1].Start + 6, events[1].End - 6},
	} {
		b.Run(name, func(b *testing.B) {
			table.Frame(from[0])
			for i := 0; b.Loop(); i++ {
				table.Frame(from[0] + i%(from[1]-from[0]))
			}
		})
	}
}

// BenchmarkTable makes a table of 1280x720.
func BenchmarkTable(b *testing.B) {
	for b.Loop() {
		_, err := virtual.New(7, virtual.Options{})
		require.NoError(b, err)
	}
}
