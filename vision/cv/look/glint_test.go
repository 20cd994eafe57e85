//go:build cgo

package look_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"astragal/vision"
	"astragal/vision/cv/cvtest"
	"astragal/vision/cv/look"
	"astragal/vision/virtual"

	"github.com/stretchr/testify/require"
)

// underALamp is a small table with a d6 in whose top face a lamp mirrors, near its middle, as the camera sees it, and what lies there.
func underALamp(t *testing.T, seed uint64) ([]byte, virtual.Truth) {
	t.Helper()
	const high = 16. // mm, of a d6
	rng := rand.New(rand.NewPCG(seed, 0x911))
	l := virtual.RandomLook(seed)
	l.TrayWidth, l.TrayHeight, l.View = 150, 85, 165
	l = l.From(12*rng.Float64(), 0, 300+10*float64(seed%40))
	at := virtual.Spot{X: 60 * (rng.Float64() - .5), Y: 40 * (rng.Float64() - .5), Yaw: 7 * rng.Float64()}
	x, y := at.X+5*(rng.Float64()-.5), at.Y+5*(rng.Float64()-.5)
	// The camera stands at the picture's lower side. What it sees in a level mirror lies as far beyond it as the camera is aside.
	aside := l.Height * math.Tan(l.Lean[0]*math.Pi/180)
	k := (500 + 600*rng.Float64()) / (l.Height - high)
	lamp := &l.Lamps[0]
	lamp.X, lamp.Y, lamp.Z = x+k*x, y+k*(y+aside), high+k*(l.Height-high)
	drawn, truth, err := virtual.Still(seed, virtual.Options{Look: &l, Width: 640, Height: 360, Dice: []string{"d6"}, At: []virtual.Spot{at}})
	require.NoError(t, err)
	return cvtest.JPEG(t, drawn), truth
}

// A lamp that mirrors in a die bleaches the middle one of three pips, or looks like a second one beside the only one. Such dice are asked about, and what they show is among what is offered.
func TestADieThatALampMirrorsInIsAskedAbout(t *testing.T) {
	l := newLooker(t)
	asked := func(raw []byte, d virtual.DieTruth, seed uint64) {
		scene, err := l.Look(decoded(t, raw), look.Looking{})
		require.NoError(t, err)
		readings := vision.Read(scene)
		r := readings[nearest(readings, d.Box)]
		require.False(t, r.Accepted, "seed %d", seed)
		offered := []int{*r.Value}
		for _, a := range r.Alternatives {
			offered = append(offered, *a.Value)
		}
		require.Contains(t, offered[:3], *d.Value, "seed %d", seed)
	}
	for _, seed := range []uint64{301074, 301178} {
		raw, truth := underALamp(t, seed)
		require.Equal(t, 3, *truth.Dice[0].Value)
		asked(raw, truth.Dice[0], seed)
	}
	raw, truth := rowUnderCamera(t, 123010, 15)
	i := slices.IndexFunc(truth.Dice, func(d virtual.DieTruth) bool { return *d.Value == 1 })
	asked(raw, truth.Dice[i], 123010)
}
