//go:build cgo

package colour_test

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"astragal/vision"
	"astragal/vision/familiar"

	"astragal/vision/cv/colour"
	"astragal/vision/cv/cvtest"
	"astragal/vision/cv/look"
	"astragal/vision/cv/picture"
	"astragal/vision/virtual"

	"github.com/stretchr/testify/require"
)

// nameScore counts how the main colours of an evening's dice were named.
type nameScore struct {
	again, same  int // dice seen in an earlier roll; those that have the name that they had first
	dice, stable int // all dice; those with one name in every roll
	named, wrong int // names given; those that no light makes of a colour of the plastic
}

// evening are the names of one evening's dice: which each had first, and whether it kept it.
type evening struct {
	first map[int]string
	kept  map[int]bool
}

func newEvening() evening { return evening{map[int]string{}, map[int]bool{}} }

func (s *nameScore) add(e evening, die int, plastic, names []string) {
	name := names[0]
	s.named++
	if !slices.ContainsFunc(plastic, func(c string) bool { return colour.Kin(name, c) }) {
		s.wrong++
	}
	if first, was := e.first[die]; was {
		s.again++
		if name == first {
			s.same++
		} else {
			e.kept[die] = false
		}
		return
	}
	e.first[die], e.kept[die] = name, true
}

func (s *nameScore) end(e evening) {
	for _, kept := range e.kept {
		s.dice++
		if kept {
			s.stable++
		}
	}
}

// rolled draws a table's dice as another roll of them lies there.
func rolled(t *testing.T, l *look.Looker, seed uint64, dice []string, rng *rand.Rand) (vision.Scene, virtual.Truth) {
	t.Helper()
	table := virtual.RandomLook(seed)
	o := virtual.Options{Width: 960, Height: 540, Look: &table, Dice: dice}
	faces := map[string]int{"d6": 6, "d8": 8, "d10": 10, "d20": 20}
	cells := rng.Perm(12)
	wide, high := .8*min(table.View, table.TrayWidth), .75*min(table.View*9/16, table.TrayHeight)
	for i, d := range dice {
		o.Up = append(o.Up, rng.IntN(faces[d]))
		x, y := (float64(cells[i]%4)+.5)/4-.5, (float64(cells[i]/4)+.5)/3-.5
		o.At = append(o.At, virtual.Spot{X: wide*x + 4*rng.Float64() - 2, Y: high*y + 4*rng.Float64() - 2, Yaw: 6.28 * rng.Float64()})
	}
	drawn, truth, err := virtual.Still(seed, o)
	require.NoError(t, err)
	img, err := picture.Decode(cvtest.JPEG(t, drawn))
	require.NoError(t, err)
	defer func() { require.NoError(t, img.Close()) }()
	scene, err := l.Look(img, look.Looking{})
	require.NoError(t, err)
	return scene, truth
}

// Eight dice are rolled six times at each of ASTRAGAL_TABLES virtual tables, of the seeds from ASTRAGAL_SEED on: all of them each time, or each by chance. It only reports.
func TestSoakNamesOfAnEvening(t *testing.T) {
	cvtest.Soaking(t)
	first := cvtest.Number(t, "ASTRAGAL_SEED", 120000)
	l, err := look.New()
	require.NoError(t, err)
	defer func() { require.NoError(t, l.Close()) }()
	dice := []string{"d6", "d6", "d6", "d6", "d6", "d8", "d10", "d20"}
	var scores [2][2]nameScore // all dice, some; as the camera names them, as they are known
	for seed := first; seed < first+cvtest.Number(t, "ASTRAGAL_TABLES", 20); seed++ {
		rng := rand.New(rand.NewPCG(uint64(seed), 0xe7e))
		var known [2]familiar.Dice
		evenings := [2][2]evening{{newEvening(), newEvening()}, {newEvening(), newEvening()}}
		for range 6 {
			scene, truth := rolled(t, l, uint64(seed), dice, rng)
			for part := range 2 {
				scene := scene
				if part == 1 {
					scene.Sightings = slices.DeleteFunc(slices.Clone(scene.Sightings), func(vision.Sighting) bool { return rng.IntN(2) == 0 })
				}
				readings := vision.Read(scene)
				var names [][]string
				known[part], names = known[part].Meet(familiar.LooksOf(scene, readings), time.Unix(0, 0))
				for i, d := range truth.Dice {
					k := slices.IndexFunc(readings, func(r vision.Reading) bool { return vision.Overlap(d.Box, r.BBox) > .5 })
					if k >= 0 && len(names[k]) > 0 && len(readings[k].Colors) > 0 {
						scores[part][0].add(evenings[part][0], i, d.Colors, readings[k].Colors)
						scores[part][1].add(evenings[part][1], i, d.Colors, names[k])
					}
				}
			}
		}
		for part := range 2 {
			for how := range 2 {
				scores[part][how].end(evenings[part][how])
			}
		}
	}
	for part, what := range []string{"all dice in each roll", "each die by chance"} {
		for how, by := range []string{"as the camera names them", "known again"} {
			s := scores[part][how]
			t.Logf("%s, %s: %d of %d have the name that they had first; %d of %d dice have one name in every roll; %d of %d names are wrong", what, by, s.same, s.again, s.stable, s.dice, s.wrong, s.named)
		}
	}
}
