//go:build cgo

package look_test

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
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

// judged is a face for the judge of pips: the mean of its rows, and whether it has pips.
type judged struct {
	row  []float64
	pips bool
}

// TestSoakPipJudge fits models/networks/pips.f32 and writes it to ASTRAGAL_OUT: on ASTRAGAL_TABLES virtual tables of pips and as many of drawings (ASTRAGAL_ICONS, an
// Iconify collection, less the names in ASTRAGAL_RESERVED and those kept for measuring), and on the odd pictures of the sets in ASTRAGAL_SETS (folders, by commas).
func TestSoakPipJudge(t *testing.T) {
	cvtest.Soaking(t)
	out, icons := os.Getenv("ASTRAGAL_OUT"), os.Getenv("ASTRAGAL_ICONS")
	if out == "" || icons == "" {
		t.Skip("ASTRAGAL_OUT and ASTRAGAL_ICONS say where the weights go and where the icons are")
	}
	pictures := trainingIcons(t, icons, os.Getenv("ASTRAGAL_RESERVED"))
	l := newLooker(t)
	var faces []judged
	for n := range uint64(cvtest.Number(t, "ASTRAGAL_TABLES", 60)) {
		faces = append(faces, paintedFaces(t, l, 40001+n, seenFrom(n, virtual.Options{Touching: .2, Dice: slices.Repeat([]string{"d6"}, 12)}), true)...)
		faces = append(faces, paintedFaces(t, l, 50001+n, seenFrom(n, iconTable(50001+n, pictures)), false)...)
	}
	for _, dir := range strings.FieldsFunc(os.Getenv("ASTRAGAL_SETS"), func(r rune) bool { return r == ',' }) {
		set, err := dataset.Open(dir)
		require.NoError(t, err)
		for i, p := range set.Pictures {
			if dataset.Odd.Holds(i) {
				faces = append(faces, photographedFaces(t, l, p)...)
			}
		}
	}
	raw, err := binary.Append(nil, binary.LittleEndian, fitJudge(faces, 2e-4))
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(out, raw, 0o644))
	t.Logf("fitted on %d faces", len(faces))
}

// trainingIcons are the pictures of a collection that training may use: those that astragal stage never paints.
func trainingIcons(t *testing.T, path, reserved string) map[string]string {
	var file struct {
		Icons map[string]struct{ Body string }
	}
	raw, err := os.ReadFile(path)
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(raw, &file))
	var not []string
	if reserved != "" {
		text, err := os.ReadFile(reserved)
		require.NoError(t, err)
		not = strings.Fields(string(text))
	}
	one, out := regexp.MustCompile(`^<path [^>]*\bd="([^"]+)"[^>]*/>$`), map[string]string{}
	for name, icon := range file.Icons {
		sum := 0
		first, _, _ := strings.Cut(name, "-")
		for _, r := range first {
			sum += int(r)
		}
		if m := one.FindStringSubmatch(icon.Body); m != nil && sum%10 != 3 && !slices.Contains(not, name) {
			out[name] = m[1]
		}
	}
	return out
}

// iconTable has twelve d6 with one to six copies of drawings that chance picks.
func iconTable(seed uint64, pictures map[string]string) virtual.Options {
	rng, names := rand.New(rand.NewPCG(seed, 77)), slices.Sorted(maps.Keys(pictures))
	plastics := [][]string{{"red", "black"}, {"green", "yellow"}, {"blue", "white"}, {"purple", "pink"}, {"orange", "brown"}, {"teal", "blue"}, {"white", "grey"}, {"black", "purple"},
		{"ivory", "brown"}, {"light blue", "white"}, {"gold", "red"}, {"green", "black"}, {"yellow", "orange"}, {"grey", "black"}, {"white"}, {"black"}, {"red"}, {"blue"}, {"ivory"}}
	o := virtual.Options{Touching: .2, Pictures: map[string]string{}}
	for i := range 12 {
		mm := 14 + 8*rng.Float64()
		d := models.Die{ID: fmt.Sprint("die", i), Shape: "d6", SizeMM: &mm, Colors: plastics[rng.IntN(len(plastics))], Pattern: []string{"marble", "swirl", "plain"}[rng.IntN(3)]}
		for range 6 {
			f := models.Face{Icon: names[rng.IntN(len(names))], Count: 1}
			if rng.IntN(2) == 0 {
				f.Count = 1 + rng.IntN(6)
			}
			o.Pictures[f.Icon] = pictures[f.Icon]
			d.Faces = append(d.Faces, f)
		}
		o.Own, o.Dice = append(o.Own, d), append(o.Dice, d.ID)
	}
	return o
}

// seenFrom is every other table in a small picture.
func seenFrom(n uint64, o virtual.Options) virtual.Options {
	if n%2 == 1 {
		o.Width, o.Height = 640, 360
	}
	return o
}

func paintedFaces(t *testing.T, l *look.Looker, seed uint64, o virtual.Options, pips bool) []judged {
	drawn, truth, err := virtual.Still(seed, o)
	require.NoError(t, err)
	img, err := picture.Decode(cvtest.JPEG(t, drawn))
	require.NoError(t, err)
	defer img.Close()
	var places []vision.Box
	var kinds []bool
	for _, d := range truth.Dice {
		places, kinds = append(places, d.Box), append(kinds, pips)
	}
	return lookedAt(t, l, img, places, kinds)
}

// photographedFaces are those of the dice that are found by themselves.
func photographedFaces(t *testing.T, l *look.Looker, p dataset.Picture) []judged {
	raw, err := os.ReadFile(filepath.Clean(p.Path))
	require.NoError(t, err)
	img, err := picture.Decode(raw)
	require.NoError(t, err)
	defer img.Close()
	scene, err := l.Look(img, look.Looking{})
	require.NoError(t, err)
	var places []vision.Box
	var kinds []bool
	for _, d := range p.Dice {
		for _, s := range scene.Sightings {
			if kind := d.Kind; vision.Overlap(s.Box, vision.Box(d.Box)) > .5 && (kind == "pips" || d.Icon != "") {
				places, kinds = append(places, s.Box), append(kinds, kind == "pips" && d.Icon == "")
			}
		}
	}
	return lookedAt(t, l, img, places, kinds)
}

func lookedAt(t *testing.T, l *look.Looker, img gocv.Mat, places []vision.Box, kinds []bool) []judged {
	faces, err := look.PipFaces(l, img, places)
	require.NoError(t, err)
	var out []judged
	for i, rows := range faces {
		mean, turns := make([]float64, networks.RowDims), len(rows)/networks.RowDims
		for k, v := range rows {
			mean[k%len(mean)] += float64(v) / float64(turns)
		}
		out = append(out, judged{mean, kinds[i]})
	}
	return out
}

// fitJudge is a logistic regression in which pips and drawings weigh the same (Adam, whole batches), with a little weight decay.
func fitJudge(faces []judged, decay float64) []float32 {
	const steps = 3000
	n := len(faces[0].row)
	share := map[bool]float64{}
	for _, f := range faces {
		share[f.pips]++
	}
	w, mean, square := make([]float64, n+1), make([]float64, n+1), make([]float64, n+1)
	for step := 1; step <= steps; step++ {
		slope := make([]float64, n+1)
		for _, f := range faces {
			z, is := w[n], 0.0
			for i, x := range f.row {
				z += w[i] * x
			}
			if f.pips {
				is = 1
			}
			d := (1/(1+math.Exp(-z)) - is) / (2 * share[f.pips])
			for i, x := range f.row {
				slope[i] += d * x
			}
			slope[n] += d
		}
		rate := .05 * (1 - float64(step)/(steps+1))
		for i := range w {
			if i < n {
				slope[i] += decay * w[i]
			}
			mean[i] = .9*mean[i] + .1*slope[i]
			square[i] = .999*square[i] + .001*slope[i]*slope[i]
			w[i] -= rate * mean[i] / (1 - math.Pow(.9, float64(step))) / (math.Sqrt(square[i]/(1-math.Pow(.999, float64(step)))) + 1e-8)
		}
	}
	out := make([]float32, n+1)
	for i, v := range w {
		out[i] = float32(v)
	}
	return out
}
