package layout_test

import (
	"fmt"
	"math"
	"testing"

	"astragal/companion/studio/layout"
	"astragal/models"
	"astragal/models/networks"
	"astragal/vision"

	"github.com/stretchr/testify/require"
)

// army are d6 of these sizes, mm. Their ids are a, b, c …
func army(sizes ...float64) []models.Die {
	var out []models.Die
	for i, mm := range sizes {
		out = append(out, models.Die{ID: string(rune('a' + i)), Shape: "d6", SizeMM: &mm, Faces: []models.Face{{Icon: "id", ID: true}, {Icon: "melee"}, {Icon: "melee"}, {}, {Icon: "save"}, {Icon: "save", Count: 2}}})
	}
	return out
}

// seenAt is a die in a picture. One mm is 5 px.
func seenAt(x, y, mm float64) vision.Sighting {
	return vision.Sighting{Box: vision.Box{x - 2.5*mm, y - 2.5*mm, 5 * mm, 5 * mm}, SizePx: 5 * mm, Found: .95, Shapes: []vision.ShapeScore{{Shape: vision.D6, P: .98}}}
}

// laid are a tray's dice as they lie in a picture. The rows slope and waver, and one has a gap.
func laid(t layout.Tray, slope, waver float64) []vision.Sighting {
	sin, cos := math.Sincos(slope * math.Pi / 180)
	var out []vision.Sighting
	for i, p := range t {
		x, y := 150+170*float64(p.Column), 150+200*float64(p.Row)
		if p.Column > 2 {
			x += 80
		}
		y += waver * math.Sin(float64(3*i))
		out = append(out, seenAt(x*cos-y*sin, x*sin+y*cos, *p.Die.SizeMM))
	}
	return out
}

func TestRowsMayBeCrooked(t *testing.T) {
	trays := layout.Trays(army(20, 20, 20, 18, 18, 18, 18, 16, 16, 16, 16, 16))
	require.Len(t, trays, 1)
	for _, slope := range []float64{-15, 0, 12} {
		seen := laid(trays[0], slope, 30)
		shuffled := append(append([]vision.Sighting{}, seen[7:]...), seen[:7]...)
		found := trays[0].Find(shuffled, 0)
		require.Empty(t, found.Words, slope)
		for i, n := range found.At {
			require.Equal(t, seen[i].Box, shuffled[n].Box, "place %d at %v°", i, slope)
		}
	}
	// The camera stands on the other side of the tray, so the picture is turned by half a turn.
	seen := laid(trays[0], 180, 10)
	found := trays[0].Find(seen, 2)
	require.Empty(t, found.Words)
	require.Equal(t, 11, found.At[11])
}

func TestWhatIsWrongWithTheRowsIsSaid(t *testing.T) {
	tray := layout.Trays(army(20, 20, 20, 20, 18, 18, 18, 18, 16, 16, 16, 16))[0]
	seen := laid(tray, 3, 15)
	without := func(k int) []vision.Sighting { return append(append([]vision.Sighting{}, seen[:k]...), seen[k+1:]...) }
	for k := range seen {
		require.Equal(t, []string{fmt.Sprintf("Row %d has 5 of 6: it seems that %s (place %d) is missing", k/6+1, tray[k].Die.ID, k%6+1)}, tray.Find(without(k), 0).Words)
	}
	more := append(append([]vision.Sighting{}, seen...), seenAt(1240, 420, 16))
	found := tray.Find(more, 0)
	require.Equal(t, []string{"Row 2 has a die too many"}, found.Words)
	require.Equal(t, []int{12}, found.Extra)

	moved := append(without(2), seenAt(1240, 420, 20))
	require.Equal(t, []string{"All 12 dice are there, but the rows have 5, 7 of them: lay them as drawn"}, tray.Find(moved, 0).Words)
	require.Equal(t, []string{"No die is seen: lay the 12 dice down as drawn"}, tray.Find(nil, 0).Words)

	var columns []vision.Sighting // the k-th die lies at the k-th place down the columns
	k := 0
	for c := range 6 {
		for _, p := range tray {
			if p.Column == c {
				columns = append(columns, seenAt(150+170*float64(p.Column), 150+200*float64(p.Row), *tray[k].Die.SizeMM))
				k++
			}
		}
	}
	require.Len(t, tray.Find(columns, 0).Words, 1)
	require.Contains(t, tray.Find(columns, 0).Words[0], "order of columns")

	// A mark on a die is found as a die of its own. It is passed over, so one die is missing.
	part := append(without(4), seenAt(700, 150, 8), seenAt(720, 180, 8))
	require.Contains(t, tray.Find(part, 0).Words[0], "Row 1 has 5 of 6")
}

func TestFacesAreShownInTheOrderThatTakesTheFewestTurns(t *testing.T) {
	d := army(16)[0]
	require.Equal(t, []int{0, 1, 4, 5}, layout.Faces(d), "of faces that look alike one, blank ones not at all")
	d.Layout = &models.Layout{Scheme: models.OppositeSeven}
	require.Equal(t, []int{0, 1, 5, 4}, layout.Faces(d), "no die is turned over where it can be tipped")
	require.Empty(t, layout.Trays([]models.Die{{ID: "blank", Shape: "d4", Faces: make([]models.Face, 4)}}))
}

func TestOnlyFacesOfOneSolidAreCompared(t *testing.T) {
	die := func(id, race, shape string) models.Die {
		return models.Die{ID: id, Name: id, Race: race, Shape: shape, Faces: []models.Face{{Icon: "melee", Count: 1}, {Icon: "save", Count: 1}}}
	}
	claim := func(place int, d models.Die, face, turns int, seed float32) layout.Claim {
		row := make([]float32, networks.RowDims)
		row[int(seed)], row[networks.FaceDims+int(seed)] = 1, 1
		var looks []float32
		for range networks.TurnsSeen(turns) {
			looks = append(looks, row...)
		}
		shape := []vision.ShapeScore{{Shape: vision.Shape(d.Shape), P: .99}}
		return layout.Claim{Place: place, Die: d, Face: face, Seen: vision.Sighting{Found: .9, Shapes: shape, Embedding: looks, Turns: turns, Crop: []byte{1}}}
	}
	unit, monster, terrain, other := die("unit", "elf", "d6"), die("monster", "elf", "d10"), die("terrain", "terrain", "d8"), die("other", "terrain", "d8")
	v, err := layout.Check([]layout.Claim{claim(0, unit, 0, 4, 1)}, []layout.Claim{claim(1, monster, 0, 1, 2)}, nil)
	require.NoError(t, err)
	require.Empty(t, v.Doubts, "a race's icon looks otherwise on another solid")

	// Dice of two races may have an icon that looks the same.
	elf, orc := die("elf6", "elf", "d6"), die("orc6", "orc", "d6")
	v, err = layout.Check([]layout.Claim{claim(0, elf, 0, 4, 1)}, []layout.Claim{claim(1, orc, 0, 4, 1)}, nil)
	require.NoError(t, err)
	require.Empty(t, v.Doubts)
	v, err = layout.Check([]layout.Claim{claim(0, elf, 0, 4, 1)}, []layout.Claim{claim(1, orc, 1, 4, 1)}, nil)
	require.NoError(t, err)
	require.Len(t, v.Doubts, 1, "a melee icon isn't a save icon")

	// The number beside an icon speaks against the claim.
	two, three := 2, 3
	for _, d := range []*models.Die{&terrain, &other} {
		d.Faces = []models.Face{{Icon: "melee", Count: 1, Value: &two}, {Icon: "melee", Count: 1, Value: &three}}
	}
	c := claim(1, terrain, 0, 3, 1)
	c.Seen.Beside = make([]float32, vision.MostBeside)
	c.Seen.Beside[2] = .97
	v, err = layout.Check(nil, []layout.Claim{c}, nil)
	require.NoError(t, err)
	require.Len(t, v.Doubts, 1)
	require.Contains(t, v.Doubts[0].Words, "the number beside it seems to be 3")
}

func TestAnArmyOfThirtyPointsLiesThereAtOnce(t *testing.T) {
	var dice []models.Die
	dice = append(dice, army(make([]float64, 13)...)...)
	for i, shape := range []string{"d10", "d10", "d12", "d12", "d8", "d8"} {
		d := models.Die{ID: fmt.Sprint(shape, i), Shape: shape}
		for f := range map[string]int{"d8": 8, "d10": 10, "d12": 12}[shape] {
			d.Faces = append(d.Faces, models.Face{Icon: fmt.Sprint("icon", f)})
		}
		dice = append(dice, d)
	}
	trays := layout.Trays(dice)
	require.Len(t, trays, 1, "several kinds of dice are shown in one round")
	require.Equal(t, 3, trays[0][len(trays[0])-1].Row)
}
