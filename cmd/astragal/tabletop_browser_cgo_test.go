//go:build cgo

package main

import (
	"encoding/json"
	"fmt"
	"image/jpeg"
	"net"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"astragal/companion/protocol"
	"astragal/vision"
)

// The example of a virtual tabletop runs in a real browser, at another address than the table's. It asks for a roll.
// The table's first page shows in large letters which. The virtual table throws it, the camera's eye reads it, and a
// correction reaches the tabletop.
func TestATabletopAsksForARollAndGetsItsCorrection(t *testing.T) {
	tabletop := httptest.NewServer(http.FileServer(http.Dir("../../docs/tabletop")))
	t.Cleanup(tabletop.Close)
	table := keepTable(t, t.TempDir(), "--source", "virtual:5", "--origins", tabletop.URL)
	table.hasLooked()
	open := browsers(t)
	page, first := open(tabletop.URL), open(table.address)
	page.choose("[name=table]", table.address)
	page.choose("[name=dice]", "d8, 2d6")
	page.choose("[name=player]", "Ann")
	page.press("button")
	page.sees(`document.querySelector("#state").dataset.state === "waiting"`)
	require.NotNil(t, table.view().Play, "the tray is for the request")
	first.sees(`document.querySelector(".asked-dice")?.textContent === "Roll d8 + 2d6" && document.querySelector(".asked-for").textContent === "for an attack" && document.querySelector(".asked-who").textContent === "Ann · Example asks"`)
	first.sees(`(() => { const size = (e) => parseFloat(getComputedStyle(e).fontSize), large = size(document.querySelector(".asked-dice"));
		return large >= 40 && [...document.querySelectorAll("body *")].every((e) => size(e) <= large); })()`)
	first.picture("asked")

	require.Equal(t, "done", table.act(protocol.Act{Do: protocol.DoThrow}).Type)
	table.sayWhatIsUnsure(1)
	page.sees(`document.querySelector("#state").dataset.state === "rolled"`)
	page.sees(`document.querySelectorAll("#dice li").length === 3`)
	first.sees(`document.querySelector("#asked")?.dataset.state === "rolled" && document.querySelector("#state").textContent !== "Needs you"`)
	first.sees(`document.querySelector("#asked-together").textContent === "on all dice together"`) // the program may count otherwise
	before := inPage[string](page, `document.querySelector("#state").textContent`)

	// A person who corrects the roll sees a picture of each of its dice.
	var entry protocol.GameEntry
	table.get("api/games/1/entries/1", &entry)
	require.Len(t, entry.Crops, 3)
	for _, d := range entry.Answer.Dice {
		r, err := http.Get(table.address + strings.TrimPrefix(entry.Crops[d.ID], "/"))
		require.NoError(t, err)
		picture, err := jpeg.Decode(r.Body)
		require.NoError(t, err, entry.Crops[d.ID])
		require.NoError(t, r.Body.Close())
		require.Greater(t, picture.Bounds().Dx(), 20)
	}

	tray := table.view().Tray
	i := 0
	for tray.Dice[i].Value == nil || tray.Dice[i].Shape != "d6" {
		i++
	}
	other := 7 - *tray.Dice[i].Value
	table.mustAct(func() protocol.Act {
		return protocol.Act{Do: protocol.DoFix, Throw: tray.ID, Rev: table.view().Tray.Rev, Die: tray.Dice[i].N, Value: &other}
	})
	page.sees(`document.querySelector("#state").textContent.endsWith("(corrected at the table)")`)
	require.NotEqual(t, before, inPage[string](page, `document.querySelector("#state").textContent`))
	page.picture("tabletop")

	// A d100 is two dice on the tray and one number.
	page.choose("[name=dice]", "d100")
	page.press("button")
	first.sees(`document.querySelector(".asked-dice")?.textContent === "Roll d100"`)
	require.Equal(t, "done", table.act(protocol.Act{Do: protocol.DoThrow}).Type)
	table.sayWhatIsUnsure(2)
	page.sees(`document.querySelector("#state").dataset.state === "rolled" && document.querySelectorAll("#dice li").length === 1`)
	first.sees(`document.querySelector("#asked")?.dataset.state === "rolled" && !document.querySelector("#asked-together")`)
	r := table.request(2)
	tens, ones := *r.Dice[0].Of[0].Value, *r.Dice[0].Of[1].Value
	want := tens + ones%10
	if want == 0 {
		want = 100
	}
	require.Equal(t, want, *r.Total)
}

// If the tabletop can't ask, its page says why and how to mend it. It is tried as a file, from a page that the
// settings don't name, at an address where nobody answers, and at one where another program does.
func TestATabletopThatCannotAskSaysWhyAndHowToMendIt(t *testing.T) {
	tabletop := httptest.NewServer(http.FileServer(http.Dir("../../docs/tabletop")))
	t.Cleanup(tabletop.Close)
	table := keepTable(t, t.TempDir(), "--source", t.TempDir())
	open := browsers(t)

	path, err := filepath.Abs("../../docs/tabletop/index.html")
	require.NoError(t, err)
	file := open("file://" + path)
	file.sees(`!document.querySelector("#as-file").hidden && document.querySelector("form button").disabled && document.querySelector("#as-file").textContent.includes('origins = ["http://127.0.0.1:8000"]')`)

	page := open(tabletop.URL)
	asks := func(address, says string) {
		t.Helper()
		page.choose("[name=table]", address)
		page.press("button")
		q, err := json.Marshal(says)
		require.NoError(t, err)
		page.sees(fmt.Sprintf(`document.querySelector("#state").dataset.state === "wrong" && document.querySelector("#state").textContent.includes(%s)`, q))
	}
	asks(table.address, fmt.Sprintf(`origins = ["%s"]`, tabletop.URL))
	nobody, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	address := nobody.Addr().String()
	require.NoError(t, nobody.Close())
	asks(address, "Nothing answers at http://"+address)
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Access-Control-Allow-Origin", "*")
		w.Header().Set("Access-Control-Allow-Headers", "*")
	}))
	t.Cleanup(other.Close)
	asks(other.URL, "is no Astragal table")
}

// hasLooked waits until the eye has looked at what lay on the tray at the start.
func (o *openTable) hasLooked() {
	o.t.Helper()
	require.Eventually(o.t, func() bool {
		return slices.Contains([]vision.State{vision.Settled, vision.Empty, vision.Asking}, o.view().Eye.State)
	}, hang, 100*time.Millisecond, "the eye doesn't look: %s", o.errs)
}

// mustAct does an act. If something else changed the throw meanwhile, it makes the act again.
func (o *openTable) mustAct(a func() protocol.Act) {
	o.t.Helper()
	for end := time.Now().Add(screenPatience); ; {
		m := o.act(a())
		if m.Type == "done" {
			return
		}
		require.Equal(o.t, protocol.CodeStale, m.Code, m.Why)
		require.True(o.t, time.Now().Before(end), "it is stale again and again: %s", m.Why)
	}
}

// get reads a path of the table.
func (o *openTable) get(path string, out any) {
	o.t.Helper()
	r, err := http.Get(o.address + path)
	require.NoError(o.t, err)
	defer r.Body.Close()
	require.NoError(o.t, json.NewDecoder(r.Body).Decode(out))
}

func (o *openTable) request(n int) protocol.RequestView {
	o.t.Helper()
	var v protocol.RequestView
	o.get(fmt.Sprintf("api/requests/%d", n), &v)
	return v
}

// sayWhatIsUnsure waits until a request's dice lie on the tray. It then says, one thing after the other, what the eye
// isn't sure of, until the request is rolled.
func (o *openTable) sayWhatIsUnsure(n int) {
	o.t.Helper()
	for tries := 0; o.request(n).State != protocol.RequestRolled; tries++ {
		var m struct{ Game protocol.GameView }
		o.get(fmt.Sprintf("api/games/%d", n), &m)
		require.Less(o.t, tries, 50, "it is not rolled: %+v", m.Game.Roll)
		roll := m.Game.Roll
		if roll == nil || roll.Throws == 0 {
			o.get(fmt.Sprintf("api/requests/%d?rev=%d&state=%s&wait=5", n, o.request(n).Rev, o.request(n).State), &protocol.RequestView{})
			continue
		}
		a := nextUnsure(n, *roll)
		if m := o.act(a); m.Type != "done" {
			require.Equal(o.t, protocol.CodeStale, m.Code, m.Why)
		}
	}
}

// nextUnsure is the act by which a person settles the first thing that a roll leaves open.
func nextUnsure(game int, roll protocol.GameRoll) protocol.Act {
	for _, d := range roll.Dice {
		if d.Shows == nil && d.Throw > 0 {
			return protocol.Act{Do: protocol.DoShow, Throw: d.Throw, Rev: d.Rev, Die: d.N, As: d.ID, Face: &append(d.Likely, 1)[0]}
		}
	}
	for _, d := range roll.Dice {
		switch {
		case d.Shows == nil && len(roll.Unnamed) > 0:
			face, u := 1, roll.Unnamed[0]
			return protocol.Act{Do: protocol.DoShow, Throw: u.Throw, Rev: u.Rev, Die: u.N, As: d.ID, Face: &face}
		case d.Shows == nil:
			return protocol.Act{Do: protocol.DoHand, Game: game, Question: roll.Question, Shown: []protocol.ShownDie{{Die: d.ID, Face: 1}}}
		}
	}
	return protocol.Act{Do: protocol.DoConfirm, Throw: roll.Throw, Rev: roll.Rev}
}
