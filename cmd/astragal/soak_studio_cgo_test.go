//go:build cgo

package main

import (
	"bytes"
	"fmt"
	"image/jpeg"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"astragal/models"
	"astragal/models/catalog"
	"astragal/models/gallery"
	"astragal/vision"
	"astragal/vision/virtual"

	"github.com/stretchr/testify/require"
)

// onTray is a die that the studio's page shows.
type onTray struct {
	N       int        `json:"n"`
	Box     [4]float64 `json:"box"`
	Named   string     `json:"named"`
	Chips   []string   `json:"chips"`
	Teaches bool       `json:"teaches"`
}

// An army of twelve different dice is taught from nothing by throwing all of them: how many clicks and throws it takes
// until three throws in a row are read without a word. Somebody who names dice clicks one of the faces that are offered, or
// opens the list and clicks there.
func TestSoakAnArmyIsTaught(t *testing.T) {
	if os.Getenv("ASTRAGAL_SOAK") == "" {
		t.Skip("it takes some minutes: make soak")
	}
	collection := os.Getenv("ASTRAGAL_ICONS")
	if collection == "" {
		t.Skip("it needs drawings: say ASTRAGAL_ICONS=FILE, the icons.json of the npm package @iconify-json/game-icons")
	}
	const mostClicks, mostThrows, quiet = 200, 40, 3 // 120 clicks are wanted: docs/icons.md
	every, err := catalog.DragonDice()
	require.NoError(t, err)
	var army []models.Die
	for _, d := range catalog.OfRace(every, "dwarf") {
		if d.Shape == "d6" && len(army) < 12 {
			army = append(army, d)
		}
	}
	require.Len(t, army, 12)
	painted := asPrinted(army)
	look := virtual.RandomLook(77) // one evening at one table
	world := virtual.Options{Look: &look, Own: painted, Pictures: drawnFor(t, painted, collection)}
	for _, d := range army {
		world.Dice = append(world.Dice, d.ID)
	}
	table := keepTable(t, t.TempDir(), "--source", "phone")
	s := browsers(t)(table.address + "/studio")
	clicks, throws, said, wrong := 0, 0, 0, 0
	press := func(selector string) { s.press(selector); clicks++ }
	s.sees(`!!document.querySelector('#shelf option[value="dwarf"]')`)
	s.choose("#shelf", "dwarf")
	clicks += 2
	for _, d := range army {
		press(fmt.Sprintf(`[data-take=%q]`, d.ID))
	}
	for still := 0; still < quiet && throws < mostThrows; throws++ {
		img, truth, err := virtual.Still(uint64(77000+throws), world)
		require.NoError(t, err)
		var jpg bytes.Buffer
		require.NoError(t, jpeg.Encode(&jpg, img, &jpeg.Options{Quality: 92}))
		before := inPage[string](s, `document.querySelector(".studio-crop img")?.getAttribute("src") ?? ""`)
		table.show(jpg.Bytes())
		s.sees(fmt.Sprintf(`(document.querySelector(".studio-crop img")?.getAttribute("src") ?? %q) !== %q`, before, before))
		named := 0
		for _, d := range lyingThere(s) {
			was := underneath(truth, d.Box)
			if was == nil || !d.Teaches {
				continue
			}
			words := studioWords(definition(army, was.Die), was.Face)
			now := lyingThere(s)[d.N-1] // naming others may have named it
			if now.Named == words {
				continue
			}
			crop := fmt.Sprintf(`.studio-crop[data-n="%d"]`, d.N)
			if now.Named != "" {
				if d.Named != "" {
					wrong++
					t.Logf("throw %d: %s was taken for %s", throws, words, d.Named)
				}
				press(crop + ` [aria-label$="not this"]`)
				now = lyingThere(s)[d.N-1]
			}
			named++
			if i := indexOf(now.Chips, words); i >= 0 {
				press(fmt.Sprintf(`%s .studio-chips button:nth-of-type(%d)`, crop, i+1))
				continue
			}
			die := definition(army, was.Die)
			for f := range die.Faces { // the list names a face by the first that is equal to it
				if gallery.ClassOf(die, f) == gallery.ClassOf(die, was.Face) {
					s.choose(crop+" select", fmt.Sprintf("%s/%d", die.ID, f))
					break
				}
			}
			clicks += 2
		}
		said += named
		t.Logf("throw %d: %d named", throws, named)
		still++
		if named > 0 {
			still = 0
			shots := inPage[string](s, `document.querySelector("#shots").textContent`)
			press("#learn")
			s.sees(fmt.Sprintf(`document.querySelector("#shots").textContent !== %q`, shots))
		}
	}
	known := inPage[string](s, `document.querySelector(".studio-progress").textContent`)
	t.Logf("%d clicks and %d throws; %d dice were named by hand, %d of them were taken for something else for sure; %s", clicks, throws, said, wrong, known)
	require.LessOrEqual(t, clicks, mostClicks)
	table.close()
}

// studioWords are the words by which the studio names a face.
func studioWords(d models.Die, face int) string {
	words := gallery.ClassOf(d, face).Words()
	if d.Faces[face].ID {
		words += " of " + d.Name
	}
	return words
}

// asPrinted are the dice with a name of its own for each drawing: a unit's ID is its own, and an icon may be drawn
// in two ways.
func asPrinted(dice []models.Die) []models.Die {
	out := slices.Clone(dice)
	for i, d := range out {
		out[i].Faces = slices.Clone(d.Faces)
		for f := range d.Faces {
			if d.Faces[f].ID {
				out[i].Faces[f].Icon += " of " + d.ID
			}
			if art := d.Faces[f].Art; art != "" {
				out[i].Faces[f].Icon += " " + art
			}
		}
	}
	return out
}

func definition(dice []models.Die, id string) models.Die {
	for _, d := range dice {
		if d.ID == id {
			return d
		}
	}
	return models.Die{}
}

func indexOf(list []string, word string) int {
	for i, w := range list {
		if w == word {
			return i
		}
	}
	return -1
}

// lyingThere is what the page shows on the tray.
func lyingThere(s *screen) []onTray {
	return inPage[[]onTray](s, `[...document.querySelectorAll(".studio-crop")].map((c) => ({
		n: Number(c.dataset.n), box: JSON.parse(c.dataset.box), named: c.querySelector("strong")?.textContent ?? "",
		chips: [...c.querySelectorAll(".studio-chips button")].map((b) => b.textContent), teaches: !c.querySelector("p.word"),
	}))`)
}

// underneath is the die that lies in a box; nil where none does.
func underneath(truth virtual.Truth, box [4]float64) *virtual.DieTruth {
	for i, d := range truth.Dice {
		if vision.Overlap(d.Box, box) > .5 {
			return &truth.Dice[i]
		}
	}
	return nil
}

// drawnFor gives each icon of some dice a drawing of a collection, one that training leaves out.
func drawnFor(t *testing.T, dice []models.Die, collection string) map[string]string {
	t.Helper()
	pictures, err := spareIcons(collection, os.Getenv("ASTRAGAL_RESERVED"))
	require.NoError(t, err)
	names := slices.Sorted(maps.Keys(pictures))
	rand.New(rand.NewPCG(4, 77)).Shuffle(len(names), func(i, k int) { names[i], names[k] = names[k], names[i] })
	out := map[string]string{}
	for _, d := range dice {
		for _, f := range d.Faces {
			if _, drawn := out[f.Icon]; f.Icon != "" && !drawn {
				out[f.Icon], names = pictures[names[0]], names[1:]
			}
		}
	}
	return out
}
