//go:build cgo

package look_test

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"astragal/models"
	"astragal/vision"

	"astragal/vision/cv/cvtest"
	"astragal/vision/cv/look"
	"astragal/vision/virtual"

	"github.com/stretchr/testify/require"
)

// touchingDice is a picture of d6 that lie against each other.
type touchingDice struct {
	kind    string // row, ring or block
	aligned bool   // its sides are parallel to the picture's, or nearly
	raw     []byte
	truth   virtual.Truth
}

// spotsOf are the middles and turns of n d6 of side 1 that lie against each other.
func spotsOf(kind string, n int, gap float64, rng *rand.Rand) []virtual.Spot {
	var out []virtual.Spot
	across := n
	if kind == "block" {
		across = max(2, (n+rng.IntN(2))/2)
	}
	for i := range n {
		if kind == "ring" { // their inner edges make a polygon
			a := 2 * math.Pi * float64(i) / float64(n)
			r := (1+gap)/(2*math.Tan(math.Pi/float64(n))) + .5
			out = append(out, virtual.Spot{X: r * math.Cos(a), Y: r * math.Sin(a), Yaw: a})
			continue
		}
		out = append(out, virtual.Spot{X: float64(i%across) * (1 + gap), Y: float64(i/across) * (1 + gap)})
	}
	return out
}

// placedAt are the spots, turned about their middle and moved there; wide and high are their extents with the dice.
func placedAt(spots []virtual.Spot, turn float64) (out []virtual.Spot, wide, high float64) {
	sin, cos := math.Sincos(turn)
	x0, y0, x1, y1 := math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
	for _, s := range spots {
		s.X, s.Y, s.Yaw = s.X*cos-s.Y*sin, s.X*sin+s.Y*cos, s.Yaw+turn
		x0, y0, x1, y1 = min(x0, s.X), min(y0, s.Y), max(x1, s.X), max(y1, s.Y)
		out = append(out, s)
	}
	for i := range out {
		out[i].X, out[i].Y = out[i].X-(x0+x1)/2, out[i].Y-(y0+y1)/2
	}
	return out, x1 - x0 + math.Sqrt2, y1 - y0 + math.Sqrt2
}

// touching draws one picture: 2 to 8 d6 of 20 to 200 px in a row, a ring or a block, in any turn or along the picture's sides. They show pips, or drawings.
func touching(t *testing.T, seed uint64, drawings bool) touchingDice {
	t.Helper()
	const side = 16.0 // mm, a d6
	rng := rand.New(rand.NewPCG(seed, 0x70c4))
	p := touchingDice{kind: []string{"row", "row", "ring", "block"}[rng.IntN(4)], aligned: rng.IntN(2) == 0}
	n := 2 + rng.IntN(7)
	if p.kind != "row" {
		n = 3 + rng.IntN(6)
	}
	turn := 2 * math.Pi * rng.Float64()
	if p.aligned {
		turn = float64(rng.IntN(4))*math.Pi/2 + (rng.Float64()-.5)*math.Pi/90
	}
	spots, wide, high := placedAt(spotsOf(p.kind, n, .02*rng.Float64(), rng), turn)
	px := 20 * math.Pow(10, rng.Float64())
	o := virtual.Options{Width: 1280, Height: 720}
	if px < 70 && rng.IntN(3) > 0 {
		o.Width, o.Height = 640, 360
	}
	px = min(px, float64(o.Width)/(wide+.6), float64(o.Height)/(high+.6)) // a camera near by makes their upper sides larger
	l := virtual.RandomLook(seed)
	l.View, l.RimHeight, l.RimWidth = side*float64(o.Width)/px, 0, 0
	l.Height, l.Lean, l.Spin = l.View*(1.1+2*rng.Float64()), [2]float64{}, 0
	o.Look = &l
	room := func(picture, taken float64) float64 {
		return (rng.Float64() - .5) * max(0, picture/px-taken-.6) * side
	}
	x, y := room(float64(o.Width), wide), room(float64(o.Height), high)
	body := bodyUnlike(l.FloorColor, rng)
	alike := rng.IntN(2) == 0
	if drawings {
		o.Own = printedDice(len(spots), alike, rng)
	}
	for i, s := range spots {
		die := "d6"
		switch {
		case drawings:
			die = o.Own[i].ID
		case alike:
			die += ":" + body
		}
		o.Dice, o.At = append(o.Dice, die), append(o.At, virtual.Spot{X: s.X*side + x, Y: s.Y*side + y, Yaw: s.Yaw})
	}
	drawn, truth, err := virtual.Still(seed, o)
	require.NoError(t, err)
	p.raw, p.truth = cvtest.JPEG(t, drawn), truth
	return p
}

// printedDice are n dice with drawings on their faces, of plastics of two colours, which are the same if they are alike.
func printedDice(n int, alike bool, rng *rand.Rand) (out []models.Die) {
	plastics := [][]string{{"red", "black"}, {"green", "yellow"}, {"blue", "white"}, {"purple", "pink"}, {"orange", "brown"}, {"teal", "blue"}, {"ivory", "brown"}, {"gold", "red"}, {"black"}, {"white"}}
	icons := virtual.Icons()
	first := rng.IntN(len(plastics))
	for i := range n {
		d := models.Die{ID: fmt.Sprint("drawn", i), Shape: "d6", Colors: plastics[first], Pattern: []string{"marble", "swirl", "plain"}[rng.IntN(3)]}
		if !alike {
			d.Colors = plastics[rng.IntN(len(plastics))]
		}
		for range 6 {
			d.Faces = append(d.Faces, models.Face{Icon: icons[rng.IntN(len(icons))], Count: 1 + rng.IntN(4)})
		}
		out = append(out, d)
	}
	return out
}

// bodyUnlike is a plastic that differs from a floor.
func bodyUnlike(floor uint32, rng *rand.Rand) string {
	for {
		c := []uint32{0xf2f0ea, 0xece0c4, 0x1c1c1e, 0xb02020, 0x1f6f3a, 0x2348a0, 0xe8c020, 0xe07020, 0x602a80, 0x209090, 0xe090b0, 0x808488}[rng.IntN(12)]
		apart := 0.0
		for _, shift := range []uint{0, 8, 16} {
			d := float64(c>>shift&255) - float64(floor>>shift&255)
			apart += d * d
		}
		if math.Sqrt(apart) > 80 {
			return fmt.Sprintf("#%06x", c)
		}
	}
}

// touchingTally counts what is made of touching dice.
type touchingTally struct {
	pictures, dice, found, right, accepted, wrong, pips, extra int
}

func (n touchingTally) String() string {
	return fmt.Sprintf("%d pictures, %d dice: found %d (%.2f %%), right %d, accepted %d, wrong %d; pips offered %d, others %d",
		n.pictures, n.dice, n.found, 100*float64(n.found)/float64(max(1, n.dice)), n.right, n.accepted, n.wrong, n.pips, n.extra)
}

func (n *touchingTally) add(o touchingTally) {
	n.pictures, n.dice, n.found, n.right = n.pictures+o.pictures, n.dice+o.dice, n.found+o.found, n.right+o.right
	n.accepted, n.wrong, n.pips, n.extra = n.accepted+o.accepted, n.wrong+o.wrong, n.pips+o.pips, n.extra+o.extra
}

// judged counts the readings of one picture.
func (p touchingDice) judged(readings []vision.Reading) touchingTally {
	n := touchingTally{pictures: 1}
	taken := map[int]bool{}
	for _, d := range p.truth.Dice {
		n.dice++
		i := nearest(readings, d.Box)
		if i < 0 || taken[i] {
			continue
		}
		taken[i] = true
		n.found++
		is := d.Value != nil && readings[i].Value != nil && *readings[i].Value == *d.Value
		if is {
			n.right++
		}
		if readings[i].Accepted {
			n.accepted++
			if !is {
				n.wrong++
			}
		}
	}
	for i, r := range readings {
		switch {
		case taken[i]:
			continue
		case max(r.BBox[2], r.BBox[3]) < .5*p.truth.Dice[0].SizePx:
			n.pips++
		default:
			n.extra++
		}
		if r.Accepted {
			n.accepted, n.wrong = n.accepted+1, n.wrong+1
		}
	}
	return n
}

// ASTRAGAL_TABLES pictures of touching d6 are drawn, of the seeds from ASTRAGAL_SEED on. They show drawings instead of pips, and are looked at as beside a gallery, if ASTRAGAL_DRAWINGS is set. It only reports: of rows, rings and blocks, along the picture's sides or turned, by how large the dice are, and by how many:
// how many dice are found, read right and accepted, of these how many are wrong or no die, and how many finds are no die: as small as pips, or others. Pictures with a fault are written to ASTRAGAL_FAULTS, if it names a folder.
func TestSoakTouchingDice(t *testing.T) {
	cvtest.Soaking(t)
	drawings := os.Getenv("ASTRAGAL_DRAWINGS") != ""
	l, first, pictures := newLooker(t), cvtest.Number(t, "ASTRAGAL_SEED", 410000), cvtest.Number(t, "ASTRAGAL_TABLES", 400)
	all := map[string]*touchingTally{}
	for seed := first; seed < first+pictures; seed++ {
		p := touching(t, uint64(seed), drawings)
		scene, err := l.Look(decoded(t, p.raw), look.Looking{Faces: drawings})
		require.NoError(t, err)
		n := p.judged(vision.Read(scene))
		way := "turned"
		if p.aligned {
			way = "along"
		}
		px := p.truth.Dice[0].SizePx
		large := fmt.Sprintf("%3.0f px and more", []float64{100, 60, 35, 0}[slices.IndexFunc([]float64{100, 60, 35, 0}, func(least float64) bool { return px >= least })])
		for _, class := range []string{"all", p.kind, way, p.kind + " " + way, large, large + " " + way, fmt.Sprintf("%d dice", len(p.truth.Dice))} {
			if all[class] == nil {
				all[class] = &touchingTally{}
			}
			all[class].add(n)
		}
		if folder := os.Getenv("ASTRAGAL_FAULTS"); folder != "" && (n.found < n.dice || n.wrong+n.pips+n.extra > 0) {
			require.NoError(t, os.WriteFile(filepath.Join(folder, fmt.Sprintf("%d.jpg", seed)), p.raw, 0o644))
			t.Logf("seed %d, %s %s, %.0f px: %v", seed, p.kind, way, px, n)
		}
	}
	for _, class := range slices.Sorted(maps.Keys(all)) {
		t.Logf("%s: %v", class, *all[class])
	}
}
