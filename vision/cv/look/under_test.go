//go:build cgo

package look

// Inside the package: it looks which networks were asked.

import (
	"testing"

	"astragal/vision/virtual"

	"github.com/stretchr/testify/require"
	"gocv.io/x/gocv"
)

// Among dice under which none can lie the finder for such dice isn't asked: it would cost time.
func TestUnderIsAskedBesideDiceThatReachOut(t *testing.T) {
	for name, c := range map[string]struct {
		dice  []string
		asked bool
	}{
		"d6 and d4": {[]string{"d6", "d4", "d6", "d4", "d6"}, false},
		"a d12":     {[]string{"d6", "d4", "d6", "d4", "d12"}, true},
	} {
		t.Run(name, func(t *testing.T) {
			l, err := New()
			require.NoError(t, err)
			defer func() { require.NoError(t, l.Close()) }()
			picture, _, err := virtual.Still(11, virtual.Options{Width: 960, Height: 540, Dice: c.dice})
			require.NoError(t, err)
			img, err := gocv.ImageToMatRGB(picture)
			require.NoError(t, err)
			defer img.Close()
			s, err := l.Look(img, Looking{})
			require.NoError(t, err)
			require.Len(t, s.Sightings, len(c.dice))
			require.Equal(t, c.asked, l.finder.AskedForHidden())
		})
	}
}
