//go:build cgo

package watch_test

import (
	"context"
	"hash/maphash"
	"math/rand/v2"
	"slices"
	"testing"

	"astragal/vision"

	"astragal/vision/cv/cvtest"
	"astragal/vision/cv/picture"
	"astragal/vision/cv/watch"
	"astragal/vision/virtual"

	"github.com/stretchr/testify/require"
	"gocv.io/x/gocv"
)

// recalled is a staged clip whose reader knows which frame it is shown.
type recalled struct {
	*staged
	seed   maphash.Seed
	frames map[uint64]int
}

func (r *recalled) Next(ctx context.Context, img *gocv.Mat) (picture.Stamp, error) {
	at, err := r.staged.Next(ctx, img)
	if err == nil {
		r.frames[maphash.Bytes(r.seed, img.ToBytes())] = at.Frame
	}
	return at, err
}

// read is what a perfect reader sees.
func (r *recalled) read(img gocv.Mat) []vision.Sighting {
	return (&staged{table: r.table, frame: r.frames[maphash.Bytes(r.seed, img.ToBytes())]}).lying()
}

// snatched plays a table at which each throw is gathered after one of the pauses, s.
func snatched(t *testing.T, seed uint64, pauses ...float64) (rolls []virtual.Roll, fps float64, settled []vision.Event) {
	r := rand.New(rand.NewPCG(seed, 0x5a7c))
	script := []virtual.Step{virtual.Wait(.6 + r.Float64())}
	for _, p := range pauses {
		script = append(script, virtual.Throw(slices.Repeat([]string{"d6"}, 1+r.IntN(6))...), virtual.Wait(p))
		if r.IntN(3) == 0 {
			script = append(script, virtual.PickUp(0))
		} else {
			script = append(script, virtual.Clear())
		}
		script = append(script, virtual.Wait(.4+r.Float64()))
	}
	table, err := virtual.New(seed, virtual.Options{Width: 480, Height: 270}, script...)
	require.NoError(t, err)
	src := &recalled{staged: &staged{table: table, frame: -1}, seed: maphash.MakeSeed(), frames: map[uint64]int{}}
	var o oracle
	o.see = src.read
	return table.Rolls(), table.FPS(), watched(t, watch.Watching{Source: src, Reader: &o}).of(vision.EventSettled)
}

// Two throws are gathered almost as soon as they come to rest. Each is told once, with the dice as they lay.
func TestDiceThatAreTakenUpAtOnceAreTold(t *testing.T) {
	rolls, _, settled := snatched(t, 310003, .07, .07)
	require.Len(t, settled, 2)
	for i, r := range rolls {
		require.Len(t, settled[i].Scene.Sightings, r.Dice)
		require.GreaterOrEqual(t, settled[i].Scene.Frame, r.Rest)
		require.Equal(t, vision.Settled, settled[i].State)
		require.Greater(t, settled[i].Frame, settled[i].Scene.Frame, "told as the hand comes, read in a frame before it")
	}
}

// Dice that are taken up at once are told when the hand comes, as they lay before; no throw is told twice, and none that was none. ASTRAGAL_TABLES
// says how many tables, ASTRAGAL_SEED the first one's seed.
func TestSoakSnatchedThrows(t *testing.T) {
	cvtest.Soaking(t)
	first, n := uint64(cvtest.Number(t, "ASTRAGAL_SEED", 310000)), cvtest.Number(t, "ASTRAGAL_TABLES", 40)
	told, all := map[int]int{}, map[int]int{}
	wrong := 0
	for seed := first; seed < first+uint64(n); seed++ {
		r := rand.New(rand.NewPCG(seed, 1))
		pauses := make([]float64, 6)
		for i := range pauses {
			pauses[i] = .04 + .26*r.Float64()
		}
		rolls, fps, settled := snatched(t, seed, pauses...)
		used := 0
		for i, roll := range rolls {
			until := 1 << 30
			if i+1 < len(rolls) {
				until = rolls[i+1].Start
			}
			tenths := int(10 * float64(roll.Until-roll.Rest) / fps)
			all[tenths]++
			hits := 0
			for _, e := range settled {
				if e.Frame >= roll.Start && e.Frame < until {
					used++
					hits++
					if len(e.Scene.Sightings) != roll.Dice {
						wrong++
						t.Logf("seed %d, frame %d: %d dice, %d lay there", seed, e.Frame, len(e.Scene.Sightings), roll.Dice)
					}
				}
			}
			if hits > 0 {
				told[tenths]++
			}
			if hits > 1 {
				wrong++
				t.Logf("seed %d: the roll at rest from %d was told %d times", seed, roll.Rest, hits)
			}
		}
		if used < len(settled) {
			wrong++
			t.Logf("seed %d: %d rolls that were none", seed, len(settled)-used)
		}
	}
	for tenths := range 10 {
		if all[tenths] > 0 {
			t.Logf("at rest for .%d to .%d s: %d of %d told", tenths, tenths+1, told[tenths], all[tenths])
		}
	}
	require.Zero(t, wrong, "dice or rolls that were none, or told twice")
}
