//go:build cgo

package main

import (
	"bytes"
	"fmt"
	"image/jpeg"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"astragal/models"
	"astragal/models/catalog"
	"astragal/models/gallery"
	"astragal/vision/virtual"
)

// A die is taught in a browser, face by face, from pictures of the virtual table. Then other pictures of it are read.
// A face that is asked about is named, and is read the next time.
func TestADieIsTaughtInTheStudio(t *testing.T) {
	open := browsers(t)
	table := keepTable(t, t.TempDir(), "--source", "phone")
	s := open(table.address + "/studio")
	s.sees(`!!document.querySelector("#shelf")`)
	s.sees(`!!document.querySelector('#shelf option[value="other"]')`)
	s.choose("#shelf", "other")
	s.press(`[data-take="demo-sky"]`)
	s.sees(`!!document.querySelector('[data-die="demo-sky"]')`)
	die, err := catalog.Find("demo-sky")
	require.NoError(t, err)
	classes := map[string]bool{}

	seed := uint64(910)
	// next shows a picture of the die and returns what its top face says.
	next := func(want func(words string) bool) string {
		for {
			seed++
			o := virtual.Options{Dice: []string{"demo-sky"}}
			_, truth, err := virtual.Still(seed, virtual.Options{Width: 64, Height: 64, Dice: o.Dice})
			require.NoError(t, err)
			face := truth.Dice[0].Face
			words := gallery.ClassOf(die, face).Words()
			if !want(words) {
				continue
			}
			img, _, err := virtual.Still(seed, o)
			require.NoError(t, err)
			var jpg bytes.Buffer
			require.NoError(t, jpeg.Encode(&jpg, img, &jpeg.Options{Quality: 92}))
			before := inPage[string](s, `document.querySelector(".studio-crop img")?.getAttribute("src") ?? ""`)
			table.show(jpg.Bytes())
			s.sees(fmt.Sprintf(`document.querySelectorAll(".studio-crop").length === 1 && document.querySelector(".studio-crop img").getAttribute("src") !== %q`, before))
			return words
		}
	}
	l := &tutor{page: s, table: table, army: []models.Die{die}}
	teach := func(words string) {
		if !inPage[bool](s, `!!document.querySelector("#name")`) {
			s.press(".studio-crop button")
			s.sees(`!!document.querySelector("#name")`)
		}
		l.say(words)
		before := inPage[string](s, `document.querySelector("#shots").textContent`)
		s.press("#learn")
		s.sees(fmt.Sprintf(`document.querySelector("#shots").textContent !== %q`, before))
	}
	for len(classes) < 4 {
		words := next(func(w string) bool { return !classes[w] })
		classes[words] = true
		teach(words)
	}
	s.sees(`document.querySelector("#known").textContent === "4"`)

	right := 0
	const looks = 6
	for range looks {
		words := next(func(string) bool { return true })
		s.sees(`!!document.querySelector(".studio-crop")`)
		if inPage[bool](s, `document.querySelector(".studio-crop").dataset.state === "sure"`) {
			require.Equal(t, words, inPage[string](s, `document.querySelector(".studio-crop strong").textContent`), "what it is sure of must be right")
			right++
			continue
		}
		teach(words) // what it asks about is named, and becomes one more shot
	}
	require.Positive(t, right, "after one shot a face and some corrections it reads the die by itself")
	s.press("#undo")
	s.sees(`!!document.querySelector("#gallery-title").parentElement.textContent.includes("taken back")`)
	s.picture("studio")
	table.close()
}

// show sends a picture to the table, as a phone does.
func (o *openTable) show(jpg []byte) {
	o.t.Helper()
	address := strings.TrimSuffix(o.address, "/")
	r, err := http.NewRequestWithContext(o.t.Context(), http.MethodPost, address+"/api/picture", bytes.NewReader(jpg))
	require.NoError(o.t, err)
	r.Header.Set("Origin", address)
	r.Header.Set("Content-Type", "image/jpeg")
	res, err := (&http.Client{Timeout: time.Minute}).Do(r)
	require.NoError(o.t, err)
	defer func() { _ = res.Body.Close() }()
	require.Equal(o.t, http.StatusAccepted, res.StatusCode)
}
