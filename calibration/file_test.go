package calibration_test

import (
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"astragal/calibration"
)

func TestSaveAndLoad(t *testing.T) {
	path := calibration.Path(t.TempDir(), "Webcam C920 (046d:082d)")
	want := desk()
	want.Made = time.Date(2026, 11, 21, 4, 0, 0, 0, time.UTC)
	require.NoError(t, want.Save(path))
	want.Version = calibration.Version
	got, err := calibration.Load(path)
	require.NoError(t, err)
	require.Equal(t, want, got)

	entries, err := os.ReadDir(filepath.Dir(path))
	require.NoError(t, err)
	require.Len(t, entries, 1, "no half-written file is left")
}

func TestSaveKeepsTheOldFileWhenItCannot(t *testing.T) {
	path := filepath.Join(t.TempDir(), "p.json")
	old := desk()
	require.NoError(t, old.Save(path))

	broken := desk()
	broken.Width = 0
	require.ErrorContains(t, broken.Save(path), "0×720")
	heavy := desk()
	heavy.Background = append([]byte{0xff, 0xd8, 0xff}, make([]byte, 5<<20)...)
	require.ErrorContains(t, heavy.Save(path), "too large")

	got, err := calibration.Load(path)
	require.NoError(t, err)
	require.Equal(t, 1280, got.Width)
	require.Error(t, desk().Save(filepath.Join(path, "below", "a.json")), "a file is no folder")
}

func TestLoadSaysWhatIsWrong(t *testing.T) {
	good, err := json.Marshal(func() calibration.Profile { p := desk(); p.Version = calibration.Version; return p }())
	require.NoError(t, err)
	for name, c := range map[string]struct{ file, says string }{
		"empty":           {"", "empty"},
		"not JSON":        {"hello", "not a profile"},
		"cut off":         {string(good[:len(good)/2]), "not a profile"},
		"no version":      {`{"width": 3}`, "no version"},
		"later version":   {`{"version": 99, "moons": 3}`, "version 99"},
		"unknown key":     {`{"version": 1, "wdith": 3}`, "wdith"},
		"wrong type":      {`{"version": 1, "width": "wide"}`, "broken profile"},
		"no size":         {`{"version": 1}`, "0×0"},
		"something after": {string(good) + "{}", "not a profile"},
		"flat plane":      {strings.Replace(string(good), "[0.31,0.02,-120,-0.015,0.33,-90,", "[1,2,3,2,4,6,", 1), "inverse"},
		"mad scale":       {strings.Replace(string(good), "[0.31,0.02,-120,-0.015,0.33,-90,", "[1e6,0,0,0,1e6,0,", 1), "px per mm"},
		"mad lens":        {strings.Replace(string(good), `"k1":-0.25`, `"k1":-3`, 1), "folds"},
		"mad focus":       {strings.Replace(string(good), `"fx":1100`, `"fx":-1`, 1), "focal"},
		"mad colours":     {strings.Replace(string(good), "[1.1,1,0.85]", "[1,1,0]", 1), "white balance"},
		"two corners":     {strings.Replace(string(good), "[[100,80],[1180,80],", "[", 1), "2 corners"},
		"tray elsewhere":  {strings.Replace(string(good), "[[100,80],", "[[1e9,80],", 1), "outside"},
		"no JPEG":         {strings.Replace(string(good), `"background":"/9j/4A=="`, `"background":"aGFsbG8="`, 1), "JPEG"},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "p.json")
			require.NoError(t, os.WriteFile(path, []byte(c.file), 0o600))
			_, err := calibration.Load(path)
			require.ErrorContains(t, err, c.says)
			require.ErrorContains(t, err, path)
			require.ErrorContains(t, err, "calibrate again")
		})
	}
	_, err = calibration.Load(filepath.Join(t.TempDir(), "none.json"))
	require.ErrorIs(t, err, fs.ErrNotExist)
	require.ErrorContains(t, err, "astragal calibrate")
}

func TestAProfileOfAFileFitsOtherSizes(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, desk().Save(calibration.Path(dir, desk().Camera)))
	p, err := calibration.Load(calibration.Path(dir, desk().Camera))
	require.NoError(t, err)
	p, err = p.For(desk().Camera, 1920, 1080)
	require.NoError(t, err)
	require.Equal(t, 1920, p.Width)
	_, err = p.For(desk().Camera, 1000, 1000)
	require.ErrorContains(t, err, "another shape")
}

// A profile that a newer program wrote is refused with what mends it. Nothing is saved over it.
func TestAProfileOfANewerProgramStaysAsItIs(t *testing.T) {
	path := filepath.Join(t.TempDir(), "profile.json")
	require.NoError(t, desk().Save(path))
	good, err := os.ReadFile(path)
	require.NoError(t, err)
	for is, says := range map[string]string{
		`"version": 9`:              "a newer version of this program wrote it (profile version 9, this one reads 1)",
		`"version": 1, "lamps": []`: `a newer version of this program wrote it (its field "lamps" is not known)`,
	} {
		newer := strings.Replace(string(good), `"version": 1`, is, 1)
		require.NoError(t, os.WriteFile(path, []byte(newer), 0o600))
		_, err := calibration.Load(path)
		require.EqualError(t, err, "profile "+path+": "+says+": update this program, or move the file away and calibrate again")
		require.ErrorContains(t, desk().Save(path), says)
		there, err := os.ReadFile(path)
		require.NoError(t, err)
		require.Equal(t, newer, string(there))
	}
}

func TestPathIsSafe(t *testing.T) {
	seen := map[string]string{}
	for _, camera := range []string{"", "C920", "c920", "../../etc/passwd", "a/b", `a\b`, "Kamera über Tisch", "con", ".", strings.Repeat("x", 500), "http://user:pw@10.0.0.7/stream?x=1"} {
		path := calibration.Path("data", camera)
		require.Equal(t, filepath.Join("data", "profiles"), filepath.Dir(path), camera)
		require.Regexp(t, `^[a-z0-9][a-z0-9-]{0,60}\.json$`, filepath.Base(path))
		require.NotContains(t, seen, path, "%q and %q share a file", camera, seen[path])
		seen[path] = camera
	}
}

func FuzzParse(f *testing.F) {
	good, err := json.Marshal(func() calibration.Profile { p := desk(); p.Version = calibration.Version; return p }())
	require.NoError(f, err)
	f.Add(good)
	f.Add([]byte(`{"version":1,"camera":"x","width":640,"height":480,"homography":[1,0,0,0,1,0,0,0,1]}`))
	f.Add([]byte(`{"version":1,"width":2,"height":1,"homography":[1e300,0,0,0,1e300,0,0,0,1e-300],"lens":{"fx":1e300}}`))
	f.Add([]byte(`{"version":2}`))
	f.Add([]byte("null"))
	f.Fuzz(func(t *testing.T, data []byte) {
		p, err := calibration.Parse(data)
		if err != nil {
			require.NotEmpty(t, err.Error())
			return
		}
		path := filepath.Join(t.TempDir(), "p.json")
		require.NoError(t, p.Save(path), "what was read can be written")
		back, err := calibration.Load(path)
		require.NoError(t, err)
		require.Equal(t, p.Homography, back.Homography)
		if mm, ok := p.MM(calibration.Point{1, 1}); ok {
			p.Px(mm)
		}
		p.Tilt()
	})
}
