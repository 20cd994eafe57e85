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
	"astragal/vision/stage"
	"astragal/vision/virtual"

	"github.com/stretchr/testify/require"
)

// onTray is a die that the studio's page shows.
type onTray struct {
	N   int        `json:"n"`
	Box [4]float64 `json:"box"`
	// State is "sure", "likely", "named", "asks", "left" or "doubt".
	State string `json:"state"`
	Named string `json:"named"`
}

// An army of twelve different dice is taught from nothing by throwing all of them. The test counts clicks and throws
// until three throws in a row are read without a question. The person looks at each die. They tap a die that is asked
// about or guessed wrong, and the face that it shows. Then they say "all right" to the throw.
func TestSoakAnArmyIsTaught(t *testing.T) {
	if os.Getenv("ASTRAGAL_SOAK") == "" {
		t.Skip("it takes some minutes: make soak")
	}
	collection := os.Getenv("ASTRAGAL_ICONS")
	if collection == "" {
		t.Skip("it needs drawings: say ASTRAGAL_ICONS=FILE, the icons.json of the npm package @iconify-json/game-icons")
	}
	const mostClicks, mostThrows, quiet, afterwards = 120, 40, 3, 10
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
	look := virtual.RandomLook(77) // this look is one evening at one table
	world := virtual.Options{Look: &look, Own: painted, Pictures: drawnFor(t, painted, collection)}
	for _, d := range army {
		world.Dice = append(world.Dice, d.ID)
	}
	table := keepTable(t, t.TempDir(), "--source", "phone")
	l := &tutor{page: browsers(t)(table.address + "/studio"), table: table, army: army}
	l.sees(`!!document.querySelector('#shelf option[value="dwarf"]')`)
	l.choose("#shelf", "dwarf")
	l.clicks += 2
	for _, d := range army {
		l.click(fmt.Sprintf(`[data-take=%q]`, d.ID))
	}
	throws := 0
	for still := 0; still < quiet && throws < mostThrows; throws++ {
		before := l.clicks
		truth := l.lay(uint64(77000+throws), world)
		asked := l.name(truth)
		if still++; asked > 0 {
			still = 0
			shots := inPage[string](l.page, `document.querySelector("#shots").textContent`)
			l.click("#learn")
			l.sees(fmt.Sprintf(`document.querySelector("#shots").textContent !== %q`, shots))
		}
		if throws == 0 || throws == 4 {
			l.picture(fmt.Sprintf("studio-throw-%d", throws+1))
		}
		t.Logf("throw %d: %d clicks for %d dice that weren't read for sure", throws+1, l.clicks-before, asked)
	}
	known := inPage[string](l.page, `document.querySelector(".studio-progress").textContent`)
	t.Logf("%d clicks and %d throws; of %d dice %d were named by a tap, %d were guessed right and let stand, %d guessed wrong, and %d taken for something else for sure; %s",
		l.clicks, throws, l.seen, l.tapped, l.stood, l.misled, l.wrong, known)
	require.LessOrEqual(t, l.clicks, mostClicks)
	require.Zero(t, l.wrong, "dice taken for something else for sure")
	require.Contains(t, known, "35 of 35")

	sure, asked, wrong := 0, 0, 0
	for k := range afterwards {
		truth := l.lay(uint64(78000+k), world)
		for _, d := range lyingThere(l.page) {
			switch was := underneath(truth, d.Box); {
			case was == nil:
			case d.State != "sure":
				asked++
			case d.Named == studioWords(definition(army, was.Die), was.Face):
				sure++
			default:
				wrong++
			}
		}
	}
	t.Logf("%d throws more, nothing learned from them: %d dice read right for sure, %d asked about, %d wrong for sure", afterwards, sure, asked, wrong)
	table.close()
}

// tutor is a person at the studio's page. It counts clicks.
type tutor struct {
	*page
	table *openTable
	army  []models.Die
	// clicks counts all clicks, and seen the dice that lay there. Of these, tapped counts dice that the person named,
	// stood right guesses that the person let stand, misled wrong guesses, and wrong dice that were wrong although
	// the program was sure.
	clicks, seen, tapped, stood, misled, wrong int
}

func (l *tutor) click(selector string) {
	l.t.Helper()
	l.press(selector)
	l.clicks++
}

// lay shows the table a picture of a throw and waits until the page has it.
func (l *tutor) lay(seed uint64, world virtual.Options) virtual.Truth {
	l.t.Helper()
	img, truth, err := virtual.Still(seed, world)
	require.NoError(l.t, err)
	var jpg bytes.Buffer
	require.NoError(l.t, jpeg.Encode(&jpg, img, &jpeg.Options{Quality: 92}))
	const pictured = `document.querySelector(".studio-crop img")?.getAttribute("src") ?? ""`
	before := inPage[string](l.page, pictured)
	l.table.show(jpg.Bytes())
	l.sees(fmt.Sprintf(`(%s) !== %q`, pictured, before))
	return truth
}

// name goes through the dice on the tray, and names each die that has no name or a wrong one. It returns how many
// weren't read for sure.
func (l *tutor) name(truth virtual.Truth) (asked int) {
	l.t.Helper()
	shown := func(d onTray) string {
		if was := underneath(truth, d.Box); was != nil {
			return studioWords(definition(l.army, was.Die), was.Face)
		}
		return ""
	}
	first := lyingThere(l.page)
	for _, d := range first {
		words := shown(d)
		if d.State == "doubt" || words == "" {
			continue
		}
		l.seen++
		now := lyingThere(l.page)[d.N-1] // naming another die may have named this one
		switch {
		case d.State == "sure" && d.Named != words:
			l.wrong++
			l.t.Logf("%s was taken for %s", words, d.Named)
		case d.State == "likely" && d.Named == words:
			l.stood++
		case d.State == "likely":
			l.misled++
		}
		if d.State != "sure" || d.Named != words {
			asked++
		}
		if now.Named == words {
			continue
		}
		l.tapped++
		if inPage[int](l.page, `Number(document.querySelector("#name")?.dataset.n ?? 0)`) != d.N {
			l.click(fmt.Sprintf(`.studio-crop[data-n="%d"] button`, d.N))
			l.sees(fmt.Sprintf(`document.querySelector("#name")?.dataset.n === "%d"`, d.N))
		}
		l.say(words)
		l.sees(fmt.Sprintf(`document.querySelector('.studio-crop[data-n="%d"] strong')?.textContent === %q`, d.N, words))
	}
	return asked
}

// say taps the face that the die in question shows, among the likeliest faces or among all.
func (l *tutor) say(words string) {
	l.t.Helper()
	for _, where := range []string{"data-may", "data-all"} {
		at := fmt.Sprintf(`#name [%s=%q]`, where, words)
		if inPage[bool](l.page, fmt.Sprintf(`!!document.querySelector('%s')`, at)) {
			l.click(at)
			return
		}
	}
	require.FailNow(l.t, "the page doesn't offer the face "+words, l.text())
}

// studioWords are the words that the studio uses for a face.
func studioWords(d models.Die, face int) string {
	words := gallery.ClassOf(d, face).Words()
	if d.Faces[face].ID {
		words += " of " + d.Name
	}
	return words
}

// asPrinted are the dice with a different icon name for each drawing: each unit's ID is drawn differently, and an
// icon may have two drawings.
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

// lyingThere are the dice that the page shows on the tray.
func lyingThere(s *page) []onTray {
	return inPage[[]onTray](s, `[...document.querySelectorAll(".studio-crop")].map((c) => ({
		n: Number(c.dataset.n), box: JSON.parse(c.dataset.box), state: c.dataset.state, named: c.querySelector("strong")?.textContent ?? "",
	}))`)
}

// underneath is the die that lies in a box. It is nil if none does.
func underneath(truth virtual.Truth, box [4]float64) *virtual.DieTruth {
	for i, d := range truth.Dice {
		if vision.Overlap(d.Box, box) > .5 {
			return &truth.Dice[i]
		}
	}
	return nil
}

// drawnFor gives each icon of some dice a drawing from a collection that training doesn't use.
func drawnFor(t *testing.T, dice []models.Die, collection string) map[string]string {
	t.Helper()
	pictures, err := stage.Icons(collection, os.Getenv("ASTRAGAL_RESERVED"))
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
