//go:build cgo

package cv_test

import (
	"os"
	"slices"
	"testing"

	"astragal/vision/virtual"

	"github.com/stretchr/testify/require"
)

// soaking skips a test that takes long unless ASTRAGAL_SOAK asks for such.
func soaking(t *testing.T) {
	t.Helper()
	if os.Getenv("ASTRAGAL_SOAK") == "" {
		t.Skip("it takes many minutes: make soak")
	}
}

// Two hundred evenings on virtual tables, with hands, cups, pushes, lamps and bumps.
func TestSoakVirtualThrows(t *testing.T) {
	soaking(t)
	const clips = 200
	var s score
	for _, c := range stageAll(t.Context(), uint64(number(t, "ASTRAGAL_SEED", 60000)), clips, virtual.Options{Width: 480, Height: 270}) {
		require.NoError(t, c.err, c.name)
		s.judge(c.name, c.rolls, c.frames, c.fps, c.all)
	}
	t.Log(s.String())
	require.Zero(t, s.phantom+s.doubled+s.missed, "%s", s.String())
	require.LessOrEqual(t, slices.Max(s.delays), 0.5, "%s", s.String())
}
