package match_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"astragal/models"
	"astragal/models/dataset"
	"astragal/models/gallery"
	"astragal/models/networks"
	"astragal/vision"
	"astragal/vision/match"

	"github.com/stretchr/testify/require"
)

// army is a toy world of dice. Their faces have made-up vectors, as if a network had seen them.
type army struct {
	t      *testing.T
	chance *rand.Rand
	dice   []models.Die
	looks  map[gallery.Class][]float32
	shots  []gallery.Shot
	seen   []gallery.Seen
}

func newArmy(t *testing.T, dice ...models.Die) *army {
	return &army{t: t, chance: rand.New(rand.NewPCG(11, 12)), dice: dice, looks: map[gallery.Class][]float32{}}
}

// unit is a d6 with three icons of its race, each once to three times, and its own large icon.
func unit(id, race, color string, mm float64) models.Die {
	faces := []models.Face{{Icon: id, Count: 1, ID: true}}
	for n, icon := range []string{"axe", "bow", "paw", "axe", "bow"} {
		faces = append(faces, models.Face{Icon: race + " " + icon, Count: 1 + n/3 + int(mm)%2})
	}
	return models.Die{ID: id, Shape: "d6", SizeMM: &mm, Race: race, Colors: []string{color}, Faces: faces}
}

func (a *army) die(id string) models.Die {
	for _, d := range a.dice {
		if d.ID == id {
			return d
		}
	}
	a.t.Fatalf("no die %s", id)
	return models.Die{}
}

// row is the network's row for a face. Faces with the same icon share the icon's part, whatever their counts.
func (a *army) row(c gallery.Class) []float32 {
	if _, ok := a.looks[c]; !ok {
		icon := a.noise(networks.IconDims)
		for other, row := range a.looks {
			if other.Drawing == c.Drawing {
				icon = row[networks.FaceDims:]
			}
		}
		a.looks[c] = append(a.noise(networks.FaceDims), icon...)
	}
	return a.looks[c]
}

func (a *army) noise(n int) []float32 {
	out, sum := make([]float32, n), 0.0
	for i := range out {
		v := a.chance.NormFloat64()
		out[i] = float32(v)
		sum += v * v
	}
	for i := range out {
		out[i] /= float32(math.Sqrt(sum))
	}
	return out
}

func tint(color string) []float32 {
	out := make([]float32, 15)
	out[int(color[0])%12], out[13] = .7, .3
	return out
}

// see is a look at a face: its vector with noise of the given length.
func (a *army) see(d models.Die, face int, blur float32) gallery.Seen {
	c := gallery.ClassOf(d, face)
	row := append([]float32(nil), a.row(c)...)
	for _, part := range [][]float32{row[:networks.FaceDims], row[networks.FaceDims:]} {
		sum := 0.0
		for i, n := range a.noise(len(part)) {
			part[i] += blur * n
			sum += float64(part[i] * part[i])
		}
		for i := range part {
			part[i] /= float32(math.Sqrt(sum))
		}
	}
	copies := make([]float32, networks.MaxCopies)
	for i := range copies {
		copies[i] = .01
	}
	copies[c.Count-1] = .95
	return gallery.Seen{Turns: 1, Embedding: row, Copies: copies}
}

// teach adds shots of a die's faces. If no faces are given, it adds all.
func (a *army) teach(id string, faces ...int) {
	d := a.die(id)
	if len(faces) == 0 {
		faces = []int{0, 1, 2, 3, 4, 5}
	}
	for _, f := range faces {
		a.shots = append(a.shots, gallery.Shot{ID: len(a.shots) + 1, Shape: d.Shape, Die: id, Face: f, Race: d.Race, Shows: d.Faces[f],
			Colors: d.Colors, SizeMM: *d.SizeMM, Palette: tint(d.Colors[0]), Box: dataset.Box{0, 0, 1, 1}})
		a.seen = append(a.seen, a.see(d, f, .3))
	}
}

func (a *army) matcher() *match.Matcher {
	x, err := gallery.NewIndex(a.shots, a.seen)
	require.NoError(a.t, err)
	return match.New(a.dice, x)
}

// lies is a die on the tray, at 4 px per mm.
func (a *army) lies(id string, face int) vision.Sighting { return a.liesUnlike(id, face, .4) }

// liesUnlike is a die on the tray that looks less like what was taught.
func (a *army) liesUnlike(id string, face int, blur float32) vision.Sighting {
	d := a.die(id)
	v := a.see(d, face, blur)
	size := 4 * *d.SizeMM
	return vision.Sighting{
		Box: vision.Box{100 * float64(len(a.shots)), 100, size, size}, Found: .95, Shapes: []vision.ShapeScore{{Shape: vision.D6, P: .95}},
		Marks: []vision.Mark{{Kind: vision.MarkUnknown, P: .98}, {Kind: vision.MarkPips, Value: 2, P: .02}}, SizePx: size,
		Embedding: v.Embedding, Turns: 1, Copies: v.Copies, Palette: tint(d.Colors[0]),
	}
}

func scene(dice ...vision.Sighting) vision.Scene {
	for i := range dice {
		dice[i].Box[0] = 120 * float64(i)
	}
	return vision.Scene{Width: 1280, Height: 720, Sightings: dice}
}

func twoRaces(t *testing.T) *army {
	a := newArmy(t, unit("imp", "fire", "red", 16), unit("ogre", "fire", "red", 20), unit("elf", "wood", "green", 16), unit("ent", "wood", "green", 22), unit("ghost", "mist", "blue", 18))
	for _, id := range []string{"imp", "ogre", "elf", "ent"} {
		a.teach(id)
	}
	return a
}

// If nothing is expected, more faces may be mistaken for each other. Evidence that is enough for an expected die is
// then not enough, and the page asks.
func TestMoreIsWantedWhereNothingIsExpected(t *testing.T) {
	a := twoRaces(t)
	tray := scene(a.liesUnlike("ogre", 1, .65), a.liesUnlike("elf", 0, .65), a.liesUnlike("ent", 3, .65))
	elf := a.matcher().Read(tray, nil).Readings[1]
	require.Equal(t, "elf", *elf.Icon)
	require.InDelta(t, .985, elf.Confidence, .005)
	require.False(t, elf.Accepted)
	require.Contains(t, elf.Why, "it looks like elf, but not enough")
	require.True(t, a.matcher().Read(tray, []string{"ogre", "elf", "ent"}).Readings[1].Accepted)
}

func TestTaughtFacesAreRead(t *testing.T) {
	a := twoRaces(t)
	got := a.matcher().Read(scene(a.lies("ogre", 1), a.lies("elf", 0), a.lies("ent", 3)), nil)
	for i, want := range []struct {
		icon string
	}{{"fire axe"}, {"elf"}, {"wood paw"}} {
		r := got.Readings[i]
		require.Equal(t, want.icon, *r.Icon)
		require.True(t, r.Accepted, r.Why)
		require.Nil(t, r.Value)
		require.Equal(t, vision.D6, *r.Shape)
	}
	require.Equal(t, "elf", *got.Readings[1].Die)
	require.Equal(t, 0, *got.Readings[1].Face)
	require.Empty(t, got.Problems)
}

func TestNeverTaughtStaysUnknown(t *testing.T) {
	a := twoRaces(t)
	for _, expected := range [][]string{nil, {"imp", "elf"}, {"ghost", "elf"}} {
		got := a.matcher().Read(scene(a.lies("ghost", 2), a.lies("elf", 1)), expected)
		r := got.Readings[0]
		require.Nil(t, r.Die)
		require.Nil(t, r.Face)
		require.Nil(t, r.Icon)
		require.Nil(t, r.Count)
		require.Nil(t, r.Value)
		require.False(t, r.Accepted)
		require.NotEmpty(t, r.Why)
		require.NotEmpty(t, r.Alternatives, "the nearest is told")
		require.True(t, got.Readings[1].Accepted)
	}
}

// The imp and the ogre have the same axe. If two dice could be either, size and the number of each decide.
func TestExpectedDiceAreSharedOut(t *testing.T) {
	a := newArmy(t, unit("imp", "fire", "red", 16), unit("ogre", "fire", "red", 20), unit("elf", "wood", "green", 16))
	for _, id := range []string{"imp", "ogre", "elf"} {
		a.teach(id)
	}
	require.Equal(t, gallery.ClassOf(a.dice[0], 1), gallery.ClassOf(a.dice[1], 1))
	got := a.matcher().Read(scene(a.lies("ogre", 1), a.lies("imp", 1), a.lies("elf", 0), a.lies("imp", 2)), []string{"elf", "imp", "imp", "ogre"})
	var ids []string
	for _, r := range got.Readings {
		require.True(t, r.Accepted, r.Why)
		ids = append(ids, *r.Die)
	}
	require.Equal(t, []string{"ogre", "imp", "elf", "imp"}, ids)
	require.Empty(t, got.Missing)
	require.Empty(t, got.Problems)
}

func TestMissingAndUnexpectedDiceAreNamed(t *testing.T) {
	a := twoRaces(t)
	a.dice[1].Name = "the Ogre Lord"
	got := a.matcher().Read(scene(a.lies("imp", 0), a.lies("ent", 0)), []string{"imp", "ogre"})
	require.Equal(t, []string{"ogre"}, got.Missing)
	require.Equal(t, []int{1}, got.Extra)
	require.Contains(t, got.Problems, "1 of 2 dice: the Ogre Lord is missing")
	require.False(t, got.Readings[1].Accepted, "it isn't counted")
	require.Equal(t, "nobody expected this die", got.Readings[1].Why)
	require.Contains(t, fmt.Sprint(got.Problems), "ent at")

	got = a.matcher().Read(scene(a.lies("imp", 0)), []string{"imp", "elf", "elf", "ogre"})
	require.Contains(t, got.Problems, "1 of 4 dice: 2 × elf and the Ogre Lord are missing")
}

func TestACountThatWasNeverTaughtIsCounted(t *testing.T) {
	a := newArmy(t, unit("imp", "fire", "red", 16), unit("elf", "wood", "green", 16))
	a.teach("imp", 0, 1, 2, 3) // its axe is taught once, never twice
	a.teach("elf")
	require.Equal(t, 2, a.dice[0].Faces[4].Count)
	got := a.matcher().Read(scene(a.lies("imp", 4)), []string{"imp"})
	require.Equal(t, "fire axe", *got.Readings[0].Icon)
	require.Equal(t, 2, *got.Readings[0].Count)
}

func TestNumbersAreStillRead(t *testing.T) {
	a := twoRaces(t)
	d := a.lies("imp", 0)
	d.Embedding, d.Turns, d.Copies = nil, 0, nil
	d.Marks = []vision.Mark{{Kind: vision.MarkPips, Value: 5, P: .999}}
	got := a.matcher().Read(scene(d), nil)
	require.True(t, got.Readings[0].Accepted, got.Readings[0].Why)
	require.Equal(t, 5, *got.Readings[0].Value)
	require.Nil(t, got.Readings[0].Icon)

	plain := models.Die{ID: "plain", Shape: "d6"}
	for v := 1; v <= 6; v++ {
		plain.Faces = append(plain.Faces, models.Face{Value: &v})
	}
	a.dice = append(a.dice, plain)
	got = a.matcher().Read(scene(d, a.lies("elf", 0)), []string{"plain", "elf"})
	require.Equal(t, "plain", *got.Readings[0].Die)
	require.Equal(t, 4, *got.Readings[0].Face)
	require.Equal(t, 5, *got.Readings[0].Value)
	require.True(t, got.Readings[0].Accepted, got.Readings[0].Why)
}

func TestDoubtsAreAsked(t *testing.T) {
	a := twoRaces(t)
	d := a.lies("imp", 0)
	d.Doubts = []string{"it is cut off by the edge of the picture"}
	got := a.matcher().Read(scene(d), []string{"imp"})
	require.False(t, got.Readings[0].Accepted)
	require.Equal(t, d.Doubts[0], got.Readings[0].Why)

	blur := a.lies("imp", 1)
	blur.Embedding = a.see(a.die("imp"), 1, 2.5).Embedding
	r := a.matcher().Read(scene(blur), nil).Readings[0]
	require.False(t, r.Accepted)
	require.NotEmpty(t, r.Why)
}

// A face with more copies of an icon, on a larger die, holds all that a face with fewer shows. If neither the size
// nor the count fits, the page asks.
func TestTheCountOfALargerDieIsAsked(t *testing.T) {
	small, large := unit("imp", "elves", "red", 16), unit("ogre", "elves", "red", 22)
	small.Faces[1].Count, large.Faces[1].Count = 1, 3
	a := newArmy(t, small, large)
	a.teach("imp")
	a.teach("ogre")
	read := func(mm float64, three float32) vision.Reading {
		d := a.lies("ogre", 1)
		d.SizePx = mm * 4
		for i := range d.Copies {
			d.Copies[i] = .1
		}
		d.Copies[2] = three
		s := scene(d)
		s.PxPerMM, s.ScaleFrom = 4, "profile"
		return a.matcher().Read(s, nil).Readings[0]
	}
	const words = "neither size nor count fits the first"
	require.NotContains(t, read(22, .9).Why, words)
	require.NotContains(t, read(22, .5).Why, words, "the size fits")
	require.NotContains(t, read(17, .9).Why, words, "the count fits")
	asked := read(17, .5)
	require.False(t, asked.Accepted)
	require.Contains(t, asked.Why, words)
}

func TestCockedDiceAreNamedAndAsked(t *testing.T) {
	a := twoRaces(t)
	leans := a.lies("imp", 0)
	leans.Doubts = []string{vision.Cocked}
	got := a.matcher().Read(scene(leans, a.lies("elf", 0)), []string{"imp", "elf"})
	require.False(t, got.Readings[0].Accepted)
	require.Equal(t, "it leans: is it cocked?", got.Readings[0].Why)
	require.True(t, got.Readings[1].Accepted, got.Readings[1].Why)
	require.Contains(t, got.Problems, "the die at the upper left leans: if it is cocked, throw it again")
}

func TestDiceOnEachOtherAreNamed(t *testing.T) {
	a := twoRaces(t)
	s := scene(a.lies("imp", 0), a.lies("elf", 0))
	s.Sightings[1].Box[0] = s.Sightings[0].Box[0] + 20
	got := a.matcher().Read(s, []string{"imp", "elf"})
	require.Contains(t, got.Problems, "two dice at the upper left lie on each other: throw the upper one again")
}
