package hub_test

import (
	"archive/zip"
	"bytes"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"astragal/companion/event/contest"
	"astragal/companion/tabletest"
)

// The pictures of an event are drawn with the longest and widest names: all of each name is inside the picture, and no number lies on another mark.
func TestThePicturesOfAnEventCutNoName(t *testing.T) {
	h := openHall(t)
	names := []string{strings.Repeat("W", 60), strings.Repeat("@", 60), "Maximiliane-Theodora von und zu Hohenlohe-Waldenburg-Schilli", strings.Repeat("龍", 60)}
	does(t, h.pages, contest.Act{Do: "enter", Names: strings.Join(names, "\n")})
	svg := string(h.fromArchive("players.svg"))
	page := tabletest.Open(t, h.pages+"/standings")
	_, drawn, found := strings.Cut(svg, "<svg")
	require.True(t, found)
	page.JS("document.body.innerHTML = `<svg" + drawn + "`")
	page.Sees(`document.querySelectorAll("svg text").length === 9`)
	for _, name := range names {
		require.Contains(t, svg, ". "+name+"<")
	}
	require.Empty(t, tabletest.Value[[]string](page, `[...document.querySelectorAll("svg text")].filter((x) => {
		const box = x.getBBox(), all = document.querySelector("svg").viewBox.baseVal;
		return box.x < 0 || box.x + box.width > all.width;
	}).map((x) => x.textContent)`))
}

// fromArchive is a file of the event's one file.
func (h *club) fromArchive(name string) []byte {
	h.t.Helper()
	r, err := http.Get(h.pages + "/event.zip")
	require.NoError(h.t, err)
	defer func() { _ = r.Body.Close() }()
	raw, err := io.ReadAll(r.Body)
	require.NoError(h.t, err)
	z, err := zip.NewReader(bytes.NewReader(raw), int64(len(raw)))
	require.NoError(h.t, err)
	f, err := z.Open(name)
	require.NoError(h.t, err)
	out, err := io.ReadAll(f)
	require.NoError(h.t, err)
	return out
}
