//go:build cgo

package look_test

import (
	"cmp"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"astragal/vision"

	"astragal/vision/cv/cvtest"
	"astragal/vision/cv/look"
	"astragal/vision/cv/picture"
	"astragal/vision/virtual"

	"github.com/stretchr/testify/require"
)

// numeralScore counts how the numerals of one kind of die were read.
type numeralScore struct{ dice, found, shape, right, accepted, wrong int }

// Full polyhedral sets lie on ASTRAGAL_TABLES virtual tables, of the seeds from ASTRAGAL_SEED on. The table prints in the Go project's
// typefaces, which no network was trained on. It only reports; with ASTRAGAL_FAILURES, a folder, it leaves the
// pictures of the tables where something was misread, and names what.
func TestSoakNumeralsOfTheVirtualTable(t *testing.T) {
	cvtest.Soaking(t)
	kinds := []string{"d4", "d8", "d10", "d%", "d12", "d20", "d6-numbered"}
	first := cvtest.Number(t, "ASTRAGAL_SEED", 70000)
	l, scores := newLooker(t), map[string]*numeralScore{}
	for seed := first; seed < first+cvtest.Number(t, "ASTRAGAL_TABLES", 30); seed++ {
		drawn, truth, err := virtual.Still(uint64(seed), virtual.Options{Dice: kinds})
		require.NoError(t, err)
		raw := cvtest.JPEG(t, drawn)
		img, err := picture.Decode(raw)
		require.NoError(t, err)
		scene, err := l.Look(img, look.Looking{})
		require.NoError(t, err)
		require.NoError(t, img.Close())
		misread := false
		for _, d := range truth.Dice {
			s := cmp.Or(scores[d.Die], &numeralScore{})
			scores[d.Die] = s
			if why := s.add(d, vision.Read(scene)); why != "" {
				t.Logf("seed %d, %s %d at %.0f: %s", seed, d.Die, *d.Value, d.Box, why)
				misread = true
			}
		}
		if dir := os.Getenv("ASTRAGAL_FAILURES"); misread && dir != "" {
			require.NoError(t, os.WriteFile(filepath.Join(dir, fmt.Sprintf("%d.jpg", seed)), raw, 0o600))
		}
	}
	all := numeralScore{}
	for _, kind := range slices.Sorted(maps.Keys(scores)) {
		s := *scores[kind]
		t.Logf("%s: %s", kind, s)
		all = numeralScore{all.dice + s.dice, all.found + s.found, all.shape + s.shape, all.right + s.right, all.accepted + s.accepted, all.wrong + s.wrong}
	}
	t.Logf("all: %s", all)
}

func (s numeralScore) String() string {
	return fmt.Sprintf("%d dice, %d found, shape of %d right, number of %d right (%.1f %%), %d accepted, %d of them wrong",
		s.dice, s.found, s.shape, s.right, 100*float64(s.right)/float64(s.dice), s.accepted, s.wrong)
}

// add counts one die; it says what went wrong.
func (s *numeralScore) add(d virtual.DieTruth, readings []vision.Reading) string {
	s.dice++
	at := slices.IndexFunc(readings, func(r vision.Reading) bool {
		x, y := r.BBox[0]+r.BBox[2]/2-d.Box[0]-d.Box[2]/2, r.BBox[1]+r.BBox[3]/2-d.Box[1]-d.Box[3]/2
		return max(x, -x)+max(y, -y) < max(d.Box[2], d.Box[3])/2
	})
	if at < 0 {
		return "not found"
	}
	r := readings[at]
	s.found++
	shape := r.Shape != nil && *r.Shape == d.Shape
	right := r.Value != nil && *r.Value == *d.Value
	if shape {
		s.shape++
	}
	if right {
		s.right++
	}
	if r.Accepted {
		s.accepted++
		if !right {
			s.wrong++
		}
	}
	if right {
		return ""
	}
	said, solid := "unknown", "unknown"
	if r.Value != nil {
		said = fmt.Sprint(*r.Value)
	}
	if r.Shape != nil {
		solid = string(*r.Shape)
	}
	return fmt.Sprintf("read as %s on a %s (%.2f, accepted %v)", said, solid, r.Confidence, r.Accepted)
}
