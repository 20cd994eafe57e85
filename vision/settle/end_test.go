package settle_test

import (
	"testing"
	"time"

	"astragal/vision"
	"astragal/vision/settle"

	"github.com/stretchr/testify/require"
)

func TestSettlerAtTheEnd(t *testing.T) {
	ended := func(t *testing.T, still int) *table {
		b := newTable(t)
		b.move(20)
		b.put(100)
		b.still(still)
		if b.s.End() {
			b.look()
		}
		return b
	}
	t.Run("dice that lay for a moment settle", func(t *testing.T) {
		ended(t, 4).want(vision.EventSettled)
	})
	t.Run("dice that still moved do not", func(t *testing.T) {
		require.Empty(t, ended(t, 1).events)
	})
	t.Run("a throw that was told is not told again", func(t *testing.T) {
		ended(t, 100).want(vision.EventSettled)
	})
	t.Run("a medium without frames tells nothing", func(t *testing.T) {
		require.False(t, new(settle.Settler).End())
	})
}

func TestSettlerFailed(t *testing.T) {
	b := newTable(t)
	b.move(20)
	looks := 0
	for range 60 {
		if b.s.Add(settle.Glance{Frame: b.frame, Time: time.Duration(b.frame) * time.Second / 30}) {
			looks++
			b.s.Failed()
		}
		b.frame++
	}
	require.Greater(t, looks, 3, "it is tried again")
	require.Less(t, looks, 15, "but not at each frame")
}

func TestSettlerTake(t *testing.T) {
	b := newTable(t)
	b.move(5)
	require.Equal(t, vision.EventSettled, b.s.Take(vision.Scene{Sightings: []vision.Sighting{die(1)}}))
	require.Equal(t, vision.EventSeen, b.s.Take(vision.Scene{}))
	require.Equal(t, vision.Empty, b.s.State())
}
