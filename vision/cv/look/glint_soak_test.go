//go:build cgo

package look_test

import (
	"testing"

	"astragal/vision/cv/cvtest"
)

// Of ASTRAGAL_TABLES tables (200), from ASTRAGAL_SEED on, it reports how many d6 are accepted, and wrong, where a lamp mirrors in their top face.
func TestSoakLampsMirrorInDice(t *testing.T) {
	cvtest.Soaking(t)
	l, first, tables := newLooker(t), cvtest.Number(t, "ASTRAGAL_SEED", 300000), cvtest.Number(t, "ASTRAGAL_TABLES", 200)
	var n tally
	for seed := first; seed < first+tables; seed++ {
		raw, truth := underALamp(t, uint64(seed))
		n.add(t, l, raw, truth, nil)
	}
	t.Log(n)
}
