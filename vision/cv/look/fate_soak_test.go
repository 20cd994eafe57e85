//go:build cgo

package look_test

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"astragal/models"
	"astragal/models/dataset"
	"astragal/models/networks"
	"astragal/vision"

	"astragal/vision/cv/cvtest"
	"astragal/vision/cv/look"
	"astragal/vision/cv/picture"
	"astragal/vision/virtual"

	"github.com/stretchr/testify/require"
	"gocv.io/x/gocv"
)

// TestSoakFateFaces writes what models/train/train_fate.py learns from to ASTRAGAL_OUT: of ASTRAGAL_TABLES virtual tables from ASTRAGAL_SEED on, half of Fate dice and half
// of what must not be taken for them, and of the odd pictures of the sets in ASTRAGAL_SETS (folders, by commas), none of which are of Fate dice. Each face is its class
// (networks.FateClasses) and the mean of its rows, little-endian float32. ASTRAGAL_ICONS and ASTRAGAL_RESERVED are those of TestSoakPipJudge.
func TestSoakFateFaces(t *testing.T) {
	cvtest.Soaking(t)
	out, icons := os.Getenv("ASTRAGAL_OUT"), os.Getenv("ASTRAGAL_ICONS")
	if out == "" || icons == "" {
		t.Skip("ASTRAGAL_OUT and ASTRAGAL_ICONS say where the faces go and where the icons are")
	}
	file, err := os.Create(out)
	require.NoError(t, err)
	to := bufio.NewWriter(file)
	put := func(class int, rows []float32) {
		mean, turns := make([]float32, networks.RowDims), float32(len(rows)/networks.RowDims)
		for k, v := range rows {
			mean[k%len(mean)] += v / turns
		}
		require.NoError(t, binary.Write(to, binary.LittleEndian, append([]float32{float32(class)}, mean...)))
	}
	pictures, l := trainingIcons(t, icons, os.Getenv("ASTRAGAL_RESERVED")), newLooker(t)
	first := uint64(cvtest.Number(t, "ASTRAGAL_SEED", 60001))
	for seed := first; seed < first+uint64(cvtest.Number(t, "ASTRAGAL_TABLES", 100)); seed++ {
		o, class := fateTable(seed), fateClass
		if seed%2 == 1 {
			o, class = otherTable(seed, pictures), func(virtual.DieTruth) int { return networks.NoFate }
		}
		drawn, truth, err := virtual.Still(seed, seenFrom(seed/2, o))
		require.NoError(t, err)
		img, err := picture.Decode(cvtest.JPEG(t, drawn))
		require.NoError(t, err)
		var places []vision.Box
		var classes []int
		for _, d := range truth.Dice {
			places, classes = append(places, d.Box), append(classes, class(d))
		}
		for i, rows := range foundFaces(t, l, img, places) {
			put(classes[i], rows)
		}
		require.NoError(t, img.Close())
	}
	for _, dir := range strings.FieldsFunc(os.Getenv("ASTRAGAL_SETS"), func(r rune) bool { return r == ',' }) {
		set, err := dataset.Open(dir)
		require.NoError(t, err)
		for i, p := range set.Pictures {
			if !dataset.Odd.Holds(i) {
				continue
			}
			raw, err := os.ReadFile(filepath.Clean(p.Path))
			require.NoError(t, err)
			img, err := picture.Decode(raw)
			require.NoError(t, err)
			var places []vision.Box
			for _, d := range p.Dice {
				places = append(places, vision.Box(d.Box))
			}
			for _, rows := range foundFaces(t, l, img, places) {
				put(networks.NoFate, rows)
			}
			require.NoError(t, img.Close())
		}
	}
	require.NoError(t, to.Flush())
	require.NoError(t, file.Close())
}

// foundFaces are the rows of the dice at places that are found by themselves, by the place.
func foundFaces(t *testing.T, l *look.Looker, img gocv.Mat, places []vision.Box) map[int][]float32 {
	scene, err := l.Look(img, look.Looking{})
	require.NoError(t, err)
	var boxes []vision.Box
	var of []int
	for i, p := range places {
		for _, s := range scene.Sightings {
			if vision.Overlap(s.Box, p) > .5 {
				boxes, of = append(boxes, s.Box), append(of, i)
				break
			}
		}
	}
	faces, err := look.PipFaces(l, img, boxes)
	require.NoError(t, err)
	out := map[int][]float32{}
	for k, rows := range faces {
		out[of[k]] = rows
	}
	return out
}

// fateClass is the class of a face of a die of fateTable.
func fateClass(d virtual.DieTruth) int {
	name, _, _ := strings.Cut(d.Icon, " ")
	return map[string]int{"plus": networks.FatePlus, "minus": networks.FateMinus, "": networks.FateBlank}[name]
}

// fateTable has twelve Fate dice of many makes.
func fateTable(seed uint64) virtual.Options {
	rng := rand.New(rand.NewPCG(seed, 78))
	o := virtual.Options{Touching: .2, Pictures: map[string]string{}}
	for i := range 12 {
		plus, minus := fmt.Sprint("plus ", i), fmt.Sprint("minus ", i)
		long, thick := 160+90*rng.Float64(), 16+52*rng.Float64()
		o.Pictures[plus] = bar(long, thick) + bar(thick, long)
		if rng.IntN(3) > 0 {
			long *= .7 + .4*rng.Float64()
		}
		o.Pictures[minus] = bar(min(250, long), thick)
		d := anyDie(fmt.Sprint("die", i), rng)
		for _, icon := range []string{plus, minus, "", plus, minus, ""} {
			f := models.Face{Icon: icon}
			if icon != "" {
				f.Count = 1
			}
			d.Faces = append(d.Faces, f)
		}
		o.Own, o.Dice = append(o.Own, d), append(o.Dice, d.ID)
	}
	return o
}

// bar is a rectangle in the middle of a picture, half so wide and high.
func bar(w, h float64) string {
	return fmt.Sprintf("M%g %gh%gv%gh%gz", 256-w, 256-h, 2*w, 2*h, -2*w)
}

// anyDie is a d6 of some plastic, without faces.
func anyDie(id string, rng *rand.Rand) models.Die {
	plastics := [][]string{{"red", "black"}, {"green", "yellow"}, {"blue", "white"}, {"purple", "pink"}, {"orange", "brown"}, {"teal", "blue"}, {"white", "grey"}, {"black", "purple"},
		{"ivory", "brown"}, {"light blue", "white"}, {"gold", "red"}, {"green", "black"}, {"yellow", "orange"}, {"grey", "black"}, {"white"}, {"black"}, {"red"}, {"blue"}, {"ivory"}, {"pink"}, {"teal"}, {"purple"}}
	mm := 12 + 8*rng.Float64()
	return models.Die{ID: id, Shape: "d6", SizeMM: &mm, Colors: plastics[rng.IntN(len(plastics))], Pattern: []string{"marble", "swirl", "plain", "plain"}[rng.IntN(4)]}
}

// otherTable has twelve dice that are no Fate dice: pips (most often one), numerals, drawings, and shapes that look somewhat like a plus or a minus.
func otherTable(seed uint64, pictures map[string]string) virtual.Options {
	rng, names := rand.New(rand.NewPCG(seed, 79)), slices.Sorted(maps.Keys(pictures))
	o := virtual.Options{Touching: .2, Pictures: map[string]string{}}
	like := []string{
		"M120 150L150 120L256 226L362 120L392 150L286 256L392 362L362 392L256 286L150 392L120 362L226 256z", // a slanting cross
		bar(150, 24) + "M226 100h60v312h-60z" + "M106 100h300v50h-300z" + "M106 362h300v50h-300z",           // a I with serifs
		"M100 100h312v56h-128v256h-56v-256h-128z",                                                           // T
		"M120 100h56v256h220v56h-276z",                                                                      // L
		"M106 170h300v52h-300z" + "M106 290h300v52h-300z",                                                   // two bars
		"M106 120h300v44h-300zM106 234h300v44h-300zM106 348h300v44h-300z",                                   // three bars
		"M106 106h300v300h-300zM150 150v212h212v-212z",                                                      // a frame
		"M256 176a80 80 0 1 0 .1 0z",                                                                        // one large pip
		"M256 216a40 40 0 1 0 .1 0z",                                                                        // one small pip
		"M120 100h50v130h172v-130h50v312h-50v-132h-172v132h-50z",                                            // H
		"M290 100h-50l-90 200v40h120v72h50v-72h50v-46h-50zM270 294h-66l66-140z",                             // 4
		"M196 100h60v312h-60zM206 100l-80 70v50l80-60z",                                                     // 1 with a flag
		"M256 100l40 116h116l-94 70l36 116l-98-72l-98 72l36-116l-94-70h116z",                                // a star
		"M256 90l150 166h-90v166h-120v-166h-90z",                                                            // an arrow
		"M100 256l156-156l156 156l-156 156z",                                                                // a diamond
		"M256 106l150 300h-300z",                                                                            // a triangle
		"M106 230h230v-60l90 86l-90 86v-60h-230z",                                                           // an arrow to the side
		"M226 96h60v80h80v60h-80v180h-60v-180h-80v-60h80z",                                                  // a church's cross
		"M186 130a60 60 0 1 0 .1 0zM326 262a60 60 0 1 0 .1 0z",                                              // two pips
		"M256 96a160 160 0 1 0 .1 0z M256 146a110 110 0 1 1 -.1 0zM156 236h200v40h-200z",                    // a ring with a bar
	}
	for i := range 12 {
		d := anyDie(fmt.Sprint("die", i), rng)
		up := rng.IntN(6)
		switch kind := rng.IntN(8); {
		case kind < 2:
			d, up = models.Die{ID: "d6"}, rng.IntN(6)*rng.IntN(2)
		case kind == 2:
			d.ID = "d6-numbered"
		case kind == 3:
			d.ID = []string{"d4", "d8", "d10", "d12", "d20"}[rng.IntN(5)]
			up = rng.IntN(4)
		default:
			for range 6 {
				f := models.Face{Icon: fmt.Sprint("like ", i, len(d.Faces)), Count: 1}
				o.Pictures[f.Icon] = like[rng.IntN(len(like))]
				if kind == 7 {
					o.Pictures[f.Icon] = pictures[names[rng.IntN(len(names))]]
					f.Count = 1 + rng.IntN(3)*rng.IntN(2)
				}
				d.Faces = append(d.Faces, f)
			}
			o.Own = append(o.Own, d)
		}
		o.Dice, o.Up = append(o.Dice, d.ID), append(o.Up, up)
	}
	return o
}

// TestSoakFateDice says how ASTRAGAL_TABLES virtual tables of Fate dice, and as many of what must not be taken for them, are read where Fate dice are waited for,
// and where any dice may be thrown. It needs ASTRAGAL_ICONS, as TestSoakFateFaces does; ASTRAGAL_SEED is the first seed.
func TestSoakFateDice(t *testing.T) {
	cvtest.Soaking(t)
	icons := os.Getenv("ASTRAGAL_ICONS")
	if icons == "" {
		t.Skip("ASTRAGAL_ICONS says where the icons are")
	}
	pictures, l := trainingIcons(t, icons, os.Getenv("ASTRAGAL_RESERVED")), newLooker(t)
	none := func(virtual.DieTruth) int { return networks.NoFate }
	var fate, others, alone fateScore
	first := uint64(cvtest.Number(t, "ASTRAGAL_SEED", 66001))
	for seed := first; seed < first+uint64(cvtest.Number(t, "ASTRAGAL_TABLES", 30)); seed++ {
		fate.add(readFate(t, l, seed, seenFrom(seed, fateTable(seed)), vision.Waits{Fate: true}, fateClass))
		others.add(readFate(t, l, seed+500, seenFrom(seed, otherTable(seed+500, pictures)), vision.Waits{Fate: true}, none))
		alone.add(readFate(t, l, seed+500, seenFrom(seed, otherTable(seed+500, pictures)), vision.Waits{}, none))
	}
	t.Logf("Fate dice, waited for: %+v", fate)
	t.Logf("other dice where Fate dice are waited for, accepted as Fate faces: %+v", others)
	t.Logf("other dice where any may be thrown, accepted as Fate faces: %+v", alone)
}
