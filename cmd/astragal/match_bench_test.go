//go:build cgo

package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"testing"
	"time"

	"astragal/models"
	"astragal/models/dataset"
	"astragal/models/gallery"
	"astragal/models/networks"
	"astragal/vision"
	"astragal/vision/cv/look"
	"astragal/vision/cv/picture"
	"astragal/vision/known"
	"astragal/vision/match"
	"astragal/vision/pictures"

	"github.com/stretchr/testify/require"
)

// crowd is a gallery of made-up vectors and places: classes dice of one face each, five shots of it.
func crowd(b *testing.B, classes int) (*match.Matcher, vision.Scene) {
	b.Helper()
	chance := rand.New(rand.NewPCG(1, 2))
	vector := func() []float32 {
		out := make([]float32, networks.TurnsSeen(4)*networks.RowDims)
		for i := range out {
			out[i] = float32(chance.NormFloat64()) / 10
		}
		return out
	}
	places := func(turns int) []byte {
		out := make([]byte, turns*networks.PlacesSize)
		for i := range out {
			out[i] = byte(int8(chance.IntN(60) - 30))
		}
		return out
	}
	var shots []gallery.Shot
	var seen []gallery.Seen
	for c := range classes {
		for range 5 {
			shots = append(shots, gallery.Shot{ID: len(shots) + 1, Shape: "d6", Die: fmt.Sprintf("die %d", c), Shows: models.Face{Icon: fmt.Sprintf("icon %d", c), Count: 1}, Box: dataset.Box{0, 0, 1, 1}})
			seen = append(seen, gallery.Seen{Turns: 4, Embedding: vector(), Copies: make([]float32, 6), Places: places(2)})
		}
	}
	index, err := gallery.NewIndex(shots, seen)
	require.NoError(b, err)
	scene := vision.Scene{Width: 1280, Height: 720}
	for i := range 12 {
		scene.Sightings = append(scene.Sightings, vision.Sighting{Box: vision.Box{float64(100 * i), 100, 80, 80}, Found: .9, SizePx: 80,
			Shapes: []vision.ShapeScore{{Shape: vision.D6, P: 1}}, Marks: []vision.Mark{{Kind: vision.MarkUnknown, P: 1}},
			Embedding: vector(), Turns: 4, Copies: make([]float32, 6), Places: places(networks.TurnsSeen(4))})
	}
	return match.New(nil, index), scene
}

// BenchmarkMatching matches twelve dice with galleries of five shots a class, with nothing expected.
func BenchmarkMatching(b *testing.B) {
	for _, classes := range []int{50, 2000} {
		m, scene := crowd(b, classes)
		b.Run(fmt.Sprintf("%d classes", classes), func(b *testing.B) {
			for range b.N {
				m.Read(scene, nil)
			}
		})
	}
}

// BenchmarkIconRoll reads each of the settled 1280×720 frames of rendered/ with twelve icon dice. It measures the
// whole reading from pixels, and as "look" the part before the matching. Its metric "decodes" is the cost in units of
// decoding the frame's JPEG in the same run. For both, the least processor time of all threads together counts.
func BenchmarkIconRoll(b *testing.B) {
	rolls := filepath.Join("..", "..", "..", "shared", "data", "rendered", "rolls")
	if _, err := os.Stat(rolls); err != nil {
		b.Skipf("rendered pictures are not at %s", rolls)
	}
	home := os.Getenv("ASTRAGAL_GALLERY")
	if home == "" {
		b.Skip("set ASTRAGAL_GALLERY to the folder of a gallery that was taught from rendered/enroll")
	}
	know := known.Knowledge{Gallery: home}
	eye := pictures.Open(builtProgram, know.How())
	defer eye.Close()
	taught, err := know.Open(b.Context(), eye, "")
	require.NoError(b, err)
	looker, err := look.New()
	require.NoError(b, err)
	defer looker.Close()
	for _, roll := range []string{"roll_000", "roll_015", "roll_024"} {
		raw, err := os.ReadFile(filepath.Join(rolls, roll+".jpg"))
		require.NoError(b, err)
		b.Run(roll, func(b *testing.B) { readsOf(b, looker, taught, raw) })
	}
}

// readsOf reports how many times longer the whole reading of a picture takes than decoding it.
func readsOf(b *testing.B, looker *look.Looker, what known.Taught, raw []byte) {
	b.Helper()
	img, err := picture.Decode(raw)
	require.NoError(b, err)
	defer img.Close()
	b.ResetTimer()
	var decodes, looks, reads []time.Duration
	for range b.N {
		start := worked(b)
		again, err := picture.Decode(raw)
		require.NoError(b, err)
		again.Close()
		decoded := worked(b)
		scene, err := looker.Look(img, look.Looking{Faces: true})
		require.NoError(b, err)
		looked := worked(b)
		what.Read(scene, nil)
		decodes, looks, reads = append(decodes, decoded-start), append(looks, looked-decoded), append(reads, worked(b)-decoded)
		require.NotEmpty(b, scene.Sightings)
	}
	for _, of := range [][]time.Duration{decodes, looks, reads} {
		slices.Sort(of)
	}
	b.ReportMetric(float64(reads[0])/float64(decodes[0]), "decodes")
	b.ReportMetric(float64(reads[len(reads)/2])/float64(decodes[len(decodes)/2]), "median-decodes")
	b.ReportMetric(float64(looks[0])/float64(decodes[0]), "look-decodes")
	b.ReportMetric(float64(looks[0].Microseconds())/1000, "look-ms")
	b.ReportMetric(float64(reads[0].Microseconds())/1000, "read-ms")
	b.ReportMetric(float64(decodes[0].Microseconds())/1000, "decode-ms")
}

// worked is how much processor time this process has used.
func worked(tb testing.TB) time.Duration {
	tb.Helper()
	var u syscall.Rusage
	require.NoError(tb, syscall.Getrusage(syscall.RUSAGE_SELF, &u))
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
