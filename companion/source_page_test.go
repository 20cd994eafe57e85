package companion_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"astragal/companion/protocol"
	"astragal/vision"
)

func TestPageSaysWhyItLooksThereUntilSomebodyClosesIt(t *testing.T) {
	tb, page := served(t)
	const why = "No camera is plugged in, so dice are thrown on a virtual table."
	tb.tell(vision.Event{Kind: vision.EventSource, Source: "virtual table", Why: why})
	page.shows("#why span", why)
	page.click("#other-source")
	page.sees(`!!document.querySelector("#camera")`)
	page.click("#close-why")
	page.sees(`!document.querySelector("#why")`)
	require.Empty(t, tb.view().Eye.Why, "it is closed for every screen")
}

func TestPageKeepsThePictureOfAFileThatWasSeenWhole(t *testing.T) {
	tb, page := served(t)
	tb.tell(vision.Event{Kind: vision.EventSource, Source: "folder photos"})
	file := func(f vision.File) { tb.tell(vision.Event{Kind: vision.EventFile, File: &f}) }
	file(vision.File{Kind: "picture", Name: "a.jpg", N: 1, Of: 2})
	tb.throw(3, 5)
	file(vision.File{Kind: "picture", Name: "a.jpg", N: 1, Of: 2, Over: true, Dice: 2, Rolls: 1})
	page.shows("#file-read", "Read: 2 dice")
	page.shows("#state", "Read: 2 dice")
	page.sees(`document.querySelector(".picture img")?.naturalWidth === 960 && !document.querySelector("#look")`)
	page.click("#next")
	require.Equal(t, vision.Order{Do: "next"}, <-tb.eye.orders)
	file(vision.File{Kind: "picture", Name: "b.jpg", N: 2, Of: 2})
	tb.tell(vision.Event{Kind: vision.EventState, State: vision.TooDark})
	tb.tell(vision.Event{Kind: vision.EventQuality, Quality: &vision.Quality{Words: []string{"too dark: more light on the tray"}}})
	file(vision.File{Kind: "picture", Name: "b.jpg", N: 2, Of: 2, Over: true})
	page.shows("#file-read", "No die was found in this picture")
	page.sees(`document.querySelector(".meter").textContent.includes("too dark") && !document.querySelector("#next") && !document.body.textContent.includes("Ready: throw")`)
	page.click("#again")
	require.Equal(t, vision.Order{Do: "again"}, <-tb.eye.orders)
	file(vision.File{Kind: "clip", Name: "c.mp4", N: 1, Of: 1, Over: true, Rolls: 3})
	page.shows("#state", "The clip is over: 3 rolls read")
}

func TestAPictureShownAgainIsCountedOnlyIfItsRollWasForgotten(t *testing.T) {
	tb := newTable(t)
	same := scene(3, 5)
	tb.settle(same)
	tb.do(protocol.Act{Do: protocol.DoAgain})
	tb.settle(same)
	require.Len(t, tb.view().Rolls, 1)
	tray := tb.view().Tray
	tb.do(protocol.Act{Do: protocol.DoDiscard, Throw: tray.ID, Rev: tray.Rev})
	require.Empty(t, tb.view().Rolls)
	tb.do(protocol.Act{Do: protocol.DoAgain})
	tb.settle(same)
	require.Len(t, tb.view().Rolls, 1)
}
