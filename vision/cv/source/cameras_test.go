//go:build cgo && linux

package source_test

import (
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"astragal/vision/cv/source"

	"github.com/stretchr/testify/require"
)

// plug makes the files of a video device as the kernel and udev do.
func plug(t *testing.T, f source.Folders, device, label, index string, links ...string) {
	t.Helper()
	dir := filepath.Join(f.Sys, "class/video4linux", device)
	require.NoError(t, os.MkdirAll(dir, 0o700))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "name"), []byte(label+"\n"), 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "index"), []byte(index+"\n"), 0o600))
	for _, link := range links {
		path := filepath.Join(f.Dev, "v4l", link)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o700))
		require.NoError(t, os.Symlink("../../"+device, path))
	}
}

// pluggedIn has two webcams of one model, a laptop's own camera without links, and
// devices that are no cameras.
func pluggedIn(t *testing.T) source.Folders {
	t.Helper()
	f := source.Folders{Dev: t.TempDir(), Sys: t.TempDir()}
	plug(t, f, "video10", "HD Pro Webcam C920", "0", "by-id/usb-046d_C920_AAAA-video-index0", "by-path/pci-1-video-index0")
	plug(t, f, "video11", "HD Pro Webcam C920", "1", "by-id/usb-046d_C920_AAAA-video-index1")
	plug(t, f, "video2", "HD Pro Webcam C920", "0", "by-path/pci-2-video-index0")
	plug(t, f, "video0", "Integrated Camera: Integrated C", "0")
	plug(t, f, "video13", "bcm2835-isp-capture0", "0")
	plug(t, f, "v4l-subdev0", "imx708", "0")
	return f
}

func TestListCameras(t *testing.T) {
	f := pluggedIn(t)
	got, err := f.List()
	require.NoError(t, err)
	require.Equal(t, []source.Camera{
		{Name: "video0", Label: "Integrated Camera: Integrated C", Device: f.Dev + "/video0"},
		{Name: "pci-2-video-index0", Label: "HD Pro Webcam C920", Device: f.Dev + "/video2"},
		{Name: "usb-046d_C920_AAAA-video-index0", Label: "HD Pro Webcam C920", Device: f.Dev + "/video10"},
	}, got)
	none, err := source.Folders{Dev: "/nowhere", Sys: "/nowhere"}.List()
	require.NoError(t, err)
	require.Empty(t, none)
}

func TestFindCamera(t *testing.T) {
	f := pluggedIn(t)
	for name, device := range map[string]string{
		"":                                "video0",
		"usb-046d_C920_AAAA-video-index0": "video10",
		"pci-2-video-index0":              "video2",
		"video2":                          "video2",
		"10":                              "video10",
		f.Dev + "/video10":                "video10",
		"integrated":                      "video0",
		"aaaa":                            "video10",
	} {
		c, err := f.Find(name)
		require.NoError(t, err, name)
		require.Equal(t, device, filepath.Base(c.Device), name)
	}
	_, err := f.Find("c920")
	require.ErrorContains(t, err, "may be any of several")
	require.ErrorContains(t, err, `"pci-2-video-index0" (HD Pro Webcam C920), "usb-046d_C920_AAAA-video-index0"`)
	_, err = f.Find("kinect")
	require.ErrorContains(t, err, `no camera "kinect" is plugged in; there is "video0"`)
}

func TestWhyACameraIsNotFree(t *testing.T) {
	c := source.Camera{Name: "usb-C920", Label: "C920", Device: filepath.Join(t.TempDir(), "video0")}
	proc := t.TempDir()
	for pid, name := range map[string]string{"812": "obs", "900": "bash"} {
		require.NoError(t, os.MkdirAll(filepath.Join(proc, pid, "fd"), 0o700))
		require.NoError(t, os.WriteFile(filepath.Join(proc, pid, "comm"), []byte(name+"\n"), 0o600))
	}
	require.NoError(t, os.Symlink(c.Device, filepath.Join(proc, "812/fd/7")))
	require.NoError(t, os.Symlink("/dev/null", filepath.Join(proc, "900/fd/0")))

	require.NoError(t, source.WhyNotFree(c, nil, proc))
	for err, says := range map[error]string{
		syscall.EBUSY:  "C920 is in use by obs (process 812): close it there",
		syscall.EACCES: "sudo usermod -aG video",
		syscall.ENODEV: "has been pulled out: plug it in again",
		syscall.EIO:    "input/output error",
	} {
		wrapped := fmt.Errorf("open: %w", err)
		require.ErrorContains(t, source.WhyNotFree(c, wrapped, proc), says)
	}
	require.ErrorContains(t, source.WhyNotFree(c, syscall.EBUSY, t.TempDir()), "in use by another program")
}

// A device that is there but no camera is named, not handed to OpenCV.
func TestCameraThatIsNone(t *testing.T) {
	f := source.Folders{Dev: t.TempDir(), Sys: t.TempDir()}
	plug(t, f, "video0", "Toaster", "0", "by-id/usb-toaster")
	s, err := source.Opening{Folders: f}.Open(t.Context(), "camera:toaster")
	require.NoError(t, err)
	require.Equal(t, "webcam Toaster", s.Name())
	require.Contains(t, troubleOf(t, s), "Toaster has been pulled out: plug it in again")
	require.NoError(t, os.WriteFile(filepath.Join(f.Dev, "video0"), []byte("crumbs"), 0o600))
	require.NoError(t, s.Close())
	all, err := f.List()
	require.NoError(t, err)
	require.Empty(t, all, "it answers no camera's question")
}
