//go:build cgo

package watch_test

import (
	"testing"

	"astragal/vision"

	"astragal/vision/cv/look"
	"astragal/vision/cv/watch"
	"astragal/vision/virtual"

	"github.com/stretchr/testify/require"
	"gocv.io/x/gocv"
)

// noting reads with the program's networks and notes at each look whether throws before told of the camera.
type noting struct {
	*look.Looker
	known []bool
}

func (n *noting) Look(img gocv.Mat, how look.Looking) (vision.Scene, error) {
	n.known = append(n.known, how.Standing.Known())
	return n.Looker.Look(img, how)
}

// What a throw tells of the camera counts for the next one, until somebody moves the camera.
func TestThrowsTellOfTheCameraWhileItStands(t *testing.T) {
	l, err := look.New()
	require.NoError(t, err)
	defer func() { require.NoError(t, l.Close()) }()
	for name, moved := range map[string]bool{"it stands": false, "it is bumped": true} {
		t.Run(name, func(t *testing.T) {
			steps := []virtual.Step{virtual.Throw("d6", "d6"), virtual.Wait(1), virtual.Clear(), virtual.Wait(1)}
			if moved {
				steps = append(steps, virtual.Bump(), virtual.Wait(.5))
			}
			steps = append(steps, virtual.Throw("d6", "d6"), virtual.Wait(1))
			table, err := virtual.New(5, virtual.Options{Width: 640, Height: 360, FPS: 15}, steps...)
			require.NoError(t, err)
			n := &noting{Looker: l}
			all := watched(t, watch.Watching{Source: &staged{table: table, frame: -1}, Reader: n})
			require.Len(t, all.of(vision.EventSettled), 2, "%v", all)
			require.False(t, n.known[0])
			require.Equal(t, !moved, n.known[len(n.known)-1], "%v", n.known)
		})
	}
}
