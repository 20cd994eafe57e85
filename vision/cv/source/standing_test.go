//go:build cgo

package source_test

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"astragal/vision/cv/cvtest"
	"astragal/vision/cv/source"

	"github.com/stretchr/testify/require"
	"gocv.io/x/gocv"
)

func TestStandingWaitsForItsSource(t *testing.T) {
	path := filepath.Join(t.TempDir(), "roll.jpg")
	raw := cvtest.JPEG(t, cvtest.Slope(64, 48))
	synctest.Test(t, func(t *testing.T) {
		pulses := 0
		s := source.NewStanding(t.Context(), source.Opening{}, path, func() { pulses++ })
		img := gocv.NewMat()
		defer img.Close()
		require.Equal(t, path, s.Name())
		require.Contains(t, troubleOf(t, s), "there is no file or folder")
		require.Positive(t, pulses)
		require.ErrorContains(t, s.Throw(nil), "throw your own")
		require.NoError(t, os.WriteFile(path, raw, 0o600))
		frameWithin(t, s, &img)
		require.Equal(t, "picture roll.jpg", s.Name())
		require.ErrorContains(t, s.Lock(t.Context(), true), "no exposure to hold")
		_, _, err := take(t, s)
		require.ErrorIs(t, err, io.EOF)
		require.NoError(t, s.Close())
	})
}

func TestStandingKeepsWhatBrokeOff(t *testing.T) {
	path := filepath.Join(t.TempDir(), "clip.avi")
	cvtest.MakeClip(t, path, "MJPG", 50)
	whole, err := os.ReadFile(path)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(path, whole[:len(whole)*6/10], 0o600))
	s := source.NewStanding(t.Context(), source.Opening{}, path, func() {})
	defer s.Close()
	_, _, err = take(t, s)
	var trouble *source.Trouble
	require.ErrorAs(t, err, &trouble, "a table that stays on does not end")
	require.Contains(t, trouble.Says, "breaks off")

	over := source.NewOver("clip clip.avi", func() {})
	require.Contains(t, troubleOf(t, over), "clip clip.avi is over: choose another source")
	require.NoError(t, over.Close())
}

func TestPacedFileKeepsItsTime(t *testing.T) {
	path := filepath.Join(t.TempDir(), "clip.avi")
	cvtest.MakeClip(t, path, "MJPG", 50) // at 20 a second
	synctest.Test(t, func(t *testing.T) {
		s, err := source.Opening{Paced: true}.Open(t.Context(), path)
		require.NoError(t, err)
		begun := time.Now()
		stamps, _, err := take(t, s)
		require.ErrorIs(t, err, source.ErrOver, "its last picture stays")
		require.Len(t, stamps, 50)
		require.Equal(t, 2450*time.Millisecond, time.Since(begun).Round(time.Millisecond))
		require.NoError(t, s.Close())
	})
}

func TestPainting(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := &cvtest.Grey{}
		g.Level.Store(60)
		o := source.Opening{Virtual: func(seed uint64) (source.Source, error) {
			require.EqualValues(t, 7, seed)
			return source.NewPainted("virtual table", g), nil
		}, Folders: source.Folders{Dev: "/nowhere", Sys: "/nowhere"}}
		s := source.NewStanding(context.Background(), o, "virtual:7", func() {})
		img := gocv.NewMat()
		defer img.Close()
		frameWithin(t, s, &img)
		require.Equal(t, gocv.Vecb{60, 60, 255}, img.GetVecbAt(0, 0))
		require.NoError(t, s.Lock(t.Context(), true))
		require.NoError(t, s.Throw([]string{"d6", "d6"}))
		frameWithin(t, s, &img)
		frameWithin(t, s, &img)
		require.Equal(t, gocv.Vecb{160, 160, 160}, img.GetVecbAt(9, 9))
		require.NoError(t, s.Throw([]string{"d6"}))
		require.Contains(t, troubleOf(t, s), "no light left")
		require.NoError(t, s.Close())
	})
}
