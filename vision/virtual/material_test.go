package virtual_test

import (
	"image"
	"testing"

	"astragal/vision/virtual"

	"github.com/stretchr/testify/require"
)

// oneDie is a picture of one d6 with an upper face, in the middle of a still table without noise.
func oneDie(t *testing.T, color string, up int, o virtual.Options) (*image.RGBA, virtual.DieTruth) {
	t.Helper()
	look := virtual.RandomLook(3)
	look.Noise = 0
	o.Width, o.Height, o.Look = 640, 360, &look
	o.Dice, o.Up, o.At = []string{"d6:" + color}, []int{up}, []virtual.Spot{{}}
	img, truth, err := virtual.Still(5, o)
	require.NoError(t, err)
	return img, truth.Dice[0]
}

// differing counts the px of a die's box that differ between two pictures plainly.
func differing(a, b *image.RGBA, d virtual.DieTruth) int {
	n := 0
	for y := int(d.Box[1]); y < int(d.Box[1]+d.Box[3]); y++ {
		for x := int(d.Box[0]); x < int(d.Box[0]+d.Box[2]); x++ {
			p, q := a.RGBAAt(x, y), b.RGBAAt(x, y)
			if apart(p.R, q.R)+apart(p.G, q.G)+apart(p.B, q.B) > 36 {
				n++
			}
		}
	}
	return n
}

func apart(a, b uint8) int { return int(max(a, b)) - int(min(a, b)) }

// In a clear die the floor and the print below show, in a metal one the room mirrors, a glittering one is spotted. None of that moves the die or its truth.
func TestDiceOfOtherMaterials(t *testing.T) {
	plain, die := oneDie(t, "blue", 0, virtual.Options{})
	seen := map[string]*image.RGBA{}
	for _, made := range virtual.Materials() {
		img, d := oneDie(t, "blue", 0, virtual.Options{Material: made})
		require.Equal(t, die, d, made)
		require.Greater(t, differing(plain, img, die), 25, made)
		seen[made] = img
	}
	again, _ := oneDie(t, "blue", 0, virtual.Options{Material: "clear"})
	require.Zero(t, differing(seen["clear"], again, die), "the same seed gives the same picture")
}

// A two whose pips are close has them along a side; a one is larger than usual. Other faces are as they are.
func TestClosePips(t *testing.T) {
	for up, changes := range []bool{true, true, false, false, false, false} {
		usual, die := oneDie(t, "white", up, virtual.Options{})
		close, _ := oneDie(t, "white", up, virtual.Options{ClosePips: true})
		require.Equal(t, up+1, *die.Value)
		inner := die
		for k := range 2 { // the sides' twos and ones change as well
			inner.Box[k] += die.Box[2] / 4
			inner.Box[k+2] -= die.Box[2] / 2
		}
		require.Equal(t, changes, differing(usual, close, inner) > 8, "%d is up", up+1)
	}
}
