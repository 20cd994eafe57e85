//go:build cgo

package face

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"astragal/vision"
	"astragal/vision/virtual"

	"github.com/stretchr/testify/require"
)

// Dice lie under cameras that lean by 0, 8 and 15°, on the virtual tables of the seeds from 5100 on. It only reports, for each solid: how much of a lean
// the aligner tells of a die by itself (telling's share), how far off a die's sight then is (spread), how far flat and cocked dice are off what the others tell (telling's flat), and how far off the face's middle is, of half the cut
// square's side, by the aligner's word alone and with the others' help.
func TestSoakSights(t *testing.T) {
	if os.Getenv("ASTRAGAL_SOAK") == "" {
		t.Skip("it takes minutes: make soak")
	}
	n := faceNetsOf(t)
	kinds := []string{"demo-sky", "demo-sky", "demo-sky", "d8", "d10", "d12", "d20", "d6-numbered", "d6"}
	for _, degrees := range []float64{0, 8, 15} {
		told := map[vision.Shape][2]float64{}
		alone, together, off, cocked, wrong := map[vision.Shape][]float64{}, map[vision.Shape][]float64{}, map[vision.Shape][]float64{}, map[vision.Shape][]float64{}, map[vision.Shape][]float64{}
		for seed := uint64(5100); seed < 5112; seed++ {
			way := 2 * math.Pi * rand.New(rand.NewPCG(seed, 1)).Float64()
			look := virtual.RandomLook(seed).Leaning([2]float64{degrees * math.Cos(way), degrees * math.Sin(way)})
			pic, truth, finds := thrown(t, seed, virtual.Options{Look: &look, Dice: kinds, Cocked: .3})
			tops, err := n.AlignAll(pic, finds, everyIndex(finds), nil, nil, nil)
			require.NoError(t, err)
			var sights []*sight
			var alones []Top
			for i, d := range truth.Dice {
				one, err := n.AlignAnyway(pic, finds[i])
				require.NoError(t, err)
				s := sightOf(finds[i], one, vision.Point{640, 360}, 1280)
				sights, alones = append(sights, &s), append(alones, one)
				if d.Cocked || slices.Max(one.solids) < sureSolid {
					continue
				}
				alone[d.Shape] = append(alone[d.Shape], math.Hypot(one.x-d.FaceCenter[0], one.y-d.FaceCenter[1])/one.half)
				together[d.Shape] = append(together[d.Shape], math.Hypot(tops[i].x-d.FaceCenter[0], tops[i].y-d.FaceCenter[1])/one.half)
				wrong[d.Shape] = append(wrong[d.Shape], math.Hypot(s.lean[0]-d.FaceLooks[0], s.lean[1]-d.FaceLooks[1]))
				was := told[d.Shape]
				told[d.Shape] = [2]float64{
					was[0] + one.looks[0]*d.FaceLooks[0] + one.looks[1]*d.FaceLooks[1], was[1] + d.FaceLooks[0]*d.FaceLooks[0] + d.FaceLooks[1]*d.FaceLooks[1],
				}
			}
			for i, d := range truth.Dice {
				lean := lineOfSight(slices.Concat(sights[:i], sights[i+1:]), sights[i].at)
				apart := n.placed(alones[i].says, 0, alones[i].find, &lean).looksFrom(lean)
				if d.Cocked {
					cocked[d.Shape] = append(cocked[d.Shape], apart)
				} else {
					off[d.Shape] = append(off[d.Shape], apart)
				}
			}
		}
		for _, shape := range vision.Shapes() {
			if told[shape][1] > 0 {
				t.Logf("%2.0f°, %s: tells %.2f; off alone %s, together %s; sights off by %s; those of flat dice differ by %s, of cocked ones by %s", degrees, shape, told[shape][0]/told[shape][1],
					quartiles(alone[shape]), quartiles(together[shape]), quartiles(wrong[shape]), quartiles(off[shape]), quartiles(cocked[shape]))
			}
		}
	}
}

// quartiles are the values at a half and nine tenths of the sorted ones, and the largest.
func quartiles(v []float64) string {
	if len(v) == 0 {
		return "-"
	}
	slices.Sort(v)
	return fmt.Sprintf("%.3f %.3f %.3f (%d)", v[len(v)/2], v[len(v)*9/10], v[len(v)-1], len(v))
}
