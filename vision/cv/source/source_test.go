//go:build cgo

package source_test

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"astragal/vision/cv/cvtest"
	"astragal/vision/cv/picture"
	"astragal/vision/cv/source"

	"github.com/stretchr/testify/require"
	"gocv.io/x/gocv"
	"golang.org/x/sys/unix"
)

// take reads frames until the source ends and gives each one's place and brightness.
func take(t *testing.T, s source.Source) (stamps []picture.Stamp, grey []float64, end error) {
	t.Helper()
	img := gocv.NewMat()
	defer img.Close()
	for {
		at, err := s.Next(t.Context(), &img)
		if err != nil {
			return stamps, grey, err
		}
		stamps, grey = append(stamps, at), append(grey, img.Mean().Val1)
		require.Equal(t, gocv.MatTypeCV8UC3, img.Type())
	}
}

// patience only keeps a broken test from waiting for ever.
const patience = 2 * time.Minute

// frameWithin waits for a frame of a live source and passes over what is not one.
func frameWithin(t *testing.T, s source.Source, img *gocv.Mat) picture.Stamp {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	for {
		at, err := s.Next(ctx, img)
		if err == nil {
			return at
		}
		require.NoError(t, ctx.Err(), "no frame came")
	}
}

func open(t *testing.T, spec string) source.Source {
	t.Helper()
	s, err := source.Opening{Folders: source.Folders{Dev: t.TempDir(), Sys: t.TempDir()}}.Open(t.Context(), spec)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, s.Close()) })
	return s
}

func TestClipGivesEveryFrame(t *testing.T) {
	for file, codec := range map[string]string{"clip.mp4": "mp4v", "clip.avi": "MJPG"} {
		t.Run(file, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), file)
			cvtest.MakeClip(t, path, codec, 50)
			s := open(t, path)
			require.Equal(t, "clip "+file, s.Name())
			stamps, grey, end := take(t, s)
			require.ErrorIs(t, end, io.EOF)
			require.Len(t, stamps, 50)
			for i, at := range stamps {
				require.Equal(t, i, at.Frame)
				require.InDelta(t, time.Duration(i)*50*time.Millisecond, at.Time, float64(time.Millisecond))
				require.InDelta(t, 20+4*i, grey[i], 5)
			}
		})
	}
}

func TestClipThatBreaksOff(t *testing.T) {
	path := filepath.Join(t.TempDir(), "clip.avi")
	cvtest.MakeClip(t, path, "MJPG", 50)
	whole, err := os.ReadFile(path)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(path, whole[:len(whole)*6/10], 0o600))
	stamps, _, end := take(t, open(t, path))
	require.ErrorContains(t, end, "breaks off")
	require.ErrorContains(t, end, "of 50 frames")
	require.Greater(t, len(stamps), 20, "what is there is read")
	require.Less(t, len(stamps), 40)
}

func TestOpenRefuses(t *testing.T) {
	dir := t.TempDir()
	file := func(name, holds string) string {
		path := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(path, []byte(holds), 0o600))
		return path
	}
	mp4 := filepath.Join(dir, "half.mp4")
	cvtest.MakeClip(t, mp4, "mp4v", 20)
	raw, err := os.ReadFile(mp4)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(mp4, raw[:len(raw)/2], 0o600))
	empty := filepath.Join(dir, "empty")
	require.NoError(t, os.Mkdir(empty, 0o700))

	for name, c := range map[string]struct{ spec, says string }{
		"a path where nothing is":   {filepath.Join(dir, "nothing.mp4"), "no camera is plugged in"},
		"an empty clip":             {file("zero.mp4", ""), "empty (0 bytes)"},
		"a text":                    {file("notes.txt", "three sixes"), "no video that can be read"},
		"half an MP4":               {mp4, "its end is missing"},
		"an empty folder":           {empty, "holds no picture"},
		"a camera where none is":    {"camera:C920", `choose "virtual"`},
		"any camera":                {"camera", "no camera is plugged in"},
		"a camera by number":        {"0", "no camera is plugged in"},
		"no virtual table":          {"virtual", "no virtual table"},
		"an address without a host": {"http://", "can't be read"},
		"an unknown kind":           {"ftp://host/clip", "ftp:// aren't read"},
	} {
		t.Run(name, func(t *testing.T) {
			o := source.Opening{Folders: source.Folders{Dev: t.TempDir(), Sys: t.TempDir()}}
			_, err := o.Open(t.Context(), c.spec)
			require.ErrorContains(t, err, c.says)
		})
	}
	t.Run("a virtual table with a strange seed", func(t *testing.T) {
		o := source.Opening{Virtual: func(uint64) (source.Source, error) { return nil, nil }}
		_, err := o.Open(t.Context(), "virtual:lucky")
		require.ErrorContains(t, err, `"lucky" is no whole number`)
	})
}

func TestFolderShowsEachPicture(t *testing.T) {
	dir := t.TempDir()
	for name, raw := range map[string][]byte{
		"b.jpg": cvtest.JPEG(t, cvtest.Slope(64, 48)), "a.png": cvtest.PNG(t, cvtest.Slope(40, 30)),
		"aa.jpg": []byte("no picture"), "notes.txt": []byte("left alone"), ".hidden.png": nil,
	} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), raw, 0o600))
	}
	s := open(t, dir)
	first, _, err := take(t, s)
	var trouble *source.Trouble
	require.ErrorAs(t, err, &trouble)
	require.Contains(t, trouble.Says, "aa.jpg is left out: the file is not a picture")
	require.False(t, trouble.Away)
	second, _, err := take(t, s)
	require.ErrorIs(t, err, io.EOF)
	require.Len(t, first, 10)
	require.Len(t, second, 10)
	require.Equal(t, picture.Stamp{Frame: 0, Time: 900 * time.Millisecond}, first[9])
	require.Equal(t, picture.Stamp{Frame: 2, Time: time.Second}, second[0])
}

func TestSinglePicture(t *testing.T) {
	path := filepath.Join(t.TempDir(), "roll.jpg")
	require.NoError(t, os.WriteFile(path, cvtest.JPEG(t, cvtest.Slope(64, 48)), 0o600))
	stamps, _, err := take(t, open(t, path))
	require.ErrorIs(t, err, io.EOF)
	require.Len(t, stamps, 10)
}

func TestPhoneWaitsForOrders(t *testing.T) {
	img := gocv.NewMatWithSize(16, 16, gocv.MatTypeCV8UC3)
	defer img.Close()
	_, err := open(t, "phone").Next(t.Context(), &img)
	require.ErrorIs(t, err, source.ErrNoFrame)
}

func TestAutoTakesTheVirtualTableWhereNoCameraIs(t *testing.T) {
	made := 0
	o := source.Opening{Folders: source.Folders{Dev: t.TempDir(), Sys: t.TempDir()}, Virtual: func(uint64) (source.Source, error) {
		made++
		return nil, nil
	}}
	for _, spec := range []string{"", "auto"} {
		_, err := o.Open(t.Context(), spec)
		require.NoError(t, err)
	}
	require.Equal(t, 2, made)
	o.Virtual = nil
	_, err := o.Open(t.Context(), "auto")
	require.EqualError(t, err, `no camera is plugged in: plug one in, or choose "virtual", a file or an address`)
}

// Whoever may not read a file is told so, and how to mend it; that the file is no picture or no clip would be untrue.
func TestAFileThatMayNotBeReadSaysSo(t *testing.T) {
	dir := t.TempDir()
	none, done := source.Folders{Dev: t.TempDir(), Sys: t.TempDir()}, make(chan map[string]error)
	for _, name := range []string{"photo.jpg", "clip.mp4"} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), cvtest.JPEG(t, cvtest.Slope(64, 48)), 0o600))
	}
	require.NoError(t, os.Mkdir(filepath.Join(dir, "folder"), 0o000))
	for _, shared := range []string{dir, filepath.Dir(dir)} {
		require.NoError(t, os.Chmod(shared, 0o711)) //nolint:gosec // the way there is open, the files aren't
	}
	go func() {
		runtime.LockOSThread() // and never unlocked: the thread ends with the goroutine
		if os.Geteuid() == 0 {
			_ = unix.Setfsuid(65534) // nobody: root may read everything
		}
		got := map[string]error{}
		for _, name := range []string{"photo.jpg", "clip.mp4", "folder"} {
			if os.Geteuid() != 0 {
				_ = os.Chmod(filepath.Join(dir, name), 0)
			}
			for _, paced := range []bool{false, true} {
				_, err := source.Opening{Paced: paced, Folders: none}.Open(context.Background(), filepath.Join(dir, name))
				got[fmt.Sprint(name, paced)] = err
			}
		}
		done <- got
	}()
	for name, err := range <-done {
		require.ErrorContains(t, err, "may not be read by this user", name)
	}
}
