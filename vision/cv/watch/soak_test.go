//go:build cgo

package watch_test

import (
	"testing"

	"astragal/vision/cv/cvtest"
	"astragal/vision/virtual"
)

// Two hundred evenings on virtual tables, with hands, cups, pushes, lamps and bumps, read by a stand-in that overlooks dice and by the networks.
func TestSoakVirtualThrows(t *testing.T) {
	cvtest.Soaking(t)
	const clips = 200
	o := virtual.Options{Width: 480, Height: 270}
	t.Run("stand-in", func(t *testing.T) { settleOnce(t, uint64(cvtest.Number(t, "ASTRAGAL_SEED", 60000)), clips, o, standIn) })
	t.Run("networks", func(t *testing.T) {
		settleOnce(t, uint64(cvtest.Number(t, "ASTRAGAL_SEED", 60000)), clips, o, byNetworks)
	})
}
