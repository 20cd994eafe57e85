//go:build cgo

package look_test

import (
	"fmt"
	"image"
	"maps"
	"slices"
	"testing"

	"astragal/vision"

	"astragal/vision/cv/cvtest"
	"astragal/vision/cv/look"
	"astragal/vision/cv/picture"
	"astragal/vision/virtual"

	"github.com/stretchr/testify/require"
	"gocv.io/x/gocv"
)

// markedScore counts how one kind of numeral was read: right at first, right or among the alternatives with a hundredth at least, accepted, accepted and wrong.
type markedScore struct{ dice, found, first, among, accepted, wrong int }

// markedKind is the kind of a numeral that is hard to tell from others.
func markedKind(d virtual.DieTruth) string {
	switch v := *d.Value; {
	case d.Die == "d%" && v == 0:
		return "00"
	case v == 6 || v == 9:
		return "6 and 9"
	case v == 60 || v == 90:
		return "60 and 90"
	case v == 16 || v == 19:
		return "16 and 19"
	case d.Die == "d%":
		return "other tens"
	case v >= 10:
		return "10 to 20"
	}
	return "others"
}

// Numbered dice lie on ASTRAGAL_TABLES virtual tables, of the seeds from ASTRAGAL_SEED on, 960 px wide, with faces up that are hard to tell from others: marked sixes and nines, 00, numbers of two digits.
// Each picture is read as it is and blurred by 1.5 px. It only reports.
func TestSoakMarkedNumerals(t *testing.T) {
	cvtest.Soaking(t)
	first := cvtest.Number(t, "ASTRAGAL_SEED", 140000)
	l, scores := newLooker(t), map[string]markedScore{}
	for seed := first; seed < first+cvtest.Number(t, "ASTRAGAL_TABLES", 20); seed++ {
		of := func(faces ...int) int { return faces[seed%len(faces)] }
		drawn, truth, err := virtual.Still(uint64(seed), virtual.Options{Width: 960, Height: 540, Dice: []string{"d%", "d%", "d20", "d20", "d12", "d10", "d8", "d%"},
			Up: []int{of(0, 9), of(0, 5, 8), of(5, 8, 15, 18, 11), 9 + seed%11, of(5, 8, 11, 9, 10), of(5, 8), 5, 1 + seed%9}})
		require.NoError(t, err)
		for _, blur := range []float64{0, 1.5} {
			img, err := picture.Decode(cvtest.JPEG(t, drawn))
			require.NoError(t, err)
			if blur > 0 {
				gocv.GaussianBlur(img, &img, image.Point{}, blur, blur, gocv.BorderDefault)
			}
			scene, err := l.Look(img, look.Looking{})
			require.NoError(t, err)
			require.NoError(t, img.Close())
			readings := vision.Read(scene)
			for _, d := range truth.Dice {
				key := fmt.Sprintf("blurred by %.1f px, %s", blur, markedKind(d))
				scores[key] = scores[key].with(t, seed, d, readings)
			}
		}
	}
	for _, key := range slices.Sorted(maps.Keys(scores)) {
		s := scores[key]
		t.Logf("%s: %d dice, %d found, %d right, %d right or among the alternatives, %d accepted, %d of them wrong", key, s.dice, s.found, s.first, s.among, s.accepted, s.wrong)
	}
}

func (s markedScore) with(t *testing.T, seed int, d virtual.DieTruth, readings []vision.Reading) markedScore {
	s.dice++
	k := slices.IndexFunc(readings, func(r vision.Reading) bool { return vision.Overlap(d.Box, r.BBox) >= .5 })
	if k < 0 {
		return s
	}
	s.found++
	r, v := readings[k], *d.Value
	right := r.Value != nil && *r.Value == v
	among := right || slices.ContainsFunc(r.Alternatives, func(a vision.Alternative) bool { return *a.Value == v && a.Confidence > .01 })
	if right {
		s.first++
	}
	if among {
		s.among++
	} else {
		says := fmt.Sprintf("seed %d, %s %d of %.0f px (%.3f):", seed, d.Die, v, d.SizePx, r.Confidence)
		for _, a := range append([]vision.Alternative{{Value: r.Value}}, r.Alternatives...) {
			if a.Value != nil {
				says += fmt.Sprintf(" %d %.4f", *a.Value, a.Confidence)
			}
		}
		t.Log(says)
	}
	if r.Accepted {
		s.accepted++
		if !right {
			s.wrong++
		}
	}
	return s
}
