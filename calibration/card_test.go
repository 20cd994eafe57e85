package calibration_test

import (
	"bytes"
	"errors"
	"io"
	"testing"

	"github.com/stretchr/testify/require"

	"astragal/calibration"
)

func TestCardFitsItsFrame(t *testing.T) {
	f := calibration.CardFrame()
	inside := func(r calibration.Rect) bool {
		return r.X >= f.X && r.Y >= f.Y && r.X+r.W <= f.X+f.W && r.Y+r.H <= f.Y+f.H
	}
	for _, r := range calibration.CardSquares() {
		require.True(t, inside(r), "%v", r)
	}
	for _, p := range calibration.CardPatches() {
		require.True(t, inside(p.Rect), p.Name)
		for _, s := range calibration.CardSquares() {
			require.Greater(t, p.Rect.Y, s.Y+s.H+5, "%s keeps away from the board", p.Name)
		}
	}
	require.Less(t, f.W, 190.0, "A4 and Letter have room for it")
	require.Len(t, calibration.CardCorners(), calibration.CardCols*calibration.CardRows)
}

func TestCardLooksDifferentUpsideDown(t *testing.T) {
	black := map[calibration.Point]bool{}
	for _, r := range calibration.CardSquares() {
		black[calibration.Point{r.X + r.W/2, r.Y + r.H/2}] = true
	}
	corners := calibration.CardCorners()
	last := corners[len(corners)-1]
	for middle := range black {
		turned := calibration.Point{last[0] - middle[0], last[1] - middle[1]}
		require.False(t, black[turned], "%v", middle)
	}
}

func TestWriteCard(t *testing.T) {
	for _, paper := range []calibration.Paper{calibration.A4, calibration.Letter} {
		var a, b bytes.Buffer
		require.NoError(t, calibration.WriteCard(&a, paper))
		require.NoError(t, calibration.WriteCard(&b, paper))
		require.True(t, bytes.HasPrefix(a.Bytes(), []byte("%PDF-")))
		require.Equal(t, 1, bytes.Count(a.Bytes(), []byte("/Type /Page\n")), "one sheet")
		require.True(t, bytes.Equal(a.Bytes(), b.Bytes()), "the same card every time")
	}
	require.ErrorContains(t, calibration.WriteCard(io.Discard, "A0"), "a4 or letter")
	require.ErrorContains(t, calibration.WriteCard(full{}, calibration.A4), "no space")
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space left on device") }

func TestParsePaper(t *testing.T) {
	p, err := calibration.ParsePaper("letter")
	require.NoError(t, err)
	require.Equal(t, calibration.Letter, p)
	_, err = calibration.ParsePaper("a5")
	require.ErrorContains(t, err, `"a5"`)
}
