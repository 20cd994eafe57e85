//go:build cgo

package look_test

import (
	"fmt"
	"testing"

	"astragal/vision/cv/cvtest"
	"astragal/vision/virtual"

	"github.com/stretchr/testify/require"
)

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
	l, all := newLooker(t), scores{}
	for seed := first; seed < first+cvtest.Number(t, "ASTRAGAL_TABLES", 20); seed++ {
		of := func(faces ...int) int { return faces[seed%len(faces)] }
		drawn, truth, err := virtual.Still(uint64(seed), virtual.Options{Width: 960, Height: 540, Dice: []string{"d%", "d%", "d20", "d20", "d12", "d10", "d8", "d%"},
			Up: []int{of(0, 9), of(0, 5, 8), of(5, 8, 15, 18, 11), 9 + seed%11, of(5, 8, 11, 9, 10), of(5, 8), 5, 1 + seed%9}})
		require.NoError(t, err)
		for _, blur := range []float64{0, 1.5} {
			readings := readBlurred(t, l, drawn, blur)
			for _, d := range truth.Dice {
				all.add(t, fmt.Sprintf("blurred by %.1f px, %s", blur, markedKind(d)), seed, d, readings)
			}
		}
	}
	all.report(t)
}
