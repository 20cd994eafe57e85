package tray

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"astragal/companion/protocol"
	"astragal/companion/throw"
	"astragal/vision"
)

// lying is a scene with dice at these places, px.
func lying(places ...float64) vision.Scene {
	s := vision.Scene{Width: 640, Height: 480}
	for _, x := range places {
		s.Sightings = append(s.Sightings, vision.Sighting{Box: vision.Box{x, 100, 40, 40}, Crop: []byte("jpeg")})
	}
	return s
}

func TestWhatLiesThereAtTheStartIsOnlyOffered(t *testing.T) {
	now := time.Now()
	tr := New(true, "")
	tr.Hears(vision.Event{Kind: vision.EventSource, Source: "camera 0"})
	_, start := tr.Rests()
	require.True(t, start, "nobody threw it before the camera's eyes")
	tr.OfferStart(lying(50, 150), now)
	require.Equal(t, protocol.OfferedStart, tr.Offer.Why)
	require.Equal(t, protocol.ThrowOffered, tr.Offer.View().Status)

	n, err := tr.Pass()
	require.NoError(t, err)
	require.True(t, n.Passed)
	require.Nil(t, n.Scene.Sightings[0].Crop, "pictures of what is no roll aren't kept")
	again := New(true, "")
	again.Apply(n, now) // after a restart
	tr.Passed()
	for _, same := range []*Tray{&tr, &again} {
		require.Nil(t, same.Offer)
		same.OfferStart(lying(50, 150), now)
		require.Nil(t, same.Offer, "somebody said that it is no roll")
		same.OfferStart(lying(50, 150, 400), now)
		require.NotNil(t, same.Offer, "other dice")
	}
	tr.Clears(vision.Event{Kind: vision.EventCleared})
	require.Nil(t, tr.Offer)
	_, err = tr.Pass()
	require.ErrorIs(t, err, ErrGone)
}

func TestATableThatOpensItsCameraIsStarting(t *testing.T) {
	require.Equal(t, vision.NoCamera, (New(false, "no OpenCV")).Eye.State)
	for name, c := range map[string]struct {
		says vision.Event
		then vision.State
	}{
		"a camera is named":            {vision.Event{Kind: vision.EventSource, Source: "camera 0"}, vision.Starting},
		"a file begins":                {vision.Event{Kind: vision.EventFile, File: &vision.File{N: 1, Of: 2}}, vision.Starting},
		"an order can't be done":       {vision.Event{Kind: vision.EventProblem, Problem: "it has no exposure to hold"}, vision.Starting},
		"the camera is away":           {vision.Event{Kind: vision.EventState, State: vision.NoCamera}, vision.NoCamera},
		"the tray is seen":             {vision.Event{Kind: vision.EventState, State: vision.Empty}, vision.Empty},
		"a phone may come or not":      {vision.Event{Kind: vision.EventSource, Source: vision.PhoneName}, vision.NoCamera},
		"a file was over before shown": {vision.Event{Kind: vision.EventFile, File: &vision.File{N: 2, Of: 2, Over: true}}, vision.NoCamera},
	} {
		tr := New(true, "")
		tr.Hears(c.says)
		require.Equal(t, c.then, tr.Eye.State, name)
	}
	tr := New(true, "")
	tr.Hears(vision.Event{Kind: vision.EventState, State: vision.Settled})
	tr.Hears(vision.Event{Kind: vision.EventFile, File: &vision.File{N: 2, Of: 2, Over: true}})
	require.Equal(t, vision.Settled, tr.Eye.State, "it was seen")
}

func TestARecordedPictureIsMeantToBeRead(t *testing.T) {
	tr := New(true, "")
	tr.Hears(vision.Event{Kind: vision.EventSource, Source: "clip evening.mp4"})
	again, start := tr.Rests()
	require.True(t, again)
	require.False(t, start)
}

func TestStrangeDiceAreNoneOfTheLastThrow(t *testing.T) {
	scene := lying(50)
	lies := throw.Throw{Dice: []throw.Die{{N: 1, Lying: true, Box: vision.Box{50, 100, 40, 40}}}}
	for _, c := range []struct {
		last   throw.Throw
		there  bool
		expect bool
	}{{throw.Throw{}, false, true}, {throw.Throw{Dice: []throw.Die{{N: 1}}}, true, true}, {lies, true, false}} {
		tr := New(true, "")
		require.Equal(t, c.expect, tr.Strange(&scene, c.last, c.there))
		require.False(t, tr.Strange(&scene, throw.Throw{}, false) && c.expect, "only the first scene since the eye opened")
	}
}

func TestTheTrayIsForTeachingWhileSomebodyAsksForIt(t *testing.T) {
	now := time.Now()
	scene := lying(50, 150)
	thrown := vision.Event{Kind: vision.EventSettled, Scene: &scene}
	tr := New(true, "")
	require.False(t, tr.Teaching(now))
	require.True(t, tr.Hold(now))
	require.False(t, tr.Hold(now), "it was held already")
	require.True(t, tr.Teaching(now.Add(TeachingFor-time.Second)))

	fresh := tr.Fresh()
	meanwhile, note := tr.Studies(thrown, false, now)
	require.Nil(t, meanwhile)
	require.False(t, note, "nobody waits for a roll")
	<-fresh
	require.True(t, tr.ForTeaching())
	require.Equal(t, 1, tr.Study.N)

	tr.Own(true)
	meanwhile, _ = tr.Studies(thrown, true, now)
	require.Nil(t, meanwhile, "the studio ordered it")
	meanwhile, note = tr.Studies(thrown, true, now)
	require.True(t, note)
	require.Equal(t, protocol.OfferedTeaching, meanwhile.Why)
	require.Nil(t, tr.Offer, "not before the tray is given back")

	require.False(t, tr.HandBack(now))
	require.True(t, tr.HandBack(now.Add(TeachingFor)))
	require.Equal(t, meanwhile, tr.Offer)
	restarted := New(true, "")
	restarted.Apply(meanwhile.Kept(false), now)
	require.Equal(t, protocol.OfferedTeaching, restarted.Offer.Why)
	require.Nil(t, restarted.Offer.Scene.Sightings[0].Crop)
	require.NotNil(t, scene.Sightings[0].Crop, "the scene itself stays as it was")
}
