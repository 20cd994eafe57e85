//go:build cgo

package look_test

import (
	"fmt"
	"slices"
	"testing"

	"astragal/vision"

	"astragal/vision/cv/cvtest"
	"astragal/vision/cv/look"
	"astragal/vision/virtual"

	"github.com/stretchr/testify/require"
)

// underCamera is a small table of some dice under a camera that leans so far, and what lies there.
func underCamera(t *testing.T, seed uint64, degrees float64, dice ...string) ([]byte, virtual.Truth) {
	t.Helper()
	return thrownUnder(t, seed, 0, degrees, dice...)
}

// thrownUnder is the same for the throw of that number under the same camera, from 0.
func thrownUnder(t *testing.T, seed, throw uint64, degrees float64, dice ...string) ([]byte, virtual.Truth) {
	t.Helper()
	l := virtual.RandomLook(seed)
	l.TrayWidth, l.TrayHeight, l.View = 150, 85, 165
	l = l.From(degrees, []int{0, 0, 0, 1, 3}[seed%5], 300+10*float64(seed%40))
	drawn, truth, err := virtual.Still(seed+throw<<32, virtual.Options{Look: &l, Width: 640, Height: 360, Dice: dice})
	require.NoError(t, err)
	return cvtest.JPEG(t, drawn), truth
}

// tally counts the dice of some pictures; what is in the first of two places is as they are read, in the second as if nobody asked how the camera leans.
type tally struct {
	dice, found, right, pictures, flat int
	accepted, wrong                    [2]int
}

// add reads a picture and counts its dice.
func (n *tally) add(t *testing.T, l *look.Looker, raw []byte, truth virtual.Truth, stands *look.Standing) {
	t.Helper()
	scene, err := l.Look(decoded(t, raw), look.Looking{Standing: stands})
	require.NoError(t, err)
	n.pictures++
	if len(scene.Problems) > 0 {
		n.flat++
	}
	readings := vision.Read(scene)
	for i, d := range scene.Sightings {
		scene.Sightings[i].Doubts = slices.DeleteFunc(d.Doubts, func(w string) bool { return w == vision.TooFlat })
	}
	both := [2][]vision.Reading{readings, vision.Read(scene)}
	for _, d := range truth.Dice {
		if d.CutOff {
			continue
		}
		n.dice++
		i := nearest(readings, d.Box)
		if i < 0 {
			continue
		}
		n.found++
		is := readings[i].Value != nil && *readings[i].Value == *d.Value
		if is {
			n.right++
		}
		for how, r := range both {
			if r[i].Accepted {
				n.accepted[how]++
				if !is {
					n.wrong[how]++
				}
			}
		}
	}
}

func (n tally) String() string {
	return fmt.Sprintf("%d dice, found %d, right %d; accepted %d (%d), wrong %d (%d); too flat %d of %d", n.dice, n.found, n.right, n.accepted[0], n.accepted[1], n.wrong[0], n.wrong[1], n.flat, n.pictures)
}

// Four d6 lie on each of ASTRAGAL_TABLES virtual tables, of the seeds from ASTRAGAL_SEED on, under cameras that lean by 0 to 85°. It only reports, for every 5°: how many dice are found, read right, accepted,
// and accepted though that isn't what their top face shows (both also if nobody asked how the camera leans), and of how many pictures the program says that the camera looks too flat.
func TestSoakCamerasFromAboveToFlat(t *testing.T) {
	cvtest.Soaking(t)
	l, first, tables := newLooker(t), cvtest.Number(t, "ASTRAGAL_SEED", 81000), cvtest.Number(t, "ASTRAGAL_TABLES", 30)
	for lean := 0; lean <= 85; lean += 5 {
		var n tally
		for seed := first; seed < first+tables; seed++ {
			raw, truth := underCamera(t, uint64(seed+1000*lean), float64(lean), "d6", "d6", "d6", "d6")
			n.add(t, l, raw, truth, nil)
		}
		t.Logf("%d°: %v", lean, n)
	}
}

// The same of other solids, alone and together, at some angles.
func TestSoakCamerasAndSolids(t *testing.T) {
	cvtest.Soaking(t)
	l, first, tables := newLooker(t), cvtest.Number(t, "ASTRAGAL_SEED", 91000), cvtest.Number(t, "ASTRAGAL_TABLES", 8)
	for k, dice := range [][]string{
		{"d20", "d20", "d20"}, {"d10", "d10", "d10", "d10"}, {"d12", "d12", "d12"}, {"d8", "d8", "d8"}, {"d4", "d4", "d4"}, {"d4", "d6", "d8", "d10", "d12", "d20"},
		{"d20"}, {"d12"}, {"d10"}, {"d8"}, {"d6"}, {"d20", "d8"},
	} {
		for _, lean := range []int{0, 10, 20, 30, 40, 50, 65, 75, 85} {
			var n tally
			for seed := first; seed < first+tables; seed++ {
				raw, truth := underCamera(t, uint64(1000*seed+100*k+lean), float64(lean), dice...)
				n.add(t, l, raw, truth, nil)
			}
			t.Logf("%v, %d°: %v", dice, lean, n)
		}
	}
}

// The same of lone dice under cameras that lean little: nothing beside them tells how.
func TestSoakCamerasAndLoneDice(t *testing.T) {
	cvtest.Soaking(t)
	l, first, tables := newLooker(t), cvtest.Number(t, "ASTRAGAL_SEED", 205000), cvtest.Number(t, "ASTRAGAL_TABLES", 40)
	for _, die := range []string{"d20", "d12", "d10", "d8", "d6"} {
		for _, lean := range []int{0, 10, 20, 30} {
			var n tally
			for seed := first; seed < first+tables; seed++ {
				raw, truth := underCamera(t, uint64(1000*lean+seed), float64(lean), die)
				n.add(t, l, raw, truth, nil)
			}
			t.Logf("%s, %d°: %v", die, lean, n)
		}
	}
}

// Three or four d6 lie side by side and squarely to a camera that leans by 0 to 85°, or across its picture, as somebody puts them who takes a picture of them.
func TestSoakCamerasAtRows(t *testing.T) {
	cvtest.Soaking(t)
	l, first, tables := newLooker(t), cvtest.Number(t, "ASTRAGAL_SEED", 87000), cvtest.Number(t, "ASTRAGAL_TABLES", 8)
	for _, lean := range []int{0, 5, 10, 15, 20, 30, 35, 40, 45, 50, 55, 65, 70, 75, 80, 85} {
		var n tally
		for seed := first; seed < first+tables; seed++ {
			raw, truth := rowUnderCamera(t, uint64(1000*lean+seed), float64(lean))
			n.add(t, l, raw, truth, nil)
		}
		t.Logf("%d°: %v", lean, n)
	}
}

// nearest is the reading whose box covers most of a die's, half at least; -1 where none does.
func nearest(readings []vision.Reading, box vision.Box) int {
	best, most := -1, .5
	for i, r := range readings {
		if o := vision.Overlap(r.BBox, box); o > most {
			best, most = i, o
		}
	}
	return best
}

// One camera for each of ASTRAGAL_TABLES seeds from ASTRAGAL_SEED on stands still and sees some throws, one after the other. At last a row of d6 lies squarely to it. It only reports, for some angles: what is accepted of all throws but the
// first if each picture is read by itself, and if throws before tell of the camera.
func TestSoakCamerasThatStand(t *testing.T) {
	cvtest.Soaking(t)
	l, first, tables := newLooker(t), cvtest.Number(t, "ASTRAGAL_SEED", 98000), cvtest.Number(t, "ASTRAGAL_TABLES", 4)
	throws := [][]string{{"d6", "d6", "d6"}, {"d20"}, {"d4", "d6", "d8", "d10", "d12", "d20"}, {"d6"}, {"d10", "d10", "d10"}, {"d12"}, {"d20", "d8"}, {"d6", "d6", "d6", "d6"}}
	for _, lean := range []int{0, 10, 20, 30, 40, 50, 65, 75, 80, 85} {
		var alone, joined, row, rowJoined tally
		for seed := first; seed < first+tables; seed++ {
			var stands look.Standing
			for k := range throws {
				// Which dice are thrown first differs from camera to camera.
				raw, truth := thrownUnder(t, uint64(1000*lean+seed), uint64(k), float64(lean), throws[(k+seed)%len(throws)]...)
				if k == 0 {
					var all tally
					all.add(t, l, raw, truth, &stands)
				} else {
					alone.add(t, l, raw, truth, nil)
					joined.add(t, l, raw, truth, &stands)
				}
				stands.Thrown()
			}
			raw, truth := rowUnderCamera(t, uint64(1000*lean+seed), float64(lean))
			row.add(t, l, raw, truth, nil)
			rowJoined.add(t, l, raw, truth, &stands)
		}
		t.Logf("%d°: alone %v", lean, alone)
		t.Logf("%d°: joined %v", lean, joined)
		t.Logf("%d°: rows of d6 at last, alone %v", lean, row)
		t.Logf("%d°: rows of d6 at last, joined %v", lean, rowJoined)
	}
}
