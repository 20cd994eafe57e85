//go:build cgo

package face

// Inside the package: the place of a top face is no caller's business, but all else hangs on it.

import (
	"encoding/json"
	"math"
	"os"
	"testing"

	"astragal/models/networks"
	"astragal/vision"
	"astragal/vision/cv/find"
	"astragal/vision/cv/picture"
	"astragal/vision/virtual"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gocv.io/x/gocv"
)

// drawnFace is a drawn die and what models/train/export_faces.py made of it.
type drawnFace struct {
	File   string     `json:"file"`
	Box    [4]float64 `json:"box"` // x0, y0, x1, y1
	Copies int        `json:"copies"`
	Turns  int        `json:"turns"`
	Row    []float32  `json:"row"`
	Counts []float32  `json:"counts"`
}

const drawnFaces = "testdata/faces/"

// sightFace reads the face of a drawn die, turned by quarters to the right.
func sightFace(t *testing.T, n *Networks, d drawnFace, quarters int) vision.Sighting {
	img := gocv.IMRead(drawnFaces+d.File, gocv.IMReadColor)
	require.False(t, img.Empty(), d.File)
	defer func() { require.NoError(t, img.Close()) }()
	f := find.Found{X0: d.Box[0], Y0: d.Box[1], X1: d.Box[2], Y1: d.Box[3], Score: 1}
	for range quarters {
		right := turned(img, 1)
		require.NoError(t, img.Close())
		img = right
		w := float64(img.Cols())
		f.X0, f.Y0, f.X1, f.Y1 = w-f.Y1, f.X0, w-f.Y0, f.X1
	}
	var s vision.Sighting
	at, err := n.AlignAnyway(picture.Pyramid{Image: img}, f)
	require.NoError(t, err)
	require.NoError(t, n.LookClose([]*vision.Sighting{&s}, []picture.Pyramid{{Image: img}}, []Top{at}))
	require.Len(t, s.Embedding, networks.TurnsSeen(s.Turns)*networks.RowDims)
	require.Len(t, s.Copies, networks.MaxCopies)
	return s
}

func faceNetsAndPictures(t *testing.T) (*Networks, []drawnFace) {
	set, err := networks.Load()
	require.NoError(t, err)
	n, err := New(set)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, n.Close()) })
	raw, err := os.ReadFile(drawnFaces + "faces.json")
	require.NoError(t, err)
	var dice []drawnFace
	require.NoError(t, json.Unmarshal(raw, &dice))
	require.NotEmpty(t, dice)
	return &n, dice
}

// What goes into the networks here must be what went in where they were trained.
func TestFacesAgreeWithTraining(t *testing.T) {
	n, dice := faceNetsAndPictures(t)
	for _, d := range dice {
		s := sightFace(t, n, d, 0)
		require.Equal(t, d.Turns, s.Turns, d.File)
		l := networks.Alike(networks.Rows{Numbers: d.Row, Turns: 1}, s.Rows())
		assert.Greater(t, l.Face, .98, d.File)
		assert.Greater(t, l.Icon, .98, d.File)
		for i, p := range d.Counts {
			assert.InDelta(t, p, s.Copies[i], .1, "%s: %d copies", d.File, i+1)
		}
	}
}

// A die that is turned by a quarter shows the same face, and Alike says by how much it was turned.
func TestATurnedDieShowsTheSameFace(t *testing.T) {
	n, dice := faceNetsAndPictures(t)
	for _, d := range dice {
		s := sightFace(t, n, d, 0)
		for q := 1; q < 4; q++ {
			l := networks.Alike(s.Rows(), sightFace(t, n, d, q).Rows())
			assert.Greater(t, l.Face, .85, "%s turned by %d quarters", d.File, q)
		}
	}
}

// Nearly each face is most like its own other picture, though the two differ in light and place.
func TestFacesAreMostLikeThemselves(t *testing.T) {
	n, dice := faceNetsAndPictures(t)
	seen := make([]vision.Sighting, len(dice))
	for i, d := range dice {
		seen[i] = sightFace(t, n, d, 0)
	}
	right := 0
	for i := range dice {
		best, like := -1, -2.
		for j := range dice {
			if l := networks.Alike(seen[i].Rows(), seen[j].Rows()); i != j && l.Face > like {
				best, like = j, l.Face
			}
		}
		if best == i^1 {
			right++
		} else {
			t.Logf("%s looks most like %s (%.2f)", dice[i].File, dice[best].File, like)
		}
	}
	assert.GreaterOrEqual(t, right, len(dice)*5/6)
}

// Place by place, nearly each face is most like its own other picture, and told from the others.
func TestComparedFacesAreMostLikeThemselves(t *testing.T) {
	n, dice := faceNetsAndPictures(t)
	comparer, err := networks.LoadComparer()
	require.NoError(t, err)
	var first, every [][]*networks.Places // first: upright alone
	for _, d := range dice {
		s := sightFace(t, n, d, 0)
		require.Len(t, s.Places, networks.TurnsSeen(s.Turns)*networks.PlacesSize)
		var rows []*networks.Places
		for at := 0; at < len(s.Places); at += networks.PlacesSize {
			p, ok := comparer.Ready(s.Places[at : at+networks.PlacesSize])
			require.True(t, ok)
			rows = append(rows, p)
		}
		first, every = append(first, rows[:1]), append(every, rows)
	}
	right, layers := 0, networks.NewLayers()
	for i := range dice {
		best, most := -1, math.Inf(-1)
		for j := range dice {
			for _, row := range every[i] {
				if s := comparer.Same(row, first[j][0], layers); i != j && s > most {
					best, most = j, s
				}
			}
		}
		if best == i^1 {
			right++
		} else {
			t.Logf("%s is most like %s (%.2f)", dice[i].File, dice[best].File, most)
		}
	}
	assert.GreaterOrEqual(t, right, len(dice)*5/6)
}

// The place is told from the crop's four turns; slips in one of them must not throw it over.
func TestPlacedAveragesTheTurns(t *testing.T) {
	f := find.Found{X0: 100, Y0: 200, X1: 156, Y1: 256}
	const turn = .3
	y := make([]float32, 4*networks.PlacedNumbers)
	for q := range 4 {
		r := y[q*networks.PlacedNumbers:]
		a := math.Pi / 2 * float64(q)
		// The same place, as a crop sees it that was turned to the left.
		ox, oy := .1, -.05
		r[0], r[1] = float32(math.Cos(a)*ox+math.Sin(a)*oy), float32(-math.Sin(a)*ox+math.Cos(a)*oy)
		r[2] = float32(math.Log(.8))
		r[7], r[8] = float32(math.Cos(4*(turn-a))), float32(math.Sin(4*(turn-a)))
		r[alignedShapes+1] = 9 // a d6
		r[alignedLooks], r[alignedLooks+1] = float32(math.Cos(a)*.2), float32(-math.Sin(a)*.2)
	}
	at := joinedPlace(y, 0, f)
	third := joinedPlace(y[2*networks.PlacedNumbers:3*networks.PlacedNumbers], 2, f)
	assert.True(t, at.agrees(third, f), "each look says the same")
	third.turn += math.Pi/2 + .2
	assert.False(t, at.agrees(third, f), "11 degrees, a quarter turn taken off, are too many")
	assert.Equal(t, 4, at.ways)
	assert.InDelta(t, 128+8, at.x, 1e-3)
	assert.InDelta(t, 228-4, at.y, 1e-3)
	assert.InDelta(t, .8*28, at.half, 1e-3)
	assert.InDelta(t, turn, at.turn, 1e-3)
	assert.InDeltaSlice(t, []float64{.2, 0}, at.looks[:], 1e-3)
}

// BenchmarkFace is what a die costs more when a gallery is in use, beside decoding a 1280 × 720 JPEG.
func BenchmarkFace(b *testing.B) {
	set, err := networks.Load()
	require.NoError(b, err)
	n, err := New(set)
	require.NoError(b, err)
	defer func() { require.NoError(b, n.Close()) }()
	img := gocv.IMRead(drawnFaces+"face_0_0_0.png", gocv.IMReadColor)
	defer func() { require.NoError(b, img.Close()) }()
	f := find.Found{X0: 20, Y0: 20, X1: float64(img.Cols() - 20), Y1: float64(img.Rows() - 20), Score: 1}
	var s vision.Sighting
	look := func() error {
		at, err := n.AlignAnyway(picture.Pyramid{Image: img}, f)
		if err != nil {
			return err
		}
		return n.LookClose([]*vision.Sighting{&s}, []picture.Pyramid{{Image: img}}, []Top{at})
	}
	require.NoError(b, look())
	for b.Loop() {
		if err := look(); err != nil {
			b.Fatal(err)
		}
	}
}

// Dice lie over the picture's edge, and a top face may be thought to lie beyond it: what is there to see is looked at, and nothing fails.
func TestAFaceOutsideThePicture(t *testing.T) {
	n := faceNetsOf(t)
	img := gocv.NewMatWithSizeFromScalar(gocv.NewScalar(90, 120, 60, 0), 40, 60, gocv.MatTypeCV8UC3)
	defer func() { require.NoError(t, img.Close()) }()
	for _, at := range [][2]float64{{-50, 20}, {20, 90}, {200, -80}, {59.9, 39.9}} {
		f := find.Found{X0: at[0] - 10, Y0: at[1] - 10, X1: at[0] + 10, Y1: at[1] + 10, Score: .8}
		got, err := n.AlignAnyway(picture.Pyramid{Image: img}, f)
		require.NoError(t, err)
		var s vision.Sighting
		require.NoError(t, n.LookClose([]*vision.Sighting{&s}, []picture.Pyramid{{Image: img}}, []Top{got}))
		_, err = n.likeliestNumeral([]vision.Shape{vision.D20, vision.D4}, picture.Pyramid{Image: img}, got, false)
		require.NoError(t, err)
	}
}

// Going on from a first look says what looking anew does.
func TestGoingOnFromOneLook(t *testing.T) {
	n := faceNetsOf(t)
	pic, _, finds := thrown(t, 4, virtual.Options{Dice: []string{"demo-sky", "d8", "d4"}})
	for i, f := range finds {
		once, err := n.AlignAtOnce(pic, f)
		require.NoError(t, err)
		got, err := n.alignFrom(pic, once)
		require.NoError(t, err)
		want, err := n.AlignAnyway(pic, f)
		require.NoError(t, err)
		require.Len(t, got.says, len(want.says))
		require.InDeltaSlice(t, want.says, got.says, 1e-3, "die %d", i)
		require.Equal(t, want.find, got.find)
	}
}

func TestWhenTheAlignerIsBelieved(t *testing.T) {
	sure := func(p float64) Top { return Top{solids: []float64{1 - p, p}} }
	require.True(t, believed(sure(.7), sure(.86)))
	require.True(t, believed(sure(.9), sure(.81)), "sure in two looks, and nearly in all")
	require.False(t, believed(sure(.9), sure(.79)))
	require.False(t, believed(sure(.84), sure(.84)))
}

func TestTurnCrop(t *testing.T) {
	const px = 2
	planes := []float32{1, 2, 3, 4, 5, 6, 7, 8} // two of 2 × 2
	for quarters, want := range [][]float32{planes, {2, 4, 1, 3, 6, 8, 5, 7}, {4, 3, 2, 1, 8, 7, 6, 5}, {3, 1, 4, 2, 7, 5, 8, 6}} {
		got := make([]float32, len(planes))
		turnCrop(planes, got, px, quarters)
		require.Equal(t, want, got, "%d quarters to the left", quarters)
	}
}
