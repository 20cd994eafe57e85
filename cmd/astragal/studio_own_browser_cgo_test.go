//go:build cgo

package main

import (
	"fmt"
	"io"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"astragal/models"
	"astragal/vision/virtual"
)

// An owner's die is defined on the page. A mistake in it is pointed out. The die is taught from pictures and read,
// and it is still there after the program was started again.
func TestAnOwnersDieIsWrittenDownAndTaught(t *testing.T) {
	open := browsers(t)
	home := t.TempDir()
	table := keepTable(t, home, "--source", "phone")
	s := open(table.address + "/studio")
	s.press("#own-new")
	s.choose("#own-name", "My Fate")
	s.choose("#own-colors", "blue, whit")
	icons := []string{"star", "star", "moon", "moon", "bolt", "bolt"}
	for i, icon := range icons {
		s.choose(fmt.Sprintf(`[data-face="%d"][data-field="icon"]`, i), icon)
		s.choose(fmt.Sprintf(`[data-face="%d"][data-field="count"]`, i), "1")
	}
	s.press("#own-keep")
	s.sees(`document.querySelector("#own-wrong")?.textContent.includes('color "whit" is neither of the form')`)
	s.choose("#own-colors", "blue, white")
	s.choose(`[data-face="5"][data-field="count"]`, "many")
	s.press("#own-keep")
	s.sees(`document.querySelector("#own-wrong")?.textContent.includes("Face 6: “many” is no whole number")`)
	s.picture("own-die")
	s.choose(`[data-face="5"][data-field="count"]`, "1")
	s.press("#own-keep")
	s.sees(`!!document.querySelector('[data-own="my_fate"]') && !!document.querySelector('[data-die="my_fate"]')`)

	dice := ownFile(t, table)
	require.Len(t, dice, 1)
	require.Equal(t, "My Fate", dice[0].Name)
	require.Nil(t, dice[0].SizeMM, "nobody measured it")
	require.Equal(t, models.Face{Icon: "moon", Count: 1}, dice[0].Faces[2])

	l := &tutor{page: s, table: table, army: dice}
	world := virtual.Options{Own: dice, Dice: []string{"my_fate"}}
	for k, face := range []int{0, 2, 4} {
		world.Up = []int{face}
		l.name(l.lay(uint64(300+k), world))
		if face == 0 {
			s.picture("own-die-asked")
		}
		shots := inPage[string](s, `document.querySelector("#shots").textContent`)
		l.click("#learn")
		s.sees(fmt.Sprintf(`document.querySelector("#shots").textContent !== %q`, shots))
	}
	s.sees(`document.querySelector("#known").textContent === "3"`)
	right := 0
	for k := range 4 {
		world.Up = []int{k}
		truth := l.lay(uint64(400+k), world)
		for _, d := range lyingThere(s) {
			if d.State == "sure" {
				require.Equal(t, icons[underneath(truth, d.Box).Face], d.Named, "what it is sure of must be right")
				right++
			}
		}
	}
	require.Positive(t, right)

	s.press(`[data-own="my_fate"] [data-do="drop"]`)
	s.sees(`document.querySelector("#own-wrong")?.textContent.includes("was taught: remove its shots first")`)
	table.close()
	table = keepTable(t, home, "--source", "phone")
	require.Equal(t, dice, ownFile(t, table))
	table.close()
}

// A die that is in no list is shown to the camera and named, face by face. A killed program loses nothing. Afterwards
// the die is one of the owner's.
func TestANewDieIsShownToTheCamera(t *testing.T) {
	open := browsers(t)
	home := t.TempDir()
	table := keepTable(t, home, "--source", "phone")
	s := open(table.address + "/studio")
	star, moon, bolt := models.Face{Icon: "star", Count: 1}, models.Face{Icon: "moon", Count: 1}, models.Face{Icon: "bolt", Count: 1}
	d := models.Die{ID: "drawn", Shape: "d6", Colors: []string{"blue"}, Ink: "white", Faces: []models.Face{star, moon, bolt, star, moon, {}}}
	words := []string{"star", "moon", "bolt", "star", "moon", "blank"}
	world := virtual.Options{Own: []models.Die{d}, Dice: []string{"drawn"}}
	s.press("#fresh-new")
	s.sees(`document.querySelector(".studio-fresh")?.dataset.looks === "0"`)
	look := func(seed uint64, face int) {
		heard := inPage[string](s, `document.querySelector(".studio-fresh").dataset.heard`)
		world.Up = []int{face}
		img, truth, err := virtual.Still(seed, world)
		require.NoError(t, err)
		(&courseOf{page: s, table: table, dir: home, army: world.Own, truth: map[string]string{}}).shows(truth, jpegOf(t, img))
		s.press("#fresh-look")
		s.sees(fmt.Sprintf(`document.querySelector(".studio-fresh")?.dataset.heard !== %q`, heard))
	}
	name := func(word string) {
		heard := inPage[string](s, `document.querySelector(".studio-fresh").dataset.heard`)
		s.choose(`.fresh-print[data-state="asks"] [data-field="word"]`, word)
		s.sees(fmt.Sprintf(`document.querySelector(".studio-fresh")?.dataset.heard !== %q`, heard))
	}
	for face := range 3 {
		look(uint64(600+face), face)
		if inPage[string](s, `document.querySelector(".studio-fresh").dataset.unnamed`) == "1" {
			name(words[face])
		}
	}
	s.sees(`document.querySelector(".studio-fresh").dataset.missing === "3"`)
	require.NoError(t, table.cmd.Process.Kill())
	_ = table.cmd.Wait()
	table = keepTable(t, home, "--source", "phone")
	s = open(table.address + "/studio")
	s.sees(`document.querySelector(".studio-fresh")?.dataset.missing === "3"`)
	for face := 3; face < 6; face++ {
		look(uint64(600+face), face)
		if inPage[string](s, `document.querySelector(".studio-fresh").dataset.unnamed`) == "1" {
			name(words[face])
		}
	}
	s.picture("fresh-die")
	s.sees(`document.querySelector(".studio-fresh").dataset.missing === "0" && document.querySelector("#fresh-seen").textContent.includes("blue d6")`)
	require.Equal(t, 4, inPage[int](s, `document.querySelectorAll(".fresh-print").length`), "a picture that was seen twice is one")
	s.choose("#fresh-name", "My Star Die")
	s.press("#fresh-keep")
	s.sees(`!!document.querySelector('[data-own="my_star_die"]')`)
	dice := ownFile(t, table)
	require.Len(t, dice, 1)
	require.Equal(t, []models.Face{star, star, moon, moon, bolt, {Icon: "blank", Count: 1}}, dice[0].Faces)
	require.Equal(t, []string{"blue"}, dice[0].Colors)

	table.close() // the tray no longer serves teaching
	table = keepTable(t, home, "--source", "phone")
	s = open(table.address) // a table that counts knows the die
	world.Dice, world.Up = []string{"drawn", "drawn", "drawn"}, []int{0, 1, 2}
	img, _, err := virtual.Still(720, world)
	require.NoError(t, err)
	table.show(jpegOf(t, img))
	s.sees(`document.querySelectorAll(".chip").length >= 3 || !!document.querySelector("[data-own-face]")`)
	s.picture("own-die-thrown")
	s.sees(`["star", "moon", "bolt"].every((w) => [...document.querySelectorAll(".chip")].some((c) => c.getAttribute("aria-label").endsWith(": " + w)))`)
	s.picture("own-die-counted")
	res, err := http.Get(table.address + "api/statistics")
	require.NoError(t, err)
	defer res.Body.Close()
	raw, err := io.ReadAll(res.Body)
	require.NoError(t, err)
	require.Contains(t, string(raw), `"die":"My Star Die"`)
	table.close()
}

// ownFile is the saved file of the owner's dice.
func ownFile(t *testing.T, table *openTable) []models.Die {
	t.Helper()
	r, err := http.Get(table.address + "api/studio/own?file")
	require.NoError(t, err)
	defer r.Body.Close()
	raw, err := io.ReadAll(r.Body)
	require.NoError(t, err)
	dice, err := models.ParseDice(raw)
	require.NoError(t, err, string(raw))
	return dice
}
