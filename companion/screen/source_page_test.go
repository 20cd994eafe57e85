package screen_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"astragal/companion/protocol"
	"astragal/companion/tabletest"
	"astragal/vision"
)

func TestPageSaysWhyItLooksThereUntilSomebodyClosesIt(t *testing.T) {
	tb, page := tabletest.Served(t)
	const why = "No camera is plugged in, so dice are thrown on a virtual table."
	tb.Tell(vision.Event{Kind: vision.EventSource, Source: "virtual table", Why: why})
	page.Shows("#why span", why)
	page.Click("#other-source")
	page.Sees(`!!document.querySelector("#camera")`)
	page.Click("#close-why")
	page.Sees(`!document.querySelector("#why")`)
	require.Empty(t, tb.View().Eye.Why, "it is closed for every screen")
}

func TestPageKeepsThePictureOfAFileThatWasSeenWhole(t *testing.T) {
	tb, page := tabletest.Served(t)
	tb.Tell(vision.Event{Kind: vision.EventSource, Source: "folder photos"})
	file := func(f vision.File) { tb.Tell(vision.Event{Kind: vision.EventFile, File: &f}) }
	file(vision.File{Kind: "picture", Name: "a.jpg", N: 1, Of: 2})
	tb.Throw(3, 5)
	file(vision.File{Kind: "picture", Name: "a.jpg", N: 1, Of: 2, Over: true, Dice: 2, Rolls: 1})
	page.Shows("#file-read", "Read: 2 dice")
	page.Shows("#state", "Read: 2 dice")
	page.Sees(`document.querySelector(".picture img")?.naturalWidth === 960 && !document.querySelector("#look")`)
	page.Click("#next")
	require.Equal(t, vision.Order{Do: "next"}, <-tb.Eye.Orders)
	file(vision.File{Kind: "picture", Name: "b.jpg", N: 2, Of: 2})
	tb.Tell(vision.Event{Kind: vision.EventState, State: vision.TooDark})
	tb.Tell(vision.Event{Kind: vision.EventQuality, Quality: &vision.Quality{Words: []string{"too dark: more light on the tray"}}})
	file(vision.File{Kind: "picture", Name: "b.jpg", N: 2, Of: 2, Over: true})
	page.Shows("#file-read", "No die was found in this picture")
	page.Sees(`document.querySelector(".meter").textContent.includes("too dark") && !document.querySelector("#next") && !document.body.textContent.includes("Ready: throw")`)
	page.Click("#again")
	require.Equal(t, vision.Order{Do: "again"}, <-tb.Eye.Orders)
	file(vision.File{Kind: "clip", Name: "c.mp4", N: 1, Of: 1, Over: true, Rolls: 3})
	page.Shows("#state", "The clip is over: 3 rolls read")
}

func TestAPictureShownAgainIsCountedOnlyIfItsRollWasForgotten(t *testing.T) {
	tb := tabletest.NewTable(t)
	same := tabletest.Scene(3, 5)
	tb.Settle(same)
	tb.Do(protocol.Act{Do: protocol.DoAgain})
	tb.Settle(same)
	require.Len(t, tb.View().Rolls, 1)
	tray := tb.View().Tray
	tb.Do(protocol.Act{Do: protocol.DoDiscard, Throw: tray.ID, Rev: tray.Rev})
	require.Empty(t, tb.View().Rolls)
	tb.Do(protocol.Act{Do: protocol.DoAgain})
	tb.Settle(same)
	require.Len(t, tb.View().Rolls, 1)
}
